"""Blackjack (RWS), version 5, section 3, up to 3.16: the cards, the bets, the deal, side bets and the offers."""

from controller.core.events import BetsClosed, BetsOpen, OffersClosed, WagerWithdrawn
from tests.games.twenty_one.rounds import (
    Step,
    bets,
    deal,
    decision,
    double,
    down,
    hit,
    insure,
    irregularity,
    play,
    refused,
    reveal,
    ruled,
    stand,
    surrender,
    wager,
)

GAME = "blackjack"
LIMITS = {"main": (1000, 5000)}


def test_3_1_nearest_to_21_without_going_over_wins() -> None:
    """The nearer total wins, a hard or a soft one; over 21 nothing wins."""
    cards = deal("AS 8C", "KH 7C", "KS 6C", dealer="9D")
    round_ = play(GAME, bets({1: 1000, 2: 1000, 3: 1000}), cards, stand(1), stand(2), hit(3), "8D", "9S")
    assert [round_.line(area).net for area in (1, 2, 3)] == [1000, -1000, -1000]


def test_3_2_point_values() -> None:
    """An Ace 11 or 1, two to ten what they show, picture cards 10."""
    for rank, points in zip("A23456789TJQK", (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True):
        over = play(GAME, bets({1: 1000}), f"{rank}H 7D 4C", double(1), "2S", "KD")
        assert over.hand(1).total == points + 6


def test_3_2_1_ace_is_eleven_unless_that_exceeds_21() -> None:
    """A-7 is 18; with a further 8 the Ace is 1 and the hand 16."""
    assert play(GAME, bets({1: 1000}), "AS 9D 7C", stand(1), "8S").hand(1).total == 18
    assert play(GAME, bets({1: 1000}), "AS 9D 7C", hit(1), "8H", stand(1), "8S").hand(1).total == 16


def test_3_2_2_two_to_ten_have_their_face_value() -> None:
    """Every number counts what it shows."""
    cards = "2H 3H 4H 5H 6S TH 7H 8H 9H TD"
    round_ = play(GAME, bets({1: 1000, 2: 1000, 3: 1000, 4: 1000}), "2H 3H 4H 5H 6S 7H 8H 9H TD")
    assert cards.split()[5] == "TH"
    round_ = round_.then(hit(1), "TS", stand(1), hit(2), "9S", stand(2), stand(3), stand(4), "6D 9D")
    assert [round_.hand(area).total for area in (1, 2, 3, 4)] == [19, 20, 13, 15]
    assert round_.outcome.dealer.total == 21


def test_3_2_3_picture_cards_are_worth_ten() -> None:
    """Jack, Queen and King are ten points each."""
    cards = deal("JH 9C", "QH 8C", "KH 7C", dealer="9D")
    round_ = play(GAME, bets({1: 1000, 2: 1000, 3: 1000}), cards, stand(1), stand(2), stand(3), "9S")
    assert [round_.hand(area).total for area in (1, 2, 3)] == [19, 18, 17]


def test_3_3_bets_are_placed_after_the_call() -> None:
    """Before the Dealer has called for bets none is taken."""
    play(GAME, refused(wager(1, "main", 1000), "3.3"), BetsOpen(), wager(1, "main", 1000))


def test_3_5_bets_lie_within_the_limits() -> None:
    """The box may hold from the minimum to the maximum: more is refused when placed, less when bets close."""
    opened = play(GAME, BetsOpen(), refused(wager(1, "main", 5100), "5.1"), limits=LIMITS)
    opened.then(wager(1, "main", 5000), BetsClosed())
    opened.then(wager(1, "main", 900), refused(BetsClosed(), "5.2"), wager(1, "main", 100), BetsClosed())


def test_3_6_balance_up_to_the_maximum_may_be_taken_by_others() -> None:
    """Whoever bets less than the maximum leaves the rest of the box to the others."""
    opened = play(GAME, BetsOpen(), wager(1, "main", 2000, "A"), limits=LIMITS)
    taken = opened.then(wager(1, "main", 3000, "B"), refused(wager(1, "main", 100, "C"), "5.1"))
    assert taken.then(BetsClosed()).awaits == "card"


def test_3_7_player_may_bet_on_other_boxes() -> None:
    """One player bets on three boxes, and each of his bets wins or loses with its box."""
    mains = {1: {"A": 1000}, 2: {"A": 1000}, 3: {"B": 1000, "A": 1000}}
    round_ = play(GAME, bets(mains), deal("KH 9C", "KS 6C", "KC TS", dealer="8D"), stand(1), stand(2), stand(3), "TD")
    assert [round_.line(area, player="A").net for area in (1, 2, 3)] == [1000, -1000, 1000]


def test_3_8_seated_player_calls_the_decisions() -> None:
    """The decision of somebody else on the box is refused."""
    start = play(GAME, bets({1: {"A": 3000, "B": 1000}}, seats={1: "B"}), "KH 7D 4C")
    start.then(refused(hit(1, "A"), "3.8"), hit(1, "B"))


def test_3_9_any_player_may_bet_beside_an_initial_bet() -> None:
    """Player Pair, Under 13 and Over 13 are open to everybody on a box with an Initial Bet."""
    sides = [wager(1, "pair", 100, "Z"), wager(1, "under13", 200, "Y"), wager(1, "over13", 300, "X")]
    round_ = play(GAME, bets({1: 1000}, *sides), "8H 7D 8C", stand(1), "KD")
    found = [(line.player, line.kind, line.net) for line in round_.outcome.ledger[1:]]
    assert found == [("Z", "pair", 1100), ("Y", "under13", -200), ("X", "over13", 300)]


def test_3_10_no_bet_after_no_more_bets() -> None:
    """Once bets are closed no bet of any kind is taken, nor are they closed twice."""
    start = play(GAME, bets({1: 1000}), refused(wager(2, "main", 1000), "5.8"), refused(wager(1, "pair", 100), "5.8"))
    start.then(refused(BetsClosed(), "3.10"), refused(WagerWithdrawn(area=1, kind="main"), "5.8"))


def test_3_11_deal_goes_clockwise_and_gives_the_dealer_one_card() -> None:
    """One card to each box with a bet and one to the Dealer, then a second one to each box."""
    round_ = play(GAME, bets({2: 1000, 5: 1000}), "2H 5H 9D 2C 5C")
    assert (round_.cards(2), round_.cards(5), round_.dealer) == (["2H 2C"], ["5H 5C"], "9D")
    assert (round_.awaits, round_.cards(1)) == ("decision", [])


def test_3_12_cards_dealt_face_down_are_seen_by_nobody_before_they_are_turned() -> None:
    """No face-down card stands in anything that leaves the table until it is turned or settled; then each does."""
    start = play(GAME, bets({1: 1000}), down("KH"), "7D", down("2C"))
    told = start.then(hit(1), down("5S"), refused(decision(1, "even_money"), "3.14.1")).told
    assert "7D" in told
    assert not any(card in told for card in ("KH", "2C", "5S"))
    turned = start.then(reveal(1))
    assert all(card in turned.told for card in ("KH", "2C"))
    settled = start.then(hit(1), down("5S"), stand(1), "KD")
    assert settled.cards(1) == ["KH 2C 5S"]


def test_3_12_refusals_do_not_tell_a_face_down_hand() -> None:
    """Why a hand may not stand, split, draw or be doubled is said without its cards and its total."""
    low = play(GAME, bets({1: 1000}), down("4H"), "7D", down("5C"), refused(stand(1), "3.19"))
    assert not any(word in low.told for word in ("4H", "5C", " 9 "))
    bust = play(GAME, bets({1: 1000, 2: 1000}), down("KH"), "9H 7D", down("6C"), "9C", hit(1), down("8S"))
    assert not any(word in bust.then(refused(hit(1), None)).told for word in ("KH", "6C", "8S", "24"))


def test_3_12_split_leaves_face_down_cards_as_they_are() -> None:
    """Splitting turns no card: what was face down stays so on its own hand."""
    round_ = play(GAME, bets({1: 1000}), down("8H"), "7D", "8C", decision(1, "split"), down("KS"))
    assert "8H" not in round_.told
    assert "KS" not in round_.told
    void = round_.then(ruled(irregularity("missing_card"), "void", "5.5.2"))
    assert [hand.cards for hand in void.outcome.hands] == [("??", "??"), ("8C",)]


def test_3_12_void_round_leaves_face_down_cards_unseen() -> None:
    """In the outcome of a void round a card that was never turned is `??`; one that was turned is shown."""
    start = play(GAME, bets({1: 1000, 2: 1000}), down("KH 9H"), "7D", down("2C 9C"), reveal(1))
    void = start.then(ruled(irregularity("power_failure"), "void", "5.4.2"))
    assert (void.hand(1).cards, void.hand(2).cards) == (("KH", "2C"), ("??", "??"))
    assert "9H" not in void.told
    assert "9C" not in void.told


def test_3_12_card_dealt_face_up_by_mistake_stands() -> None:
    """One card face up among face-down ones: the round goes on and is settled as it lies."""
    round_ = play(GAME, bets({1: 1000}), down("KH"), "7D", "9C", stand(1), "KD")
    assert "9C" in round_.told
    assert round_.net == 1000


def test_3_13_side_bets_are_decided_before_the_subsequent_deal() -> None:
    """The first two cards decide them, whatever is drawn later, and their outcome is established at once."""
    sides = [wager(1, "pair", 100), wager(1, "under13", 100), wager(1, "over13", 100)]
    start = play(GAME, bets({1: 1000}, *sides), "6H 7D 6C")
    start.then(ruled(irregularity("power_failure"), "continue", "5.4.1"))
    round_ = start.then(hit(1), "KS")
    assert [round_.line(1, kind).net for kind in ("pair", "under13", "over13")] == [1100, 100, -100]


def test_3_13_1_player_pair_is_apart_from_the_hand() -> None:
    """A pair is paid although its hand loses, and the hand is paid although there is no pair."""
    sides = [wager(1, "pair", 100), wager(2, "pair", 100)]
    cards = deal("8H 8S", "KH 9C", dealer="8D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, hit(1), "9S", stand(2), "KD")
    assert (round_.fate(1, "pair"), round_.line(1).net) == ("win +1100 at 11:1 by 3.13.1 4.1.1", -1000)
    assert (round_.fate(2, "pair"), round_.line(2).net) == ("lose -100 by 3.13.1", 1000)


def test_3_13_2_aces_count_one_and_blackjack_is_under_13() -> None:
    """For Under and Over 13 an Ace is one point: A-K is eleven, A-A two."""
    sides = [wager(area, kind, 100) for area in (1, 2) for kind in ("under13", "over13")]
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), deal("AS KH", "AH AD", dealer="7D"), hit(2), "8S",
                  stand(2), "KD")  # fmt: skip
    for area in (1, 2):
        assert (round_.line(area, "under13").net, round_.line(area, "over13").net) == (100, -100)


def test_3_13_2_a_under_13_wins_below_13() -> None:
    """Twelve wins Under 13, fourteen loses it."""
    sides = [wager(1, "under13", 100), wager(2, "under13", 100)]
    cards = deal("KH 2S", "KS 4C", dealer="7D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, stand(1), stand(2), "KD")
    assert round_.fate(1, "under13") == "win +100 at 1:1 by 3.13.2.a 4.1.1"
    assert round_.fate(2, "under13") == "lose -100 by 3.13.2.a 4.1.1"


def test_3_13_2_b_over_13_wins_above_13() -> None:
    """Fourteen wins Over 13, twelve loses it."""
    sides = [wager(1, "over13", 100), wager(2, "over13", 100)]
    cards = deal("KH 2S", "KS 4C", dealer="7D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, stand(1), stand(2), "KD")
    assert round_.fate(2, "over13") == "win +100 at 1:1 by 3.13.2.b 4.1.1"
    assert round_.fate(1, "over13") == "lose -100 by 3.13.2.b 4.1.1"


def test_3_13_2_c_exactly_13_loses_both() -> None:
    """Thirteen is the house's."""
    sides = [wager(1, "under13", 100), wager(1, "over13", 100)]
    round_ = play(GAME, bets({1: 1000}, *sides), "KH 7D 3C", stand(1), "KD")
    assert round_.fate(1, "under13") == round_.fate(1, "over13") == "lose -100 by 3.13.2.c 4.1.1"


def test_3_13_2_d_under_and_over_13_are_at_most_the_initial_bet() -> None:
    """Each is bounded by its player's Initial Bet, else by the largest on the box; what is over is given back (I19)."""
    opened = play(GAME, BetsOpen(), wager(1, "main", 1000, "A"), wager(1, "main", 3000, "B"))
    opened.then(refused(wager(1, "under13", 1100, "A"), "3.13.2.d"), wager(1, "under13", 1000, "A"))
    opened.then(refused(wager(1, "over13", 3100, "Z"), "3.13.2.d"), wager(1, "over13", 3000, "Z"))
    early = play(GAME, BetsOpen(), wager(1, "over13", 5000), wager(1, "main", 1000), BetsClosed(), "KH 7D 9C")
    line = early.then(stand(1), "KD").line(1, "over13")
    assert (line.stake, line.net) == (1000, 1000)


def test_3_13_2_e_under_and_over_13_are_apart_from_the_hand() -> None:
    """The hand is bust and Under 13 wins; the hand wins with twenty and Over 13 loses."""
    sides = [wager(1, "under13", 100), wager(2, "over13", 100)]
    cards = deal("KH 2S", "5S 6C", dealer="7D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, hit(1), "KC", hit(2), "9S", stand(2), "KD")
    assert (round_.line(1).net, round_.line(1, "under13").net) == (-1000, 100)
    assert (round_.line(2).net, round_.line(2, "over13").net) == (1000, -100)


def test_3_14_dealers_ace_opens_even_money_and_insurance() -> None:
    """Both against an Ace, neither against any other card."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 7D", dealer="AD"))
    start.then(insure(2, 500), decision(1, "even_money"))
    other = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 7D", dealer="TD"))
    other.then(refused(insure(2, 500), "3.14.2"), refused(decision(1, "even_money"), "3.14.1"))


def test_3_14_1_even_money_for_a_blackjack_against_an_ace() -> None:
    """Until the third card it is paid 1 to 1; otherwise the Dealer's Blackjack makes a stand-off (I14)."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 7D", dealer="AD"))
    taken = start.then(decision(1, "even_money"), stand(2), "KS")
    assert taken.fate(1) == "win +1000 at 1:1 by 3.14.1"
    assert start.then(stand(2), "KS").fate(1) == "stand_off 0 by 3.14.1"
    assert start.then(stand(2), "6S").fate(1) == "win +1500 at 3:2 by 3.15 4.1.1"
    start.then(hit(2), "2S", refused(decision(1, "even_money"), "3.14.1"))
    ten = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 7D", dealer="KD"))
    ten.then(refused(decision(1, "even_money"), "3.14.1"), refused(decision(2, "even_money"), "3.14.1"))


def test_3_14_1_even_money_leaves_the_insurance_where_it_is() -> None:
    """The insurance of a Blackjack that took even money is settled like every other (I14)."""
    round_ = play(GAME, bets({1: 1000}), "AS AD KH", insure(1, 500), decision(1, "even_money"), "9S")
    assert (round_.line(1).net, round_.fate(1, "insurance")) == (1000, "lose -500 by 3.14.2.b")


def test_3_14_2_insurance_is_each_players_own() -> None:
    """Every player on the box may insure his own bet, and nobody another's."""
    start = play(GAME, bets({1: {"A": 2000, "B": 1000}}), "KH AD 9C")
    start.then(refused(insure(1, 500, "A", "B"), "3.14.2"), refused(insure(1, 500, "Z", "B"), "3.14.2"))
    round_ = start.then(insure(1, 1000, "A"), insure(1, 500, "B"), stand(1), "KS")
    assert [round_.line(1, "insurance", player=name).net for name in "AB"] == [2000, 1000]


def test_3_14_2_a_insurance_is_at_most_half_and_before_the_next_card() -> None:
    """Up to half of the Initial Bet together, open until the next card and not closed by word."""
    dealing = play(GAME, bets({1: 1000}), "KH AD", refused(insure(1, 100), "3.14.2.a"))
    start = dealing.then("5C", refused(insure(1, 600), "3.14.2.a"), insure(1, 300), refused(insure(1, 300), "3.14.2.a"))
    start.then(OffersClosed(), insure(1, 200))
    start.then(hit(1), "2S", refused(insure(1, 200), "3.14.2.a"))


def test_3_14_2_b_insurance_wins_by_the_dealers_blackjack_alone() -> None:
    """Two to one with a Blackjack; lost with any other second card, and the round goes on."""
    start = play(GAME, bets({1: 1000}), "KH AD 9C", insure(1, 500), stand(1))
    assert start.then("QS").fate(1, "insurance") == "win +1000 at 2:1 by 3.14.2.b 4.1.1"
    lost = start.then("7S")
    assert (lost.fate(1, "insurance"), lost.line(1).net) == ("lose -500 by 3.14.2.b", 1000)


def test_3_15_blackjack_is_paid_or_waits_for_the_dealer() -> None:
    """Against 2 to 9 it is won; against a ten-point card it waits, and the Dealer's Blackjack stands off (I14)."""
    paid = play(GAME, bets({1: 1000}), "AS 9D KH")
    assert (paid.fate(1), paid.dealer) == ("win +1500 at 3:2 by 3.15 4.1.1", "9D")
    waits = play(GAME, bets({1: 1000}), "AS KD KH")
    assert waits.awaits == "card"
    assert waits.then("AD").fate(1) == "stand_off 0 by 3.15"
    assert waits.then("7S").fate(1) == "win +1500 at 3:2 by 3.15 4.1.1"


def test_3_16_surrender_is_before_the_next_card() -> None:
    """Not against an Ace, not after a card of the subsequent deal, nor for a hand that acted; no word closes it."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "KS 5C", dealer="9D"))
    assert start.then(OffersClosed(), surrender(1), surrender(2)).fate(1) == "surrendered -500 by 3.16"
    start.then(hit(1), refused(surrender(1), "3.16"), surrender(2))
    start.then(hit(1), "2S", refused(surrender(2), "3.16"))
    ace = play(GAME, bets({1: 1000}), "KH AD 6C")
    ace.then(refused(surrender(1), "3.16"))


def test_3_16_surrender_is_final_or_waits_by_the_reading() -> None:
    """Half is lost whatever the Dealer draws; by the option `void` his Blackjack takes all (I12)."""
    for readings, fate in (({}, "surrendered -500 by 3.16"), ({"I12": "void"}, "lose -1000 by 3.16 I12")):
        steps: list[Step] = [
            bets({1: 1000, 2: 1000}),
            deal("KH 6C", "KS TC", dealer="KD"),
            surrender(1),
            stand(2),
            "AD",
        ]
        assert play(GAME, *steps, readings=readings).fate(1) == fate
    alone = play(GAME, bets({1: 1000}), "KH KD 6C", surrender(1), readings={"I12": "void"})
    assert alone.awaits == "card"
    assert alone.then("5S", "9C").fate(1) == "surrendered -500 by 3.16"
