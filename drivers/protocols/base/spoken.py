"""Line settings in words, as they are written on a device: 9600 8N1."""

import re
from typing import Final

from drivers.protocols.base.protocol import LineSettings

_SPOKEN: Final = re.compile(r"([0-9]{2,7}) ([78])([NEO])([12])")


def read_spoken(text: str) -> LineSettings:
    """Line settings from what `spoken` makes of them. Raises ValueError."""
    if (found := _SPOKEN.fullmatch(text)) is None:
        raise ValueError(f"expected line settings as in 9600 8N1, got {text!r}")
    baud, bits, parity, stops = found.groups()
    values = {"baudrate": int(baud), "bytesize": int(bits), "parity": parity, "stopbits": int(stops)}
    return LineSettings(**values)  # type: ignore[arg-type]


def spoken(line: LineSettings) -> str:
    """Line settings as they are written on a device: 9600 8N1."""
    return f"{line.baudrate} {line.bytesize}{line.parity}{line.stopbits}"
