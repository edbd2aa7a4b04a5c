"""The OpenAPI 3.1 document of the pages' API, made from the table of routes and the models of their bodies.

`make docs` writes it to `config/openapi.json`; a test holds it current.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from controller.release import release
from controller.web.routes import API, ROUTES, Route

FILE: Final = Path(__file__).resolve().parents[2] / "config" / "openapi.json"
_REF: Final = "#/components/schemas/{model}"


def document() -> dict[str, Any]:
    """All of the API; the shells and their files are not part of it."""
    routes = [route for route in ROUTES if route.path.startswith(API)]
    bodies = sorted({route.body for route in routes if route.body is not None}, key=lambda body: body.__name__)
    _, schemas = models_json_schema([(body, "validation") for body in bodies], ref_template=_REF)
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    sentence = {
        "type": "object", "required": ["code", "params"],
        "properties": {"code": {"type": "string"}, "params": {"type": "object"}},
        "description": "The sentence by its name in every language, with what is filled in; amounts are cents.",
    }  # fmt: skip
    refusal = {
        "type": "object", "required": ["code", "reason"],
        "properties": {
            "code": {"type": "string"}, "reason": {"type": "string"}, "refusal": sentence,
            "rule": {"type": ["string", "null"]},
        },
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table controller: pages", "version": release().partition("+")[0]},
        "paths": paths,
        "components": {
            "schemas": schemas.get("$defs", {}) | {"Refusal": refusal},
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "__Host-session-TABLE"}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    name = route.handler.__name__
    answer = {"application/json": {"schema": {"type": "object"}}}
    if route.path.endswith(("/live", "/signage")):
        answer = {"text/event-stream": {"schema": {"type": "string"}}}
    refused = {"application/json": {"schema": {"$ref": _REF.format(model="Refusal")}}}
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": route.says,
        "responses": {
            "200": {"description": "done", "content": answer},
            "4XX": {"description": "refused, with the reason", "content": refused},
            "503": {"description": "not now, with the reason", "content": refused},
        },
    }
    if route.least != "none":
        operation["security"] = [{"session": []}]
        operation["x-least-role"] = route.least
    parameters = re.findall(r"\{(\w+)\}", route.path)
    if parameters:
        operation["parameters"] = [
            {"name": one, "in": "path", "required": True, "schema": {"type": "string", "maxLength": 64}}
            for one in parameters
        ]
    if route.body is not None:
        schema = {"$ref": _REF.format(model=route.body.__name__)}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def text() -> str:
    """The document as it is kept."""
    return json.dumps(document(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
