"""What is told when a round was played again: the difference between what came of it before and what comes of it now.

Nothing that was told is stored; it is what the record gave when it was played. A multiplier is never ordered here.

    no outcome -> one      it is told
    one -> another         it is told as the next revision, and the ruling says what changes, line by line
    one -> none            it is withdrawn: the round is open again, and every line of its ledger is taken back
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from controller.core.effects import (
    AlertRaised,
    CardShown,
    Effect,
    RoundEnded,
    RoundReopened,
    RulingGiven,
)
from controller.core.events import Correction, Event
from controller.core.money import Cents
from controller.core.outcomes import LedgerLine, LineChange, Outcome, SeatLine
from controller.games.game import Game
from controller.games.round_of_play import Revisable, RoundOfPlay
from controller.games.said import Said

Line = LedgerLine | SeatLine


class Turn(NamedTuple):
    """An entry of the record as it was played: the table before it, and its effects."""

    entry: Said
    before: Any
    effects: list[Effect]


def told(
    game: Game, rounds: RoundOfPlay, state: Revisable, after: Revisable, was: Sequence[Turn], now: Sequence[Turn],
    by: Event,
) -> list[Effect]:  # fmt: skip
    """The effects of a correction, or of the ruling `by`, that takes the table from `state` to `after`."""
    old, new = _outcome(was), _outcome(now)
    ledgers = None if old is None or old == new else difference(old, new)
    out = [_with_difference(effect, by, now, ledgers) for effect in _not_told(was, now)]
    if isinstance(by, Correction):
        text = f"The round is put right: {by.reason}"
        out.insert(0, RulingGiven("correction", "correct", rounds.definition, text, ledgers or ()))
    before, level = game.view(state), game.view(after)
    out += [one for had, one in ((before.button, level.button), (before.meter, level.meter)) if had != one]
    if old is not None and new is None:
        text = f"Round {old.round} is open again: its outcome is withdrawn. Play it to its end as the table asks."
        out.append(AlertRaised("round_reopened", text, rounds.definition, "critical"))
        out.append(RoundReopened(old.round, rounds.definition, by.authority))
    elif new is not None and new != old:
        out.append(RoundEnded(new))
    return out


def difference(old: Outcome, new: Outcome | None) -> tuple[LineChange, ...]:
    """The lines of both ledgers whose net differs; a ledger that is no more has none."""
    return line_changes(old.ledger, new.ledger if new is not None else ())


def line_changes(was: Sequence[Line], now: Sequence[Line]) -> tuple[LineChange, ...]:
    """The same of lines of two ledgers."""
    had, has = _nets(was), _nets(now)
    changes = (
        (key, had.get(key), has.get(key), has.get(key, 0) - had.get(key, 0)) for key in dict.fromkeys((*had, *has))
    )
    return tuple(
        LineChange(area=area, hand=hand, seat=seat, player=player, kind=kind, was=net, is_=net_now, change=change)
        for (area, hand, seat, player, kind), net, net_now, change in changes
        if change
    )


_Key = tuple[int | None, int | None, int | None, str, str | None]


def _nets(lines: Sequence[Line]) -> dict[_Key, Cents]:
    """Net by area, hand, seat, player and kind; insurances of one player on several wagers of an area are one."""
    nets: dict[_Key, Cents] = {}
    for line in lines:
        key: _Key = (
            (line.area, line.hand, None, line.player, line.kind)
            if isinstance(line, LedgerLine)
            else (None, None, line.seat, line.player, None)
        )
        nets[key] = nets.get(key, 0) + line.net
    return nets


def _outcome(turns: Sequence[Turn]) -> Outcome | None:
    found = [one.outcome for turn in turns for one in turn.effects if isinstance(one, RoundEnded)]
    return found[-1] if found else None


def _not_told(was: Sequence[Turn], now: Sequence[Turn]) -> Iterator[CardShown | AlertRaised | RulingGiven]:
    """Cards, alerts and rulings that were not told yet, in their order."""
    before = Counter(_telling(was))
    for effect in _telling(now):
        if before[effect]:
            before[effect] -= 1
        else:
            yield effect


def _telling(turns: Sequence[Turn]) -> Iterator[CardShown | AlertRaised | RulingGiven]:
    for turn in turns:
        yield from (one for one in turn.effects if isinstance(one, CardShown | AlertRaised | RulingGiven))


def _with_difference(effect: Effect, by: Event, now: Sequence[Turn], ledgers: tuple[LineChange, ...] | None) -> Effect:
    """The ruling's own answer says what it changed in an outcome that had been told."""
    if ledgers is None or not isinstance(effect, RulingGiven):
        return effect
    own = next((turn.effects for turn in now if turn.entry.event is by), ())
    return replace(effect, difference=ledgers) if effect in own else effect
