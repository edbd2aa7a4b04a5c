"""A virtual LED sign that decodes the Alpha protocol to what it shows."""

import asyncio
import re
from typing import Final

from drivers.virtual.pty_port import PtyPort

_FRAME: Final = re.compile(rb"\x00{5,}\x01([!-~])([0-9A-F?]{2})(\x02([^\x03]*)\x03)([0-9A-F]{4})\x04", re.DOTALL)
_FILE: Final = re.compile(r"(.)([ABD])([UL])([0-9A-F]{4})([0-9A-F]{4})")
_CONTROL: Final = re.compile(r"\x1b..")
_CALL: Final = re.compile(r"\x10(.)")
LONGEST: Final = 1024


class VirtualAlphaSign:
    """A LED sign: memory laid out by `E$`, TEXT files by `A`, STRING files by `G`; `answers`: ACK or NAK."""

    def __init__(self, port: PtyPort, *, answers: bool = False) -> None:
        self.port = port
        self.changed = asyncio.Event()
        self.layouts = 0
        """How often its memory was laid out: it wears."""
        self._answers = answers
        self._texts: dict[str, str] = {}
        self._strings: dict[str, str] = {}

    @property
    def shown(self) -> str:
        """What the sign shows: its TEXT files with the STRING files that they call."""
        text = _CONTROL.sub("", "".join(self._texts.values()))
        return _CALL.sub(lambda call: self._strings.get(call[1], ""), text)

    async def run(self) -> None:
        """Plug in and behave as the sign until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        buffer = b""
        try:
            while True:
                buffer = (buffer + await self.port.read())[-LONGEST:]
                while (found := _FRAME.search(buffer)) is not None:
                    buffer = buffer[found.end() :]
                    sound = sum(found[3]) & 0xFFFF == int(found[5], 16)
                    if sound:
                        self._obey(found[4].decode("ascii", "replace"))
                    if self._answers:
                        await self.port.write(b"\x06" if sound else b"\x15\x50")
        finally:
            self.port.unplug()

    def _obey(self, command: str) -> None:
        if command.startswith("E$"):
            files = _FILE.findall(command[2:])
            self._texts = {label: "" for label, kind, *_ in files if kind == "A"}
            self._strings = {label: "" for label, kind, *_ in files if kind == "B"}
            self.layouts += 1
        elif command[:1] == "A" and command[1:2] in self._texts:
            self._texts[command[1]] = command[2:]
        elif command[:1] == "G" and command[1:2] in self._strings:
            self._strings[command[1]] = command[2:]
        self.changed.set()
