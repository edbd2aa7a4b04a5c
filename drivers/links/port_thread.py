"""The one thread in which a port is opened and closed, one after the other: both can block for seconds."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from drivers.links.link import LinkGone

T = TypeVar("T")


class PortThread:
    """Begun when it is needed first, and then kept."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._executor = ThreadPoolExecutor(1, f"port {port}")

    def submit(self, work: Callable[..., T], *arguments: object) -> Future[T]:
        """Have this done behind what was handed in before. Raises LinkGone where the system has no thread for it."""
        try:
            return self._executor.submit(work, *arguments)
        except RuntimeError as error:
            self._executor = ThreadPoolExecutor(1, f"port {self._port}")  # the old one would do it later, for nobody
            raise LinkGone(f"cannot open {self._port}: {error}") from None
