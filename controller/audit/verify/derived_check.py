"""What lies beside the records has to follow from them: it is made again by the code that made it, and compared.

That is messages and orders, lanes, retained topics, marks of devices, active alerts and snapshots.

Not bound by the records, because it only says how far somebody else has got: how far a lane was delivered and how much
of it is still kept. That carries a signature of its own; an older pair of value and signature put back sends messages
again, with the `id` and `seq` they had.
"""

from typing import Final

from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Step
from controller.audit.verify.beside_check import BesideCheck, without_signature
from controller.audit.verify.gathered import Due, Gathered, Made
from controller.audit.verify.lane_rows import LaneRows
from controller.audit.verify.stretch import Beside, Carried, Given
from controller.games import State, view
from controller.games.view import TableView
from controller.journal.archive import JournalRefusedError, Stored
from controller.journal.chain import Record
from controller.journal.numbering import Numbering
from controller.mqtt.messages import BROKER, LAST_OUTCOME, LIFE_DIGITS
from controller.table.consequences import Consequences

UNKNOWN: Final = "unknown"
"""The id of the last outcome before a stretch."""
_COLUMNS = ("seq", "record", "utc_ns", "topic", "retain", "payload")


class DerivedCheck:
    """Takes the replayed steps in order; `skip` says that some were not."""

    def __init__(self, file: JournalFile, report: Report, beside: Beside | None = None) -> None:
        self._file = file
        self._report = report
        self.beside = beside or Beside.of(file)
        self.is_sure = True
        """False where something could not be looked at that somebody else is to tell of."""
        self._whole = True
        self._signs = False
        self._numbers = Numbering({})
        self._consequences: Consequences | None = None
        self._made = Gathered()
        self._rows: dict[str, LaneRows] = {}
        self._draft: Made | None = None
        """Of the record before, to be used again: nothing hangs on it any more."""
        self._seen: tuple[State, TableView] | None = None
        parked = {lane for lane, _ in self.beside.parked}
        self._kept = {lane: row[2] for lane, row in self.beside.lanes.items() if lane not in parked}

    def skip(self) -> None:
        """A record was not replayed: what hangs on it is not known."""
        self._whole = False
        self._consequences = None

    def take(self, stored: Stored, step: Step) -> None:
        """Compare what hangs on the record with what should."""
        kind = stored.record.kind
        if kind == "start":
            self._begin(step)
        consequences = self._consequences
        if consequences is None:
            return
        draft, self._draft = self._draft, None
        if draft is None:
            draft = Made(*stored, kept=self._kept)
        else:
            draft.record, draft.link, draft.seal = stored
        if kind == "event":
            before = self._view(step.before)
            after = before if step.after is step.before else self._view(step.after)
            consequences.of_step(draft, step.effects, step.after, before=before, after=after)
        elif kind == "notice":
            consequences.of_notice(draft, step.notice or {}, self._view(step.after))
        elif kind == "start":
            consequences.of_start(draft, step.after)
        elif kind == "stop":
            consequences.of_stop(draft, step.after)
        self._take_draft(draft)

    def _view(self, state: State) -> TableView:
        """Of the state; each is looked at once."""
        if self._seen is None or state is not self._seen[0]:
            self._seen = state, view(state)
        return self._seen[1]

    def _begin(self, step: Step) -> None:
        n = step.record.n
        if not self._whole:
            self._numbers = Numbering(step.start.lanes)
        if self._numbers.last() != dict(step.start.lanes):
            self._report.add(f"record {n}", "the lanes of the outbox had reached other numbers than this start says.")
        if step.start.fresh:
            self._made.begun.add(n)
        before = self._consequences
        if before is not None and set(before.active_alerts.values()) != set(step.start.standing):
            self._report.add(f"record {n}", "other alerts were active before this start than it says.")
        if before is not None and before.outcome_id != step.start.outcome_id:
            self._report.add(f"record {n}", "another outcome was the last one before this start than it says.")
        self._consequences = Consequences(step.start, self._numbers)
        self._signs = self._consequences.signs

    def _take_draft(self, draft: Made) -> None:
        record = draft.record
        for row in draft.due:
            self._take_row(record, row)
        draft.due.clear()
        if record.device is not None and record.sequence is not None and record.n <= self.beside.heard_to:
            self._made.sequences[record.device] = (record.device, record.sequence, record.n)
        if draft.snapshot is None and not (draft.raised or draft.cleared or draft.parked):
            self._draft = draft
            return
        self._made.parked.update(draft.parked)
        for alert in draft.raised:
            active = (alert.code, alert.device, record.n, alert.severity, alert.text, alert.rule)
            self._made.active[alert.code, alert.device] = active
        for key in draft.cleared:
            self._made.active.pop(key, None)
        if draft.snapshot is not None:
            self._take_snapshot(record.n, draft.snapshot)

    def _take_row(self, record: Record, row: Due) -> None:
        lane, seq, topic, retain, text = row
        key = (lane, seq)
        _, done, kept, _ = self.beside.lane(lane)
        parked = key in self.beside.parked
        if retain and lane == BROKER and seq <= done and not parked:
            self._made.retained[topic] = row
            if self._signs:
                self._made.signed_topics.add(topic)
        if seq < kept and not parked:
            return
        self._report.rows += 1
        if lane not in self._rows:
            self._rows[lane] = LaneRows(self._file, lane)
        found = self._rows[lane].find(seq)
        where = f"outbox {lane} {seq}"
        if found is None:
            self._report.add(where, f"the message or order of record {record.n} is missing.")
            return
        self._made.matched.add(key)
        wanted = (seq, record.n, record.utc_ns, topic, int(retain), text(seq))
        if self._signs and topic:
            found = (*found[:-1], without_signature(self._file, self._report, where, topic, found[-1]))
        if found == wanted:
            return
        for column, is_, should in zip(_COLUMNS, found, wanted, strict=True):
            if is_ != should:
                self._report.add(where, f"its {column} is not what record {record.n} made it.")

    def _take_snapshot(self, n: int, state: bytes) -> None:
        self._made.snapshots.append(n)
        if n not in self.beside.snapshots or not self._file.has_vault:
            return
        self._report.snapshots += 1
        try:
            if self._file.archive.snapshot(n) != state:
                self._report.add(f"snapshot {n}", "it is not the state after this record.")
        except JournalRefusedError:
            self.is_sure = False  # told of by `BesideCheck`

    def begin(self, given: Given) -> None:
        """Go on from what a stretch takes as given."""
        self._numbers = Numbering({lane: last for lane, last in given.numbers.items() if last})
        self._consequences = Consequences(given.start, self._numbers)
        self._consequences.go_on(given.begun, (given.alert(row) for row in given.active))
        self._consequences.outcome_id = UNKNOWN
        self._signs = self._consequences.signs
        self._made.active = {row[:2]: row for row in given.active}

    def carried(self) -> Carried | None:
        """What whoever goes on needs of it; None where it hangs on what was not known at the beginning."""
        last = self._made.retained.get(LAST_OUTCOME)
        if self._consequences is None or not self.is_sure or (last is not None and "corrects" in last.text(last.seq)):
            return None
        return Carried(self._made, self._numbers, self._consequences)

    def go_on(self, given: Given, carried: Carried) -> bool:
        """Go on behind a stretch in which nothing was found; False, and nothing done, where it began otherwise."""
        before, last, counted = self._consequences, self._numbers.last(), carried.numbers.last()
        shift = {lane: last.get(lane, 0) for lane, number in given.numbers.items() if number is None}
        if (
            before is None
            or not before.is_at_snapshot
            or before.life != f"{given.start.journal_id}-{given.begun.hex()[:LIFE_DIGITS]}"
            or before.active_alerts != {row[:2]: given.alert(row) for row in given.active}
            or self._made.active != {row[:2]: row for row in given.active}
            or any(
                last.get(lane, 0) != (given.numbers.get(lane, 0) or shift.get(lane, 0))
                for lane in (*last, *given.numbers)
            )
            or any(
                not self.beside.is_pruned(lane, first, first + counted.get(lane, 0)) for lane, first in shift.items()
            )
        ):
            return False
        for lane, by in shift.items():
            if by:
                carried.numbers.shift(lane, by)
        after = carried.consequences
        if after.outcome_id == UNKNOWN:
            after.outcome_id = before.outcome_id
        elif after.outcome_id is not None and BROKER in shift:
            life, _, seq = after.outcome_id.rpartition("-")
            after.outcome_id = f"{life}-{int(seq) + shift[BROKER]}"
        self._made.add(carried.made, shift)
        self._numbers, self._consequences = carried.numbers, after
        self._signs = after.signs
        return True

    def end(self) -> None:
        """Every record was taken."""
        beside = BesideCheck(self._file, self._report, self.beside, self._made)
        beside.check_signatures()
        if self._whole:
            beside.compare(self._numbers.last())
        else:
            self._report.note(
                "Messages, active alerts and snapshots were compared only where the records could be replayed."
            )
