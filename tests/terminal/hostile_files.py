"""Files that nobody writes by hand, for whatever reads a file: what they are called, and how each is made."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

TABLE: Final = '{"type":"table","game":"poker","seats":6}\n'
GREAT: Final = 100_000


def _text(text: str) -> Callable[[Path], None]:
    return lambda file: _write(file, text.encode())


def _bytes(data: bytes) -> Callable[[Path], None]:
    return lambda file: _write(file, data)


def _write(file: Path, data: bytes) -> None:
    file.write_bytes(data)


def _sparse(size: int) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        file.touch()
        os.truncate(file, size)

    return make


HAND: Final = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = {stacks}
actions = {actions}
"""

HOSTILE: Final[dict[str, Callable[[Path], None]]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "the zeros": lambda file: file.symlink_to("/dev/zero"),
    "itself": lambda file: file.symlink_to(file),
    "a line of 300 MB": _sparse(300_000_000),
    "a line of 2 MB": _text("x" * 2_000_000),
    "no UTF-8": _bytes(b"\n\n\xff\xfe\n"),
    "no UTF-8 behind the table": _bytes(TABLE.encode() + b'{"type":"\xc3"}\n'),
    "NUL": _bytes(b'{"type":"\0"}\n'),
    "a NUL in a TOML text": _text('[house]\nsite = "a\\u0000b"\n[journal]\npath = "a\\u0000b"\n'),
    "JSON of great depth": _text("[" * GREAT + "\n"),
    "JSON of great depth within": _text(TABLE + '{"type":' * GREAT + "\n"),
    "JSON with many digits": _text('{"type":"table","game":"poker","seats":' + "9" * GREAT + "}\n"),
    "JSON with many digits behind the table": _text(TABLE + '{"type":"wager","amount":' + "9" * GREAT + "}\n"),
    "JSON with a great fraction": _text(TABLE + '{"type":"wager","amount":1e' + "9" * GREAT + "}\n"),
    "JSON with half a surrogate": _text('{"type":"table","game":"\\ud800"}\n'),
    "a key of an order to the terminal": _text(TABLE + '{"type":"bets.open","\\u001b[2J":1}\n'),
    "a percentage of many digits": _text(
        '{"type":"table","game":"poker","seats":6,"rake":{"percent":"' + "9" * GREAT + '","cap":1}}\n'
    ),
    "TOML of great depth": _text("\na = " + "[" * 9_000),
    "TOML of great depth in many lines": _text("\na = " + "[\n" * GREAT),
    "TOML tables of great depth": _text("a = " + "{b = " * 2_000 + "\n"),
    "TOML with many digits": _text("\n[house]\nsite = " + "9" * 10_000 + "\n"),
    "TOML with more digits": _text("\n[house]\nsite = " + "9" * GREAT + "\n"),
    "TOML with many hexadecimal digits": _text("\n[house]\nsite = 0x" + "f" * 10_000 + "\n"),
    "TOML with a great fraction": _text("\n[house]\nsite = 1e999999999\n"),
    "TOML with a greater fraction": _text("\n[house]\nsite = 1e" + "9" * 5_000 + "\n"),
    "a TOML key of many parts": _text("\n" + "a." * 8_000 + "a = 1\n"),
    "many TOML keys of many parts": _text("".join(f"{'a.' * 5_000}a{at} = 1\n" for at in range(90))),
    "a quoted TOML key of many parts": _text("\n" + '"\\"a".' * 2_500 + "a = 1\n"),
    "a TOML table of many parts": _text("\n[" + "a." * 8_000 + "a]\n"),
    "a TOML header of blanks": _text("\n[ " + " " * 16_000 + "\n"),
    "TOML with Arabic digits": _text("\n[house]\nsite = ٣\n"),
    "a hand with Arabic digits": _text(HAND.format(stacks="[100, 100]", actions='["d dh p\u0661 AcAd"]')),
    "a hand of great stacks": _text(HAND.format(stacks="[1e29, 100]", actions="[]")),
    "a hand of greater stacks": _text(HAND.format(stacks="[9223372036854775807, 100]", actions="[]")),
    "a hand of unknown stacks": _text(HAND.format(stacks="[nan, inf]", actions="[]")),
    "a hand of many players": _text(HAND.format(stacks=str([100] * 5_000), actions="[]")),
    "a hand of many quotes": _text(
        HAND.format(stacks="[100, 100]", actions="['''" + "\\" * 9 + '\\"' * 7_000 + "''']")
    ),
    "a capture of many digits": _text('{"capture":1,"port":"p","started":"s"}\n{"t":' + "9" * 50_000 + "}\n"),
    "a capture of great depth": _text('{"capture":1,"port":' + "[" * 50_000 + "\n"),
}
