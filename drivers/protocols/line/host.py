"""`line`: any shoe or shuffler that sends ASCII lines, as a TOML file describes them (`shape`).

A line is cut out first (`start`, `end`, `longest`), then checked, then compared with the patterns in the file's order.
A damaged line is dropped whole: with a start byte it cannot take its neighbour along, without one a tail of it is never
read as a line of its own. Which line came before is decided by the description's rule:

- *sequence*: the number of the last line is kept with its event. The same number with the same text is a repetition;
  the same number with another text is evidence only; any other jump is a loss, and the line is taken.
- *time*: the same bytes within the window are a copy. After the window they are the same card drawn again.
- *none*: every line counts.

No public document of a shoe or shuffler is behind this; the examples under `config/shoes/` are made up.
"""

import re
from collections.abc import Iterable
from typing import Final

from drivers.protocols.base.framing import Framer, Rejection
from drivers.protocols.base.protocol import DeviceProtocol, Received
from drivers.protocols.base.reports import CopiesDiffer, FrameRejected, FrameRepeated, SequenceGap
from drivers.protocols.line.check import check_of
from drivers.protocols.line.meaning import LineError, events_of
from drivers.protocols.line.shape import LineKind, LineShape

_FACES: Final = ("rank", "suit", "cards")
_UNNUMBERED: Final = "-"
"""The mark of a line that has no number but wants its answer."""


class Line(DeviceProtocol):
    """The host's side towards one device of a given description."""

    def __init__(self, shape: LineShape) -> None:
        super().__init__()
        self.firmware = shape.name
        self.recalls = bool(shape.answer.ack)
        self.numbered = shape.duplicates.rule == "sequence"
        self.check_bits = 4 * len(check_of(b"", shape.check))
        self._shape = shape
        self._start, self._end = shape.line.start.encode("ascii"), shape.line.end.encode("ascii")
        self._kinds = [(re.compile(kind.pattern, re.ASCII), kind) for kind in shape.lines]
        starts = self._start or bytes(byte for byte in range(256) if byte not in self._end)
        self._framer = Framer(starts=starts, measure=self._measure, longest=shape.line.longest, ends=self._end[-1:])
        self._number: int | None = None
        self._text: str | None = None
        self._taken_at = float("-inf")
        self._copies = 0
        self._out = bytearray()

    def resume(self, sequence: str) -> None:
        if sequence == _UNNUMBERED:
            return
        try:
            self._number = int(sequence, self._shape.duplicates.base)
        except ValueError:
            raise ValueError(f"expected a line's number as a mark, got {sequence!r}") from None

    def opened(self, at: float) -> None:
        del at
        self._framer.clear()
        self._out.clear()

    def feed(self, data: bytes, at: float) -> list[Received]:
        received: list[Received] = []
        for found in self._framer.feed(data, at, late_s=self.late_s):
            received += [self._reject(found)] if isinstance(found, Rejection) else self._take(found, at)
        return received

    def next_tick(self) -> float | None:
        return self._framer.next_expiry()

    def tick(self, at: float) -> list[Received]:
        return [self._reject(found) for found in self._framer.expire(at)]

    def acknowledge(self, batch: Iterable[Received]) -> None:
        marks = [sequence for _, sequence in batch if sequence is not None]
        for index, mark in enumerate(marks):
            if mark == _UNNUMBERED or mark not in marks[:index]:
                self._answer(mark)

    def data_to_send(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

    def mask(self, frame: bytes) -> str:
        """The line with all fields that hold faces blotted out, the whole of it where it is no line we know."""
        try:
            text = self._checked(frame)
            match, _ = self._matched(text)
        except LineError:
            return re.sub(r"[!-~]", "*", frame.decode("ascii", "replace"))
        shown = list(text)
        for field in _FACES:
            if field in match.re.groupindex and match.start(field) >= 0:
                first, last = match.span(field)
                shown[first:last] = "*" * (last - first)
        return self._shape.line.start + "".join(shown)

    # --- one line -------------------------------------------------------------------------------------------------

    def _measure(self, data: bytes) -> int | str | None:
        end = data.find(self._end, len(self._start))
        if self._start and (again := data.find(self._start, 1)) >= 0 and (end < 0 or again < end):
            return "a line began within a line"
        return end + len(self._end) if end >= 0 else None

    def _take(self, frame: bytes, at: float) -> list[Received]:
        try:
            text = self._checked(frame)
            match, kind = self._matched(text)
            fields = match.groupdict()
            number = self._number_of(match)
            events = events_of(self._shape, kind, fields)
        except LineError as error:
            self._out += self._shape.answer.nak.encode("ascii")
            self.counters.rejected += 1
            return [Received(FrameRejected(str(error), ""))]
        self.counters.frames += 1
        before = self._before(number, text, at)
        if before is not None and not isinstance(before, SequenceGap):
            taken = [Received(before)]
            if isinstance(before, FrameRepeated):
                self._answer(fields.get("sequence") or "")
                self._copies += 1
                if self._copies <= self._shape.duplicates.copies:
                    taken = []
        else:
            mark = None if number is None else match["sequence"]
            if mark is None and self._shape.answer.ack and events:
                mark = _UNNUMBERED
            self._number, self._text = number if number is not None else self._number, text
            self._taken_at, self._copies = at, 1
            gap = [] if before is None else [Received(before)]
            taken = [*gap, *(Received(event, mark) for event in events)]
        if kind.means != "nothing":
            self.trace(b"" if kind.means == "undealt" else frame, taken)
        return taken

    def _checked(self, frame: bytes) -> str:
        """The text of a line whose check holds."""
        body = frame[len(self._start) : -len(self._end)]
        check, separator = self._shape.check, self._shape.check.separator.encode("ascii")
        digits = len(check_of(b"", check))
        if digits:
            body, actual = body[:-digits], body[-digits:]
            if not body.endswith(separator):
                raise LineError("expected a separator and a check at the end of a line")
            body = body[: len(body) - len(separator)]
            expected = check_of(self._start + body if check.covers_start else body, check)
            if actual.upper() != expected.encode("ascii"):
                raise LineError("expected a check that fits the line, got another")
        if not all(0x20 <= byte < 0x7F for byte in body):
            raise LineError("expected printable ASCII in a line")
        return body.decode("ascii")

    def _matched(self, text: str) -> tuple[re.Match[str], LineKind]:
        for pattern, kind in self._kinds:
            if match := pattern.fullmatch(text):
                return match, kind
        raise LineError("expected a line of one of the patterns in the description")

    def _number_of(self, match: re.Match[str]) -> int | None:
        duplicates = self._shape.duplicates
        if duplicates.rule != "sequence" or "sequence" not in match.re.groupindex:
            return None
        try:
            number = int(match["sequence"], duplicates.base)
        except (ValueError, TypeError):
            raise LineError(f"expected a number in base {duplicates.base}") from None
        if not duplicates.first <= number <= duplicates.last:
            raise LineError(f"expected a number from {duplicates.first} to {duplicates.last}, got {number}")
        return number

    def _before(self, number: int | None, text: str, at: float) -> FrameRepeated | CopiesDiffer | SequenceGap | None:
        """Whether this line came before, or one before it was not."""
        duplicates = self._shape.duplicates
        since_s = at - self.late_s - self._taken_at
        if duplicates.rule == "time" and text == self._text and since_s < duplicates.window_s:
            self.counters.repeated += self._copies >= duplicates.copies
            return FrameRepeated("line")
        if number is None or self._number is None:
            return None
        size = duplicates.last - duplicates.first + 1
        ahead = (number - self._number) % size
        if ahead == 0 and self._text in (text, None):
            self.counters.repeated += 1
            return FrameRepeated(str(number))
        if ahead == 0:
            self.counters.rejected += 1
            return CopiesDiffer(str(number))
        if ahead == 1:
            return None
        self.counters.gaps += 1
        return SequenceGap(str((self._number - duplicates.first + 1) % size + duplicates.first), str(number), ahead - 1)

    def _answer(self, number: str) -> None:
        self._out += self._shape.answer.ack.replace("{sequence}", number).encode("ascii")

    def _reject(self, rejection: Rejection) -> Received:
        self.counters.rejected += 1
        if not rejection.stray:
            self._out += self._shape.answer.nak.encode("ascii")
        return Received(FrameRejected(rejection.reason, f"{len(rejection.data)} bytes"))
