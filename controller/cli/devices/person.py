"""The person at the terminal: reads one stream, answers on standard input, a line at a time.

Answers are `y` and `n`; what is neither is asked again, and the end of the input is no answer. The loop waits for the
input, so that a device is read meanwhile and Ctrl-C ends everything.
"""

import asyncio
import os
from collections.abc import Callable
from typing import Final

from drivers.diagnosis.trial import NoAnswer

YES: Final = frozenset(("y", "yes"))
NO: Final = frozenset(("n", "no"))
CHUNK: Final = 4096


class AtTerminal:
    """`say` puts a sentence before the person; `descriptor` is where the answers come from."""

    def __init__(self, say: Callable[[str], None], *, descriptor: int = 0) -> None:
        self._say = say
        self._descriptor = descriptor
        self._typed = b""

    def tell(self, text: str) -> None:
        """Say what to do."""
        self._say(f">> {text}")

    async def sees(self, question: str) -> bool:
        """The answer to a question. Raises NoAnswer."""
        while True:
            self._say(f">> {question} [y/n]")
            answer = (await self._line()).strip().lower()
            if answer in YES | NO:
                return answer in YES

    async def _line(self) -> str:
        while b"\n" not in self._typed:
            await self._readable()
            if not (data := os.read(self._descriptor, CHUNK)):
                raise NoAnswer("the input has ended")
            self._typed += data
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode("utf-8", "replace")

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._descriptor, ready.set)
        except PermissionError:  # A file: it can always be read, and the loop does not wait for files.
            return
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._descriptor)
