"""What every link is: one connection at a time to a port, bytes in with their time, bytes out through a bounded queue.

A link is opened, used until `LinkGone`, and closed; it may then be opened again. When to try again is decided by
`outage`, what the bytes mean by a protocol; a link does neither.
"""

import asyncio
import errno
import os
import re
from collections.abc import Callable
from typing import Final, Protocol

_NUMBER: Final = re.compile(r"\[Errno \d+\] ")
_MEANINGS: Final = {
    errno.EAGAIN: "another program has it open",
    errno.EBUSY: "busy: another program has it open",
    errno.EPERM: "not permitted to this service: its unit has no DeviceAllow= for this kind of device",
    errno.EACCES: "permission denied: are the udev rules installed, is the user in the port's group?",
}
"""The system's words for these are too little at a table."""
_ABSENT: Final = frozenset((errno.ENOENT, errno.ENODEV, errno.ENXIO))


class LinkGone(Exception):  # noqa: N818 - it says what has happened, as the events do
    """The port cannot be opened, or the connection has ended; the text is the reason in a sentence."""


class Broken(LinkGone):
    """A connection that was open has ended by itself: a pulled plug, as a rule."""


class NothingThere(LinkGone):
    """There is no device at the port, or no port."""


def words_of(error: Exception) -> str:
    """What a library says of an error, without the system's number for it."""
    return _NUMBER.sub("", str(error))


def cannot_open(name: str, error: Exception) -> LinkGone:
    """What to raise for a port that did not open: its name once, the system's reason once."""
    number = error.errno if isinstance(error, OSError) else None
    if number is None:
        reason = words_of(error)
        return LinkGone(f"cannot open {name}: {re.sub(f'(?i)^could not open port {re.escape(name)}: ', '', reason)}")
    kind = NothingThere if number in _ABSENT else LinkGone
    return kind(f"cannot open {name}: {_MEANINGS.get(number) or os.strerror(number)}")


class WrongDeviceThere(LinkGone):
    """Another device is at the port than the one bound to it."""

    def __init__(self, *, expected: str, actual: str) -> None:
        super().__init__(f"expected {expected}, found {actual}")
        self.expected = expected
        self.actual = actual


class WriteQueueFull(Exception):  # noqa: N818 - as above
    """The other side takes no bytes: the queue is at its limit and these bytes were not taken."""


class Link(Protocol):
    """One port. All methods are for the event loop's own thread and none blocks it."""

    @property
    def port(self) -> str: ...

    @property
    def line_errors(self) -> int:
        """Bytes with parity or framing errors and breaks since the start, as far as the port can see them."""
        ...

    @property
    def late_s(self) -> float:
        """How much sooner than their time the last bytes read may have come: the loop was held up meanwhile."""
        ...

    async def open(self) -> None:
        """Open the port. Raises LinkGone."""
        ...

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Have this called in the loop while something lies unread, after each `take`, and when the connection ends."""
        ...

    def take(self) -> tuple[bytes, float] | None:
        """The next bytes and the loop's time when they were found; None where nothing is unread. Raises LinkGone."""
        ...

    def write(self, data: bytes) -> None:
        """Queue bytes; all or none. Raises LinkGone, WriteQueueFull."""
        ...

    async def drain(self) -> None:
        """Wait until the system has taken all queued bytes. Raises LinkGone."""
        ...

    async def close(self) -> None:
        """Close the port; never raises. Returns when a new `open` cannot collide with it, or after a few seconds."""
        ...


async def read(link: Link) -> tuple[bytes, float]:
    """The next bytes of an open link to which nobody else listens, waited for. Raises LinkGone."""
    came = asyncio.Event()
    link.listen(came.set)
    try:
        while (found := link.take()) is None:
            came.clear()
            await came.wait()
    finally:
        link.listen(None)
    return found
