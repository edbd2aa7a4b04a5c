"""Modem lines without a port: a button between an output and an input, a lamp on the other output."""

import errno
import threading

from drivers.links.modem_link import ModemLines, Waiter
from drivers.protocols.buttons.modem_line import INPUTS, OUTPUTS


class VirtualModemLines(ModemLines):
    """In the place of `ModemLines`; `waits` false is an adapter without TIOCMIWAIT. The button is on CTS."""

    def __init__(self, *, waits: bool = True) -> None:
        self.plugged = True
        self._waits = waits
        self._outputs = 0
        self._pressed = False
        self._changed = threading.Condition()

    @property
    def lit(self) -> bool:
        return bool(self._outputs & OUTPUTS["dtr"])

    def press(self, *, down: bool = True) -> None:
        with self._changed:
            self._pressed = down
            self._changed.notify_all()

    def pull(self) -> None:
        with self._changed:
            self.plugged, self._outputs = False, 0
            self._changed.notify_all()

    def plug_in(self) -> None:
        self.plugged = True

    def get(self) -> int:
        self._require_plug()
        powered = self._outputs & OUTPUTS["rts"]
        return self._outputs | (INPUTS["cts"] if powered and self._pressed else 0)

    def set(self, outputs: int) -> None:
        self._require_plug()
        with self._changed:
            self._outputs = outputs
            self._changed.notify_all()

    def waiter(self) -> Waiter:
        return Waiter(self._wait, lambda: None)

    def close(self) -> None:
        self._outputs = 0

    def _wait(self) -> None:
        if not self._waits:
            raise OSError(errno.ENOTTY, "no TIOCMIWAIT")
        with self._changed:
            self._changed.wait()
        self._require_plug()

    def _require_plug(self) -> None:
        if not self.plugged:
            raise OSError(errno.EIO, "hung up")
