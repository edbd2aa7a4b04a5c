"""What a bad line does to bytes: loss, noise, single bytes, delay. Seeded, so that a failure can be had again."""

import random
from dataclasses import dataclass, field
from typing import Final

SCRAPS: Final = (b"AT\r", b"\x02", b"\x03", b"\x05", b"\x00\xff\x80", b"\x0217C")
"""Noise with a meaning: a modem manager's greeting, start and end bytes, the beginning of a frame."""


@dataclass(slots=True)
class Hostile:
    """Shares from 0 to 1: `loss` of writes of which a byte is lost, `noise` of writes with a scrap before them."""

    loss: float = 0.0
    noise: float = 0.0
    byte_by_byte: bool = False
    delay_s: float = 0.0
    seed: int = 0
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311 - it spoils bytes, it guards nothing

    def mangle(self, data: bytes) -> list[bytes]:
        """The pieces in which `data` arrives, spoiled."""
        spoiled = bytearray(data)
        if spoiled and self._random.random() < self.loss:
            del spoiled[self._random.randrange(len(spoiled))]
        if self._random.random() < self.noise:
            spoiled[:0] = self._random.choice(SCRAPS)
        if self.byte_by_byte:
            return [bytes((byte,)) for byte in spoiled]
        return [bytes(spoiled)]
