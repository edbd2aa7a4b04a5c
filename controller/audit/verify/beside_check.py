"""What lies beside the records when all were taken: what should not be there, and what says how far things are."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.verify.gathered import Gathered
from controller.audit.verify.stretch import Beside
from controller.journal.archive import JournalRefusedError, lane_and_reader
from controller.journal.chain import mark_message
from controller.journal.signature import signed_text, unsigned
from controller.journal.snapshots import kept as kept_snapshots


class BesideCheck:
    """`made` is what the records have made."""

    def __init__(self, file: JournalFile, report: Report, beside: Beside, made: Gathered) -> None:
        self._file = file
        self._report = report
        self._beside = beside
        self._made = made

    def check_signatures(self) -> None:
        """Of the snapshots and of the lanes' marks."""
        archive = self._file.archive
        for (n,) in list(self._file.rows("SELECT n FROM snapshots")):
            if not archive.snapshot_is_signed(n):
                self._report.add(f"snapshot {n}", "it is not the one that was signed.")
            elif self._file.has_vault:
                try:
                    archive.snapshot(n)
                except JournalRefusedError as error:
                    self._report.add(f"snapshot {n}", str(error))
        for lane, (last, done, kept, mark) in self._beside.lanes.items():
            where = f"lane {lane}"
            unmarked = mark is None and (done, kept) == (0, 1)
            message = mark_message(archive.journal_id, lane, done, kept)
            if not unmarked and not archive.signed(mark, message):
                self._report.add(where, f"that it was delivered up to {done} and kept from {kept} was not signed.")
            if not (0 <= done <= last and 1 <= kept <= done + 1):
                self._report.add(where, f"delivered up to {done} and kept from {kept} of {last} cannot be.")

    def compare(self, last: Mapping[str, int]) -> None:
        """Everything with what the records have made; `last` are the numbers that the lanes reached."""
        self._check_lanes(last)
        self._check_extra_rows()
        for lane, seq in self._file.rows("SELECT lane, seq FROM outbox WHERE parked NOT IN (0, 1)"):
            self._report.add(f"outbox {lane} {seq}", "whether it is parked is neither yes nor no.")
        for lane, seq in sorted(self._beside.parked ^ self._made.parked):
            told = (
                "the journal tells of no refusal" if (lane, seq) in self._beside.parked else "it was refused for good"
            )
            self._report.add(f"outbox {lane} {seq}", f"whether it is parked was changed: {told}.")
        retained = [
            (topic, seq, without_signature(self._file, self._report, f"retained {topic}", topic, payload))
            if topic in self._made.signed_topics
            else (topic, seq, payload)
            for topic, seq, payload in self._file.rows("SELECT topic, seq, payload FROM retained")
        ]
        self._compare(
            "retained", retained, ((row.topic, row.seq, row.text(row.seq)) for row in self._made.retained.values()), 1
        )
        sequences = self._file.rows("SELECT device, sequence, n FROM sequences")
        self._compare("sequences", sequences, self._made.sequences.values(), 1)
        standing = self._file.rows("SELECT code, device, n, severity, text, rule FROM standing")
        self._compare("standing", standing, self._made.active.values(), 2)
        taken = self._made.snapshots
        there = {n for (n,) in self._file.rows("SELECT n FROM snapshots")}
        stay = kept_snapshots(taken, self._made.begun) | there.intersection(taken)  # more may stay: each was looked at
        self._compare("snapshots", ((n,) for n in there), ((n,) for n in stay), 1)

    def _check_lanes(self, last: Mapping[str, int]) -> None:
        for lane in sorted({*self._beside.lanes, *last}):
            whole, reader = lane_and_reader(lane)
            if reader is not None:
                self._check_reader(lane, self._beside.lane(whole))
                continue
            is_, should = self._beside.lanes.get(lane, (None,))[0], last.get(lane)
            if is_ == should and self._is_settled:
                is_ = next(self._file.rows("SELECT last FROM lanes WHERE lane = ?", lane))[0]
            if is_ != should:
                self._report.add(f"lane {lane}", f"its last number should be {should}, but is {is_}.")

    @property
    def _is_settled(self) -> bool:
        """Whether there is a snapshot behind the last record: with it is written how far the lanes are."""
        ((last,),) = self._file.rows("SELECT max(n) FROM records")
        return last in self._beside.snapshots

    def _check_reader(self, name: str, lane: tuple[Any, ...]) -> None:
        """One of several readers has no more than was given out, and no less than what all of them have."""
        last, of_all, done = lane[0], lane[1], self._beside.lanes[name][1]
        if not of_all <= done <= last:
            self._report.add(f"lane {name}", f"delivered up to {done} cannot be: all readers have {of_all} of {last}.")

    def _check_extra_rows(self) -> None:
        ((rows,),) = self._file.rows("SELECT count(*) FROM outbox")
        if rows == len(self._made.matched):  # each of them was found there, and no two have the same number
            return
        for lane, seq in self._file.rows("SELECT lane, seq FROM outbox"):
            if (lane, seq) not in self._made.matched:
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


def without_signature(file: JournalFile, report: Report, where: str, topic: str, payload: object) -> object:
    """The payload as the record made it; what lies there may be of any type."""
    if not isinstance(payload, str):
        return payload
    text, signature = unsigned(payload)
    if signature is None or not file.archive.signed(signature, signed_text(topic, text)):
        report.add(where, "its signature is not this table's over this message.")
    return text
