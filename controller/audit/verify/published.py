"""Outcomes as the broker had them: each carries the journal's head of its moment, signed, and holds the journal to it.

They are the only witness against an older copy of the whole folder, head file included: what was published later than
the copy names a record that the copy lacks.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.core.outcomes import dumps
from controller.journal.archive import NOT_AS_WRITTEN, JournalRefusedError, Stored
from controller.journal.chain import Proof, seal_message
from controller.journal.files.keys import signed_by
from controller.journal.signature import is_signed
from controller.mqtt.messages import LAST_OUTCOME, OUTCOME

_ENVELOPE: Final = ("v", "id", "seq", "at", "table", "type", "journal", "sig")


@dataclass(frozen=True, slots=True)
class Published:
    """An outcome from line `line` of what was collected: the record that it names, its head and its own JSON.

    `message` is all of it where it was signed whole, as every one is since 0.2.0.
    """

    line: int
    n: int
    head: bytes
    seal: bytes
    outcome: str
    message: str | None


_BARE: Final = re.compile(r"online|offline|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)")
"""What `availability` and `heartbeat` hold, which are among the messages of whoever keeps them all."""


class PublishedLineError(ValueError):
    """A line that is no message of a table; the text is a sentence."""


def read_published(lines: Iterable[bytes]) -> Iterator[Published]:
    """The outcomes among the messages, one JSON object a line; raises PublishedLineError."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            text = line.decode()
            if _BARE.fullmatch(text.strip()):
                continue
            body = json.loads(text)
            if not isinstance(body, dict):
                raise PublishedLineError(f"Line {number} of the published messages is no JSON object.")
            proof = body.get("journal")
            if proof is None:
                continue
            told = Proof.model_validate(proof)
            message = dumps(body) if "sig" in body else None
            outcome = dumps({key: value for key, value in body.items() if key not in _ENVELOPE})
        except RecursionError as error:
            raise PublishedLineError(f"Line {number} of the published messages is nested too deep.") from error
        except ValidationError as error:
            fault = error.errors()[0]
            name = ".".join(["journal", *map(str, fault["loc"])])
            raise PublishedLineError(
                f"Line {number} of the published messages cannot be read: `{name}`: {fault['msg']}."
            ) from None
        except ValueError as error:
            raise PublishedLineError(f"Line {number} of the published messages cannot be read: {error}.") from error
        yield Published(number, told.n, bytes.fromhex(told.head), bytes.fromhex(told.seal), outcome, message)


class PublishedCheck:
    """Takes the records in order and holds each to what was published of it."""

    def __init__(self, file: JournalFile, report: Report, published: Iterable[Published]) -> None:
        self._file = file
        self._report = report
        self.due: dict[int, list[Published]] = {}
        """By the record that each names."""
        for outcome in published:
            message = seal_message(file.journal_id, outcome.n, outcome.head)
            if signed_by(file.archive.public, outcome.seal, message) and _is_whole(file, outcome):
                self.due.setdefault(outcome.n, []).append(outcome)
            else:
                report.add(f"published line {outcome.line}", "it was not signed by this table for this journal.")

    def take(self, stored: Stored) -> None:
        """Look at the next record."""
        for published in self.due.pop(stored.record.n, ()):
            where = f"published line {published.line}"
            if published.head != stored.link:
                self._report.add(where, f"the journal holds another record {stored.record.n} than was published.")
            elif not self._tells(stored, published.outcome):
                self._report.add(where, f"record {stored.record.n} tells another outcome than was published.")

    def _tells(self, stored: Stored, outcome: str) -> bool:
        if stored.record.sealed and not self._file.has_vault:
            return True
        try:
            effects = self._file.told(stored.record, "effects")
            found = [{key: value for key, value in effect.items() if key != "type"} for effect in effects]
            return outcome in [dumps(effect) for effect in found]
        except (JournalRefusedError, *NOT_AS_WRITTEN):
            return False

    def due_within(self, after: int, last: int) -> list[int]:
        """The records behind number `after` up to `last` that are named."""
        return sorted(n for n in self.due if after < n <= last)

    def end(self) -> None:
        """There are no more records."""
        for n in sorted(self.due):
            for published in self.due[n]:
                self._report.add(
                    f"published line {published.line}",
                    f"it names record {n}, which the journal lacks: the tail was cut off, or an older copy put back.",
                )


def _is_whole(file: JournalFile, outcome: Published) -> bool:
    """Whether the message is as it was signed, under one of its two topics."""
    if outcome.message is None:
        return True
    return any(is_signed(file.archive.public, topic, outcome.message) for topic in (OUTCOME, LAST_OUTCOME))
