"""A serial line as bits in time: what a receiver set one way makes of a sender set another.

The sender's characters become levels of the line; the receiver waits for a falling edge and samples the middle of each
bit at its own speed, as a UART does. A stop bit that is low, and a parity bit that does not fit, damage the byte.
"""

import asyncio
from collections.abc import Callable

from drivers.links.parity import DAMAGED
from drivers.protocols.base.protocol import LineSettings


def levels(data: bytes, line: LineSettings) -> list[bool]:
    """The line bit by bit, idle before and after each character."""
    bits = [True] * 4
    for byte in data:
        value = [bool(byte >> index & 1) for index in range(line.bytesize)]
        bits += [False, *value, *parity(value, line), *[True] * line.stopbits]
    return bits + [True] * 24


def parity(value: list[bool], line: LineSettings) -> list[bool]:
    """The parity bit where the line has one."""
    odd = sum(value) % 2 == 1
    return [] if line.parity == "N" else [odd if line.parity == "E" else not odd]


def received(data: bytes, sender: LineSettings, receiver: LineSettings) -> tuple[bytes, int]:
    """What arrives, and how many bytes are damaged."""
    bits, ratio = levels(data, sender), sender.baudrate / receiver.baudrate

    def level(at: float) -> bool:
        return bits[int(at)] if int(at) < len(bits) else True

    out, errors, at = bytearray(), 0, 0.0
    while at < len(bits):
        if level(at):
            at = int(at) + 1.0
            continue
        samples = [level(at + ratio * (index + 0.5)) for index in range(1, receiver.bytesize + 3)]
        value = samples[: receiver.bytesize]
        checked = parity(value, receiver)
        fits = samples[receiver.bytesize : receiver.bytesize + len(checked)] == checked
        stop = samples[receiver.bytesize + len(checked)]
        errors += not (fits and stop)
        out.append(sum(bit << index for index, bit in enumerate(value)) if fits and stop else DAMAGED)
        at += ratio * (1 + receiver.bytesize + len(checked) + 0.5)
        while at < len(bits) and not level(at):
            at += 1.0
    return bytes(out), errors


class UartLink:
    """A link at whose other end a device says the same again and again, whenever the port has been opened."""

    def __init__(self, said: bytes, sender: LineSettings, receiver: LineSettings) -> None:
        self._data, self.line_errors = received(said, sender, receiver)
        self._said = False
        self.port = "uart"
        self.late_s = 0.0

    async def open(self) -> None:
        self._said = False

    def listen(self, listener: Callable[[], None] | None) -> None:
        """It has said everything when it was opened."""

    def take(self) -> tuple[bytes, float] | None:
        said, self._said = self._said, True
        return None if said else (self._data, asyncio.get_running_loop().time())

    def write(self, data: bytes) -> None:
        """Nobody hears it."""

    async def drain(self) -> None:
        """Nothing waits."""

    async def close(self) -> None:
        """Nothing to give back."""
