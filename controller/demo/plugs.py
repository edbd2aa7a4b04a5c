"""The plugs of the virtual devices, pulled and put back by a digit on the keyboard, to see what a table does then.

Pulled in the middle of a round the table raises an alert and waits or goes on as the device allows; put back, the
device sends what it kept, the alert ends, and the round is played to the same outcome. `q` ends the demonstration.
"""

import asyncio
import contextlib
import os
import termios
import tty
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from drivers.virtual.framed.twin import FramedTwin

ANSWER_S: Final = 30.0
"""Nothing at the table takes so long; what does has failed, if no plug is out."""
END: Final = "q"


class Plugs:
    """The devices in order; the first has the key `1`. `moves` counts the plugs pulled and put back."""

    def __init__(self, devices: Sequence[FramedTwin]) -> None:
        self.by_key = {str(number): twin for number, twin in enumerate(devices, start=1)}
        self.moves = 0
        self._limits: set[asyncio.Timeout] = set()

    @property
    def out(self) -> dict[str, str]:
        """The devices whose plug is out, by their keys."""
        return {key: twin.role for key, twin in self.by_key.items() if not twin.port.plugged}

    def move(self, key: str) -> None:
        """Pull the plug of the device with this key, or put it back."""
        self.moves += 1
        twin = self.by_key[key]
        if twin.port.plugged:
            twin.port.unplug()
        else:
            twin.port.plug_in()
        for limit in self._limits:
            limit.reschedule(self._until())

    @asynccontextmanager
    async def in_time(self) -> AsyncIterator[None]:
        """What is waited for in here has to come in `ANSWER_S`, where no plug is out. Raises TimeoutError."""
        async with asyncio.timeout_at(self._until()) as limit:
            self._limits.add(limit)
            try:
                yield
            finally:
                self._limits.discard(limit)

    def _until(self) -> float | None:
        return None if self.out else asyncio.get_running_loop().time() + ANSWER_S


@contextmanager
def keys(plugs: Plugs, end: Callable[[], None]) -> Iterator[bool]:
    """Obey the keyboard, and give True, where standard input is a terminal and ours; it is given back as it was."""
    stdin = 0
    if not _is_ours(stdin):
        yield False
        return
    loop = asyncio.get_running_loop()

    def pressed() -> None:
        typed = b""
        with contextlib.suppress(OSError):
            typed = os.read(stdin, 64)
        if not typed:  # the terminal has gone
            loop.remove_reader(stdin)
        for key in typed.decode(errors="replace"):
            if key in plugs.by_key:
                plugs.move(key)
            elif key == END:
                end()

    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin, termios.TCSANOW)
    loop.add_reader(stdin, pressed)
    try:
        yield True
    finally:
        loop.remove_reader(stdin)
        with contextlib.suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSANOW, before)


def _is_ours(descriptor: int) -> bool:
    """Whether it is a terminal whose keys are for us: in the background they are another's."""
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:
        return False
