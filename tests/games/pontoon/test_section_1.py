"""Section 1 of Pontoon and Pontoon Pandemonium: what the defined words mean, clause by clause."""

from tests.games.pontoon.pontoons import both, clause
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    bets,
    deal,
    double,
    hit,
    insure,
    irregularity,
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
    wager,
)


@both
def test_1_1_1_a_double_adds_from_the_table_minimum_to_the_original_wager(game: str) -> None:
    """What a double adds is at most the original wager and at least the table's minimum."""
    dealt = play(game, bets({1: 2000}), deal("6H 5C", dealer="9D"), limits={"main": (1000, 5000)})
    dealt.then(refused(double(1, 900), "1.1.1"), refused(double(1, 2100), "3.25"))
    for added in (1000, 2000):
        assert dealt.then(double(1, added), "8S", "KC").line(1).stake == 2000 + added


@both
def test_1_1_2_pandemonium_1_1_3_a_hand_is_the_cards_dealt_to_a_player_or_to_the_dealer(game: str) -> None:
    """Each area's cards and the Dealer's stand in the outcome as the hands they are."""
    round_ = play(game, bets({1: 1000, 3: 1000}), deal("9H 5C", "KD 8S", dealer="7C"), hit(1), "4C", stand(1), stand(3),
                  "QS")  # fmt: skip
    assert (round_.cards(1), round_.cards(3), round_.dealer) == (["9H 5C 4C"], ["KD 8S"], "7C QS")


@both
def test_1_1_3_pandemonium_1_1_4_a_hard_total_has_no_ace_worth_eleven(game: str) -> None:
    """The Dealer stands on a 17 whose Ace counts 1, and on a 17 without an Ace."""
    for cards in ("6C KD AS", "8D 9C"):
        first, *rest = cards.split()
        round_ = play(game, bets({1: 1000}), deal("KH 8S", dealer=first), stand(1), " ".join(rest))
        assert (round_.outcome.dealer.total, round_.net) == (17, 1000)


@both
def test_1_1_4_pandemonium_1_1_5_the_initial_deal_is_two_cards_a_player_and_one_for_the_dealer(game: str) -> None:
    """Decisions begin when every hand has two cards and the Dealer one, not before."""
    dealing = play(game, bets({1: 1000, 2: 1000}), "9H 8H KD 5C")
    assert dealing.awaits == "card"
    dealing.then(refused(stand(1), "3.18"))
    dealt = dealing.then("4C")
    assert (dealt.cards(1), dealt.cards(2), dealt.dealer, dealt.awaits) == (["9H 5C"], ["8H 4C"], "KD", "decision")


@both
def test_1_1_5_pandemonium_1_1_6_insurance_wins_by_a_court_card_as_the_dealers_second(game: str) -> None:
    """Against the Dealer's Ace insurance wins with J, Q or K and loses with every other card."""
    insured = play(game, bets({1: 1000}), deal("KH 8S", dealer="AD"), insure(1, 500), stand(1))
    for court in ("JC", "QC", "KC"):
        assert insured.then(court).fate(1, "insurance") == "win +1000 at 2:1 by 3.26 4.1"
    for other in ("9C", "8C", "7C"):
        assert insured.then(other).fate(1, "insurance") == "lose -500 by 3.26"


@both
def test_1_1_6_pandemonium_1_1_7_an_interim_settlement_is_a_wager_decided_by_the_initial_deal(game: str) -> None:
    """A paid Pontoon ends the time in which wrong cards make the round void; a pair wager where it has been settled."""
    misdeal = irregularity("misdeal", reconstructable=False)
    plain = play(game, bets({1: 1000, 2: 1000}), deal("9H 8S", "7S 5C", dealer="6D"), ruled(misdeal, "void", "5.2"))
    assert plain.outcome.status == "void"
    play(game, bets({1: 1000, 2: 1000}), deal("AH KS", "7S 5C", dealer="6D"), ruled(misdeal, "record", "6.1"))
    beside = play(game, bets({1: 1000}, wager(1, "pair", 500)), deal("9H 8S", dealer="6D"))
    beside.then(ruled(misdeal, "void", "5.2"))  # decided, but not paid or taken yet
    settled = irregularity("misdeal", reconstructable=False, since="interim")
    beside.then(ruled(settled, "record", "6.1"))


@both
def test_1_1_7_pandemonium_1_1_8_a_pair_is_two_equal_ranks_and_no_king_with_a_queen(game: str) -> None:
    """Two fives and two Kings are a pair; two different court cards are none."""
    for cards, won in (("5H 5C", 5500), ("KH KC", 5500), ("KH QC", -500), ("JH KC", -500), ("QH JC", -500)):
        round_ = play(game, bets({1: 1000}, wager(1, "pair", 500)), deal(cards, dealer="9D"), stand(1), "KS")
        assert round_.line(1, "pair").net == won


@both
def test_1_1_8_pandemonium_1_1_9_a_pair_wager_is_on_the_initial_two_cards(game: str) -> None:
    """A pair made by the third card does not win it."""
    round_ = play(
        game, bets({1: 1000}, wager(1, "pair", 500)), deal("5H 6C", dealer="9D"), hit(1), "6S", stand(1), "KS"
    )
    assert round_.fate(1, "pair") == "lose -500 by 3.15.1"


@both
def test_1_1_9_pandemonium_1_1_10_the_point_total_is_the_sum_of_the_hand(game: str) -> None:
    """The total of a hand adds the points of all its cards."""
    round_ = play(game, bets({1: 1000}), deal("2H 3C", dealer="9D"), hit(1), "4S", hit(1), "9C", stand(1), "9S")
    assert (round_.hand(1).total, round_.outcome.dealer.total) == (18, 18)


@both
def test_1_1_10_pandemonium_1_1_11_a_pontoon_is_an_ace_and_a_ten_dealt_first(game: str) -> None:
    """Ace and court card are a Pontoon as the initial two cards, not on a split hand."""
    assert play(game, bets({1: 1000}), deal("AH KC", dealer="9D")).hand(1).result == "pontoon"
    round_ = play(game, bets({1: 1000}), deal("AH AC", dealer="9D"), split(1), "KC", "5S", "9S")
    assert (round_.hand(1, 1).result, round_.line(1, hand=1).odds) == ("21", "1:1")


@both
def test_1_1_11_pandemonium_1_1_14_a_round_of_play_lasts_to_its_outcome(game: str) -> None:
    """A round opens with the call for bets, and no other opens before its outcome."""
    playing = play(game, bets({1: 1000}), deal("KH 8S", dealer="9D"))
    playing.then(refused(bets({1: 1000})[0], RULEBOOKS[game].clauses.round_of_play))
    over = playing.then(stand(1), "9S")
    assert (over.outcome.round, over.awaits) == (1, "nothing")
    assert over.then(bets({1: 1000}), deal("KH 8S", dealer="9D"), stand(1), "9S").outcome.round == 2


@both
def test_1_1_12_pandemonium_1_1_15_a_soft_total_counts_an_ace_as_eleven(game: str) -> None:
    """With a soft 17 the Dealer draws on: the Ace would still count 11."""
    drawing = play(game, bets({1: 1000}), deal("KH 9S", dealer="6D"), stand(1), "AS")
    assert drawing.awaits == "card"
    assert drawing.then("AC").outcome.dealer.total == 18


@both
def test_1_1_13_pandemonium_1_1_16_any_two_cards_of_the_same_point_value_are_split(game: str) -> None:
    """King and Queen may be split, nine and eight not."""
    assert play(game, bets({1: 1000}), deal("KH QC", dealer="9D"), split(1)).cards(1) == ["KH", "QC"]
    play(game, bets({1: 1000}), deal("9H 8C", dealer="9D"), refused(split(1), "3.20"))


@both
def test_1_1_14_pandemonium_1_1_17_a_stand_off_neither_wins_nor_loses(game: str) -> None:
    """With the Dealer's total the wager comes back as it was."""
    round_ = play(game, bets({1: 1000}), deal("KH 8S", dealer="9D"), stand(1), "9S")
    assert round_.fate(1) == f"stand_off 0 by {clause(game, '4.5.1')}"


@both
def test_1_1_15_pandemonium_1_1_18_the_subsequent_deal_begins_with_the_first_card_after_the_initial_one(
    game: str,
) -> None:
    """A decision alone does not begin it, the next card does."""
    misdeal = irregularity("misdeal", reconstructable=False)
    waiting = play(game, bets({1: 1000}), deal("5H 8S", dealer="9D"), hit(1))
    assert waiting.then(ruled(misdeal, "void", "5.2")).outcome.status == "void"
    waiting.then("2C", ruled(misdeal, "record", "6.1"))


@both
def test_1_1_16_pandemonium_1_1_19_a_super_bonus_is_three_suited_sevens_against_the_dealers_seven(game: str) -> None:
    """The Dealer's seven may be of any suit, the player's three are of one."""
    dealt = play(game, bets({1: 1000}), deal("7H 7H", dealer="7C"), hit(1))
    assert dealt.then("7H").fate(1, "super_bonus") == "win +100000 by 4.1.1 4.1.1.1"
    assert [line.kind for line in dealt.then("7D").outcome.ledger] == ["main"]
    other = play(game, bets({1: 1000}), deal("7H 7H", dealer="8C"), hit(1), "7H")
    assert [line.kind for line in other.outcome.ledger] == ["main"]


@both
def test_1_1_17_pandemonium_1_1_20_surrender_gives_up_half_of_the_original_wager(game: str) -> None:
    """Half is lost, the hand is folded and gets no further decision."""
    surrendered = play(game, bets({1: 1000, 2: 1000}), deal("KH 6S", "KD 9S", dealer="KC"), surrender(1))
    assert surrendered.acting == (2, 1)
    assert surrendered.then(stand(2), "7C").fate(1) == "surrendered -500 by 3.24.3"
