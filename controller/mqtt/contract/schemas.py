"""JSON Schemas (draft 7) of the messages, made from their types: `config/schemas/TYPE.json`, one file each.

A field that the types let out where it has no value is not required, and never null on the wire. Fields may be added
under the same `v`: a reader passes over what it does not know, so the schemas are open.
"""

from typing import Any, Final

from pydantic import ConfigDict, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from controller.core.outcomes import PokerOutcome, TwentyOneOutcome
from controller.mqtt.contract import bodies
from controller.mqtt.contract.topics import REQUESTS, MessageType, message_types

DIALECT: Final = "http://json-schema.org/draft-07/schema#"
_REF: Final = "#/definitions/{model}"


class _OnTheWire(GenerateJsonSchema):
    """A field whose default is None is left out; every other one is there, with its default or not."""

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner: CoreSchema = schema["schema"]
        if schema.get("default", ...) is None and inner["type"] == "nullable":
            inner = inner["schema"]
        return self.generate_inner(inner)

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        """As draft 7 writes it."""
        made = super().tuple_schema(schema)
        return made | {"items": made.pop("prefixItems")} if "prefixItems" in made else made

    def field_title_should_be_set(self, schema: Any) -> bool:
        """A title would only be the field's name again."""
        del schema
        return False

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,
    ) -> bool:
        del total
        inner = field["schema"]
        return inner["type"] != "default" or inner.get("default", ...) is not None


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each type of message, whole."""
    defined = _definitions()
    return {name: _message(one, defined) for name, one in message_types().items()}


def _definitions() -> dict[str, dict[str, Any]]:
    """Every body and what it is made of, by name; descriptions are the sentences below the fields."""
    found = {body.__name__: (body, ...) for one in message_types().values() for body in one.bodies}
    found |= {body.__name__: (body, ...) for body in (bodies.Envelope, bodies.Signed, bodies.Published)}
    whole = create_model("Whole", __config__=ConfigDict(use_attribute_docstrings=True), **found)  # type: ignore[call-overload]
    schema = whole.model_json_schema(ref_template=_REF, schema_generator=_OnTheWire, mode="serialization")
    definitions: dict[str, dict[str, Any]] = schema["$defs"]
    return definitions


def _message(one: MessageType, defined: dict[str, dict[str, Any]]) -> dict[str, Any]:
    variants = [_joined(one.type, body, defined) for body in one.bodies]
    whole = variants[0] if len(variants) == 1 else {"oneOf": variants}
    used = _used(whole, defined)
    parts = {"definitions": {name: defined[name] for name in sorted(used)}} if used else {}
    return {"$schema": DIALECT, "title": one.type, "description": one.says} | whole | parts


def _joined(type_: str, body: Any, defined: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Envelope, body and signature as one object, in the order in which they are on the wire."""
    around = [] if type_ == REQUESTS.type else [bodies.Envelope]
    between = [bodies.Published] if body in (TwentyOneOutcome, PokerOutcome) else []
    pieces = [*around, body, *between, bodies.Signed]
    found = [defined[piece.__name__] for piece in pieces]
    properties = {name: field for piece in found for name, field in piece["properties"].items()}
    if around:
        properties["type"] = properties["type"] | {"const": type_}
    required = dict.fromkeys(name for piece in found for name in piece.get("required", ()))
    says = defined[body.__name__].get("description", body.__name__)
    return {
        "title": body.__name__, "description": says, "type": "object", "properties": properties,
        "required": list(required),
    }  # fmt: skip


def _used(part: Any, defined: dict[str, dict[str, Any]]) -> set[str]:
    """The names of the definitions that a schema refers to, through each other."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            name = str(one.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(defined[name])
            waiting += one.values()
    return found
