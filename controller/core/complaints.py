"""What pydantic complains of, in words that go into a sentence of ours: the place, what was expected, what came."""

import json
from collections.abc import Iterator
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

UNKNOWN: Final = "no such field"
"""What is expected where a field came that nobody knows."""

_EXPECTED: Final = {
    "missing": "a value",
    "extra_forbidden": UNKNOWN,
    "unexpected_keyword_argument": UNKNOWN,
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "an object",
    "dataclass_type": "an object",
    "model_type": "an object",
    "json_invalid": "JSON",
}

_SIZES: Final = {
    "too_short": ("a list of at least", "min_length", "value"),
    "too_long": ("a list of at most", "max_length", "value"),
    "string_too_short": ("text of at least", "min_length", "character"),
    "string_too_long": ("text of at most", "max_length", "character"),
}
"""How each is said: the words before the number, where pydantic has it, what is counted."""

_PATTERNS: Final = {
    "SHDC": "a card, rank then suit as in `AS`, or `??`",
    "T[0-9]{2}:": "an instant in UTC as in `2026-01-31T20:15:00Z`",
}
"""Words for the patterns of the contract, found by a part that only they have."""

_UNION_MEMBER: Final = "tuple["
"""How pydantic's path names the member of a union it tried (a layout's flat or nested list): no field of the line."""
_UNION: Final = "event"
"""The one field whose value is one of many records: the part behind it in pydantic's path is the record's `type`."""


def furthest(error: ValidationError) -> ErrorDetails:
    """The first complaint; where members of a union were tried, that of the one which fitted furthest."""
    complaints = error.errors(include_url=False)
    if any(str(part).startswith(_UNION_MEMBER) for part in complaints[0]["loc"]):
        return max(complaints, key=lambda one: len(one["loc"]))
    return complaints[0]


def place_of(complaint: ErrorDetails, depth: int) -> str:
    """The field, with those it is in and numbers in lists; `depth` of pydantic's path name the record alone."""
    parts = list(_parts(complaint["loc"][depth:]))
    if complaint["type"].startswith("union_tag"):
        parts.append(_tag(complaint))
    return ".".join(parts)


def _parts(path: tuple[int | str, ...]) -> Iterator[str]:
    for before, part in zip((None, *path), path, strict=False):
        if before != _UNION and not str(part).startswith(_UNION_MEMBER):
            yield str(part)


def expected_and_actual(complaint: ErrorDetails) -> tuple[str, str]:
    """What pydantic wanted and what it got, in words that go into `expected …, got …`."""
    kind, context = complaint["type"], complaint.get("ctx", {})
    if kind == "union_tag_not_found":
        return f"a `{_tag(complaint)}`", "nothing"
    if kind == "union_tag_invalid":
        return f"one of {context['expected_tags']}", shown(context["tag"])
    if kind == "json_invalid":
        return _EXPECTED[kind], f"text that is none ({context['error']})"
    if kind in _SIZES:
        words, key, unit = _SIZES[kind]
        size = context[key]
        return f"{words} {size} {unit}{'s' if size != 1 else ''}", shown(complaint["input"])
    expected = _EXPECTED.get(kind) or _expected(complaint["msg"])
    if kind == "string_pattern_mismatch":
        pattern = context["pattern"]
        expected = next((words for mark, words in _PATTERNS.items() if mark in pattern), f"text like {pattern}")
    return expected, "nothing" if kind == "missing" else shown(complaint["input"])


def _tag(complaint: ErrorDetails) -> str:
    """The field that says which record of a union it is."""
    return str(complaint["ctx"]["discriminator"]).strip("'")


def _expected(message: str) -> str:
    """Pydantic says `Input should be …` or `String should …`; we say `expected …`."""
    for start in ("Input should be ", "Value should be "):
        if message.startswith(start):
            return message.removeprefix(start)
    return message[:1].lower() + message[1:]


def shown(value: object) -> str:
    """What came, printable and no longer than a line can bear."""
    text = json.dumps(value, ensure_ascii=True, default=repr)
    return text if len(text) <= 80 else text[:77] + "..."
