"""A TOML text into values, in a time and to a depth that its length bounds; what is wrong is told with its line.

The standard reader ends in three other ways than its own error on texts that nobody writes by hand: thousands of
brackets, thousands of digits, a key of thousands of parts, which it takes hours for. TOML's whole numbers have 64 bits.
"""

import re
import tomllib
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, NoReturn

from controller.core.toml_lines import Path, line_of, lines_of_keys

DEPTH: Final = 32
"""Of tables and lists in one another, and of the parts of a key (`_LONG_KEY`); a configuration has five."""
DIGITS: Final = 40
"""Of a number as it is written; far more than any amount has."""
EXPONENT: Final = 30
BITS: Final = 63
SHOWN: Final = 200
"""Characters of what came."""

_LONG_KEY: Final = re.compile(r"""(?<![\w"'.-])(?:(?>"(?:[^"\\\n]|\\.)*+"|'[^'\n]*'|[\w-]+)[ \t]*+\.[ \t]*+){32}""")
_LONG_NUMBER: Final = re.compile(r"[0-9A-Fa-f_]{1000}")


class TomlError(ValueError):
    """The text is no TOML, or holds what none of ours can; the text is what was expected and what came."""

    def __init__(self, line: int, expected: str, actual: str) -> None:
        super().__init__(f"expected {expected}, got {actual}")
        self.line = line
        self.expected = expected
        self.actual = actual


def read_toml(text: str, *, number: Callable[[str], object] = Decimal) -> dict[str, Any]:
    """The values by their keys; `number` makes one of what has a fraction. Raises TomlError."""
    if found := _LONG_KEY.search(text):
        raise TomlError(_line_at(text, found.start()), f"keys of at most {DEPTH} parts", "a longer one")
    try:
        values = tomllib.loads(text, parse_float=lambda written: number(_checked(written)))
    except RecursionError:
        raise TomlError(_deepest(text), "TOML", "lists or tables nested too deep") from None
    except _NumberError as error:
        written = str(error)
        raise TomlError(_line_at(text, text.find(written)), "a number that can be written out", _cut(written)) from None
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line ([0-9]+)", str(error))
        raise TomlError(int(at[1]) if at else len(text.splitlines()), "TOML", _cut(str(error))) from None
    except ValueError as error:
        digits = _LONG_NUMBER.search(text)
        actual = _cut(str(error)) if digits is None else "a number of too many digits"
        raise TomlError(_line_at(text, digits.start()) if digits else 1, "TOML", actual) from None
    _check(values, lambda path: line_of(lines_of_keys(text), path))
    return values


class _NumberError(Exception):
    """The text is the number as it is written."""


def _checked(text: str) -> str:
    value = Decimal(text) if len(text) <= DIGITS else Decimal()
    if len(text) > DIGITS or (value.is_finite() and abs(value.adjusted()) > EXPONENT):
        raise _NumberError(text)
    return text


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def _check(values: dict[str, Any], line_at: Callable[[Path], int]) -> None:
    """Depth, whole numbers and texts of all values; by a list of what is to be looked at, without recursion."""
    waiting: list[tuple[Path, Any]] = [((), values)]

    def refuse(path: Path, expected: str, actual: str) -> NoReturn:
        raise TomlError(line_at(path), expected, actual)

    while waiting:
        path, value = waiting.pop()
        if len(path) > DEPTH:
            refuse(path, "TOML", "lists or tables nested too deep")
        if isinstance(value, dict):
            waiting += [((*path, key), inside) for key, inside in value.items()]
            if any("\0" in key for key in value):
                refuse(path, "keys without NUL", "one with it")
        elif isinstance(value, list):
            waiting += [((*path, at), inside) for at, inside in enumerate(value)]
        elif isinstance(value, str) and "\0" in value:
            refuse(path, "text without NUL", "text with it")
        elif isinstance(value, int) and value.bit_length() > BITS:
            refuse(path, f"a whole number of {BITS + 1} bits", "a larger one")


def _line_at(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _deepest(text: str) -> int:
    """The first line at which more brackets are open than may be."""
    opened = 0
    for number, line in enumerate(text.splitlines(), 1):
        opened += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        if opened > DEPTH:
            return number
    return 1
