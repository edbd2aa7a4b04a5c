"""Lines of a GPIO chip through libgpiod's own Python package (`gpiod`, version 2), an optional extra.

    gpio:/dev/gpiochip0:17          the button on line 17
    gpio:/dev/gpiochip0:17:27       and its lamp on line 27

The kernel takes the edges, debounces nothing (its debouncing delays every press by its period; the latch does without)
and numbers them, so a lost one shows. The level is read at opening and handed on ahead of the edges (`protocols.gpio`).
"""

import importlib
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from drivers.links.link import LinkGone
from drivers.links.thread_link import ThreadLink
from drivers.links.thread_port import POLL_S
from drivers.protocols.buttons.gpio import record

_FORM: Final = re.compile(r"gpio:(/dev/[\w-]+):([0-9]{1,4})(?::([0-9]{1,4}))?")
CONSUMER: Final = "tabled"


def libgpiod() -> Any:
    """The package. Raises LinkGone where it is not installed."""
    try:
        return importlib.import_module("gpiod")
    except ImportError:
        raise LinkGone("the package gpiod is not installed (the extra `gpio`)") from None


def parse(port: str) -> tuple[str, int, int | None]:
    """Chip, line of the button and line of the lamp. Raises ValueError."""
    if (form := _FORM.fullmatch(port)) is None:
        raise ValueError(f"expected a GPIO line as in gpio:/dev/gpiochip0:17, a lamp's line behind it, got {port!r}")
    return form[1], int(form[2]), int(form[3]) if form[3] else None


class GpioLink(ThreadLink):
    """A link to a button's line and its lamp's; `library` is for tests."""

    def __init__(self, port: str, *, library: Callable[[], Any] = libgpiod) -> None:
        super().__init__(port)
        self._chip, self._button, self._lamp = parse(port)
        self._library = library

    def connect(self) -> "GpioConnection":
        return GpioConnection(self._library(), self._chip, self._button, self._lamp)


class GpioConnection:
    """Requested lines."""

    def __init__(self, gpiod: Any, chip: str, button: int, lamp: int | None) -> None:
        line = gpiod.line
        settings = {button: gpiod.LineSettings(edge_detection=line.Edge.BOTH, bias=line.Bias.PULL_UP)}
        if lamp is not None:
            settings[lamp] = gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.INACTIVE)
        self._gpiod = gpiod
        self._button = button
        self._lamp = lamp
        self._request = gpiod.request_lines(chip, consumer=CONSUMER, config=settings)
        self._ahead = [record(self._level(self._request.get_value(button)))]

    def read_some(self) -> bytes:
        if self._ahead:
            return self._ahead.pop()
        if not self._request.wait_edge_events(timedelta(seconds=POLL_S)):
            return b""
        rising = self._gpiod.EdgeEvent.Type.RISING_EDGE
        events = self._request.read_edge_events()
        return b"".join(record(int(event.event_type == rising), event.line_seqno) for event in events)

    def write(self, data: bytes) -> None:
        if self._lamp is not None:
            value = self._gpiod.line.Value
            self._request.set_value(self._lamp, value.ACTIVE if data[-1] else value.INACTIVE)

    def close(self) -> None:
        self._request.release()

    def _level(self, value: Any) -> int:
        return int(value == self._gpiod.line.Value.ACTIVE)
