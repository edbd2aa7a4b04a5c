"""`matrix_orbital`: a Matrix Orbital character display as the multiplier meter.

    FE 58          clear            FE 47 x y      go to column x, line y, both from 1
    FE 4B          cursor off       FE 42 n        backlight on, n minutes, 0 for good
    FE 59 n        brightness       FE 50 n        contrast
    FE 37          read the module's type: it answers one byte

Source: the driver of lcdproc (61c68f4e). Line: 19200 8N1. FEh begins a command, so it never goes out inside a text:
texts are ASCII. Only a line that changes is written, always whole. Where the display's own line to the host is wired
(`answers=True`) it is asked for its type every five seconds: so it is known to be there, and to be one.
"""

from typing import Final

from controller.core.effects import SetMeter
from drivers.protocols.base.driver import METER, Driver, Role
from drivers.protocols.base.framing import readable
from drivers.protocols.base.protocol import CommandUnknown, DeviceProtocol, LineSettings, Outgoing, Received
from drivers.protocols.base.reports import DeviceReady, DeviceSilent, FrameRejected
from drivers.protocols.meters.texts import TWO_LINES, MeterTexts

GAP_S: Final = 0.05
"""Twenty-four bytes take 13 ms at 19200 baud; the rest is for a slow display."""
CLEAR_S: Final = 0.1
ASK_S: Final = 5.0
ASK_AGAIN_S: Final = 1.0
ASKED_LIMIT: Final = 3
NOISE_SHOWN: Final = 32

CLEAR: Final = b"\xfe\x58"
CURSOR_OFF: Final = b"\xfe\x4b"
BACKLIGHT_ON: Final = b"\xfe\x42\x00"
READ_TYPE: Final = b"\xfe\x37"


def write_line(line: int, text: str, columns: int) -> bytes:
    """The command that shows `text` on a line from 0, which is blank behind it; FEh is left out of the text."""
    shown = text.encode("latin-1", "replace").replace(b"\xfe", b"")[:columns]
    return b"\xfe\x47\x01%c%b" % (line + 1, shown.ljust(columns))


class MatrixOrbital(DeviceProtocol):
    """The host's side towards one display; takes `SetMeter`."""

    attempts = 1

    def __init__(
        self, *, texts: dict[str, str] | None = None, columns: int = 20, lines: int = 2, answers: bool = False
    ) -> None:
        super().__init__()
        if not (8 <= columns <= 40 and 1 <= lines <= 4):
            raise ValueError(f"expected 8 to 40 columns and 1 to 4 lines, got {columns} and {lines}")
        self._columns = columns
        self._texts = MeterTexts(texts, defaults=TWO_LINES, lines=lines, columns=columns)
        self._answers = answers
        self._shown: list[str] | None = None
        self._ask_at = float("inf")
        self._asked = 0
        self._asked_since = 0.0
        self._out = bytearray()

    @property
    def ready(self) -> bool:
        return not self._answers or self.firmware is not None

    def opened(self, at: float) -> None:
        self._shown = None
        self._out.clear()
        self._asked = 0
        self.firmware = None
        if self._answers:
            self._ask(at)

    def feed(self, data: bytes, at: float) -> list[Received]:
        received: list[Received] = []
        for byte in data:
            if not self._asked:
                self.counters.rejected += 1
                shown = readable(bytes((byte,)))
                received.append(Received(FrameRejected("expected no answer that was not asked for", shown)))
                continue
            self._asked, self._ask_at = 0, at + ASK_S
            self.counters.frames += 1
            said = [] if self.firmware is not None else [Received(DeviceReady(f"module type {byte:02X}"))]
            self.firmware = f"module type {byte:02X}"
            self.trace(bytes((byte,)), said)
            received += said
        return received[:NOISE_SHOWN]

    def next_tick(self) -> float | None:
        return self._ask_at if self._answers else None

    def tick(self, at: float) -> list[Received]:
        if not self._answers or at < self._ask_at:
            return []
        if self._asked >= ASKED_LIMIT:
            self._asked = 0
            self._ask_at = at + ASK_S
            return [Received(DeviceSilent(at - self._asked_since))]
        self._ask(at)
        return []

    def mask(self, frame: bytes) -> str:
        return readable(frame)

    def encode(self, command: object) -> list[Outgoing]:
        if not isinstance(command, SetMeter):
            raise CommandUnknown(f"a display takes SetMeter, got {type(command).__name__}")
        wanted = self._texts.of(command)
        frames = []
        if self._shown is None:
            frames = [
                Outgoing(CLEAR, pause_s=CLEAR_S),
                Outgoing(CURSOR_OFF, pause_s=GAP_S),
                Outgoing(BACKLIGHT_ON, pause_s=GAP_S),
            ]
        for line, text in enumerate(wanted):
            if self._shown is None or self._shown[line] != text:
                frames.append(Outgoing(write_line(line, text, self._columns), pause_s=GAP_S))
        self._shown = wanted
        return frames

    def data_to_send(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

    def _ask(self, at: float) -> None:
        if not self._asked:
            self._asked_since = at
        self._asked += 1
        self._ask_at = at + ASK_AGAIN_S
        self._out += READ_TYPE


def _build(
    *, role: Role, texts: dict[str, str] | None = None, columns: int = 20, lines: int = 2, answers: bool = False
) -> DeviceProtocol:
    del role
    return MatrixOrbital(texts=texts, columns=columns, lines=lines, answers=answers)


DRIVER = Driver("matrix_orbital", METER, LineSettings(baudrate=19200), _build, asks={"answers": True})
