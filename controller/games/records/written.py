"""How a record of a state is written and read (`record`): as the list of its fields in their order.

The types are those of the source. A compiled class has lost most of them, as mypyc keeps of `tuple[Bet, ...]` no more
than `tuple`; so they are read from the file beside it, and this module is never compiled.
"""

import ast
import sys
from dataclasses import MISSING, fields
from functools import cache
from pkgutil import get_data
from typing import Any, Final

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

_being_described: Final[list[str]] = []


def described(cls: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    """Pydantic's schema of a record: each field by its type, where a state in a state is the same schema again."""
    ref = str(cls)
    if ref in _being_described:
        return core_schema.definition_reference_schema(ref)
    _being_described.append(ref)
    try:
        types = {name: handler.generate_schema(hint) for name, hint in _hints(cls).items()}
    finally:
        _being_described.pop()
    arguments = [
        core_schema.arguments_parameter(
            one.name,
            types[one.name]
            if one.default is MISSING
            else core_schema.with_default_schema(types[one.name], default=one.default),
        )
        for one in fields(cls)
    ]
    written = core_schema.plain_serializer_function_ser_schema(
        lambda record: tuple([getattr(record, name) for name in types]),
        return_schema=core_schema.tuple_schema(list(types.values())),
    )
    schema = core_schema.call_schema(core_schema.arguments_schema(arguments), cls, ref=ref, serialization=written)
    return core_schema.definitions_schema(core_schema.definition_reference_schema(ref), [schema])


@cache
def _hints(cls: type) -> dict[str, Any]:
    """The fields with their types, as the source has them."""
    module = sys.modules[cls.__module__]
    package, _, name = cls.__module__.rpartition(".")
    source = ast.parse(get_data(package, f"{name}.py") or b"")  # as the import system has it
    (body,) = (one.body for one in source.body if isinstance(one, ast.ClassDef) and one.name == cls.__name__)
    return {
        node.target.id: _evaluated(node.annotation, vars(module))
        for node in body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def _evaluated(annotation: ast.expr, names: dict[str, Any]) -> Any:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    return eval(compile(ast.Expression(annotation), "<annotation>", "eval"), names)  # noqa: S307 - of our own source
