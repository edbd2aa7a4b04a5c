"""`line`: any shoe or shuffler that speaks lines of ASCII, as a description in a TOML file says (`line_shape`).

A line is cut out first (`start`, `end`, `longest`), then checked, then compared with the patterns in the file's order.
A damaged line is dropped whole: with a start byte it cannot take its neighbour along, without one a tail of it is never
read as a line of its own. Which line was heard before is decided by the description's rule:

- *sequence*: the number of the last line is kept with its event. The same number with the same text is a repetition;
  the same number with another text is evidence only; any other jump is a loss, and the line is taken.
- *time*: the same bytes within the window are a copy. After the window they are the same card drawn again.
- *none*: every line counts.

No public document of a shoe or shuffler stands behind this; the examples under `config/shoes/` are made up.
"""

import re
from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import Final

from controller.core.cards import RANKS, SUITS, UNKNOWN
from controller.core.events import CardDrawn, CutCard, SetDispensed, ShoeNew
from drivers.protocols.framing import Framer, Rejection
from drivers.protocols.line_shape import SHOE_STATES, SHUFFLER_STATES, Check, LineKind, LineShape
from drivers.protocols.protocol import DeviceEvent, DeviceProtocol, Received
from drivers.protocols.reports import (
    CopiesDiffer,
    DeviceError,
    DeviceErrorCleared,
    FrameRejected,
    FrameRepeated,
    SequenceGap,
    ShoeCount,
    ShoeState,
    ShufflerState,
    UndealtDropped,
)

_FACES: Final = ("rank", "suit", "cards")
_UNNUMBERED: Final = "-"
"""The mark of a line that has no number but wants its answer."""


class LineError(ValueError):
    """A line that was cut out well and yet is none; the text says what was expected and quotes no card."""


def check_of(data: bytes, check: Check) -> str:
    """The check of `data` as upper-case hex digits."""
    match check.kind:
        case "xor":
            return f"{reduce(xor, data, 0):02X}"
        case "sum":
            return f"{sum(data) & 0xFF:02X}"
        case "crc16":
            return f"{crc16(data, check):04X}"
    return ""


def crc16(data: bytes, check: Check) -> int:
    """The CRC of `data` with the description's parameters (as in the catalogue of parametrised CRCs)."""
    crc = check.initial
    for byte in data:
        value = int(f"{byte:08b}"[::-1], 2) if check.reflected else byte
        crc ^= value << 8
        for _ in range(8):
            crc = (crc << 1 ^ check.polynomial if crc & 0x8000 else crc << 1) & 0xFFFF
    return (int(f"{crc:016b}"[::-1], 2) if check.reflected else crc) ^ check.final


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
        self._heard_at = float("-inf")
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
            events = self._events(kind, fields)
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
            self._heard_at, self._copies = at, 1
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
        """Whether this line was heard before, or one before it was not."""
        duplicates = self._shape.duplicates
        since_s = at - self.late_s - self._heard_at
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

    # --- what it means --------------------------------------------------------------------------------------------

    def _answer(self, number: str) -> None:
        self._out += self._shape.answer.ack.replace("{sequence}", number).encode("ascii")

    def _events(self, kind: LineKind, fields: dict[str, str | None]) -> list[DeviceEvent]:
        events = self._meaning(kind, fields)
        if fields.get("total"):
            events.append(ShoeCount(_whole(fields["total"])))
        return events

    def _meaning(self, kind: LineKind, fields: dict[str, str | None]) -> list[DeviceEvent]:
        match kind.means:
            case "card":
                card = self._card(fields["rank"], fields["suit"])
                return [CardDrawn(card=card, face_down=bool(fields.get("face_down")))]
            case "unread":
                return [CardDrawn(card=UNKNOWN)]
            case "cut_card":
                return [CutCard()]
            case "new_shoe":
                return [ShoeNew(decks=_whole(fields["decks"]) if fields.get("decks") else None)]
            case "state":
                return [ShoeState(self._state(fields["state"], SHOE_STATES))]
            case "shuffler":
                state = self._state(fields["state"], SHUFFLER_STATES)
                cycle, count = (_whole(fields[name]) if fields.get(name) else None for name in ("cycle", "count"))
                return [ShufflerState(state, cycle, count)]
            case "set":
                return [SetDispensed(cards=self._set(kind, fields["cards"] or ""))]
            case "error":
                return [DeviceError(_whole(fields["number"]), fields.get("text") or "without a text")]
            case "error_over":
                return [DeviceErrorCleared(_whole(fields["number"]))]
            case "undealt":
                return [UndealtDropped()]
        return []

    def _card(self, rank: str | None, suit: str | None) -> str:
        meant = self._shape.ranks.get(rank or "", rank or ""), self._shape.suits.get(suit or "", suit or "")
        if "?" in meant:
            return UNKNOWN
        if len(meant[0]) != 1 or meant[0] not in RANKS or len(meant[1]) != 1 or meant[1] not in SUITS:
            raise LineError("expected a rank and a suit of the description")
        return "".join(meant)

    def _set(self, kind: LineKind, cards: str) -> tuple[str, ...]:
        pattern, found, at = re.compile(kind.card or "", re.ASCII), [], 0
        while at < len(cards):
            if (one := pattern.match(cards, at)) is None or one.end() == at:
                raise LineError("expected the cards of a set, one after the other")
            found.append(self._card(one["rank"], one["suit"]))
            at = one.end()
        if not found:
            raise LineError("expected the cards of a set, got none")
        return tuple(found)

    def _state(self, said: str | None, known: frozenset[str]) -> str:
        state = self._shape.states.get(said or "", said or "")
        if state not in known:
            raise LineError("expected a state of the description")
        return state

    def _reject(self, rejection: Rejection) -> Received:
        self.counters.rejected += 1
        if not rejection.stray:
            self._out += self._shape.answer.nak.encode("ascii")
        return Received(FrameRejected(rejection.reason, f"{len(rejection.data)} bytes"))


def _whole(text: str | None) -> int:
    if text is None or not text.isdecimal():
        raise LineError("expected a whole number")
    return int(text[:9])
