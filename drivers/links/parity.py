"""Undoing PARMRK: the terminal's way to mark a byte that arrived damaged.

With INPCK and PARMRK set (termios(3)) the kernel delivers a byte with a parity or framing error as FF 00 byte, a break
as FF 00 00, and a real FF as FF FF. pyserial clears these flags; the link sets them again after opening.
"""

from typing import Final

DAMAGED: Final = 0x00
"""Stands for a damaged byte: no protocol here has it inside a frame, so its frame is rejected for certain."""


class ParityMarks:
    """Takes marked bytes in any cut, gives the plain ones; `errors` counts the damaged."""

    def __init__(self) -> None:
        self.errors = 0
        self._state = 0  # Bytes of a mark seen so far: 0, FF, FF 00.

    def plain(self, data: bytes) -> bytes:
        if not self._state and 0xFF not in data:
            return data
        result = bytearray()
        for byte in data:
            if self._state == 0 and byte == 0xFF:
                self._state = 1
            elif self._state == 0:
                result.append(byte)
            elif self._state == 1 and byte == 0x00:
                self._state = 2
            elif self._state == 1:
                result.append(byte)
                self._state = 0
            else:
                self.errors += 1
                result.append(DAMAGED)
                self._state = 0
        return bytes(result)
