"""What a round is settled as when the cards were put right and nothing had moved: as if nobody had called (5.6.1).

The initial deal counts as incomplete from the ruling on until the engine has looked at it again; a hand that has been
split, doubled or given up since is not dealt to by it.
"""

import pytest

from controller.core.effects import SetButton, SetMeter
from controller.core.events import Decision, Event
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    Answered,
    Step,
    bets,
    deal,
    decision,
    hit,
    insure,
    irregularity,
    lies,
    play,
    press,
    refused,
    ruled,
    stand,
    surrender,
    wager,
)

every = pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack", "blackjack"])

CLAUSES = {"misdeal": "5.6.1", "dealer_not_dealt": "5.11", "area_short": "5.13", "burn_missed": "5.21.1"}
"""In Blackjack it is 5.9 for all."""
called = pytest.mark.parametrize("kind", CLAUSES)


def put_right(game: str, kind: str) -> Answered:
    """The call, and the ruling that everything is put where it lies already."""
    clause = "5.9" if game == "blackjack" else CLAUSES[kind]
    return ruled(irregularity(kind, area=1, option="act", reconstructable=True), "reconstruct", clause)


def parted(game: str) -> Decision:
    """The first area's hand is split; in Free Bet that is free."""
    return decision(1, "free_split" if game == "free-bet-blackjack" else "split")


@every
@called
def test_5_6_1_a_split_hand_gets_one_second_card(game: str, kind: str) -> None:
    """Each new hand gets it when its turn comes, also where the ruling fell between the split and the card (3.22)."""
    end = play(game, bets({1: 1000}), deal("8H 8D", dealer="7S"), parted(game), put_right(game, kind))
    end = end.then("9C", stand(1), "KC", stand(1), "KD")
    assert [hand.cards for hand in end.outcome.hands] == [("8H", "9C"), ("8D", "KC")]
    assert (end.line(1, hand=1).net, end.line(1, hand=2).net) == (0, 1000)


@every
@called
def test_5_6_1_split_aces_get_one_card_each(game: str, kind: str) -> None:
    """No third card goes to either (3.22.1)."""
    end = play(game, bets({1: 1000}), deal("AH AD", dealer="7S"), parted(game), put_right(game, kind), "8D", "7H", "KS")
    assert [hand.cards for hand in end.outcome.hands] == [("AH", "8D"), ("AD", "7H")]
    assert end.outcome.net == 2000


@both
@called
def test_5_6_1_surrendered_wagers_wait_for_the_second_card(game: str, kind: str) -> None:
    """The ruling does not settle a round in which everybody has surrendered: insurance and 3.24.2 hang on the card."""
    start = play(game, bets({1: 1000}), deal("9S 7D", dealer="AD"), insure(1, 500), surrender(1), put_right(game, kind))
    end = start.then("KC")
    assert end.outcome.dealer.result == "pontoon"
    assert (end.line(1).net, end.line(1, "insurance").net) == (-1000, 1000)


@both
def test_5_12_the_super_bonus_waits_for_the_dealers_missing_card(game: str) -> None:
    """Three sevens are paid at once, their bonus hangs on the card that the Dealer was not dealt (4.1.1.1)."""
    start = play(game, bets({1: 1000}), deal("7H 7H", dealer="3C"), hit(1), "2C")
    missing = irregularity("dealer_not_dealt", layout=lies({1: "7H 7H"}, removed="3C 2C"))
    start = start.then(ruled(missing, "offer", "5.12"), hit(1), "7H")
    assert start.then("7D").line(1, "super_bonus").net == 100_000
    assert start.then("8D").outcome.net == 2000


# --- a jackpot press and the cards that it was for ----------------------------------------------------------------

PANDEMONIUM = "pontoon-pandemonium"
PRESSED, DRAWN = press(5)


def jackpots(*areas: int) -> list[Event]:
    """Two areas, these with a pandemonium wager."""
    return bets({1: 1000, 2: 1000}, *(wager(area, "pandemonium", 100) for area in areas))


@pytest.mark.parametrize("steps", [(), (PRESSED,)], ids=["armed", "pressed"])
def test_4_2_a_press_for_a_pontoon_that_was_taken_away_is_none(steps: tuple[Step, ...]) -> None:
    """Its multiplier is refused, the button goes dark, the meter idle, and the round goes on."""
    start = play(PANDEMONIUM, jackpots(1), deal("AS KD", "KC 3D", dealer="5D"), *steps)
    right = irregularity("misdeal", reconstructable=True, layout=lies({1: "AS 3D", 2: "KC KD"}, dealer="5D"))
    moved = start.then(ruled(right, "reconstruct", "5.6.2"))
    assert (moved.state.button, moved.state.meter) == (SetButton(lit=False), SetMeter("idle"))
    end = moved.then(refused(DRAWN, "4.2"), stand(1), stand(2), "KH", "4D")
    assert (end.line(1, "pandemonium").net, end.net) == (-100, -100)


@pytest.mark.parametrize("late", [(), (refused(DRAWN, "4.2"),)], ids=["never drawn", "drawn late"])
def test_4_2_a_press_does_not_go_over_to_another_wager(late: tuple[Step, ...]) -> None:
    """The wager that still wins is owed a press of its own (3.19.1)."""
    start = play(PANDEMONIUM, jackpots(1, 2), deal("AS KD", "KC AD", dealer="5D"), PRESSED)
    right = irregularity("misdeal", reconstructable=True, layout=lies({1: "AS KD", 2: "KC 5D"}, dealer="AD"))
    moved = start.then(ruled(right, "reconstruct", "5.6.2"), *late)
    assert moved.state.button == SetButton(lit=True, area=1, player="P1")
    end = moved.then(press(10), stand(2), "KH")
    assert end.line(1, "pandemonium").multiplier == 10


def test_5_14_a_press_for_an_area_that_had_no_cards_is_none() -> None:
    """The wager comes back; the multiplier that was on its way is refused (4.2)."""
    start = play(PANDEMONIUM, jackpots(1), deal("AS KD", "KC 3D", dealer="5D"), PRESSED)
    gone = irregularity("area_not_dealt", area=1, layout=lies({2: "KC 3D"}, dealer="5D", removed="AS KD"))
    end = start.then(ruled(gone, "return", "5.14"), refused(DRAWN, "4.2"), stand(2), "KH", "4D")
    assert end.fate(1, "pandemonium") == "returned 0 by 5.14"


@pytest.mark.parametrize(("game", "clause"), [(PANDEMONIUM, "4.2"), ("pontoon", None)])
def test_4_2_a_multiplier_between_rounds_is_refused(game: str, clause: str | None) -> None:
    """No press waits for it; a game without the button names no clause."""
    play(game, refused(DRAWN, clause))
