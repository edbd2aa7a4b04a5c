"""Section 3 of Pontoon and Pontoon Pandemonium, the player's hand: split, surrender, double, and the Dealer's draw."""

from tests.games.pontoon.pontoons import both, clause
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    bets,
    deal,
    double,
    follow,
    hit,
    insure,
    play,
    refused,
    rescue,
    split,
    stand,
    surrender,
    wager,
)  # fmt: skip


@both
def test_3_20_two_cards_of_one_value_are_split_for_an_equal_wager(game: str) -> None:
    """The second hand carries as much as the first; another amount is refused, and so are cards of two values."""
    dealt = play(game, bets({1: 1000}), deal("8H 8S", dealer="9D"))
    dealt.then(refused(split(1, amount=900), "3.20"), refused(split(1, amount=1100), "3.20"))
    round_ = dealt.then(split(1), "KC", stand(1), "9C", stand(1), "KD")
    assert [line.stake for line in round_.outcome.ledger] == [1000, 1000]
    play(game, bets({1: 1000}), deal("8H 9S", dealer="9D"), refused(split(1), "3.20"))


@both
def test_3_20_1_split_aces_and_tens_make_no_pontoon(game: str) -> None:
    """Ace and King on a split hand are a 21 that pays 1 to 1."""
    for cards, drawn in (("AH AS", "KC"), ("KH KS", "AC")):
        round_ = play(game, bets({1: 1000}), deal(cards, dealer="9D"), split(1), drawn, drawn)
        assert [round_.fate(1, hand=hand) for hand in (1, 2)] == ["win +1000 at 1:1 by 3.29 4.1"] * 2


@both
def test_3_21_not_more_than_four_hands_on_an_area(game: str) -> None:
    """Three splits make four hands; the fourth split is refused."""
    four = play(game, bets({1: 1000}), deal("8H 8S", dealer="9D"), split(1), "8C", split(1), "8D", split(1), "8H")
    assert len(four.cards(1)) == 4
    four.then(refused(split(1), "3.21"))


@both
def test_3_21_1_aces_are_split_once(game: str) -> None:
    """Another Ace on a split Ace stays where it is."""
    split_ = play(game, bets({1: 1000, 2: 1000}), deal("AH AS", "KD 9S", dealer="9D"), split(1))
    split_.then(refused(split(1), "3.21.1"))
    twice = split_.then("AC", "AD")
    assert (twice.cards(1), twice.acting) == (["AH AC", "AS AD"], (2, 1))
    twice.then(refused(split(1), "3.21.1"))


@both
def test_3_22_the_first_split_hand_is_played_out_before_the_second_gets_a_card(game: str) -> None:
    """It gets its second card and its decisions, and only then the next hand its own."""
    first = play(game, bets({1: 1000}), deal("8H 8S", dealer="9D"), split(1), "3C")
    assert (first.cards(1), first.acting, first.awaits) == (["8H 3C", "8S"], (1, 1), "decision")
    drawn = first.then(hit(1), "4C")
    assert drawn.cards(1) == ["8H 3C 4C", "8S"]
    second = drawn.then(stand(1))
    assert (second.acting, second.awaits) == ((1, 2), "card")
    assert second.then("KC").cards(1) == ["8H 3C 4C", "8S KC"]


@both
def test_3_22_1_a_split_ace_gets_one_card(game: str) -> None:
    """Neither of them asks for a decision, whatever the card."""
    split_ = play(game, bets({1: 1000, 2: 1000}), deal("AH AS", "KD 9S", dealer="9D"), split(1), "2C")
    assert (split_.acting, split_.awaits) == ((1, 2), "card")
    over = split_.then("5C")
    assert over.acting == (2, 1)
    over.then(refused(hit(1), "3.22.1"))


@both
def test_3_22_2_a_split_hand_of_equal_cards_is_split_again(game: str) -> None:
    """The third hand carries the original wager too and stands directly after the one it came from."""
    again = play(game, bets({1: 1000}), deal("8H 8S", dealer="9D"), split(1), "8C", split(1))
    assert again.cards(1) == ["8H", "8C", "8S"]
    round_ = again.then("KC", stand(1), "KH", stand(1), "KS", stand(1), "8D")
    assert [line.stake for line in round_.outcome.ledger] == [1000, 1000, 1000]


@both
def test_3_23_another_wager_on_a_split_area_joins_or_stays(game: str) -> None:
    """Until the next card it may join the new hand; afterwards it has stayed."""
    split_ = play(game, bets({1: {"A": 1000, "B": 500}}), deal("8H 8S", dealer="9D"), split(1))
    split_.then(follow(1, "B"), refused(follow(1, "B"), "3.23"))
    split_.then("KC", refused(follow(1, "B"), "3.23"))


@both
def test_3_23_1_joining_costs_the_own_original_wager(game: str) -> None:
    """B has his own 500 on either hand; another amount is refused."""
    split_ = play(game, bets({1: {"A": 1000, "B": 500}}), deal("8H 8S", dealer="9D"), split(1))
    split_.then(refused(follow(1, "B", 400), "3.23.1"))
    round_ = split_.then(follow(1, "B"), "KC", stand(1), "9C", stand(1), "8D")
    assert [round_.line(1, hand=hand, player="B").stake for hand in (1, 2)] == [500, 500]


@both
def test_3_23_2_else_the_original_wager_lies_on_the_first_hand(game: str) -> None:
    """B does not join: only the first hand counts for him."""
    split_ = play(game, bets({1: {"A": 1000, "B": 500}}), deal("8H 8S", dealer="9D"), split(1))
    round_ = split_.then("KC", stand(1), "9C", stand(1), "8D")
    assert [(line.hand, line.net) for line in round_.outcome.ledger if line.player == "B"] == [(1, 500)]


@both
def test_3_24_surrender_against_an_ace_or_a_court_card(game: str) -> None:
    """Before the subsequent deal, and against no other first card."""
    for first in ("AD", "KD", "QD", "JD"):
        round_ = play(game, bets({1: 1000}), deal("KH 6S", dealer=first), surrender(1), "7C")
        assert round_.fate(1) == "surrendered -500 by 3.24.3"
    for first in ("9D", "2D"):
        play(game, bets({1: 1000}), deal("KH 6S", dealer=first), refused(surrender(1), "3.24"))


@both
def test_3_24_1_surrender_is_offered_until_the_dealer_closes_it(game: str) -> None:
    """Open after the second cards; closed by the announcement, and by the next card without one."""
    dealt = play(game, bets({1: 1000, 2: 1000}), deal("KH 4S", "KC 6S", dealer="KD"))
    assert dealt.then(surrender(1), surrender(2), "7C").net == -1000
    dealt.then(OFFERS_CLOSED, refused(surrender(1), "3.24.1"))
    dealt.then(hit(1), "2C", refused(surrender(2), "3.24.1"))


@both
def test_3_24_2_a_dealers_pontoon_makes_the_surrender_void(game: str) -> None:
    """The whole original wager is lost, with an Ace or a court card as the first card."""
    for first, second in (("KD", "AC"), ("AD", "KC")):
        round_ = play(game, bets({1: 1000}), deal("KH 6S", dealer=first), surrender(1), second)
        assert round_.fate(1) == "lose -1000 by 3.24.2"
        assert round_.hand(1).result == "surrendered"


@both
def test_3_24_3_without_a_dealers_pontoon_half_is_lost_at_the_end(game: str) -> None:
    """The Dealer's second card decides, and each surrender is settled in its turn with the round."""
    waiting = play(game, bets({1: 1000, 2: 600}), deal("KH 6S", "KC 6H", dealer="KD"), surrender(1), surrender(2))
    assert waiting.awaits == "card"
    round_ = waiting.then("7C")
    assert round_.ledger == ["1.1 P1 main: surrendered -500 by 3.24.3", "2.1 P2 main: surrendered -300 by 3.24.3"]


@both
def test_3_24_3_1_no_surrender_after_splitting(game: str) -> None:
    """Neither before nor after the next card."""
    split_ = play(game, bets({1: 1000}), deal("8H 8S", dealer="KD"), split(1), refused(surrender(1), "3.24.3.1"))
    split_.then("KC", refused(surrender(1), "3.24.3.1"))


@both
def test_3_24_3_2_each_wager_on_an_area_surrenders_for_itself(game: str) -> None:
    """B folds, A plays on."""
    dealt = play(game, bets({1: {"A": 1000, "B": 500}}), deal("KH 8S", dealer="KD"), surrender(1, "B"))
    round_ = dealt.then(stand(1, "A"), "7C")
    assert (round_.line(1, player="A").net, round_.fate(1, player="B")) == (1000, "surrendered -250 by 3.24.3")
    assert round_.hand(1).result == "stand"


@both
def test_3_24_3_3_control_passes_from_front_to_back(game: str) -> None:
    """When the one in control surrenders, the next from the front who does not has it."""
    dealt = play(game, bets({1: {"A": 1000, "B": 500, "C": 500}}), deal("KH 4S", dealer="KD"), surrender(1, "A"))
    dealt.then(refused(hit(1, "C"), "3.12"), hit(1, "B"))
    dealt.then(surrender(1, "B"), hit(1, "C"))
    seated = play(game, bets({1: {"A": 1000, "B": 500, "C": 500}}, seats={1: "C"}), deal("KH 4S", dealer="KD"))
    seated.then(surrender(1, "C"), refused(hit(1, "B"), "3.12"), hit(1, "A"))


@both
def test_3_25_a_double_is_for_at_most_the_original_wager(game: str) -> None:
    """Half, the whole, but no more, and not under the minimum of the table."""
    dealt = play(game, bets({1: 2000}), deal("6H 5S", dealer="9D"), limits={"main": (1000, 5000)})
    for added, net in ((None, 4000), (2000, 4000), (1000, 3000)):
        assert dealt.then(double(1, added), "9C", "8D").fate(1) == f"win +{net} at 1:1 by {clause(game, '4.2.2')} 4.1"
    dealt.then(refused(double(1, 2100), "3.25"), refused(double(1, 900), "1.1.1"))


@both
def test_3_25_1_the_first_two_cards_are_doubled(game: str) -> None:
    """Any total under 21; after a third card it is too late."""
    for cards in ("2H 3S", "KH 9S", "AH 9S", "8H 8S"):
        assert play(game, bets({1: 1000}), deal(cards, dealer="9D"), double(1)).awaits == "card"
    play(game, bets({1: 1000}), deal("2H 3S", dealer="9D"), hit(1), "4C", refused(double(1), "3.25.1"))


@both
def test_3_25_2_the_first_two_cards_of_a_split_hand_are_doubled(game: str) -> None:
    """Each split hand for itself."""
    split_ = play(
        game, bets({1: 1000}), deal("8H 8S", dealer="9D"), split(1), "3C", double(1), "9C", "2C", double(1), "9H"
    )
    round_ = split_.then("8D")
    assert [(line.stake, line.net) for line in round_.outcome.ledger] == [(2000, 2000), (2000, 2000)]


@both
def test_3_25_3_split_aces_are_not_doubled(game: str) -> None:
    """Neither while they wait for their card nor with it."""
    split_ = play(game, bets({1: 1000, 2: 1000}), deal("AH AS", "KD 9S", dealer="9D"), split(1))
    split_.then(refused(double(1), "3.25.3"))
    split_.then("8C", refused(double(1), "3.25.3"), "9C", refused(double(1), "3.25.3"))


@both
def test_3_25_4_a_doubled_hand_gets_one_card(game: str) -> None:
    """Then the next hand acts, whatever the total."""
    doubled = play(game, bets({1: 1000, 2: 1000}), deal("6H 5S", "KD 9S", dealer="9D"), double(1), "2C")
    assert doubled.acting == (2, 1)
    doubled.then(refused(hit(1), "3.25.4"))


@both
def test_3_25_5_other_wagers_on_the_hand_may_double_before_its_card(game: str) -> None:
    """B joins with an amount of his own; after the card it is too late."""
    doubled = play(game, bets({1: {"A": 1000, "B": 500, "C": 500}}), deal("6H 5S", dealer="9D"), double(1))
    joined = doubled.then(follow(1, "B", 300), follow(1, "C"))
    joined.then(refused(follow(1, "B"), "3.25.5"))
    assert [line.stake for line in joined.then("9C", "8D").outcome.ledger] == [2000, 800, 1000]
    doubled.then("9C", refused(follow(1, "B"), "3.25.5"))


@both
def test_3_25_6_who_does_not_double_gets_the_one_card_too(game: str) -> None:
    """B stays with his wager on the hand that was doubled."""
    doubled = play(game, bets({1: {"A": 1000, "B": 500}}), deal("6H 5S", dealer="9D"), double(1), "2C")
    assert (doubled.acting, doubled.awaits) == (None, "card")
    round_ = doubled.then("8D")
    assert [(line.stake, line.net) for line in round_.outcome.ledger] == [(2000, -2000), (500, -500)]


@both
def test_3_25_7_nobody_doubles_where_the_one_in_control_does_not(game: str) -> None:
    """B can neither double first nor join a double that was not made."""
    dealt = play(game, bets({1: {"A": 1000, "B": 500}}), deal("6H 5S", dealer="9D"))
    dealt.then(refused(double(1, player="B"), "3.12"), refused(follow(1, "B"), "3.25.7"))
    dealt.then(stand(1, "A"), refused(follow(1, "B"), "3.25.7"))


@both
def test_3_25_8_each_doubled_wager_may_be_taken_back_for_the_original(game: str) -> None:
    """A loses his original wager only, B plays on; on 21 and over, or after the next card, it is refused."""
    doubled = play(game, bets({1: {"A": 1000, "B": 500}}), deal("6H 5S", dealer="9D"), double(1), follow(1, "B"))
    round_ = doubled.then("2C", rescue(1, "A"), "8D")
    assert (round_.fate(1, player="A"), round_.line(1, player="A").stake) == ("lose -1000 by 3.25.8", 2000)
    assert round_.line(1, player="B").net == -1000
    assert doubled.then("9C", rescue(1, "A"), "8D").line(1, player="B").net == 1000
    both_hands = play(game, bets({1: 1000, 2: 1000}), deal("6H 5S", "KH 8S", dealer="9D"), double(1))
    both_hands.then("KC", refused(rescue(1), "3.25.8"))
    both_hands.then("9C", stand(2), refused(rescue(1), "3.25.8"))
    assert doubled.then("2C", "5D").then(refused(rescue(1, "A"), "3.25.8")).awaits == "card"


@both
def test_3_27_a_player_may_stand_on_two_cards(game: str) -> None:
    """On any total, however low."""
    assert play(game, bets({1: 1000}), deal("2H 3S", dealer="9D"), stand(1), "8D").fate(1) == (
        f"lose -1000 by {clause(game, '4.3.1')}"
    )


@both
def test_3_28_under_21_a_player_may_draw(game: str) -> None:
    """Again and again until he has 21 or more, also on 20."""
    drawing = play(game, bets({1: 1000, 2: 1000}), deal("KH 8S", "KD 9S", dealer="9D"), hit(1), "2C")
    assert drawing.acting == (1, 1)
    drawn = drawing.then(hit(1), "AC")
    assert (drawn.cards(1), drawn.acting) == (["KH 8S 2C AC"], (2, 1))


@both
def test_3_29_21_is_paid_at_once_and_draws_no_more(game: str) -> None:
    """Pontoon, hard and soft 21: no decision is awaited, and even the Dealer's Pontoon takes nothing."""
    laid = bets({1: 1000, 2: 1000, 3: 1000, 4: 1000})
    dealt = play(game, laid, deal("AH KS", "KD 6S", "AD 3S", "9C 9S", dealer="AC"))
    assert dealt.acting == (2, 1)
    dealt.then(refused(hit(1), "3.29"), refused(double(1), "3.29"))
    hard = dealt.then(hit(2), "5C")
    assert hard.acting == (3, 1)
    hard.then(refused(hit(2), "3.29"))
    soft = hard.then(hit(3), "7C")
    assert soft.acting == (4, 1)
    round_ = soft.then(stand(4), "KC")
    assert [line.net for line in round_.outcome.ledger] == [1500, 1000, 1000, -1000]
    assert round_.fate(2) == "win +1000 at 1:1 by 3.29 4.1"


@both
def test_3_31_over_21_the_hand_is_lost(game: str) -> None:
    """Also when the Dealer would bust: he draws no card for it."""
    round_ = play(game, bets({1: 1000}), deal("KH 6S", dealer="9D"), hit(1), "6C")
    assert round_.fate(1) == f"lose -1000 by 3.31 {clause(game, '4.3.2')}"
    assert (round_.hand(1).result, round_.outcome.dealer.result) == ("bust", "not_drawn")


@both
def test_3_32_the_totals_decide_but_for_pair_and_insurance(game: str) -> None:
    """A lower total loses while its pair and its insurance win by their own rules."""
    laid = bets({1: 1000}, wager(1, "pair", 500))
    round_ = play(game, laid, deal("9H 9S", dealer="AD"), insure(1, 500), stand(1), "KC")
    assert [line.net for line in round_.outcome.ledger] == [-1000, 1000, 5500]
    assert play(game, laid, deal("9H 9S", dealer="KD"), stand(1), "7C").line(1).net == 1000


@both
def test_3_33_the_dealer_draws_to_hard_16_and_soft_17(game: str) -> None:
    """He draws on hard 16 and soft 17, and stands on hard 17 and soft 18."""
    stood = play(game, bets({1: 1000}), deal("KH 9S", dealer="6D"), stand(1))
    hard_16 = stood.then("KC")
    assert hard_16.awaits == "card"
    assert hard_16.then("AC").outcome.dealer.total == 17
    soft_17 = stood.then("AC")
    assert soft_17.awaits == "card"
    assert stood.then("5C", "6C").outcome.dealer.total == 17
    soft_18 = play(game, bets({1: 1000}), deal("KH 9S", dealer="7D"), stand(1), "AC")
    assert soft_18.outcome.dealer.total == 18


@both
def test_3_34_no_card_that_has_no_effect(game: str) -> None:
    """All paid or bust: none; only a surrender or insurance left: the second card and no more (I1)."""
    none = play(game, bets({1: 1000}), deal("KH 6S", dealer="9D"), hit(1), "7C")
    assert none.outcome.dealer.cards == ("9D",)
    second = play(game, bets({1: 1000}), deal("KH 6S", dealer="KD"), surrender(1), "2C")
    assert second.outcome.dealer.cards == ("KD", "2C")
    bust = play(game, bets({1: 1000}), deal("KH 6S", dealer="AD"), insure(1, 500), hit(1), "7C", "2C")
    assert (bust.dealer, bust.outcome.dealer.result) == ("AD 2C", "stand")
    one_left = play(game, bets({1: 1000, 2: 1000}), deal("KH 6S", "KS 9S", dealer="KD"), surrender(1), stand(2), "2C")
    assert one_left.awaits == "card"
