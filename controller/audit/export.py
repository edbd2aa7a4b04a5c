"""Rounds of a journal as a script of the contract: the table line, the seats as they were, then the events.

A script begins with a full shoe and a first round, so it is played before it is handed out: where its outcomes are not
those of the journal but for the number of the round, because the round hung on what was before it, the script begins
with the journal instead. A card that the players could not see is `??` unless faces are asked for and the key is there;
such a script is a record to read, and what it plays to is not promised.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.audit.again import Again, Step
from controller.audit.findings import Progress
from controller.audit.journal_file import JournalFile
from controller.audit.span import Span
from controller.audit.telling import counted
from controller.audit.verification import PROGRESS_EVERY
from controller.core.cards import UNKNOWN
from controller.core.effects import RoundEnded
from controller.core.events import AnyEvent, Away, BlindsOpen, CardDrawn, Join, Seat
from controller.core.outcomes import Outcome, PokerOutcome, dumps, to_json_object
from controller.core.tables import Table
from controller.games import State, new_table
from controller.games.poker.state import State as PokerState
from controller.shell.archive import JournalRefusedError
from controller.shell.chain import Record
from controller.shell.clock import rfc3339
from controller.shell.recovery import decide
from controller.shell.start_record import read_start
from controller.shell.writer import event_to_json

FACES: Final = frozenset({"card", "cards", "disclosed", "chosen", "layout"})
"""Fields of an event that name cards."""


class ExportError(Exception):
    """The rounds asked for cannot be exported; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An event of the span and what ended with it."""

    record: Record
    event: AnyEvent
    outcome: Outcome | None


def export(file: JournalFile, span: Span, *, faces: bool = False, progress: Progress = lambda _: None) -> Iterator[str]:
    """The lines of the script; raises ExportError, JournalRefusedError."""
    if faces and not file.has_vault:
        raise ExportError("Sealed faces were asked for, but the key that opens them is not here.")
    walk = _Walk(file, span)
    walk.run(progress)
    rounds = counted(span.rounds, "round")
    yield (
        f"# {rounds}, records {walk.after + 1} to {span.last} of journal {file.journal_id},"
        f" table {file.identities[0][1]}"
    )
    if walk.whole is None:
        yield from _told(file, span, faces=faces)
        return
    table, before, events = walk.whole
    opening = list(_opening(before, faces=faces))
    _place_button(events)
    whole = faces or not (before.kept or any(taken.record.sealed for taken in events))
    if whole and not _plays(table, opening, events):
        opening, events = [], walk.since_beginning()
        if _plays(table, opening, events):
            yield "# These rounds hang on what was before them, so the script begins with the journal."
        else:
            yield "# These rounds hang on more than a script can tell: played alone they come out otherwise."
    yield dumps(to_json_object(table))
    if opening:
        yield "# The table as it was:"
        yield from (dumps(event_to_json(event)) for event in opening)
    yield from (dumps(_written(taken.record, event_to_json(taken.event), faces=faces)) for taken in events)


class _Walk:
    """The journal up to the end of the span; `whole` is (table, state before, events), None where not replayable."""

    def __init__(self, file: JournalFile, span: Span) -> None:
        self.after = span.after
        self.whole: tuple[Table, State, list[Taken]] | None = None
        self._file = file
        self._span = span

    def run(self, progress: Progress) -> None:
        """Raises ExportError where the table line changed within the span, JournalRefusedError."""
        again = Again(self._file.archive, has_vault=self._file.has_vault)
        begun = again.begin(self._span.after)
        before = again.state if begun == self._span.after else None
        events: list[Taken] = []
        ended = 0
        for stored in self._file.archive.records(begun):
            if stored.record.n > self._span.last:
                break
            if stored.record.n % PROGRESS_EVERY == 0:
                progress(stored.record.n)
            step = again.take(stored.record)
            if stored.record.n == self._span.after:
                before = again.state
            if step is None:
                before = None
            elif stored.record.n > self._span.after:
                if stored.record.kind == "start" and step.start.fresh:
                    if ended:
                        raise ExportError(
                            f"The table line changed with record {stored.record.n}: export the rounds before and after"
                            " it apart."
                        )
                    self.after, before, events = stored.record.n, step.after, []
                events += _taken(step)
                ended += bool(stored.record.ended)
        if before is not None and again.start is not None:
            self.whole = again.start.table, before, events

    def since_beginning(self) -> list[Taken]:
        """Every event since the start that made the table what it is."""
        again = Again(self._file.archive, has_vault=self._file.has_vault)
        events: list[Taken] = []
        for stored in self._file.archive.records(0):
            if stored.record.n > self._span.last:
                break
            step = again.take(stored.record)
            if step is not None:
                if stored.record.kind == "start" and step.start.fresh:
                    events = []
                events += _taken(step)
        return events


def _taken(step: Step) -> Iterator[Taken]:
    if step.event is not None:
        ended = [effect.outcome for effect in step.effects if isinstance(effect, RoundEnded)]
        yield Taken(step.record, step.event, ended[0] if ended else None)


def _opening(state: State, *, faces: bool) -> Iterator[AnyEvent]:
    """Who sat where and which cards waited to be the next ones, as the events that make it so."""
    for kept in state.kept:
        yield CardDrawn(card=(kept if isinstance(kept, str) else kept.card) if faces else UNKNOWN)
    if not isinstance(state, PokerState):
        for area, player in enumerate(state.seats, start=1):
            if player is not None:
                yield Seat(area=area, player=player)
        return
    for number, seat in enumerate(state.seats, start=1):
        if seat is not None and seat.stack:
            yield Join(seat=number, player=seat.player, stack=seat.stack)
            if seat.away:
                yield Away(seat=number)


def _plays(table: Table, opening: list[AnyEvent], events: list[Taken]) -> bool:
    """Whether the script gives the outcomes of the journal."""
    state = new_table(table)
    number = 0
    for event in opening:
        state, _ = decide(state, event)
    for taken in events:
        state, effects = decide(state, taken.event)
        ended = [effect.outcome for effect in effects if isinstance(effect, RoundEnded)]
        number += len(ended)
        wanted = None if taken.outcome is None else replace(taken.outcome, round=number)
        if (ended[0] if ended else None) != wanted:
            return False
    return True


def _place_button(events: list[Taken]) -> None:
    """At poker the first `blinds.open` says where the button is: a script has had no round before it."""
    outcome = next((taken.outcome for taken in events if taken.outcome is not None), None)
    if not isinstance(outcome, PokerOutcome):
        return
    for place, taken in enumerate(events):
        if isinstance(taken.event, BlindsOpen):
            events[place] = replace(taken, event=replace(taken.event, button=outcome.button))
            return


def _told(file: JournalFile, span: Span, *, faces: bool) -> Iterator[str]:
    """The events as they were recorded, where the rules of then are not at hand to say who sat where."""
    yield "# These rounds cannot be played again here, so the seats before them are not known."
    start = next(file.rows("SELECT body FROM records WHERE kind = 'start' AND n <= ? ORDER BY n DESC", span.last))
    yield dumps(to_json_object(read_start(start[0]).table))
    for stored in file.archive.records(span.after):
        record = stored.record
        if record.n > span.last:
            return
        if record.kind != "event":
            continue
        if record.sealed and not file.has_vault:
            yield f"# record {record.n} is sealed"
            continue
        try:
            event = json.loads(file.archive.clear_body(record))["event"]
        except (ValueError, KeyError, TypeError) as error:
            raise JournalRefusedError(f"Record {record.n} of {file.path} holds no event of the contract.") from error
        yield dumps(_written(record, event, faces=faces))


def _written(record: Record, event: dict[str, Any], *, faces: bool) -> dict[str, Any]:
    """The event with its time and source; its faces masked where its record is sealed."""
    if record.sealed and not faces:
        event = {key: _masked(value) if key in FACES else value for key, value in event.items()}
    event.setdefault("at", rfc3339(record.utc_ns))
    if record.device is not None:
        event.setdefault("source", record.device)
    return event


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _masked(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_masked(item) for item in value]
    return UNKNOWN
