"""What lies beside the records has to follow from them: it is made again by the code that made it, and compared.

That is messages and orders, lanes, retained topics, marks of devices, active alerts and snapshots.

Not bound by the records, because it only says how far somebody else has got: how far a lane was delivered and how much
of it is still kept. That carries a signature of its own; an older pair of value and signature put back sends messages
again, with the `id` and `seq` they had.
"""

from collections.abc import Iterable
from typing import Any

from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Step
from controller.journal.archive import JournalRefusedError, Stored, lane_and_reader
from controller.journal.chain import mark_message
from controller.journal.draft import Draft, OutboxRow
from controller.journal.numbering import Numbering
from controller.journal.signature import signed_text, unsigned
from controller.journal.snapshots import kept as kept_snapshots
from controller.mqtt.messages import BROKER
from controller.table.consequences import Consequences

_LOOK_UP = "SELECT n, utc_ns, topic, retain, payload FROM outbox WHERE lane = ? AND seq = ?"
_COLUMNS = ("record", "utc_ns", "topic", "retain", "payload")


class DerivedCheck:
    """Takes the replayed steps in order; `skip` says that some were not."""

    def __init__(self, file: JournalFile, report: Report) -> None:
        self._file = file
        self._report = report
        self._whole = True
        self._numbers = Numbering({})
        self._consequences: Consequences | None = None
        self._matched: set[tuple[str, int]] = set()
        self._signs = False
        self._signed_topics: set[str] = set()
        self._parked = set(file.rows("SELECT lane, seq FROM outbox WHERE parked <> 0"))
        self._noted_parked: set[tuple[str, int]] = set()
        self._lanes = {row[0]: row[1:] for row in file.rows("SELECT lane, last, done, kept, mark FROM lanes")}
        self._retained: dict[str, tuple[str, int, str]] = {}
        self._sequences: dict[str, tuple[str, str, int]] = {}
        self._active: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._snapshots: list[int] = []
        self._begun: set[int] = set()

    def skip(self) -> None:
        """A record was not replayed: what hangs on it is not known."""
        self._whole = False
        self._consequences = None

    def take(self, stored: Stored, step: Step) -> None:
        """Compare what hangs on the record with what should."""
        draft = Draft(stored.record, stored.link, stored.seal)
        if stored.record.kind == "start":
            self._begin(step)
        if self._consequences is None:
            return
        match stored.record.kind:
            case "start":
                self._consequences.of_start(draft, step.after)
            case "stop":
                self._consequences.of_stop(draft, step.after)
            case "notice":
                self._consequences.of_notice(draft, step.notice or {}, step.now)
            case "event":
                self._consequences.of_step(draft, step.effects, step.after, before=step.then, after=step.now)
        self._take_draft(draft)

    def _begin(self, step: Step) -> None:
        n = step.record.n
        if not self._whole:
            self._numbers = Numbering(step.start.lanes)
        if self._numbers.last() != dict(step.start.lanes):
            self._report.add(f"record {n}", "the lanes of the outbox had reached other numbers than this start says.")
        if step.start.fresh:
            self._begun.add(n)
        before = self._consequences
        if before is not None and set(before.active_alerts.values()) != set(step.start.standing):
            self._report.add(f"record {n}", "other alerts were active before this start than it says.")
        if before is not None and before.outcome_id != step.start.outcome_id:
            self._report.add(f"record {n}", "another outcome was the last one before this start than it says.")
        self._consequences = Consequences(step.start, self._numbers)
        self._signs = step.start.code_hash is not None

    def _take_draft(self, draft: Draft) -> None:
        record = draft.record
        for row in draft.rows:
            self._take_row(row)
        self._noted_parked.update(draft.parked)
        if record.device is not None and record.sequence is not None:
            self._sequences[record.device] = (record.device, record.sequence, record.n)
        for alert in draft.raised:
            active = (alert.code, alert.device, record.n, alert.severity, alert.text, alert.rule)
            self._active[alert.code, alert.device] = active
        for key in draft.cleared:
            self._active.pop(key, None)
        if draft.snapshot is not None:
            self._take_snapshot(record.n, draft.snapshot)

    def _take_row(self, row: OutboxRow) -> None:
        key = (row.lane, row.seq)
        _, done, kept, _ = self._lanes.get(row.lane, (0, 0, 1, None))
        parked = key in self._parked
        if row.lane == BROKER and row.retain and row.seq <= done and not parked:
            self._retained[row.topic] = (row.topic, row.seq, row.payload)
            if self._signs:
                self._signed_topics.add(row.topic)
        if row.seq < kept and not parked:
            return
        self._report.rows += 1
        found = next(self._file.rows(_LOOK_UP, *key), None)
        where = f"outbox {row.lane} {row.seq}"
        if found is None:
            self._report.add(where, f"the message or order of record {row.n} is missing.")
            return
        self._matched.add(key)
        wanted = (row.n, row.utc_ns, row.topic, int(row.retain), row.payload)
        if self._signs and row.topic:
            found = (*found[:-1], self._without_signature(where, row.topic, found[-1]))
        for column, is_, should in zip(_COLUMNS, found, wanted, strict=True):
            if is_ != should:
                self._report.add(where, f"its {column} is not what record {row.n} made it.")

    def _without_signature(self, where: str, topic: str, payload: object) -> object:
        """The payload as the record made it; what lies there may be of any type."""
        if not isinstance(payload, str):
            return payload
        text, signature = unsigned(payload)
        if signature is None or not self._file.archive.signed(signature, signed_text(topic, text)):
            self._report.add(where, "its signature is not this table's over this message.")
        return text

    def _take_snapshot(self, n: int, state: bytes) -> None:
        self._snapshots.append(n)
        if next(self._file.rows("SELECT 1 FROM snapshots WHERE n = ?", n), None) is None or not self._file.has_vault:
            return
        self._report.snapshots += 1
        try:
            if self._file.archive.snapshot(n) != state:
                self._report.add(f"snapshot {n}", "it is not the state after this record.")
        except JournalRefusedError:
            return  # told of by `_check_signatures`

    # --- at the end -----------------------------------------------------------------------------------------------

    def end(self) -> None:
        """Every record was taken: look at what should not be there, and at what says how far things are."""
        self._check_signatures()
        if not self._whole:
            self._report.note(
                "Messages, active alerts and snapshots were compared only where the records could be replayed."
            )
            return
        self._check_lanes()
        self._check_extra_rows()
        for lane, seq in self._file.rows("SELECT lane, seq FROM outbox WHERE parked NOT IN (0, 1)"):
            self._report.add(f"outbox {lane} {seq}", "whether it is parked is neither yes nor no.")
        for lane, seq in sorted(self._parked ^ self._noted_parked):
            told = "the journal tells of no refusal" if (lane, seq) in self._parked else "it was refused for good"
            self._report.add(f"outbox {lane} {seq}", f"whether it is parked was changed: {told}.")
        retained = [
            (topic, seq, self._without_signature(f"retained {topic}", topic, payload))
            if topic in self._signed_topics
            else (topic, seq, payload)
            for topic, seq, payload in self._file.rows("SELECT topic, seq, payload FROM retained")
        ]
        self._compare("retained", retained, self._retained.values(), 1)
        sequences = self._file.rows("SELECT device, sequence, n FROM sequences")
        self._compare("sequences", sequences, self._sequences.values(), 1)
        standing = self._file.rows("SELECT code, device, n, severity, text, rule FROM standing")
        self._compare("standing", standing, self._active.values(), 2)
        stay = kept_snapshots(self._snapshots, self._begun)
        self._compare("snapshots", self._file.rows("SELECT n FROM snapshots"), ((n,) for n in stay), 1)

    def _check_signatures(self) -> None:
        archive = self._file.archive
        for (n,) in list(self._file.rows("SELECT n FROM snapshots")):
            if not archive.snapshot_is_signed(n):
                self._report.add(f"snapshot {n}", "it is not the one that was signed.")
            elif self._file.has_vault:
                try:
                    archive.snapshot(n)
                except JournalRefusedError as error:
                    self._report.add(f"snapshot {n}", str(error))
        for lane, (last, done, kept, mark) in self._lanes.items():
            where = f"lane {lane}"
            unmarked = mark is None and (done, kept) == (0, 1)
            message = mark_message(archive.journal_id, lane, done, kept)
            if not unmarked and not archive.signed(mark, message):
                self._report.add(where, f"that it was delivered up to {done} and kept from {kept} was not signed.")
            if not (0 <= done <= last and 1 <= kept <= done + 1):
                self._report.add(where, f"delivered up to {done} and kept from {kept} of {last} cannot be.")

    def _check_lanes(self) -> None:
        last = self._numbers.last()
        for lane in sorted({*self._lanes, *last}):
            whole, reader = lane_and_reader(lane)
            if reader is not None:
                self._check_reader(lane, self._lanes.get(whole, (0, 0)))
                continue
            is_, should = self._lanes.get(lane, (None,))[0], last.get(lane)
            if is_ != should:
                self._report.add(f"lane {lane}", f"its last number should be {should}, but is {is_}.")

    def _check_reader(self, name: str, lane: tuple[Any, ...]) -> None:
        """One of several readers has no more than was given out, and no less than what all of them have."""
        last, of_all, done = lane[0], lane[1], self._lanes[name][1]
        if not of_all <= done <= last:
            self._report.add(f"lane {name}", f"delivered up to {done} cannot be: all readers have {of_all} of {last}.")

    def _check_extra_rows(self) -> None:
        for lane, seq in self._file.rows("SELECT lane, seq FROM outbox"):
            if (lane, seq) not in self._matched:
                self._report.add(f"outbox {lane} {seq}", "no record made it: it was inserted.")

    def _compare(
        self, table: str, rows: Iterable[tuple[Any, ...]], wanted: Iterable[tuple[Any, ...]], key: int
    ) -> None:
        """Rows of a small table against what they should be; the first `key` columns name a row."""
        found = {row[:key]: row for row in rows}
        should = {row[:key]: row for row in wanted}
        for name in sorted({*found, *should}, key=str):
            where = f"{table} {' '.join(str(part) for part in name if part != '')}"
            if name not in found:
                self._report.add(where, "it is missing.")
            elif name not in should:
                self._report.add(where, "no record made it: it was inserted.")
            elif found[name] != should[name]:
                self._report.add(where, "it is not what the records made it.")
