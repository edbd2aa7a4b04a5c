"""Which code this is: one hash over every file of the installed program, with the rules' code and data among them.

`rules_hash` names a table's rules and their version, and stays as it is; this tells two programs of one version apart,
also one whose rules are compiled from one that has their sources alone. A journal is replayed by either.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOMS: Final = ("controller", "drivers")
_LEFT_OUT: Final = frozenset(("__pycache__", "REVISION", "examples"))
"""What the interpreter makes, and what only an installed program has or only a checkout: the same code is the same."""


@cache
def code_hash(root: Path = Path(__file__).parents[1]) -> str:
    """SHA-256 over name and bytes of each file, in the order of the names; hexadecimal."""
    found = hashlib.sha256()
    for name, path in sorted((path.relative_to(root).as_posix(), path) for path in _files(root)):
        found.update(f"{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    for room in ROOMS:
        for path in (root / room).rglob("*"):
            if path.is_file() and _LEFT_OUT.isdisjoint(path.relative_to(root).parts):
                yield path
