"""`cd5220`: a pole display of two lines by twenty characters, as the multiplier meter.

    1B 40                        start anew
    1B 5F n                      cursor off (0) or on (1)
    1B 2A n                      brightness, 1..4
    1B 51 41 text(20) 0D         the upper line whole
    1B 51 42 text(20) 0D         the lower line whole

Source: the driver of lcdproc (61c68f4e), by whose remarks some of these displays cannot keep up with many
commands: only a line that changes is written, always whole, and each write is left alone for `GAP_S`. The display
answers nothing, so what it shows cannot be known. Line: 9600 8N1, as most are set; some 19200.
"""

from typing import Final

from controller.core.effects import SetMeter
from drivers.protocols.base.driver import METER, Driver, Role
from drivers.protocols.base.framing import readable
from drivers.protocols.base.protocol import CommandUnknown, DeviceProtocol, LineSettings, Outgoing, Received
from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.meters.texts import TWO_LINES, MeterTexts

COLUMNS: Final = 20
LINES: Final = 2
GAP_S: Final = 0.1
"""Twenty-four bytes take 25 ms at 9600 baud; the rest is for a slow display. Five writes a second are enough here."""
START_S: Final = 0.2
NOISE_SHOWN: Final = 32

START: Final = b"\x1b\x40"
CURSOR_OFF: Final = b"\x1b\x5f\x00"


def brightness(level: int) -> bytes:
    """The command for a brightness of 1 to 4. Raises ValueError."""
    if not 1 <= level <= 4:
        raise ValueError(f"expected a brightness from 1 to 4, got {level}")
    return b"\x1b\x2a%c" % level


def write_line(line: int, text: str) -> bytes:
    """The command that shows `text` on line 0 or 1, which is blank behind it."""
    return b"\x1b\x51%c%b\x0d" % (b"AB"[line], text.ljust(COLUMNS).encode("ascii"))


class Cd5220(DeviceProtocol):
    """The host's side towards one display; takes `SetMeter`."""

    attempts = 1

    def __init__(self, *, texts: dict[str, str] | None = None, level: int = 4) -> None:
        super().__init__()
        self._texts = MeterTexts(texts, defaults=TWO_LINES, lines=LINES, columns=COLUMNS)
        self._brightness = brightness(level)
        self._shown: list[str] | None = None

    def opened(self, at: float) -> None:
        del at
        self._shown = None

    def feed(self, data: bytes, at: float) -> list[Received]:
        """The display sends nothing; what comes all the same is noise or another device."""
        del at
        self.counters.rejected += 1
        return [Received(FrameRejected("expected no answer from a display", readable(data[:NOISE_SHOWN])))]

    def mask(self, frame: bytes) -> str:
        return readable(frame)

    def encode(self, command: object) -> list[Outgoing]:
        if not isinstance(command, SetMeter):
            raise CommandUnknown(f"a display takes SetMeter, got {type(command).__name__}")
        wanted = self._texts.of(command)
        frames = []
        if self._shown is None:
            frames = [
                Outgoing(START, pause_s=START_S),
                Outgoing(CURSOR_OFF, pause_s=GAP_S),
                Outgoing(self._brightness, pause_s=GAP_S),
            ]
        for line, text in enumerate(wanted):
            if self._shown is None or self._shown[line] != text:
                frames.append(Outgoing(write_line(line, text), pause_s=GAP_S))
        self._shown = wanted
        return frames


def _build(*, role: Role, texts: dict[str, str] | None = None, brightness: int = 4) -> DeviceProtocol:
    del role
    return Cd5220(texts=texts, level=brightness)


DRIVER = Driver("cd5220", METER, LineSettings(), _build)
