"""`modem_line`: a push button between the modem lines of a serial port, its lamp on another of them.

The button closes an output that is always on (`power`, RTS or DTR) to an input (CTS, DSR, DCD or RI); the lamp hangs on
the other output through a transistor. No byte crosses the line. The link hands in what TIOCMGET gives, as two bytes,
high one first, whenever a line may have changed; it takes the same two bytes with the outputs to set.

Source of the bits: ioctl_tty(2), TIOCM_*. A line read active is `down`, unless `inverted`.
"""

from typing import Final, Literal

from drivers.protocols.base.driver import BUTTON, Driver, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings, Received
from drivers.protocols.buttons.protocol import ButtonProtocol

Input = Literal["cts", "dsr", "dcd", "ri"]
Output = Literal["rts", "dtr"]

INPUTS: Final[dict[Input, int]] = {"cts": 0x020, "dcd": 0x040, "ri": 0x080, "dsr": 0x100}
OUTPUTS: Final[dict[Output, int]] = {"dtr": 0x002, "rts": 0x004}


class ModemLine(ButtonProtocol):
    """The button on `line`; `power` is held on, the lamp is on the other output."""

    def __init__(self, *, line: Input = "cts", power: Output = "rts", inverted: bool = False) -> None:
        super().__init__()
        self._line = INPUTS[line]
        self._power = OUTPUTS[power]
        self._lamp_line = OUTPUTS["dtr" if power == "rts" else "rts"]
        self._inverted = inverted
        self._half = b""
        self._out = b""

    def opened(self, at: float) -> None:
        super().opened(at)
        self._half = b""
        self._out = self._power.to_bytes(2, "big")

    def feed(self, data: bytes, at: float) -> list[Received]:
        data = self._half + data
        self._half = data[len(data) & ~1 :]
        received: list[Received] = []
        for index in range(0, len(data) & ~1, 2):
            sample = data[index : index + 2]
            self.counters.frames += 1
            down = bool(int.from_bytes(sample, "big") & self._line) is not self._inverted
            taken = [Received(event) for event in self._latch.sample(down, at)]
            if taken:  # Lines are read fifty times a second: only what changed is worth keeping.
                self.trace(sample, taken)
            received += taken
        return received

    def lamp(self, *, lit: bool) -> list[bytes]:
        return [(self._power | (self._lamp_line if lit else 0)).to_bytes(2, "big")]

    def data_to_send(self) -> bytes:
        data, self._out = self._out, b""
        return data


def _build(*, role: Role, line: Input = "cts", power: Output = "rts", inverted: bool = False) -> DeviceProtocol:
    del role
    return ModemLine(line=line, power=power, inverted=inverted)


DRIVER = Driver("modem_line", BUTTON, LineSettings(), _build, transports=frozenset(("modem",)))
