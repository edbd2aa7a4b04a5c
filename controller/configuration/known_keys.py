"""An unknown key of the configuration, and the known one that was probably meant.

The known keys are asked from where they are defined: the sections' models, the table line's classes, a driver's
options.
"""

import inspect
import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel

from controller.configuration.sections import SerialLine
from controller.core.toml_lines import Path as KeyPath
from controller.games import registry
from drivers.registry import find

LIKENESS: Final = 0.6
"""difflib's own measure from which a key passes for a slip of the other."""
SPEEDS: Final = frozenset({"baud", "bauds", "baud_rate", "speed", "bps"})
"""How a speed is called elsewhere."""
DEVICES_OWN: Final = 3
"""`devices`, its number, a key."""


def unknown_key(key: str, known: Iterable[str]) -> str:
    """The sentence: that nobody knows the key, and the nearest that is known, or all where none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only what is wrong needs it

    names = sorted(known)
    near = get_close_matches(key, names, 1, LIKENESS)
    meant = f"did you mean `{near[0]}`?" if near else f"known here: {', '.join(names) or 'none'}"
    return f"unknown key `{key}`: {meant}"


def of_the_line(path: KeyPath, value: object) -> str | None:
    """The sentence for a line setting that is written at the device itself; None where it is none."""
    key = str(path[-1])
    meant = "baudrate" if key in SPEEDS else key
    if path[0] != "devices" or len(path) != DEVICES_OWN or meant not in SerialLine.model_fields:
        return None
    what = "the speed" if meant == "baudrate" else "it"
    return f"unknown key `{key}`: {what} is `line = {{ {meant} = {json.dumps(value)} }}` under the device"


def keys_of(section: type[BaseModel], path: KeyPath) -> list[str]:
    """The keys that the section at `path` below `section` has; none where it is no section."""
    at: Any = section
    named = False
    for part in path:
        if isinstance(part, int) or named:  # of a list, or a name of the house's choice
            named = False
            continue
        field = at.model_fields.get(part)
        named = field is not None and get_origin(field.annotation) is dict
        at = None if field is None else _model(field.annotation)
        if at is None:
            return []
    return list(at.model_fields)


def keys_of_table(game: str, path: KeyPath) -> list[str]:
    """The keys of the table line of `game` at `path` below it."""
    at: Any = registry.find(game).family.table
    for part in path:
        annotation = next((field.type for field in fields(at) if field.name == part), None)
        if annotation is None or not is_dataclass(annotation):
            return []
        at = annotation
    return [field.name for field in fields(at) if field.name != "type"]


def options_of(driver: str) -> list[str]:
    """The options that a driver takes."""
    return [name for name in inspect.signature(find(driver).build).parameters if name != "role"]


def _model(annotation: Any) -> type[BaseModel] | None:
    """The section in a field's type, which may be a list of it or may be left out."""
    for found in (annotation, *get_args(annotation)):
        if isinstance(found, type) and issubclass(found, BaseModel):
            return found
    return None
