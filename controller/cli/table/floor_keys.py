"""The public keys of a site's tables, as noted down at their installation: a file of them all, or one for each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

KEY_BYTES: Final = 32


def keys_of(place: Path) -> dict[str, bytes]:
    """By table: lines `TABLE HEX` of a file, or a folder's files, each named after its table and holding HEX.

    Raises ValueError with a sentence, OSError.
    """
    keys: dict[str, bytes] = {}
    for where, table, digits in _named(place):
        try:
            key = bytes.fromhex(digits)
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise ValueError(f"{where}: expected a public key, {2 * KEY_BYTES} hexadecimal digits, got {digits!r}.")
        if keys.setdefault(table, key) != key:
            raise ValueError(f"{where}: the table {table} has another key already.")
    if not keys:
        raise ValueError(f"{place} holds no key.")
    return keys


def _named(place: Path) -> Iterator[tuple[str, str, str]]:
    """Place, table and digits of each."""
    if place.is_dir():
        for file in sorted(one for one in place.iterdir() if one.is_file()):
            yield str(file), file.stem, _text(file).strip()
        return
    for number, line in enumerate(_text(place).splitlines(), 1):
        words = line.partition("#")[0].split()
        if len(words) not in (0, 2):
            raise ValueError(f"{place}, line {number}: expected a table and its public key, got {line.strip()!r}.")
        if words:
            yield f"{place}, line {number}", words[0], words[1]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} is no text.") from error
