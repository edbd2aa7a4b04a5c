"""Where a key stands in a TOML file: the standard reader gives values without their lines, and errors need them.

It follows table headers and the keys at the start of lines, which is how configurations are written; a key inside an
inline table or a list gets the line where that begins.
"""

import re
from typing import Final

Path = tuple[str | int, ...]

_HEADER: Final = re.compile(r"^\s*(\[{1,2})([^\[\]]+)\]")
_KEY: Final = re.compile(r"""^\s*([A-Za-z0-9_\-."']+)\s*=""")


def lines_of_keys(text: str) -> dict[Path, int]:
    """The line, from 1, of each table header and each key of a TOML text."""
    lines: dict[Path, int] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                index = counts[table] = counts.get(table, -1) + 1
                table = (*table, index)
            else:
                table = _inside(table, counts)
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *_parts(key[1])), number)
    return lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of the key at `path`, or of the nearest thing around it; 1 where there is none."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def _parts(name: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


def _inside(table: Path, counts: dict[Path, int]) -> Path:
    """`[devices.line]` after `[[devices]]` belongs to the last of them."""
    for length in range(1, len(table)):
        if table[:length] in counts:
            return (*table[:length], counts[table[:length]], *table[length:])
    return table
