"""`angel_eye_ii`: the Angel Eye II baccarat shoe over RS-232 or a serial server, as far as it is publicly known.

The maker's specification is not public; the facts come from public readers of it (keepcodings/AngelEye at 33f4183,
niomartinez/playroom-web at dd8f042). Line: 4800 8N1; one unit is reported at 9600.

    shoe -> host   ENQ(05h)  number(1 digit)  data(1..n)  ETX(03h)  BCC(2 hex digits)
    host -> shoe   STX(02h)  'O' 'P'  type(2)  data(2)    ETX(03h)  BCC(2 hex digits)
    shoe -> host   ACK(06h), or NAK(15h) and a code of 2 characters, as the answer to a command

BCC is the XOR of all bytes after ENQ through ETX. Data bytes after the first letter have bit 7 set. Numbers run from 1
to 9. Every event is sent three times; the copies are known by number, bytes and time together (`COPY_WINDOW_S`), so
that neither two equal cards in a row nor the tenth event from here are taken for a copy. A start (`S`) does not use up
a number: the event after it may carry the same one. Any other jump of the numbers is a loss and is reported.

At the games of this table the shoe's targets Player and Banker mean nothing and are ignored: every `D` with a face
is the next card. `R` counts the last card to the next round and is no new card; `P` and `G` belong to baccarat. `S`
after a cutting card is a new shoe. A command's BCC is ambiguous in the public sources (with STX or without): it is an
option, and on NAK 02 the other way is tried.
"""

import re
from functools import reduce
from operator import xor
from typing import Final

from controller.core.cards import RANKS
from controller.core.events import CardDrawn, CutCard, ShoeNew
from drivers.protocols.base.commands import ClearShoeError, LockShoe
from drivers.protocols.base.driver import SHOE, Driver, Role
from drivers.protocols.base.framing import INTER_BYTE_TIMEOUT_S, Framer, Rejection
from drivers.protocols.base.protocol import (
    CommandUnknown,
    DeviceEvent,
    DeviceProtocol,
    LineSettings,
    Outgoing,
    Received,
)
from drivers.protocols.base.reports import (
    Acknowledged,
    CardOutsideGame,
    CardReassigned,
    CommandRefused,
    CopiesDiffer,
    DeviceError,
    DeviceErrorCleared,
    DeviceReady,
    FrameRejected,
    FrameRepeated,
    PresetChanged,
    SequenceGap,
    ShoeState,
)

ENQ: Final = 0x05
STX: Final = 0x02
ETX: Final = 0x03
ACK: Final = 0x06
NAK: Final = 0x15
COPIES: Final = 3
COPY_WINDOW_S: Final = 0.5
"""Three copies of eight bytes take 50 ms at 4800 baud; two cards of one number lie nine draws apart."""
LONGEST: Final = 12
"""ENQ, number, `M` with six characters, ETX and BCC make eleven bytes; one more to see that it is too long."""

ERRORS: Final = {
    1: "a card cannot be read",
    2: "overdraw",
    3: "button mishandled",
    4: "reverse run at the exit",
    5: "reverse run midway",
    6: "card code error",
    7: "draw timed out",
}
REFUSALS: Final = {
    "01": "overrun, framing or parity", "02": "BCC", "03": "no ETX", "11": "format or length", "12": "address",
    "13": "command", "14": "type", "21": "busy", "22": "write in progress", "FF": "other",
}  # fmt: skip

_EVENT: Final = re.compile(rb"\x05([0-9])([A-Za-z])([\x80-\xFF]*)\x03([0-9A-F]{2})")
_LENGTH: Final = {
    b"S": 0, b"P": 0, b"D": 2, b"d": 2, b"R": 2, b"G": 1, b"C": 0, b"E": 1, b"e": 1, b"L": 1, b"M": 6,
}  # fmt: skip
_SUITS: Final = ("", "D", "C", "S", "H")
_MODES: Final = ("lock", "error", "setting")
_BURN_COUNT: Final = 5
_DATA: Final = re.compile(rb"(\x05.[A-Za-z])([^\x03\x05]+)")
_BCC: Final = re.compile(rb"\x03[0-9A-F]{1,2}")
_MARK: Final = re.compile(r"([0-9])(C?):([A-Za-z])")


def bcc(data: bytes) -> bytes:
    """The XOR of `data` as two upper-case hex digits."""
    return b"%02X" % reduce(xor, data, 0)


class AngelEyeII(DeviceProtocol):
    """The host's side towards one shoe. `commands` False keeps it to listening; `stx_in_bcc` see the module."""

    attempts = 3
    numbered = True
    check_bits = 8

    def __init__(
        self,
        *,
        commands: bool = False,
        stx_in_bcc: bool = True,
        copy_window_s: float = COPY_WINDOW_S,
        inter_byte_timeout_s: float = INTER_BYTE_TIMEOUT_S,
    ) -> None:
        super().__init__()
        self._commands = commands
        self._stx_in_bcc = stx_in_bcc
        self._copy_window_s = copy_window_s
        self._framer = Framer(
            starts=bytes((ENQ, ACK, NAK)), measure=self._measure, longest=LONGEST, timeout_s=inter_byte_timeout_s
        )
        self._awaiting = False
        self._last: bytes | None = None
        self._last_at = float("-inf")
        self._copies = 0
        self._cut = False
        self._resumed = False

    def resume(self, sequence: str) -> None:
        if (mark := _MARK.fullmatch(sequence)) is None:
            raise ValueError(f"expected a mark as in '3:D', got {sequence!r}")
        self._last = (mark[1] + mark[3]).encode("ascii")
        self._cut = bool(mark[2])
        self._resumed = True

    def opened(self, at: float) -> None:
        self._framer.clear()
        self._awaiting = False
        if self._resumed:
            self._last_at, self._resumed = at, False

    def feed(self, data: bytes, at: float) -> list[Received]:
        received: list[Received] = []
        for found in self._framer.feed(data, at, late_s=self.late_s):
            if isinstance(found, Rejection):
                received.append(self._reject(found))
            else:
                taken = self._take(found, at)
                self.trace(found, taken)
                received += taken
        return received

    def next_tick(self) -> float | None:
        return self._framer.next_expiry()

    def tick(self, at: float) -> list[Received]:
        return [self._reject(found) for found in self._framer.expire(at)]

    def encode(self, command: object) -> list[Outgoing]:
        if not self._commands:
            raise CommandUnknown("commands to the shoe are switched off; set the option `commands` to allow them")
        match command:
            case LockShoe(locked):
                body = b"OPLK%b" % (b"02" if locked else b"01")
            case ClearShoeError(error) if 0 <= error <= 99:
                body = b"OPEC%02d" % error
            case _:
                raise CommandUnknown(f"the shoe takes LockShoe and ClearShoeError, got {command!r}")
        return [Outgoing(self._checked(b"%c%b%c" % (STX, body, ETX)), reply=True)]

    def again(self, frame: Outgoing) -> Outgoing:
        return frame._replace(data=self._checked(frame.data[:-2]))

    def mask(self, frame: bytes) -> str:
        return _shown(frame)

    def _checked(self, frame: bytes) -> bytes:
        self._awaiting = True
        return frame + bcc(frame if self._stx_in_bcc else frame[1:])

    # --- frames ---------------------------------------------------------------------------------------------------

    def _measure(self, data: bytes) -> int | str | None:
        if data[0] == ENQ:
            return _measure_event(data)
        if not self._awaiting:
            return "an answer without a command"
        if data[0] == ACK:
            return 1
        code = data[1:3]
        if not re.fullmatch(rb"[0-9A-F]{0,2}", code):
            return "expected a code of two characters after NAK"
        return 3 if len(code) == 2 else None

    def _take(self, frame: bytes, at: float) -> list[Received]:
        self.counters.frames += 1
        if frame[0] == ACK:
            self._awaiting = False
            return [Received(Acknowledged())]
        if frame[0] == NAK:
            self._awaiting = False
            code = frame[1:].decode("ascii")
            if code == "02":
                self._stx_in_bcc = not self._stx_in_bcc
            return [Received(CommandRefused(REFUSALS.get(code, f"code {code}"), again=code in ("01", "02", "03")))]
        telegram = frame[1:-3]
        number, before = telegram[:1], self._last
        since_s = at - self.late_s - self._last_at
        recent = before is not None and number == before[:1] and since_s < self._copy_window_s
        if recent and before in (telegram, telegram[:2]):  # A mark holds no card, so number and letter must do.
            return self._copy(number)
        after_start = before is not None and before[1:2] == b"S"
        if recent and not (after_start or telegram[1:2] == b"S"):
            self.counters.rejected += 1
            return [Received(CopiesDiffer(number.decode("ascii")))]
        received = self._gap(number) if telegram[1:2] != b"S" else []
        self._last, self._last_at, self._copies = telegram, at, 1
        events = self._events(telegram[1:2].decode("ascii"), bytes(byte & 0x7F for byte in telegram[2:]))
        mark = f"{number.decode('ascii')}{'C' if self._cut else ''}:{telegram[1:2].decode('ascii')}"
        return [*received, *(Received(event, mark) for event in events)]

    def _copy(self, number: bytes) -> list[Received]:
        self._copies += 1
        self.counters.repeated += self._copies > COPIES
        return [Received(FrameRepeated(number.decode("ascii")))] if self._copies > COPIES else []

    def _gap(self, number: bytes) -> list[Received]:
        """A loss, when this number is not the next one; after a start the same number may come again."""
        if self._last is None:
            return []
        last, actual = int(self._last[:1]), int(number)
        if self._last[1:2] == b"S" and actual == last:
            return []
        expected = last % 9 + 1
        if actual == expected:
            return []
        self.counters.gaps += 1
        return [Received(SequenceGap(str(expected), str(actual), (actual - expected) % 9))]

    def _events(self, letter: str, data: bytes) -> list[DeviceEvent]:
        match letter:
            case "S":
                new, self._cut = self._cut, False
                return [DeviceReady("Angel Eye II", restarted=True), *([ShoeNew()] if new else [])]
            case "D":
                return [self._card(data)]
            case "C":
                self._cut = True
                return [CutCard()]
            case "R":
                return [CardReassigned()]
            case "P":
                return [ShoeState("standby")]
            case "d":
                target = data[0] >> 4
                return [CardOutsideGame(_MODES[target] if target < len(_MODES) else "setting")]
            case "E":
                code = data[0] & 0x3F
                return [DeviceError(code, ERRORS.get(code, "unknown error"))]
            case "e":
                return [DeviceErrorCleared(data[0])]
            case "L":
                return [ShoeState("locked" if data[0] & 1 else "unlocked")]
            case "M":
                return [PresetChanged(*(part.decode("ascii", "replace") for part in (data[:2], data[2:])))]
        return [ShoeState("result")]  # `G`: the result of a game that is not played here.

    def _card(self, data: bytes) -> DeviceEvent:
        target, index, suit, rank = data[0] >> 4, data[0] & 0x0F, data[1] >> 4, data[1] & 0x0F
        if target == _BURN_COUNT:
            return ShoeState("burn_counted")
        if target in (0, 1) and not 1 <= index <= 3:
            self.counters.rejected += 1
            return FrameRejected(f"expected a card's index from 1 to 3, got {index}", "")
        if not (1 <= suit <= 4 and 1 <= rank <= 13):
            self.counters.rejected += 1
            return FrameRejected("expected a card with rank and suit, got one without: it was not read", "")
        return CardDrawn(card=RANKS[rank - 1] + _SUITS[suit])

    def _reject(self, rejection: Rejection) -> Received:
        self.counters.rejected += 1
        return Received(FrameRejected(rejection.reason, _shown(rejection.data)))


def _measure_event(data: bytes) -> int | str | None:
    end = data.find(ETX, 1)
    body = data[1 : end if end > 0 else len(data)]
    if not re.fullmatch(rb"(?:[0-9](?:[A-Za-z][\x80-\xFF]*)?)?", body):
        return "bytes that cannot stand between ENQ and ETX"
    if end < 0 or len(data) < end + 3:
        return None
    if (event := _EVENT.fullmatch(data, 0, end + 3)) is None:
        return "expected a number, a letter, data with bit 7 set, ETX and BCC"
    if event[4] != bcc(data[1 : end + 1]):
        return "the BCC does not fit"  # Either value would give away the card that it was made from.
    if len(event[3]) != (length := _LENGTH.get(event[2], -1)):
        return (
            f"expected {length} data bytes after {event[2].decode()}, got {len(event[3])}"
            if length >= 0
            else (f"unknown letter {event[2].decode()}")
        )
    return end + 3


def _shown(data: bytes) -> str:
    """Bytes in printable form; data bytes, which may be a card, are only counted, and no BCC gives them away."""
    data = _BCC.sub(b"\x03**", _DATA.sub(lambda found: found[1] + b"\xff" * len(found[2]), data))
    return "".join(chr(b) if 0x20 <= b < 0x7F else "<..>" if b >= 0x80 else f"<{b:02X}>" for b in data)


def _build(
    *,
    role: Role,
    commands: bool = False,
    stx_in_bcc: bool = True,
    copy_window_s: float = COPY_WINDOW_S,
    inter_byte_timeout_s: float = INTER_BYTE_TIMEOUT_S,
) -> DeviceProtocol:
    del role
    return AngelEyeII(
        commands=commands,
        stx_in_bcc=stx_in_bcc,
        copy_window_s=copy_window_s,
        inter_byte_timeout_s=inter_byte_timeout_s,
    )


DRIVER = Driver("angel_eye_ii", SHOE, LineSettings(baudrate=4800), _build)
