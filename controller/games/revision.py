"""The one way on for a table: an event is played, or the round at hand is played again with its record changed.

    correction                 -> the record is changed (`games.correction`), the round is played again
    a ruling on the round      -> put into the record where it belongs, the round is played again
    every other event          -> the game's own `step`; what was accepted is added to the record
    an event that opens a round -> the same, and the record begins anew: nothing older can be changed

Playing again is a fold of the game's `step` over the record, from the table as it was before the round. Of what comes
out the table takes the state, and tells what differs from what was told before (`games.difference`). A round does not
settle before the last ruling in its record (`held`), because the ruling shows that it was not concluded: so a ruling
after the outcome and one in the open round are the same. An event of the record that would be refused refuses all.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from controller.core.effects import CardShown, Effect, Rejected, RoundEnded
from controller.core.events import RANK, BetsOpen, BlindsOpen, Correction, Event, Irregularity, RoundVoid
from controller.games.correction import changed_record
from controller.games.difference import Turn, told
from controller.games.game import Game
from controller.games.records.record import Record
from controller.games.refusal import Refused
from controller.games.round_of_play import Revisable, RoundOfPlay
from controller.games.said import Said
from controller.games.view import IDLE

_OPENINGS: Final = frozenset((BetsOpen, BlindsOpen))
_RULINGS: Final = frozenset((Irregularity, RoundVoid))


class UnfitError(Exception):
    """An entry of the record is refused when the round is played again."""

    def __init__(self, entry: Said, refusal: Rejected) -> None:
        super().__init__(refusal.reason)
        self.entry = entry
        self.refusal = refusal

    @property
    def params(self) -> dict[str, str | int | Rejected]:
        """What a sentence about it names: the entry and its number, and why it would be refused."""
        return {"entry": self.entry.word, "n": self.entry.n, "because": self.refusal}


def step(game: Game, state: Any, event: Event, n: int | None) -> tuple[Any, list[Effect]]:
    """The state after an event and its effects; `n` is the event's number, the next one where it is None."""
    round_of_play = game.round_of_play
    kind = type(event)
    if kind is Correction:
        if round_of_play is None:
            return state, [Refused("{title} knows no corrections", title=game.title).rejected()]
        return _corrected(game, round_of_play, state, event, _next(state) if n is None else n)  # type: ignore[arg-type]
    if round_of_play is None:
        return game.step(state, event)
    if kind in _RULINGS and state.said and round_of_play.revises(event):
        return _ruled(game, round_of_play, state, event, _next(state) if n is None else n)
    after: Any
    after, effects = game.step(state, event)
    if effects and type(effects[0]) is Rejected:
        return after, effects
    said = (Said(_next(state) if n is None else n, event),)  # type: ignore[arg-type]  # a correction went another way
    if kind in _OPENINGS:
        return after._replace(before=_bare(state), said=said, revision=0), effects
    if state.before is None:
        return after, effects
    after = _noting(state, after, state.said + said)
    for effect in effects:
        if type(effect) is RoundEnded:
            return _counted(after, effects)
    return after, effects


def fold(game: Game, rounds: RoundOfPlay, state: Any, said: Sequence[Said]) -> tuple[Any, list[Turn]]:
    """The round of the record played from its beginning at `state`; raises UnfitError."""
    last = max((at for at, one in enumerate(said) if one.event is not None and rounds.revises(one.event)), default=-1)
    played: list[Turn] = []
    state = rounds.hold(state, last >= 0)
    for at, entry in enumerate(said):
        if at == last:
            state = rounds.hold(state, False)
        effects: list[Effect] = []
        before = state
        if entry.event is not None:
            state, effects = game.step(state, entry.event)
            if effects and isinstance(effects[0], Rejected):
                raise UnfitError(entry, effects[0])
        if at == last:
            state = rounds.conclude(state, effects)
        played.append(Turn(entry, before, effects))
    return state, played


def _ruled(game: Game, rounds: RoundOfPlay, state: Revisable, event: Event, n: int) -> tuple[Any, list[Effect]]:
    start = rounds.begin(state.before, state)
    _, was = fold(game, rounds, start, state.said)
    at = len(state.said)
    if game.view(state).phase == IDLE:
        if rounds.late_authority(event) and RANK[event.authority] < RANK["pit_manager"]:
            return state, [Refused("after the outcome this needs a pit manager", rounds.shift_manager).rejected()]
        at = _place(rounds, state.said, was)
    entry = Said(n, event)  # type: ignore[arg-type]  # a ruling is no correction
    said = (*state.said[:at], entry, *state.said[at:])
    try:
        after, now = fold(game, rounds, start, said)
    except UnfitError as unfit:
        if unfit.entry is entry:
            return state, [unfit.refusal]
        reason = "after this {entry} would be refused: {because}"
        return state, [Refused(reason, unfit.refusal.rule, **unfit.params).rejected()]
    after = after._replace(before=state.before, said=said, revision=state.revision)
    return _counted(after, told(game, rounds, state, after, was, now, by=event))


def _place(rounds: RoundOfPlay, said: Sequence[Said], played: Sequence[Turn]) -> int:
    """Where a ruling after the outcome belongs: behind what ended the round and what is still part of it."""
    ends = (at for at, turn in enumerate(played) if any(isinstance(one, RoundEnded) for one in turn.effects))
    at = 1 + max(ends)
    while at < len(said) and (said[at].event is None or isinstance(said[at].event, rounds.still_of_it)):
        at += 1
    return at


def _corrected(
    game: Game, rounds: RoundOfPlay, state: Revisable, event: Correction, n: int
) -> tuple[Any, list[Effect]]:
    try:
        said = changed_record(game, rounds, state, event, n)
        start = rounds.begin(state.before, state)
        _, was = fold(game, rounds, start, state.said)
        after, now = fold(game, rounds, start, said)
        _require_seen(rounds, state.said, now)
    except Refused as refused:
        return state, [refused.rejected()]
    except UnfitError as unfit:
        reason = "with the changes {entry} would be refused: {because}"
        return state, [Refused(reason, unfit.refusal.rule, **unfit.params).rejected()]
    after = after._replace(before=state.before, said=said, revision=state.revision)
    return _counted(after, told(game, rounds, state, after, was, now, by=event))


def _require_seen(rounds: RoundOfPlay, was: Sequence[Said], now: Sequence[Turn]) -> None:
    """No correction names a card that nobody may see: not before it is shown (contract section 9)."""
    shown = {one.area for turn in now for one in turn.effects if isinstance(one, CardShown) and one.place == "seat"}
    for turn in now:
        if turn.entry.event is not None and turn.entry not in was:
            hidden = [seat for seat in rounds.unseen(turn.before, turn.entry.event) if seat not in shown]
            if hidden:
                raise Refused(
                    "nobody may see the cards of seat {seat}: a hole card is corrected as `??`", seat=hidden[0]
                )


def _counted(state: Any, effects: list[Effect]) -> tuple[Any, list[Effect]]:
    """The outcome with its number from the second on, and the state that has told so many."""
    for at, effect in enumerate(effects):
        if isinstance(effect, RoundEnded):
            revision = state.revision + 1
            if revision > 1:
                effects[at] = RoundEnded(replace(effect.outcome, revision=revision))
            state = state._replace(revision=revision)
    return state, effects


def _noting(before: Any, after: Any, said: tuple[Said, ...]) -> Any:
    """What a step has made, with this record; nobody else has it yet."""
    if after is before or not isinstance(after, Record):
        return after._replace(said=said)
    own: Any = after
    own.said = said
    return own


def _bare(state: Any) -> Any:
    """The table alone, without the record of the round that it has behind it."""
    return state if state.before is None else state._replace(before=None, said=(), revision=0)


def _next(state: Any) -> int:
    return state.said[-1].n + 1 if state.said else 1
