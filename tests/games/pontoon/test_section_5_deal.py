"""Section 5 of Pontoon and Pontoon Pandemonium, 5.11 to 5.21: areas left out, cards too many, burn and shuffle.

Each is played before an interim settlement and the subsequent deal, and after.
"""

from controller.core.effects import CardShown
from controller.core.events import CutCard, Insure, ShoeNew
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    alarmed,
    bets,
    deal,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
    wager,
)  # fmt: skip

KING_SECOND = "KC"


@both
def test_5_11_a_dealer_without_a_card_gets_it_in_the_initial_deal(game: str) -> None:
    """Before the subsequent deal the cards are put where they belong: the Dealer's, and the one after it."""
    dealt = play(game, bets({1: 1000, 2: 1000}), "KH 8C 9D 5S")
    put_right = dealt.then(ruled(irregularity("dealer_not_dealt"), "reconstruct", "5.11"))
    assert (put_right.cards(1), put_right.dealer, put_right.awaits) == (["KH 5S"], "9D", "card")
    layout = lies({1: "KH 9D", 2: "8C 5S"})
    again = dealt.then(ruled(irregularity("dealer_not_dealt", layout=layout), "reconstruct", "5.11"))
    assert again.then("7D").dealer == "7D"
    assert again.then("7D").awaits == "decision"


@both
def test_5_12_in_the_subsequent_deal_the_dealer_draws_his_missing_card(game: str) -> None:
    """The cards stay where they lie, the Dealer's first card comes when the acting hand is complete."""
    acting = play(game, bets({1: 1000, 2: 1000}), "KH 8C 2D 5S 3S", hit(1), "2C")
    missing = irregularity(
        "dealer_not_dealt",
        layout=lies(
            {
                1: "KH 2D 5S",
                2: "8C 3S",
            },
            removed="2C",
        ),
    )
    ruled_ = acting.then(ruled(missing, "offer", "5.12"))
    assert (ruled_.dealer, ruled_.acting, ruled_.awaits) == ("", (1, 1), "decision")
    drawn = ruled_.then(stand(1))
    assert drawn.awaits == "card"
    assert drawn.then("9D").dealer == "9D"
    with_card = acting.then(ruled(irregularity("dealer_not_dealt"), "continue", "5.12"))
    assert with_card.dealer == "2D"


@both
def test_5_12_cards_that_a_correction_moves_are_shown_where_they_lie_now(game: str) -> None:
    """The signage is told of the moved cards only, once each."""
    acting = play(game, bets({1: 1000, 2: 1000}), "KH 8C 2D 5S 3S", hit(1), "2C")
    missing = irregularity("dealer_not_dealt", layout=lies({1: "KH 2D 5S", 2: "8C 3S"}, removed="2C"))
    moved = acting.then(ruled(missing, "offer", "5.12")).effects[len(acting.effects) :]
    assert [effect for effect in moved if isinstance(effect, CardShown)] == [CardShown("2D", "area", 1, 1)]


@both
def test_5_12_after_an_interim_settlement_too(game: str) -> None:
    """A Pontoon has been paid: the Dealer draws his card now, the paid hand keeps its own."""
    paid = play(game, bets({1: 1000, 2: 1000}), deal("AH KS", "KC 5S", dealer="9D"))
    layout = lies({1: "AH KS", 2: "KC 5S"}, removed="9D")
    ruled_ = paid.then(ruled(irregularity("dealer_not_dealt", layout=layout), "offer", "5.12"))
    assert ruled_.then(stand(2), "8D").dealer == "8D"


@both
def test_5_12_1_the_acting_player_may_complete_his_hand_first(game: str) -> None:
    """He draws and stands, or the Dealer takes his card at once: the card that nobody has asked for is the Dealer's."""
    acting = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), hit(1), "2C")
    layout = lies({1: "KH 2S 2C", 2: "8C 3S"}, removed="9D")
    ruled_ = acting.then(ruled(irregularity("dealer_not_dealt", layout=layout), "offer", "5.12"))
    first_his_own = ruled_.then(hit(1), "4C", stand(1), "7D")
    assert (first_his_own.cards(1), first_his_own.dealer, first_his_own.acting) == (["KH 2S 2C 4C"], "7D", (2, 1))
    at_once = ruled_.then("7D")
    assert (at_once.cards(1), at_once.dealer, at_once.acting) == (["KH 2S 2C"], "7D", (1, 1))


@both
def test_5_12_2_then_surrender_and_insurance_are_offered(game: str) -> None:
    """By the Dealer's card as ever, also to a hand that has acted (I23), and until the next card."""
    acting = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 2S", "8C 3S", "9C 9S", dealer="9D"), hit(1), "2C")
    layout = lies({1: "KH 2S 2C", 2: "8C 3S", 3: "9C 9S"}, removed="9D")
    missing = acting.then(ruled(irregularity("dealer_not_dealt", layout=layout), "offer", "5.12"), stand(1))
    missing.then(refused(surrender(2), "3.24"), refused(insure(2, 500), "3.26"))
    ace = missing.then("AD")
    assert ace.then(surrender(2), insure(3, 500), stand(3), KING_SECOND).net == -1000 + 1000 - 1000 - 1000
    assert ace.then(surrender(1), stand(2), stand(3), "9S").line(1).net == -500
    ace.then(hit(2), "2D", refused(surrender(3), "3.24.1"), refused(insure(3, 500), "3.26.2"))
    missing.then("9D", refused(surrender(2), "3.24"))


@both
def test_5_12_2_a_wager_that_has_won_or_lost_is_not_insured(game: str) -> None:
    """The bust hand and the hand paid for its 21 are out of play before the Dealer has his Ace."""
    acting = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), hit(1), "2C")
    layout = lies({1: "KH 2S 2C", 2: "8C 3S"}, removed="9D")
    missing = acting.then(ruled(irregularity("dealer_not_dealt", layout=layout), "offer", "5.12"))
    for last in ("KD", "7C"):
        ace = missing.then(hit(1), last, "AD")
        assert ace.acting == (2, 1)
        ace.then(refused(Insure(area=1, amount=500, player="P1"), "3.26"), insure(2, 500))


@both
def test_5_13_with_less_than_two_cards_the_initial_deal_is_completed(game: str) -> None:
    """Before the subsequent deal the area that is short, or was left out, gets what belongs to it."""
    dealt = play(game, bets({1: 1000, 2: 1000}), "KH 8C 9D 5S")
    short = irregularity("area_short", area=1, option="act", layout=lies({1: "KH", 2: "8C 5S"}, dealer="9D"))
    again = dealt.then(ruled(short, "reconstruct", "5.13"))
    assert (again.then("7S").cards(1), again.then("7S").awaits) == (["KH 7S"], "decision")
    left_out = irregularity("area_not_dealt", area=2, layout=lies({1: "KH 5S", 2: ""}, dealer="9D", removed="8C"))
    again = dealt.then(ruled(left_out, "reconstruct", "5.13"))
    assert again.then("7S 6S").cards(2) == ["7S 6S"]
    for kind in ("area_short", "area_not_dealt"):
        as_dealt = dealt.then(ruled(irregularity(kind, area=2, option="act"), "reconstruct", "5.13"))
        assert as_dealt.then("6S").cards(2) == ["8C 6S"]


@both
def test_5_14_later_the_wagers_of_an_area_without_cards_come_back(game: str) -> None:
    """Main and pair wager are returned, the others play on."""
    laid = bets({1: 1000, 2: 1000, 3: 1000}, wager(2, "pair", 500))
    acting = play(game, laid, deal("2H 3S", "KD 9S", "9C 9H", dealer="9D"), hit(1), "KC")
    layout = lies({1: "2H 3S KC", 2: "", 3: "9C 9H"}, dealer="9D", removed="KD 9S")
    returned = acting.then(ruled(irregularity("area_not_dealt", area=2, layout=layout), "return", "5.14"), stand(1))
    assert returned.acting == (3, 1)
    round_ = returned.then(stand(3), "7D", "3D")
    assert [round_.fate(2), round_.fate(2, "pair")] == ["returned 0 by 5.14", "returned 0 by 5.14"]
    assert round_.line(3).net == -1000


@both
def test_5_15_cards_of_an_area_without_a_wager_are_removed(game: str) -> None:
    """Later they are discarded and the others lie in their order; before, each card goes where it belongs."""
    held = play(game, bets({1: 1000, 2: 1000}), "3H 9S 4H 8C 9D", alarmed("7D", "card_held", "5.8"))
    acting = held.then(hit(1))
    stray = irregularity("empty_area_dealt", area=3, cards="4H")
    later = acting.then(ruled(stray, "remove", "5.15"))
    assert (later.cards(1), later.cards(2), later.dealer) == (["3H 9D"], ["9S 7D"], "8C")
    dealing = play(game, bets({1: 1000, 2: 1000}), "3H 9S 4H")
    before = dealing.then(ruled(stray, "reconstruct", "5.6.1"))
    assert (before.dealer, before.then("5S 6S").cards(2)) == ("4H", ["9S 6S"])
    acting.then(refused(irregularity("empty_area_dealt", area=3, cards="2C"), None))


@both
def test_5_15_a_layout_says_where_the_cards_stay(game: str) -> None:
    """The removed card does not move the others then."""
    acting = play(game, bets({1: 1000, 2: 1000}), deal("3H 9S", "9H 4C", dealer="8C"), hit(1), "5D")
    layout = lies({1: "3H 9S", 2: "9H 4C"}, dealer="8C", removed="5D")
    later = acting.then(ruled(irregularity("empty_area_dealt", area=3, cards="5D", layout=layout), "remove", "5.15"))
    assert (later.cards(1), later.acting, later.awaits) == (["3H 9S"], (1, 1), "decision")


@both
def test_5_15_an_area_with_a_wager_keeps_its_cards(game: str) -> None:
    """It is no area of this clause, and no card is removed that the shoe has not given: before and after."""
    dealing = play(game, bets({1: 1000, 2: 1000}), "3H 9S 4H")
    acting = dealing.then("8C 9D", hit(1), "7D")
    for state in (dealing, acting):
        state.then(refused(irregularity("empty_area_dealt", area=2, cards="9S"), "5.15"))
        state.then(refused(irregularity("empty_area_dealt", area=3, cards="2C"), None))


@both
def test_5_16_later_a_player_with_one_card_chooses(game: str) -> None:
    """He acts on it, or takes his wager back; both let the dissatisfied withdraw (5.25)."""
    acting = play(game, bets({1: 1000, 2: 1000}), deal("2H 3S", "KD 9S", dealer="9D"), hit(1), "KC")
    layout = lies({1: "2H 3S KC", 2: "KD"}, dealer="9D", removed="9S")
    for option, action, number in (("act", "continue", "5.16.1"), ("withdraw", "return", "5.16.2")):
        short = irregularity("area_short", area=2, option=option, layout=layout)
        ruled_ = acting.then(ruled(short, action, number))
        ruled_.then(ruled(irregularity("withdraw", player="P1"), "return", "5.25"))


@both
def test_5_16_1_he_acts_on_the_one_card_in_turn(game: str) -> None:
    """He draws to it; an Ace and a King so drawn are 21 and no Pontoon, and one card is neither doubled nor split."""
    acting = play(game, bets({1: 1000, 2: 1000}), deal("2H 3S", "AD 9S", dealer="9D"), hit(1), "KC")
    layout = lies({1: "2H 3S KC", 2: "AD"}, dealer="9D", removed="9S")
    short = irregularity("area_short", area=2, option="act", layout=layout)
    ruled_ = acting.then(ruled(short, "continue", "5.16.1"), stand(1))
    assert (ruled_.acting, ruled_.awaits, ruled_.cards(2)) == ((2, 1), "decision", ["AD"])
    ruled_.then(refused(split(2), "3.20"))
    round_ = ruled_.then(hit(2), "KS", "8D")
    assert round_.fate(2) == "win +1000 at 1:1 by 3.29 4.1"


@both
def test_5_16_2_or_the_wager_comes_back_and_the_card_is_discarded(game: str) -> None:
    """With the area's side wagers."""
    laid = bets({1: 1000, 2: 1000}, wager(2, "pair", 500))
    acting = play(game, laid, deal("2H 3S", "KD 9S", dealer="9D"), hit(1), "KC")
    layout = lies({1: "2H 3S KC", 2: "KD"}, dealer="9D", removed="9S")
    short = irregularity("area_short", area=2, option="withdraw", layout=layout)
    round_ = acting.then(ruled(short, "return", "5.16.2"), stand(1), "8D")
    assert [round_.fate(2), round_.fate(2, "pair")] == ["returned 0 by 5.16.2", "returned 0 by 5.16.2"]
    assert [hand.area for hand in round_.outcome.hands] == [1]


@both
def test_5_17_a_player_passed_over_acts_when_only_the_next_hand_has_drawn(game: str) -> None:
    """Area 2's stand was none: the card given to area 3 is the next card again, and area 2 decides."""
    dealt = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 9S", "9C 4S", "7C 5S", dealer="8D"), stand(1))
    passed = dealt.then(stand(2), hit(3), "9H")
    again = passed.then(ruled(irregularity("hand_skipped", area=2), "remove", "5.17"))
    assert (again.acting, again.cards(3)) == ((2, 1), ["7C 5S"])
    assert again.then(hit(2)).cards(2) == ["9C 4S 9H"]
    layout = lies({1: "KH 9S", 2: "9C 4S", 3: "7C 5S"}, dealer="8D", removed="9H")
    removed = passed.then(ruled(irregularity("hand_skipped", area=2, layout=layout), "remove", "5.17"))
    assert removed.then(hit(2), "6H").cards(2) == ["9C 4S 6H"]
    play(game, bets({1: 1000, 2: 1000}), "KH 9S 8D", refused(irregularity("hand_skipped", area=1), "5.17"))


@both
def test_5_18_when_more_areas_have_drawn_he_has_not_acted_in_time(game: str) -> None:
    """His hand goes on as it is, and so do the others."""
    laid = bets({1: 1000, 2: 1000, 3: 1000, 4: 1000})
    dealt = play(game, laid, deal("KH 9S", "9C 4S", "7C 5S", "6C 5H", dealer="8D"), stand(1), stand(2))
    passed = dealt.then(hit(3), "5C", stand(3), hit(4), "2H")
    late = passed.then(ruled(irregularity("hand_skipped", area=2), "continue", "5.18"))
    assert (late.acting, late.cards(2), late.cards(3)) == ((4, 1), ["9C 4S"], ["7C 5S 5C"])
    round_ = late.then(stand(4), "KD")
    assert round_.hand(2).total == 13


@both
def test_5_19_with_too_few_cards_the_discards_are_shuffled(game: str) -> None:
    """The round goes on from them, the cards on the table stay counted; otherwise a shoe is not changed in a round."""
    dealt = play(game, bets({1: 1000}), "KH 8C 5D", hit(1), decks=4)
    dealt.then(refused(ShoeNew(), "5.19"))
    shuffled = dealt.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew())
    assert shuffled.state.shoe.out == 3
    assert shuffled.then("4C", stand(1), "KD").line(1).net == 1000
    shuffled.then(refused(ShoeNew(), "5.19"))


@both
def test_5_19_1_after_that_round_the_cards_are_shuffled_again(game: str) -> None:
    """Another round without a new shoe is noticed."""
    dealt = play(game, bets({1: 1000}), "KH 8C 5D", hit(1))
    shuffled = dealt.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew())
    over = shuffled.then("4C", stand(1), "KD")
    over.then(alarmed(bets({1: 1000}), "cut_card_passed", "5.20"))
    over.then(ShoeNew(), bets({1: 1000}))


@both
def test_5_20_a_shuffle_that_was_missed_comes_after_the_round(game: str) -> None:
    """After the cutting card a round may be played without one, noticed; the shuffle is due when it is over."""
    over = play(game, bets({1: 1000}), "KH 8C", CutCard(), "9D", stand(1), "KD")
    begun = over.then(alarmed(bets({1: 1000}), "cut_card_passed", "5.20"))
    missed = begun.then(ruled(irregularity("cut_card_missed"), "shuffle", "5.20"), "KH 8C 9D", stand(1), "KD")
    missed.then(alarmed(bets({1: 1000}), "cut_card_passed", "5.20"))
    missed.then(ShoeNew(), bets({1: 1000}))
    unseen = play(
        game, bets({1: 1000}), ruled(irregularity("cut_card_missed"), "shuffle", "5.20"), "KH 8C 9D", stand(1), "KD"
    )
    unseen.then(alarmed(bets({1: 1000}), "cut_card_passed", "5.20"))


@both
def test_5_21_a_burn_card_that_was_forgotten(game: str) -> None:
    """The table takes the first card of a shoe for the burn card where it burns one."""
    assert play(game, bets({1: 1000}), "2H KH 8C 9D", burn=True).cards(1) == ["KH 9D"]
    assert play(game, bets({1: 1000}), "2H KH 8C", burn=False).cards(1) == ["2H 8C"]


@both
def test_5_21_1_before_an_interim_settlement_every_card_goes_one_place_back(game: str) -> None:
    """The card dealt to area 1 is the burn card after all."""
    dealing = play(game, bets({1: 1000, 2: 1000}), "2H KH 8C 9D", burn=True)
    put_right = dealing.then(ruled(irregularity("burn_missed"), "reconstruct", "5.21.1"))
    assert (put_right.cards(1), put_right.cards(2), put_right.dealer) == (["KH"], ["8C"], "9D")


@both
def test_5_21_2_later_the_card_stays_in_play(game: str) -> None:
    """The layout says where it lies, and the round goes on."""
    acting = play(game, bets({1: 1000, 2: 1000}), "2H", deal("3H 4S", "9H 4C", dealer="8C"), hit(1), "5D", burn=True)
    layout = lies({1: "2H 4S 5D", 2: "3H 4C"}, dealer="9H", removed="8C")
    stays = acting.then(ruled(irregularity("burn_missed", layout=layout), "continue", "5.21.2"))
    assert (stays.cards(1), stays.cards(2), stays.dealer) == (["2H 4S 5D"], ["3H 4C"], "9H")
    as_it_is = acting.then(ruled(irregularity("burn_missed"), "continue", "5.21.2"))
    assert as_it_is.cards(1) == ["3H 4S 5D"]
