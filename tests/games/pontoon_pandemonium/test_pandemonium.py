"""What only Pontoon Pandemonium has: its wager, the jackpot button and the multiplier meter, clause by clause."""

from typing import Final

import pytest

from controller.core.effects import DrawMultiplier, SetButton, SetMeter
from controller.core.events import BetsOpen, ButtonPressed, CutCard, MultiplierDrawn
from controller.games import legal_moves
from tests.games.twenty_one.rounds import (
    Played,
    alarmed,
    bets,
    by,
    deal,
    hit,
    irregularity,
    play,
    press,
    refused,
    ruled,
    split,
    stand,
    wager,
)  # fmt: skip

GAME: Final = "pontoon-pandemonium"
MULTIPLIERS: Final = (2, 3, 5, 10, 20, 25, 50, 100)


def pontoon_dealt() -> Played:
    """Area 1 has a Pontoon with 5.00 on the jackpot, area 2 has 19."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pandemonium", 500))
    return play(GAME, laid, deal("AH KS", "KC 9S", dealer="9D"))


@pytest.mark.parametrize("multiplier", MULTIPLIERS)
def test_1_1_2_the_games_multiplier_is_the_odds_of_the_wager(multiplier: int) -> None:
    """What the meter shows is paid to 1 on the amount wagered."""
    round_ = pontoon_dealt().then(press(multiplier), stand(2), "KD")
    assert round_.fate(1, "pandemonium") == f"win +{500 * multiplier} at {multiplier}:1 by 3.15.2 3.19.1 4.2"
    assert round_.line(1, "pandemonium").multiplier == multiplier


def test_1_1_12_the_pandemonium_wager_wins_with_a_pontoon() -> None:
    """And with nothing else: a 21 of three cards and a pair lose it."""
    for cards, more in (("KH 6S", "5C"), ("AH AS", "9C")):
        laid = bets({1: 1000}, wager(1, "pandemonium", 500))
        dealt = play(GAME, laid, deal(cards, dealer="9D"), hit(1), more)
        assert dealt.fate(1, "pandemonium") == "lose -500 by 3.15.2"


def test_1_1_13_the_button_is_for_who_has_a_pontoon_and_the_wager() -> None:
    """It is lit for no Pontoon without the wager and no wager without the Pontoon."""
    assert pontoon_dealt().state.button == SetButton(lit=True, area=1, player="P1")
    without = play(GAME, bets({1: 1000, 2: 1000}, wager(2, "pandemonium", 500)), deal("AH KS", "KC 9S", dealer="9D"))
    assert without.state.button == SetButton(lit=False)
    without.then(alarmed(ButtonPressed(), "button_not_armed", "3.19"))


def test_2_2_4_pandemonium_wagers_have_their_place_on_every_area() -> None:
    """Each area takes its own; a Pontoon table has none."""
    laid = bets({1: 1000, 7: 1000}, wager(1, "pandemonium", 100), wager(7, "pandemonium", 200))
    round_ = play(GAME, laid, deal("KH 9S", "KC 9C", dealer="9D"), stand(1), stand(7), "KD")
    assert [round_.line(area, "pandemonium").net for area in (1, 7)] == [-100, -200]
    play("pontoon", BetsOpen(), refused(wager(1, "pandemonium", 100), None))


def test_3_15_2_the_wager_is_decided_by_the_initial_hand() -> None:
    """Ace and King on a split hand win nothing, a Pontoon does though the Dealer may have one too."""
    laid = bets({1: 1000}, wager(1, "pandemonium", 500))
    split_ = play(GAME, laid, deal("AH AS", dealer="9D"), split(1), "KC KD")
    assert split_.line(1, "pandemonium").net == -500
    both = play(GAME, bets({1: 1000, 2: 1000}, wager(1, "pandemonium", 500)), deal("AH KS", "KC 9S", dealer="AD"))
    assert both.then(press(2), stand(2), "KD").line(1, "pandemonium").net == 1000


def test_3_15_3_a_pandemonium_wager_needs_a_main_wager_on_the_area_not_of_the_player() -> None:
    """B presses for his wager on A's hand; what lies on an area without a main wager comes back, without a press."""
    laid = bets({1: {"A": 1000}}, wager(1, "pandemonium", 500, "B"), wager(2, "pandemonium", 500, "B"))
    round_ = play(GAME, laid, deal("AH KS", dealer="9D"), press(5))
    assert round_.line(1, "pandemonium", player="B").net == 2500
    assert round_.fate(2, "pandemonium") == "returned 0 by 3.15.3"


def test_3_16_the_players_on_the_area_come_first_for_its_pandemonium_wager_too() -> None:
    """The order is that of the pair wagers, the lowest total over both kinds."""
    laid = [wager(2, "main", 1000, "A"), wager(2, "main", 1000, "X"), wager(1, "main", 1000, "B")]
    laid += [wager(3, "main", 1000, "C"), wager(1, "pair", 300, "B"), wager(3, "pandemonium", 500, "C")]
    opened = play(GAME, BetsOpen(), *laid)
    fields = (("area", 2), ("kind", "pandemonium"))
    takers = next(move.takers for move in legal_moves(opened.state) if move.fields == fields)
    assert takers == (("X", "3.17.2.1"), ("B", "3.17.2.3"), ("C", "3.17.2.3"))


def test_3_17_1_three_pandemonium_wagers_on_an_area() -> None:
    """Besides its three pair wagers; the fourth is refused."""
    kinds = ("pair", "pandemonium")
    laid = [wager(1, kind, 500, name) for kind in kinds for name in "ABC"]
    full = play(GAME, BetsOpen(), wager(1, "main", 1000), *laid)
    for kind in kinds:
        full.then(refused(wager(1, kind, 500, "D"), "3.17.1"))


def test_3_19_1_the_button_goes_anti_clockwise_from_the_dealers_right() -> None:
    """From the highest area to the lowest, front to back within one; each wager has its own press (I6)."""
    laid = bets({2: 1000, 3: 1000, 5: 1000}, wager(2, "pandemonium", 100), wager(5, "pandemonium", 200, "A", 2),
                wager(5, "pandemonium", 300, "B", 1), wager(3, "pandemonium", 400))  # fmt: skip
    round_ = play(GAME, laid, deal("AH KS", "KC 9S", "AC QS", dealer="9D"))
    for area, player, multiplier in ((5, "B", 3), (5, "A", 5), (2, "P2", 10)):
        assert round_.state.button == SetButton(lit=True, area=area, player=player)
        assert round_.state.meter == SetMeter("armed", area, player)
        round_ = round_.then(press(multiplier))
    assert round_.state.button == SetButton(lit=False)
    over = round_.then(stand(3), "KD")
    assert [line for line in over.ledger if "pandemonium" in line] == [
        "2 P2 pandemonium: win +1000 at 10:1 by 3.15.2 3.19.1 4.2",
        "3 P3 pandemonium: lose -400 by 3.15.2",
        "5 B pandemonium: win +900 at 3:1 by 3.15.2 3.19.1 4.2",
        "5 A pandemonium: win +1000 at 5:1 by 3.15.2 3.19.1 4.2",
    ]


def test_3_19_1_the_round_is_not_settled_while_a_press_is_owed() -> None:
    """It goes on, and waits at its end."""
    played = pontoon_dealt().then(stand(2), "KD")
    assert (played.awaits, played.outcomes) == ("press", ())
    assert played.then(press(2)).outcome.status == "settled"


def test_3_19_2_a_nominee_presses_who_has_no_winning_wager_himself() -> None:
    """Anybody else may; one with a winning wager of his own is noticed, and the press counts."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pandemonium", 500), wager(2, "pandemonium", 500))
    dealt = play(GAME, laid, deal("AH KS", "AC QS", dealer="9D"))
    dealt.then(ButtonPressed(player="X"), MultiplierDrawn(value=2), ButtonPressed(player="P1"))
    noticed = dealt.then(alarmed(ButtonPressed(player="P1"), "nominee_has_wager", "3.19.2"), MultiplierDrawn(value=2))
    assert noticed.then(press(3)).line(2, "pandemonium").net == 1000
    loser = bets({1: 1000, 2: 1000}, wager(1, "pandemonium", 500), wager(2, "pandemonium", 500))
    play(GAME, loser, deal("AH KS", "KC 9S", dealer="9D"), ButtonPressed(player="P2"))


def test_3_29_1_the_paid_pontoon_keeps_its_press() -> None:
    """The hand asks for no decision, the button waits for it, and both are settled together."""
    dealt = pontoon_dealt()
    assert dealt.acting == (2, 1)
    dealt.then(refused(hit(1), "3.29"))
    round_ = dealt.then(stand(2), "KD", press(20))
    assert [round_.fate(1), round_.line(1, "pandemonium").net] == ["win +1500 at 3:2 by 3.19 4.1", 10_000]


def test_3_32_the_totals_do_not_decide_the_pandemonium_wager() -> None:
    """It is lost with a winning main wager and an initial hand that is no Pontoon."""
    laid = bets({1: 1000}, wager(1, "pandemonium", 500))
    round_ = play(GAME, laid, deal("KH 9S", dealer="9D"), stand(1), "8D")
    assert [line.net for line in round_.outcome.ledger] == [1000, -500]


def test_4_2_one_press_and_what_the_meter_shows() -> None:
    """A second press changes nothing; a multiplier off the meter, or without a press, is refused."""
    dealt = pontoon_dealt()
    dealt.then(refused(MultiplierDrawn(value=5), "4.2"))
    pressed = dealt.then(ButtonPressed())
    assert isinstance(pressed.effects[-1], DrawMultiplier)
    assert (pressed.state.button, pressed.state.meter) == (SetButton(lit=False), SetMeter("rolling", 1, "P1"))
    repeated = pressed.then(alarmed(ButtonPressed(), "button_repeated", "4.2"))
    assert repeated.state.round == pressed.state.round
    for value in (1, 4, 7, 0, 200):
        repeated.then(refused(MultiplierDrawn(value=value), "4.2"))
    drawn = repeated.then(MultiplierDrawn(value=5))
    assert drawn.state.meter == SetMeter("showing", 1, "P1", 5)
    drawn.then(alarmed(ButtonPressed(), "button_not_armed", "3.19"), refused(MultiplierDrawn(value=5), "4.2"))
    assert drawn.then(stand(2), "KD").line(1, "pandemonium").net == 2500


def test_4_2_at_other_tables_no_multiplier_is_awaited() -> None:
    """Their documents know no meter."""
    play("pontoon", bets({1: 1000}), deal("KH 9S", dealer="9D"), refused(MultiplierDrawn(value=5), None))


def test_5_1_1_a_void_round_takes_the_press_away() -> None:
    """Button dark, meter at rest, the wager back with what had been shown for it."""
    armed = pontoon_dealt().then(ruled(irregularity("missing_card"), "void", "5.1"))
    assert (armed.state.button, armed.state.meter) == (SetButton(lit=False), SetMeter("idle"))
    assert armed.fate(1, "pandemonium") == "void 0 by 5.1"
    drawn = pontoon_dealt().then(press(50), ruled(irregularity("missing_card"), "void", "5.1"))
    assert (drawn.line(1, "pandemonium").multiplier, drawn.net) == (50, 0)


def test_5_7_a_card_while_the_last_press_is_owed_is_discarded() -> None:
    """The Dealer's hand is complete, the round is still open."""
    played = pontoon_dealt().then(stand(2), "KD", alarmed("5H", "dealer_overdraw", "5.7"), CutCard())
    assert played.then(press(2)).outcome.dealer.total == 19


def test_5_23_4_the_pit_manager_rules_while_a_press_is_owed_too() -> None:
    """Two cards came for the Dealer at once: he selects, the press goes on being owed."""
    played = pontoon_dealt().then(stand(2), "2D 4C")
    at_once = by("pit_manager", irregularity("simultaneous_draw", cards="2D 4C", chosen="4C"))
    ordered = played.then(ruled(at_once, "continue", "5.23.4.1"))
    assert ordered.dealer == "9D 4C 2D"
    assert ordered.then("6D").then(press(2)).outcome.dealer.total == 21
    busted = pontoon_dealt().then(stand(2), "5C KD")
    complete = by("pit_manager", irregularity("simultaneous_draw", cards="5C KD", chosen="KD"))
    over = busted.then(ruled(complete, "continue", "5.23.4.1"), press(2))
    assert over.outcome.dealer.total == 19
    assert over.then(bets({1: 1000})).cards(1) == ["5C"]
