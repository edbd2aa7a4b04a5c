"""`alpha_sign`: a LED sign with the Alpha Sign Communications Protocol, as the multiplier meter.

    00h x 5   SOH(01h)  type  address(2)   STX(02h) command data ETX(03h) checksum(4 hex digits)   EOT(04h)

Source: msparks/alphasign and prototux/python-alphasign (d5af03f), which agree. Line: 9600 7E1 (older signs 4800 7E2),
DTR low, as it resets some signs. The checksum is the 16-bit sum of STX through ETX.

After each connection the sign's memory is laid out once (`E$`: clears it and takes a second): one TEXT file `A`, which
holds still and shows the contents of STRING file `1`. From then on only that STRING is written: it changes at once,
does not restart the display and does not wear the memory. `configure=False` leaves the layout to the technician.

Where the sign was set to answer (`acknowledged=True`), ACK(06h) or NAK(15h) and a status byte is awaited.
"""

import re
from typing import Final

from controller.core.effects import SetMeter
from drivers.protocols.base.driver import METER, Driver, Role
from drivers.protocols.base.framing import STRAY, Framer, Rejection, printable, readable
from drivers.protocols.base.protocol import CommandUnknown, DeviceProtocol, LineSettings, Outgoing, Received
from drivers.protocols.base.reports import Acknowledged, CommandRefused, FrameRejected
from drivers.protocols.meters.texts import TEXTS, MeterTexts

ACK: Final = 0x06
NAK: Final = 0x15
STRING_LIMIT: Final = 125
"""Characters of a STRING file."""
CLEAR_S: Final = 1.0
"""Laying out the memory takes the sign up to a second in which it takes nothing."""
GAP_S: Final = 0.1
"""The sign wants at least 100 ms between commands."""

TEXT_LABEL: Final = "A"
STRING_LABEL: Final = "1"
_CALL_STRING: Final = "\x10" + STRING_LABEL
_HOLD_FILL: Final = "\x1b0b"
_LAYOUT: Final = f"E${TEXT_LABEL}AU0040FFFF{STRING_LABEL}BL{STRING_LIMIT:04X}0000"

_FAULTS: Final = {0x01: "parity", 0x04: "serial time-out", 0x10: "checksum"}


def frame(command: str, *, kind: str = "Z", address: str = "00") -> bytes:
    """The bytes of one command to the signs of a type (`Z` all) and address (`00` all)."""
    block = f"\x02{command}\x03".encode("ascii")
    return b"%b\x01%b%b%04X\x04" % (bytes(5), f"{kind}{address}".encode("ascii"), block, sum(block) & 0xFFFF)


def write_text(text: str, *, label: str = TEXT_LABEL) -> str:
    """The command that makes a TEXT file hold `text`, as large as the sign allows."""
    return f"A{label}{_HOLD_FILL}{text}"


def write_string(text: str, *, label: str = STRING_LABEL) -> str:
    """The command that changes a STRING file. Raises ValueError for a text that it cannot hold."""
    if len(text) > STRING_LIMIT or not (text.isascii() and text.isprintable()):
        raise ValueError(f"expected up to {STRING_LIMIT} printable ASCII characters, got {text!r}")
    return f"G{label}{text}"


class AlphaSign(DeviceProtocol):
    """The host's side towards one sign; takes `SetMeter`. `texts` replaces single entries of `TEXTS`."""

    attempts = 3

    def __init__(
        self,
        *,
        kind: str = "Z",
        address: str = "00",
        configure: bool = True,
        acknowledged: bool = False,
        texts: dict[str, str] | None = None,
    ) -> None:
        super().__init__()
        if not re.fullmatch(r"[!-~]", kind) or not re.fullmatch(r"[0-9A-F?]{2}", address):
            raise ValueError(f"expected a type of one character and an address of two, got {kind!r} and {address!r}")
        self._kind, self._address = kind, address
        self._configure = configure
        self._acknowledged = acknowledged
        self._texts = MeterTexts(texts, defaults=TEXTS, lines=1, columns=STRING_LIMIT)
        self._laid_out = False
        self._framer = Framer(starts=bytes((ACK, NAK)), measure=self._measure, longest=2)
        self._awaiting = 0

    def opened(self, at: float) -> None:
        del at
        self._framer.clear()
        self._laid_out = False
        self._awaiting = 0

    def feed(self, data: bytes, at: float) -> list[Received]:
        return [self._answer(found) for found in self._framer.feed(data, at, late_s=self.late_s)]

    def next_tick(self) -> float | None:
        return self._framer.next_expiry()

    def tick(self, at: float) -> list[Received]:
        return [self._answer(found) for found in self._framer.expire(at)]

    def encode(self, command: object) -> list[Outgoing]:
        if not isinstance(command, SetMeter):
            raise CommandUnknown(f"a sign takes SetMeter, got {type(command).__name__}")
        frames = []
        if self._configure and not self._laid_out:
            frames += [self._outgoing(_LAYOUT, CLEAR_S), self._outgoing(write_text(_CALL_STRING), GAP_S)]
        self._laid_out = True
        (text,) = self._texts.of(command)
        frames.append(self._outgoing(write_string(text), GAP_S))
        return frames

    def mask(self, frame: bytes) -> str:
        return readable(frame)

    def _outgoing(self, command: str, pause_s: float) -> Outgoing:
        self._awaiting += self._acknowledged
        data = frame(command, kind=self._kind, address=self._address)
        return Outgoing(data, reply=self._acknowledged, pause_s=pause_s)

    def _measure(self, data: bytes) -> int | str | None:
        if not self._awaiting:
            return STRAY
        if data[0] == ACK:
            return 1
        return 2 if len(data) > 1 else None

    def _answer(self, found: bytes | Rejection) -> Received:
        if isinstance(found, Rejection):
            self.counters.rejected += 1
            return Received(FrameRejected(found.reason, printable(found.data)))
        self.counters.frames += 1
        self._awaiting -= 1
        answer = Received(_meaning(found))
        self.trace(found, [answer])
        return answer


def _meaning(answer: bytes) -> Acknowledged | CommandRefused:
    if answer[0] == ACK:
        return Acknowledged()
    faults = [name for bit, name in _FAULTS.items() if answer[1] & bit]
    return CommandRefused(" and ".join(faults) or f"status {answer[1]:02X}", again=True)


def _build(
    *,
    role: Role,
    kind: str = "Z",
    address: str = "00",
    configure: bool = True,
    acknowledged: bool = False,
    texts: dict[str, str] | None = None,
) -> DeviceProtocol:
    del role
    return AlphaSign(kind=kind, address=address, configure=configure, acknowledged=acknowledged, texts=texts)


DRIVER = Driver("alpha_sign", METER, LineSettings(bytesize=7, parity="E", dtr=False), _build)
