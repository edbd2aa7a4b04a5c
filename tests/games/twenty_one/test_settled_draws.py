"""What a round is settled as after cards that came at once, and after a power failure or a withdrawal.

Each test plays on from the ruling to what follows from it: who has which card, who acts, what is settled. A test bears
the number of its clause, Pontoon's where games share it.
"""

import pytest

from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    Step,
    alarmed,
    bets,
    by,
    deal,
    double,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    rescue,
    ruled,
    split,
    stand,
    surrender,
    wager,
)

three = pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack"])
"""The three whose document numbers section 5 alike."""

TWO = deal("KH 2S", "8C 3S", dealer="9D")


def at_once(
    cards: str, chosen: str = "", disclosed: str = "", action: str = "continue", clause: str = "5.23.1"
) -> Step:
    """The last cards came at once."""
    drawn = irregularity("simultaneous_draw", cards=cards, chosen=chosen or None, disclosed=disclosed)
    return ruled(drawn, action, clause)


# --- cards drawn at once ----------------------------------------------------------------------------------------


@both
def test_5_23_1_the_first_cards_of_a_round_can_have_come_at_once(game: str) -> None:
    """There is no card before them."""
    start = play(game, bets({1: 1000, 2: 1000}), "KH 8C", at_once("KH 8C", chosen="8C"))
    assert (start.cards(1), start.cards(2), start.awaits) == (["8C"], ["KH"], "card")


@both
def test_5_23_1_the_last_cards_of_the_initial_deal_are_dealt_anew(game: str) -> None:
    """In the order chosen; the offers that follow the deal stand open, and the round is played on."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="AD"), at_once("2S 3S", chosen="3S"))
    assert (start.cards(1), start.cards(2), start.awaits) == (["KH 3S"], ["8C 2S"], "decision")
    assert start.then(insure(1, 500), surrender(2), stand(1), "KD").line(1, "insurance").net == 1000


@both
def test_5_23_1_a_hand_that_has_called_for_a_card_still_gets_it(game: str) -> None:
    """Its first two cards were among those that came at once."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), at_once("2S 3S", chosen="3S"))
    assert (start.cards(1), start.cards(2), start.awaits, start.acting) == (["KH 3S"], ["8C 2S"], "card", (1, 1))
    assert start.then("4C").cards(1) == ["KH 3S 4C"]


@both
def test_5_23_1_of_three_cards_the_chosen_one_comes_first(game: str) -> None:
    """The others follow in the order in which they came, whatever else he would have liked."""
    held = [alarmed(card, "card_held", "5.8") for card in ("3C", "4C")]
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", *held, at_once("2C 3C 4C", chosen="4C 3C"))
    end = start.then(stand(1), hit(2), hit(2), stand(2), "8D")
    assert [hand.cards for hand in end.outcome.hands] == [("KH", "2S", "4C"), ("8C", "3S", "2C", "3C")]


@both
def test_5_23_2_1_a_single_disclosed_card_leaves_the_other_an_ordinary_next_card(game: str) -> None:
    """Who refuses it stands, and it is offered on; it is not burned."""
    held = alarmed("4C", "card_held", "5.8")
    start = play(
        game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", held, at_once("2C 4C", disclosed="4C", clause="5.23.2")
    )
    assert start.cards(1) == ["KH 2S 4C"]
    end = start.then(stand(1), ruled(irregularity("card_refused", area=2), "continue", "5.9"))
    assert end.dealer == "9D 2C"


@both
def test_5_23_3_the_player_takes_all_that_he_selects_at_once(game: str) -> None:
    """What is left of the disclosed cards is offered to the next player."""
    held = [alarmed(card, "card_held", "5.8") for card in ("3C", "4C")]
    taken = at_once("2C 3C 4C", chosen="2C 3C", disclosed="2C 3C 4C", clause="5.23.3")
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", *held, taken)
    assert start.cards(1) == ["KH 2S 2C 3C"]
    end = start.then(stand(1), hit(2), stand(2), "8D")
    assert end.hand(2).cards == ("8C", "3S", "4C")


def test_5_23_3_who_selects_none_of_the_cards_stands_and_the_dealer_has_them() -> None:
    """His 21 and the Dealer's second card came at once, both disclosed: he keeps his twelve."""
    start = play("free-bet-blackjack", bets({1: 1000}), "KH 9D 2S", hit(1), "9C 5D")
    end = start.then(at_once("9C 5D", disclosed="9C 5D", clause="5.23.3"), OFFERS_CLOSED)
    assert (end.hand(1).cards, end.outcome.dealer.cards, end.line(1).net) == (("KH", "2S"), ("9D", "9C"), -1000)


@three
def test_5_23_3_1_who_stands_on_what_is_offered_to_him_declines_it(game: str) -> None:
    """The card is burned then, and the Dealer draws another; to who selected nothing is offered."""
    held = alarmed("6D", "card_held", "5.8")
    taken = at_once("5C 6D", chosen="5C", disclosed="5C 6D", clause="5.23.3")
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "5C", held, taken, stand(1))
    assert [kept.card for kept in start.state.kept] == ["6D"]
    end = start.then(stand(2), "8D")
    assert (end.outcome.dealer.cards, end.line(1).net) == (("9D", "8D"), 0)
    assert start.then(double(2), "8D").hand(2).cards == ("8C", "3S", "6D")


@three
def test_5_23_3_1_behind_the_declined_card_the_next_one_waits(game: str) -> None:
    """Only what was left of those at once is burned: a card drawn too early after them goes to the Dealer (5.8)."""
    held = alarmed("6D", "card_held", "5.8")
    taken = at_once("5C 6D", chosen="5C", disclosed="5C 6D", clause="5.23.3")
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "5C", held, taken, stand(1))
    end = start.then(alarmed("8D", "card_held", "5.8"), stand(2))
    assert (end.outcome.dealer.cards, end.line(1).net, end.line(2).net) == (("9D", "8D"), 0, -1000)


@both
def test_5_23_3_1_who_selected_refuses_nothing_that_is_offered_to_the_next(game: str) -> None:
    """He stands (5.24), and what he left goes on."""
    held = alarmed("6D", "card_held", "5.8")
    taken = at_once("5C 6D", chosen="5C", disclosed="5C 6D", clause="5.23.3")
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "5C", held, taken)
    end = start.then(ruled(irregularity("card_refused", area=1), "continue", "5.9"), hit(2), stand(2), "8D")
    assert [hand.cards for hand in end.outcome.hands] == [("KH", "2S", "5C"), ("8C", "3S", "6D")]


@both
def test_5_23_1_a_doubled_hand_gets_one_of_the_cards_and_may_be_rescued(game: str) -> None:
    """The other is the next card."""
    held = alarmed("3C", "card_held", "5.8")
    start = play(game, bets({1: 1000, 2: 1000}), TWO, double(1), "2C", held, at_once("2C 3C", chosen="3C"))
    end = start.then(rescue(1), hit(2), stand(2), "8D")
    assert [hand.cards for hand in end.outcome.hands] == [("KH", "2S", "3C"), ("8C", "3S", "2C")]
    assert (end.line(1).stake, end.line(1).net) == (2000, -1000)


@both
def test_5_23_1_a_hand_completed_by_the_wrong_card_is_open_again(game: str) -> None:
    """It had 21 with one of the cards; with the other it decides."""
    held = alarmed("4C", "card_held", "5.8")
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "9C", held, at_once("9C 4C", chosen="4C"))
    assert (start.cards(1), start.awaits, start.acting) == (["KH 2S 4C"], "decision", (1, 1))
    end = start.then(stand(1), hit(2), stand(2), "8D")
    assert [hand.cards for hand in end.outcome.hands] == [("KH", "2S", "4C"), ("8C", "3S", "9C")]


@both
def test_5_23_1_the_second_card_of_a_split_hand_is_dealt_anew(game: str) -> None:
    """The hand keeps the card that was split."""
    held = alarmed("3S", "card_held", "5.8")
    dealt = play(game, bets({1: 1000}), "8H 9D 8C", split(1), "2S", held)
    start = dealt.then(at_once("2S 3S", chosen="3S"), hit(1), stand(1))
    assert start.cards(1) == ["8H 3S 2S", "8C"]
    assert (start.awaits, start.acting) == ("card", (1, 2))


@both
def test_5_23_4_5_the_dealer_goes_on_drawing_and_no_offer_opens(game: str) -> None:
    """The pit manager has ruled on two cards of his: he has the worse one, and the deal is not begun again."""
    start = play(game, bets({1: 1000}), "KH AD 9C", OFFERS_CLOSED, stand(1), "2D")
    ruling = irregularity("simultaneous_draw", cards="2D 3D", disclosed="2D 3D", chosen="2D")
    drawn = start.then("3D", ruled(by("pit_manager", ruling), "discard", "5.23.4.5"))
    assert (drawn.dealer, drawn.awaits) == ("AD 2D", "card")
    end = drawn.then(refused(insure(1, 500), "3.26.2"), "5D")
    assert (end.dealer, end.line(1).net) == ("AD 2D 5D", 1000)


@three
@pytest.mark.parametrize(("disclosed", "clause"), [("", "5.23.1"), ("7C 8D", "5.23.3")])
def test_5_23_a_card_of_the_players_came_at_once_with_the_dealers_missing_first(
    game: str, disclosed: str, clause: str
) -> None:
    """The player completes his hand first (5.12.1): he has the card that he selected, the Dealer then the other."""
    missing = irregularity("dealer_not_dealt", layout=lies({1: "KH 2S 2C", 2: "8C 3S"}, removed="9D"))
    late = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", ruled(missing, "offer", "5.12"))
    drawn = late.then(hit(1), "7C 8D", at_once("7C 8D", chosen="8D", disclosed=disclosed, clause=clause))
    assert (drawn.cards(1), drawn.dealer, drawn.awaits) == (["KH 2S 2C 8D"], "", "card")
    drawn = drawn.then(OFFERS_CLOSED)
    assert (drawn.cards(1), drawn.dealer, drawn.acting) == (["KH 2S 2C 8D"], "7C", (2, 1))
    assert drawn.then(stand(2), "KS").net == -2000


def test_5_12_1_cards_discarded_from_the_dealers_hand_are_counted() -> None:
    """The next correction may find that one of them was his after all."""
    start = play("blackjack", bets({1: 1000}), "KH 7D 9C", stand(1), "2C")
    drawn = irregularity("simultaneous_draw", cards="2C 3C")
    gone = start.then("3C", ruled(by("pit_supervisor", drawn), "discard", "5.12.1"))
    layout = lies({1: "KH 9C"}, dealer="7D 3C")
    end = gone.then(ruled(irregularity("misdeal", reconstructable=False, layout=layout), "continue", "5.10.1"), "8D")
    assert (end.outcome.dealer.cards, end.line(1).net) == (("7D", "3C", "8D"), 1000)


# --- power failures and withdrawals -----------------------------------------------------------------------------


@both
def test_5_29_1_during_the_initial_deal_nothing_is_established(game: str) -> None:
    """A pair wager that has its two cards is decided only when the deal is complete."""
    start = play(game, bets({1: 1000, 2: 1000}, wager(1, "pair", 100)), "KH 8C 9D KS")
    start.then(ruled(irregularity("power_failure"), "offer", "5.29.1"))
    start.then("3S", ruled(irregularity("power_failure"), "continue", "5.29.2"))


@both
def test_5_29_1_who_withdraws_takes_nobody_elses_wager(game: str) -> None:
    """The side wagers of the others stay in play."""
    start = play(game, bets({1: 1000, 2: 1000}, wager(2, "pair", 100)), "KH 8C 9D")
    failed = start.then(ruled(irregularity("power_failure"), "offer", "5.29.1"))
    end = failed.then(ruled(irregularity("withdraw", player="P1"), "return", "5.29.1"), "8S", stand(2), "8D")
    assert (end.line(1).result, end.line(2, "pair").net) == ("returned", 1100)


@both
def test_5_29_1_insurance_comes_back_with_the_wagers_of_who_withdraws(game: str) -> None:
    """His own, not another player's; a hand that was doubled too."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="AD"), insure(1, 500), insure(2, 500))
    failed = start.then(double(1), "2C", ruled(irregularity("power_failure"), "offer", "5.29.1"))
    gone = failed.then(ruled(irregularity("withdraw", player="P1"), "return", "5.29.1"), stand(2), "KD")
    lines = {(line.player, line.kind): line.result for line in gone.outcome.ledger}
    assert lines == {
        ("P1", "main"): "returned", ("P1", "insurance"): "returned", ("P2", "main"): "lose", ("P2", "insurance"): "win",
    }  # fmt: skip


@both
def test_5_8_a_card_that_is_held_ends_nothing(game: str) -> None:
    """Nobody asked for it (I20): surrender, insurance and rescue stand open until it lies on a hand."""
    dealt = deal("KH 2S", "8C 3S", dealer="AD")
    start = play(game, bets({1: 1000, 2: 1000}), dealt, alarmed("4C", "card_held", "5.8"))
    start.then(insure(1, 500), surrender(1))
    start.then(hit(1), refused(insure(1, 500), "3.26.2"))
    doubled = play(game, bets({1: 1000, 2: 1000}), dealt, double(1), "2C")
    assert doubled.then(rescue(1)).awaits == "decision"
    held = doubled.then(alarmed("4C", "card_held", "5.8"))
    assert held.then(rescue(1)).awaits == "decision"
    held.then(hit(2), refused(rescue(1), "3.25.8"))
