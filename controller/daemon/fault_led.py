"""The fault LED of the table PC: dark while the table is open, lit while it is not and nobody has stopped it.

Any LED of Linux's LED class will do (kernel ABI `sysfs-class-led`): a folder with `trigger`, from which the kernel's
own blinking is taken, `max_brightness` and `brightness`. It is lit from the daemon's first moment until the table is
open, and again when it ends because the journal cannot be written or trusted, or for any fault of its own. A LED that
cannot be written costs a line in the log and nothing else.
"""

from pathlib import Path
from typing import Final

import structlog

NO_TRIGGER: Final = "none"
DARK: Final = "0"

_log = structlog.get_logger()


class FaultLed:
    """`folder` is the LED's, as `/sys/class/leds/fault`; without one nothing is shown."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def light(self) -> None:
        """The table is not open."""
        if self._folder is None:
            return
        try:
            (self._folder / "trigger").write_text(NO_TRIGGER)
            self._write((self._folder / "max_brightness").read_text().strip())
        except OSError as error:
            self._unwritable(error)

    def darken(self) -> None:
        """The table is open, or was stopped on request."""
        if self._folder is None:
            return
        try:
            self._write(DARK)
        except OSError as error:
            self._unwritable(error)

    def _write(self, brightness: str) -> None:
        assert self._folder is not None  # noqa: S101 - both callers have looked
        (self._folder / "brightness").write_text(brightness)

    def _unwritable(self, error: OSError) -> None:
        _log.warning("fault_led_unwritable", folder=str(self._folder), reason=str(error))
