"""The check at the end of a line: xor, sum or a CRC of 16 bits, with the parameters of the description."""

from functools import reduce
from operator import xor

from drivers.protocols.line.shape import Check


def check_of(data: bytes, check: Check) -> str:
    """The check of `data` as upper-case hex digits."""
    match check.kind:
        case "xor":
            return f"{reduce(xor, data, 0):02X}"
        case "sum":
            return f"{sum(data) & 0xFF:02X}"
        case "crc16":
            return f"{crc16(data, check):04X}"
    return ""


def crc16(data: bytes, check: Check) -> int:
    """The CRC of `data` with the description's parameters (as in the catalogue of parametrised CRCs)."""
    crc = check.initial
    for byte in data:
        value = int(f"{byte:08b}"[::-1], 2) if check.reflected else byte
        crc ^= value << 8
        for _ in range(8):
            crc = (crc << 1 ^ check.polynomial if crc & 0x8000 else crc << 1) & 0xFFFF
    return (int(f"{crc:016b}"[::-1], 2) if check.reflected else crc) ^ check.final
