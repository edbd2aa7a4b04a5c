"""Rounds of a journal as a script of the contract: the table line, the seats as they were, then the events.

A script begins with a full shoe and a first round, so it is played before it is handed out: where its outcomes are not
those of the journal but for the number of the round, because the rounds hang on what was before or between them, the
script is the journal from its beginning instead. A card that the players could not see is `??` unless faces are asked
for and the key is there; such a script is a record to read, and what it plays to is not promised.

Where other rounds were played between those asked for, the script goes from the one to the other as it goes from an
empty table to the first: with a new shoe if there was one, who left, who sat down, which cards were waiting.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from controller.audit.explain.wording import counted
from controller.audit.findings import Progress
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Again, Step
from controller.audit.script_lines import ScriptLines, named
from controller.audit.signed import signed_record, signed_records
from controller.audit.span import Span
from controller.audit.verify.one_pass import PROGRESS_EVERY
from controller.core.cards import UNKNOWN
from controller.core.effects import RoundEnded
from controller.core.events import AnyEvent, BlindsOpen, CardDrawn, Correction
from controller.core.outcomes import Outcome, PokerOutcome, to_json_object
from controller.core.tables import Table
from controller.core.writer import event_to_json
from controller.games import State, new_table
from controller.games.reading import table_from_record
from controller.games.registry import find
from controller.journal.chain import Record
from controller.journal.start_record import read_start
from controller.table.recovery import decide


class ExportError(Exception):
    """The rounds asked for cannot be exported; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An event of the span and what ended with it; `record` None for one that brings the table to where it was."""

    record: Record | None
    event: AnyEvent
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Piece:
    """Rounds that follow each other: the table line, the state before and after them, their events."""

    after: int
    table: Table
    before: State
    end: State
    events: list[Taken]


def export(
    file: JournalFile, spans: Sequence[Span], *, faces: bool = False, progress: Progress = lambda _: None
) -> Iterator[str]:
    """The lines of the script; raises ExportError, JournalRefusedError."""
    if faces and not file.has_vault:
        raise ExportError("Sealed faces were asked for, but the key that opens them is not here.")
    pieces = [_piece(file, span, progress) for span in spans]
    after = [span.after if piece is None else piece.after for span, piece in zip(spans, pieces, strict=True)]
    records = ", ".join(f"{begun + 1} to {span.last}" for begun, span in zip(after, spans, strict=True))
    rounds = counted(sum(span.rounds for span in spans), "round")
    script = ScriptLines(faces=faces)
    yield script.note(f"{rounds}, records {records} of journal {file.journal_id}, table {file.identities[0][1]}")
    whole = [piece for piece in pieces if piece is not None]
    if len(whole) < len(pieces):
        yield from _as_recorded(file, spans, script)
        return
    table = whole[0].table
    for piece in whole:
        if piece.table != table:
            _refuse_tables(piece.after + 1)
    events = list(_joined(whole, faces=faces))
    masked = not faces and any(
        _has_waiting(piece) or any(taken.record is not None and taken.record.sealed for taken in piece.events)
        for piece in whole
    )
    if not masked and not _plays(table, events):
        events = _since_beginning(file, spans[-1].last)
        if not faces and any(taken.record is not None and taken.record.sealed for taken in events):
            yield script.note(
                "These rounds hang on cards that nobody saw: only with their faces can the script be played."
            )
        elif _plays(table, events):
            yield script.note(
                "These rounds hang on what was before or between them, so the script begins with the journal."
            )
        else:
            yield script.note("These rounds hang on more than a script can hold: played alone they come out otherwise.")
    yield script.line(to_json_object(table))
    opening = False
    for taken in events:
        if taken.record is None and not opening:
            yield script.note("The table as it was:")
        opening = taken.record is None
        yield script.event(taken.record, event_to_json(taken.event))


def _refuse_tables(n: int) -> NoReturn:
    raise ExportError(f"The table line changed with record {n}: export the rounds before and after it apart.")


def _piece(file: JournalFile, span: Span, progress: Progress) -> Piece | None:
    """The rounds of the span played again; None where they cannot be.

    Raises ExportError where the table line changed within the span, JournalRefusedError.
    """
    again = Again(file.archive, has_vault=file.has_vault)
    begun = again.begin(span.after)
    before = again.state if begun == span.after else None
    after = span.after
    events: list[Taken] = []
    ended = 0
    for stored in signed_records(file.archive, begun):
        if stored.record.n > span.last:
            break
        if stored.record.n % PROGRESS_EVERY == 0:
            progress(stored.record.n)
        step = again.take(stored.record)
        if stored.record.n == span.after:
            before = again.state
        if step is None:
            before = None
        elif stored.record.n > span.after:
            if stored.record.kind == "start" and step.start.fresh:
                if ended:
                    _refuse_tables(stored.record.n)
                after, before, events = stored.record.n, step.after, []
            events += _taken(step)
            ended += bool(stored.record.ended)
    if before is None or again.start is None or again.state is None:
        return None
    return Piece(after, again.start.table, before, again.state, events)


def _since_beginning(file: JournalFile, last: int) -> list[Taken]:
    """Every event since the start that made the table what it is."""
    again = Again(file.archive, has_vault=file.has_vault)
    events: list[Taken] = []
    for stored in file.archive.records(0):
        if stored.record.n > last:
            break
        step = again.take(stored.record)
        if step is not None:
            if stored.record.kind == "start" and step.start.fresh:
                events = []
            events += _taken(step)
    return events


def _joined(pieces: Iterable[Piece], *, faces: bool) -> Iterator[Taken]:
    """The events of all pieces, before each those that bring the table from the end of the one before to it."""
    end: State | None = None
    for piece in pieces:
        start = new_table(piece.table) if end is None else end
        yield from (Taken(None, event, None) for event in _between(start, piece.before, faces=faces))
        _place_button(piece.events)
        yield from piece.events
        end = piece.end


def _taken(step: Step) -> Iterator[Taken]:
    if step.event is not None:
        ended = [effect.outcome for effect in step.effects if isinstance(effect, RoundEnded)]
        yield Taken(step.record, step.event, ended[0] if ended else None)


def _has_waiting(piece: Piece) -> bool:
    """Whether cards waited before the piece that nobody had seen."""
    brought = _between(new_table(piece.table), piece.before, faces=False)
    return any(isinstance(event, CardDrawn) for event in brought)


def _between(was: State, now: State, *, faces: bool) -> Iterator[AnyEvent]:
    """The events by which a table that `was` so comes to be as it is `now`, between rounds: shoe, cards, who sits."""
    for event in find(now.game).between(was, now):
        yield event if faces or not isinstance(event, CardDrawn) else replace(event, card=UNKNOWN)


def _plays(table: Table, events: Iterable[Taken]) -> bool:
    """Whether the script gives the outcomes of the journal."""
    state = new_table(table)
    number = 0
    known: set[int] = set()
    for taken in events:
        n = 0 if taken.record is None else taken.record.n
        if isinstance(taken.event, Correction) and not named(taken.event) <= known:
            continue  # it is of a round before, and no line of the script
        known.add(n)
        state, effects = decide(state, taken.event, n)
        ended = [effect.outcome for effect in effects if isinstance(effect, RoundEnded)]
        number += sum(outcome.revision is None for outcome in ended)
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


def _as_recorded(file: JournalFile, spans: Sequence[Span], script: ScriptLines) -> Iterator[str]:
    """The events as they were recorded, where the rules of then are not at hand to say who sat where."""
    yield script.note("These rounds cannot be played again here, so the seats before them are not known.")
    newest = "SELECT max(n) FROM main.records WHERE kind = 'start' AND n <= ?"
    starts = [signed_record(file.archive, n).record for span in spans for (n,) in file.rows(newest, span.last)]
    tables = [read_start(file.archive.clear_body(start), table_from_record).table for start in starts]
    for start, table in zip(starts, tables, strict=True):
        if table != tables[0]:
            _refuse_tables(start.n)
    yield script.line(to_json_object(tables[0]))
    for span in spans:
        for stored in signed_records(file.archive, span.after):
            record = stored.record
            if record.n > span.last:
                break
            if record.kind != "event":
                continue
            if record.sealed and not file.has_vault:
                yield script.note(f"record {record.n} is sealed")
                continue
            yield script.event(record, file.told(record, "event"))
