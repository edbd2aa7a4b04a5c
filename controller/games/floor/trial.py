"""An event tried on `step` alone: why it would be refused, or what would come of it, with the money before and after.

Nothing is done: the state goes nowhere. A console asks so for `why not?`, and before a ruling is confirmed.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from controller.core.dataclass import dataclass
from controller.core.effects import AlertRaised, CardShown, Rejected, RoundEnded, RoundReopened, RulingGiven
from controller.core.events import RANK, Authority, Correction, Event, Irregularity, RoundVoid
from controller.core.outcomes import LedgerLine, LineChange, SeatLine, Status
from controller.games import revision
from controller.games.difference import Line, line_changes
from controller.games.floor.records import Sentence, Turn
from controller.games.floor.view import floor_view
from controller.games.game import Game

RULED: tuple[type[Event], ...] = (Irregularity, RoundVoid, Correction)
"""Events that a person of higher rank may be needed for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What is owed at one area or seat, before the event and after it, and what the event changes, line by line."""

    area: int | None = None
    seat: int | None = None
    before: tuple[Line, ...]
    after: tuple[Line, ...]
    changes: tuple[LineChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """`refusal` is None where the event would be accepted; then the other fields say what would come of it.

    `needs` is the least rank by which it would be accepted, where it is refused to who says it and not to that one.
    `status` is that of an outcome that the event brings about; `money` has the areas where it changes anything.
    """

    refusal: Sentence | None = None
    needs: Authority | None = None
    rulings: tuple[RulingGiven, ...] = ()
    alerts: tuple[AlertRaised, ...] = ()
    shown: tuple[CardShown, ...] = ()
    status: Status | None = None
    reopens: bool = False
    turn: Turn | None = None
    money: tuple[Money, ...] = ()


def tried(game: Game, state: Any, event: Event) -> Tried:
    """What `step` would answer to the event, as people read it."""
    after, effects = revision.step(game, state, event, None)
    if effects and isinstance(effects[0], Rejected):
        refused = effects[0]
        said = Sentence(**refused.named, clause=refused.rule, text=refused.reason)
        return Tried(refusal=said, needs=_needs(game, state, event))
    before, now = floor_view(game, state), floor_view(game, after)
    outcomes = [one.outcome for one in effects if isinstance(one, RoundEnded)]
    return Tried(
        rulings=tuple(one for one in effects if isinstance(one, RulingGiven)),
        alerts=tuple(one for one in effects if isinstance(one, AlertRaised)),
        shown=tuple(one for one in effects if isinstance(one, CardShown)),
        status=outcomes[-1].status if outcomes else None,
        reopens=any(isinstance(one, RoundReopened) for one in effects),
        turn=now.turn,
        money=tuple(_money(before.owed, now.owed)) if now.table.round == before.table.round else (),
    )


def _needs(game: Game, state: Any, event: Event) -> Authority | None:
    """The least rank above that of who says it to which the event is not refused."""
    if not isinstance(event, RULED):
        return None
    ranks: tuple[Authority, ...] = ("pit_supervisor", "pit_manager", "shift_manager")
    for rank in ranks:
        if RANK[rank] > RANK[event.authority]:
            _, effects = revision.step(game, state, replace(event, authority=rank), None)
            if not (effects and isinstance(effects[0], Rejected)):
                return rank
    return None


def _money(before: tuple[Line, ...], after: tuple[Line, ...]) -> Iterator[Money]:
    """Each area or seat at which a line is another one."""
    places = sorted({_place(line) for line in (*before, *after)}, key=lambda place: (place[0] or 0, place[1] or 0))
    for place in places:
        was = tuple(line for line in before if _place(line) == place)
        now = tuple(line for line in after if _place(line) == place)
        if was != now:
            yield Money(area=place[0], seat=place[1], before=was, after=now, changes=line_changes(was, now))


def _place(line: LedgerLine | SeatLine) -> tuple[int | None, int | None]:
    return (line.area, None) if isinstance(line, LedgerLine) else (None, line.seat)
