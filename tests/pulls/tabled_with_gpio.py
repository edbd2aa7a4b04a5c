"""`python -m tests.pulls.tabled_with_gpio --config FILE`: `tabled` with a twin in the place of the package gpiod.

The kernel's part of a GPIO chip cannot be played from another process, so the chip's twin lives in the daemon's, and a
socket that the daemon has inherited moves it: one letter each way. All else is the daemon as it is.
"""

import os
import socket
import sys
import threading
from typing import Any, Final

from controller.cli.tabled import main
from drivers.virtual.kernel.gpio_chip import VirtualGpioChip

VARIABLE: Final = "GPIO_CHIP_FD"
DOWN: Final = b"d"
UP: Final = b"u"
PULL: Final = b"p"
PLUG: Final = b"i"
LIT: Final = b"1"
DARK: Final = b"0"
BUTTON: Final = 17
LAMP: Final = 27
PORT: Final = f"gpio:/dev/gpiochip0:{BUTTON}:{LAMP}"


class FarChip(VirtualGpioChip):
    """A chip whose button is pressed over `far`, and whose lamp is told there."""

    def __init__(self, far: socket.socket) -> None:
        super().__init__()
        self._far = far

    def set_value(self, offset: int, value: Any) -> None:
        super().set_value(offset, value)
        self._far.send(LIT if self.lit(offset) else DARK)

    def obey(self) -> None:
        """For the daemon's life, in a thread."""
        while letter := self._far.recv(1):
            match letter:
                case b"d":
                    self.pull_down(BUTTON)
                case b"u":
                    self.let_go(BUTTON)
                case b"p":
                    self.pull_plug()
                    self._far.send(DARK)
                case b"i":
                    self.plug_in()


if __name__ == "__main__":
    chip = FarChip(socket.socket(fileno=int(os.environ[VARIABLE])))
    sys.modules["gpiod"] = chip  # type: ignore[assignment]
    threading.Thread(target=chip.obey, name="gpio chip", daemon=True).start()
    sys.exit(main())
