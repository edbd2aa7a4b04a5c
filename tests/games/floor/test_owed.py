"""What is owed is what the settlement says: lines that stand fast come true, and at the end all of them are there."""

from collections.abc import Iterable
from typing import Any, cast

import pytest

from controller.core.effects import Effect, RoundEnded
from controller.core.outcomes import LedgerLine, PokerOutcome, TwentyOneOutcome
from controller.games import floor_view
from controller.games.poker.floor.records import PokerFloor
from controller.games.poker.state import State as PokerState
from controller.games.twenty_one.floor.records import HandSeen, TwentyOneFloor
from controller.games.twenty_one.state import State
from tests.games.floor.tables import LIMITS, TWENTY_ONE, orderly, poker, unruly

STATUS = {"21", "pontoon", "blackjack", "bust", "surrendered"}
"""What a hand is called by the outcome and on the floor alike."""


def ended(effects: Iterable[Effect]) -> Any:
    """The outcome among the effects, None where the round goes on."""
    return next((effect.outcome for effect in effects if isinstance(effect, RoundEnded)), None)


def _told(line: LedgerLine) -> tuple[Any, ...]:
    """What is said of the line before the end; a natural's clause may still change with a Dealer's 22."""
    return (line.area, line.player, line.kind, line.stake, line.net, line.result, line.odds)


@pytest.mark.parametrize("policy", ["reject", "settle"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", TWENTY_ONE)
def test_a_line_that_stands_fast_is_in_the_ledger(game: str, seed: int, policy: str) -> None:
    """From the moment that it is seen until the end; at the end the floor sees the whole ledger."""
    seen: dict[tuple[Any, ...], LedgerLine] = {}
    early = 0
    for _, state, effects in orderly(game, seed, limits=LIMITS if policy == "settle" else {}, limits_policy=policy):
        floor = cast(TwentyOneFloor, floor_view(state))
        outcome = ended(effects)
        if outcome is None:
            told = {_told(line) for line in floor.owed}
            assert seen.keys() <= told, "a line that stood fast is there no more"
            seen = {_told(line): line for line in floor.owed}
            continue
        assert floor.owed == outcome.ledger
        assert floor.net == outcome.net
        assert seen.keys() <= {_told(line) for line in outcome.ledger}
        early += len(seen)
        seen = {}
    assert early > 10


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", TWENTY_ONE)
def test_after_the_outcome_the_round_lies_as_it_ended(game: str, seed: int) -> None:
    """Also where it was void, or corrected, or cards lay face down: hands, Dealer and ledger are the outcome's."""
    rounds = 0
    for _, found, effects in unruly(game, seed, rounds=8):
        outcome = ended(effects)
        state = cast(State, found)
        if outcome is None or state.round is not None:
            continue
        assert isinstance(outcome, TwentyOneOutcome)
        floor = cast(TwentyOneFloor, floor_view(state))
        rounds += 1
        assert (floor.table.status, floor.table.rule) == (outcome.status, outcome.rule)
        assert floor.owed == outcome.ledger
        assert floor.dealer.cards == outcome.dealer.cards
        hands = {(one.area, one.hand): one for one in outcome.hands}
        laid = {(area.area, hand.hand): hand for area in floor.areas for hand in area.hands if hand.cards}
        assert {place: (hand.cards, _result(hand)) for place, hand in laid.items()} == {
            place: (hand.cards, hand.result if hand.result in STATUS else "") for place, hand in hands.items()
        }
    assert rounds >= 7


def _result(hand: HandSeen) -> str:
    """The status where the outcome has the same word."""
    return hand.status if hand.status in STATUS else "21" if hand.total == 21 else ""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_the_chips_of_a_poker_table_are_all_there(dealing: str, seed: int) -> None:
    """Pots, bets in front and what is uncalled are what the seats have put in; the ledger is the outcome's."""
    for _, found, effects in poker(dealing, seed):
        state, outcome = cast(PokerState, found), ended(effects)
        floor = cast(PokerFloor, floor_view(state))
        if state.hand is not None:
            uncalled = floor.uncalled.amount if floor.uncalled is not None else 0
            laid = sum(pot.amount for pot in floor.pots) + sum(seat.bet for seat in floor.seats) + uncalled
            assert laid == sum(seat.put for seat in floor.seats)
            assert floor.turn is not None
            acting = [floor.turn.seat] if state.hand.phase == "betting" else []
            assert [seat.seat for seat in floor.seats if seat.status == "acts"] == acting
        if outcome is not None:
            assert isinstance(outcome, PokerOutcome)
            assert (floor.owed, floor.board, floor.uncalled, floor.rake) == (
                outcome.ledger, outcome.board, outcome.uncalled, outcome.rake,
            )  # fmt: skip
            assert [(pot.amount, pot.winners) for pot in floor.pots] == [
                (one.amount, one.winners) for one in outcome.pots
            ]
            shown = {seat.seat: (seat.hole, seat.hand) for seat in floor.seats if seat.status == "shown"}
            assert shown == {line.seat: (line.hole, line.hand or shown[line.seat][1]) for line in outcome.ledger
                             if "??" not in line.hole and line.result != "fold"}  # fmt: skip
