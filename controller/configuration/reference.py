"""Every key of the configuration, from the sections themselves: `make docs` writes it into `config/REFERENCE.md`."""

import inspect
import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from controller.configuration.examples import PACKAGE
from controller.configuration.sections import ConfigFile
from controller.configuration.takes import TAKES
from controller.core.tables import PokerTable, TwentyOneTable

FILE: Final = PACKAGE.parent / "config" / "REFERENCE.md"
HEAD: Final = """# The configuration, key by key

Made by `make docs` from `controller/configuration`; an example of each game, with comments, is beside this file.
**Taken** is when a change of the file holds at a running table that is told `tablectl reload`: now, between two rounds,
or with a restart. A section or device that comes or goes needs a restart. An unknown key is an error, and the nearest
known one is named.
"""
_WORDS: Final = {
    str: "text", int: "whole number", float: "number", bool: "true, false", dict: "table", tuple: "list", Any: "any"
}  # fmt: skip


def text() -> str:
    """All of it."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield HEAD
    for name, field in ConfigFile.model_fields.items():
        section = _model(field.annotation)
        yield f"## {'[[devices]]' if name == 'devices' else f'[{name}]'}"
        yield ""
        if section is None:
            yield "The table line, with the rules' own words; money is in cents."
            yield ""
        elif said := section.__dict__.get("__doc__"):
            yield inspect.cleandoc(said)
            yield ""
        yield "| key | is | where it is left out | taken |"
        yield "| --- | --- | --- | --- |"
        rows = _of_the_line() if section is None else _of_a_model(section)
        for key, what, default in rows:
            takes = TAKES[name].get(key, TAKES[name].get("*", ""))
            yield f"| `{key}` | {what} | {default} | {takes.replace('_', ' ')} |"
        yield ""


def _of_a_model(section: type[BaseModel]) -> Iterator[tuple[str, str, str]]:
    for key, field in section.model_fields.items():
        yield key, _words(field.annotation, field), "has to be there" if field.is_required() else _value(field.default)


def _of_the_line() -> Iterator[tuple[str, str, str]]:
    for key, (kinds, fields_) in _fields_of_the_line().items():
        yield key, f"{_words(fields_[0].type)}; {' and '.join(kinds)}", _default(fields_[0])


def _fields_of_the_line() -> dict[str, tuple[list[str], list[Field[Any]]]]:
    found: dict[str, tuple[list[str], list[Field[Any]]]] = {}
    for kind, table in (("twenty-one", TwentyOneTable), ("poker", PokerTable)):
        for one in fields(table):
            if one.name != "type":
                kinds, known = found.setdefault(one.name, ([], []))
                kinds.append(kind)
                known.append(one)
    return found


def _default(field: Field[Any]) -> str:
    if field.default_factory is not MISSING:
        return _value(field.default_factory())
    return "has to be there" if field.default is MISSING else _value(field.default)


def _value(value: object) -> str:
    if value is None or value in ((), {}):
        return "none"
    if isinstance(value, BaseModel) or not isinstance(value, str | int | float | tuple):
        return "as the driver or the rules have it"
    return f"`{json.dumps(value)}`"


def _words(annotation: Any, field: FieldInfo | None = None) -> str:
    """A type in the words of a person, with its bounds."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        inner = [one for one in get_args(annotation) if one is not NoneType]
        return " or ".join(_words(one, field) for one in inner)
    if origin is Literal:
        return ", ".join(f"`{json.dumps(one)}`" for one in get_args(annotation))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "keys " + ", ".join(f"`{key}`" for key in annotation.model_fields)
    words = _WORDS.get(origin or annotation, "keys of their own")
    for bound in field.metadata if field else ():
        for name, before in (("ge", "from"), ("le", "to")):
            if hasattr(bound, name):
                words += f" {before} {getattr(bound, name):g}"
    return words


def _model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model, get_args(annotation))), None)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
