"""The chain of records: each in its place, as it was written, sealed where it has to be, and the end where it ended.

Where a record does not fit its link either may have been changed; the next one is held to both, so that one change is
one finding.

The head file may lag: by one commit when the daemon was killed, by the events of a round when the power failed, because
it is synced at a round's end. One that lags by more was put back.
"""

from collections.abc import Iterator, Sequence

from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.signed import binds, is_signed
from controller.journal.archive import NOT_AS_WRITTEN, Place, Stored
from controller.journal.chain import genesis, link
from controller.journal.files.head_file import Head


class ChainCheck:
    """Takes the records in order; `take` says whether the record can be believed."""

    def __init__(self, file: JournalFile, report: Report) -> None:
        self._file = file
        self._report = report
        self._expected = 1
        self._links = {genesis(file.journal_id)}
        self._seal: bytes | None = None
        self._last: Stored | None = None
        self._after_head: list[Stored] = []
        self._head = file.head if isinstance(file.head, Head) else None

    @property
    def last(self) -> Stored | None:
        """The newest record taken."""
        return self._last

    def begin(self, before: Stored) -> None:
        """Go on behind this record, which somebody else looks at."""
        self._expected, self._seal, self._links = before.record.n + 1, before.seal, {before.link}

    def is_at(self, link: bytes, seal: bytes | None, n: int) -> bool:
        """Whether record `n` was the last, in its place, with this link and seal."""
        return self._links == {link} and self._seal == seal and self._expected == n + 1

    def go_on(self, last: Stored) -> None:
        """Go on behind a stretch, up to that record, in which nothing was found."""
        self._go_on(last, {last.link})

    def binds(self, block: Sequence[Stored]) -> bool:
        """Whether the next records bind each other (`signed.binds`): then they are taken, but for the head file."""
        if len(self._links) != 1 or not block:
            return False
        (previous,) = self._links
        if not binds(self._file.archive, Place(self._expected - 1, previous, self._seal), block):
            return False
        self._report.seals += sum(stored.seal is not None for stored in block)
        last = block[-1]
        self._expected, self._seal, self._last, self._links = last.record.n + 1, last.seal, last, {last.link}
        return True

    def check_head(self, stored: Stored) -> None:
        """Hold the head file to the next record."""
        head = self._head
        if head is None or stored.record.n < head.n:
            return
        if stored.record.n > head.n:
            self._after_head.append(stored)
        elif stored.link != head.link:
            self._report.add("head file", f"it names another record {head.n} than the journal holds.")

    def take(self, stored: Stored) -> bool:
        """Look at the next record."""
        record, where = stored.record, f"record {stored.record.n}"
        good = True
        if record.n != self._expected:
            self._out_of_order(record.n)
            good = record.n > self._expected
        links = self._linked(stored)
        fits = stored.link in links
        if not fits and record.n == self._expected:
            self._report.add(where, "it, its link or the seal before it is not as it was written.")
        good = good and fits
        good = self._check_seal(stored, where) and good
        self._go_on(stored, links | {stored.link})
        return good

    def _go_on(self, stored: Stored, links: set[bytes]) -> None:
        self._expected, self._seal, self._last = stored.record.n + 1, stored.seal, stored
        self._links = links
        self.check_head(stored)

    def _linked(self, stored: Stored) -> set[bytes]:
        """The link that the record should have; one for each that the record before may have had in truth."""
        try:
            return {link(previous, self._seal, stored.record) for previous in self._links}
        except NOT_AS_WRITTEN:
            return set()

    def _out_of_order(self, n: int) -> None:
        if n < self._expected:
            self._report.add(f"record {n}", "it stands where no record belongs: it was inserted.")
        elif n == self._expected + 1:
            self._report.add(f"record {self._expected}", "it is missing.")
        else:
            self._report.add(f"records {self._expected} to {n - 1}", "they are missing.")

    def _check_seal(self, stored: Stored, where: str) -> bool:
        if stored.seal is None:
            if stored.record.ended:
                self._report.add(where, "a round ended here, but the seal is missing.")
            return not stored.record.ended
        self._report.seals += 1
        if is_signed(self._file.archive, stored):
            return True
        self._report.add(where, "its seal is not this table's over this record.")
        return False

    def end(self) -> None:
        """There are no more records."""
        last = self._last.record.n if self._last else 0
        if self._last is not None and self._last.seal is None:
            self._report.add(
                f"record {last}", "it is the last, but nobody sealed it: it was inserted or the tail cut off."
            )
        for what in self._head_faults(last):
            self._report.add("head file", what)

    def _head_faults(self, last: int) -> Iterator[str]:
        head = self._file.head
        if isinstance(head, str):
            yield head
        elif head is None:
            yield "it is missing: from the journal alone it cannot be told whether its tail was cut off."
        elif head.journal_id != self._file.journal_id:
            yield "it is of another journal."
        elif not head.signed_by(self._file.archive.public):
            yield "it was not signed by this table."
        elif head.n > last:
            yield (
                f"it names record {head.n}, but the journal ends with {last}: the tail was cut off, or an older copy of"
                " the journal was put back."
            )
        elif self._lags_too_far():
            yield f"it names record {head.n}, but the journal went on to {last}: an older head file was put back."

    def _lags_too_far(self) -> bool:
        """Whether a commit behind the head, other than the last one, has to have synced the head file."""
        ends = [place for place, stored in enumerate(self._after_head[:-1]) if stored.seal and not stored.record.ended]
        before_last = self._after_head[: ends[-1] + 1] if ends else []
        return any(stored.record.ended or stored.record.kind != "event" for stored in before_last)
