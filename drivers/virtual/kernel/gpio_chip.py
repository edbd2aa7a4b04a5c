"""A GPIO chip in the place of the kernel's: the package `gpiod` as it is, only `request_lines` is ours."""

import threading
from collections import deque
from datetime import timedelta
from typing import Any

from drivers.links.gpio_link import libgpiod


class VirtualGpioChip:
    """In the place of the module `gpiod`; a line that nobody pulls down is high."""

    def __init__(self) -> None:
        self._gpiod = libgpiod()
        self.line = self._gpiod.line
        self.LineSettings = self._gpiod.LineSettings
        self.EdgeEvent = self._gpiod.EdgeEvent
        self.requested: dict[int, Any] = {}
        self.plugged = True
        self._low: set[int] = set()
        self._outputs: dict[int, bool] = {}
        self._numbers: dict[int, int] = {}
        self._events: deque[Any] = deque()
        self._ready = threading.Event()

    def request_lines(self, path: str, *, consumer: str, config: dict[int, Any]) -> "VirtualGpioChip":
        """As gpiod's; the request is the chip itself."""
        if not self.plugged:
            raise FileNotFoundError(2, "no such chip", path)
        assert consumer  # noqa: S101 - the kernel shows it to whoever asks who has the line
        self.requested = config
        self._numbers.clear()
        self._events.clear()
        return self

    # --- the hand at the button -----------------------------------------------------------------------------------

    def pull_down(self, offset: int, *, lost: bool = False) -> None:
        """Close the button; `lost`: the edge is numbered and thrown away."""
        self._low.add(offset)
        self._edge(offset, self.EdgeEvent.Type.FALLING_EDGE, lost=lost)

    def let_go(self, offset: int, *, lost: bool = False) -> None:
        self._low.discard(offset)
        self._edge(offset, self.EdgeEvent.Type.RISING_EDGE, lost=lost)

    def lit(self, offset: int) -> bool:
        return self._outputs.get(offset, False)

    def pull_plug(self) -> None:
        self.plugged = False
        self._outputs.clear()
        self._ready.set()

    def plug_in(self) -> None:
        self._ready.clear()
        self.plugged = True

    def _edge(self, offset: int, kind: Any, *, lost: bool) -> None:
        self._numbers[offset] = self._numbers.get(offset, 0) + 1
        if not lost:
            self._events.append(self.EdgeEvent(kind.value, 0, offset, self._numbers[offset], self._numbers[offset]))
            self._ready.set()

    # --- the request ----------------------------------------------------------------------------------------------

    def get_value(self, offset: int) -> Any:
        return self.line.Value.INACTIVE if offset in self._low else self.line.Value.ACTIVE

    def set_value(self, offset: int, value: Any) -> None:
        self._outputs[offset] = value == self.line.Value.ACTIVE

    def wait_edge_events(self, timeout: timedelta) -> bool:
        ready = self._ready.wait(timeout.total_seconds())
        if not self.plugged:
            raise OSError(19, "no such device")
        return ready

    def read_edge_events(self) -> list[Any]:
        self._ready.clear()
        return [self._events.popleft() for _ in range(len(self._events))]

    def release(self) -> None:
        self.requested = {}
