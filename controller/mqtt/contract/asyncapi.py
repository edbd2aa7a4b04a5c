"""The AsyncAPI 3.0 document of a table's topics, and the schema of each message, as they are kept below `config/`.

`make docs` writes them; a test holds them current.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

from controller.mqtt.contract.schemas import schemas
from controller.mqtt.contract.topics import TOPICS, MessageType, Topic, message_types
from controller.release import release

CONFIG: Final = Path(__file__).resolve().parents[3] / "config"
DOCUMENT: Final = "asyncapi.json"
SCHEMAS: Final = "schemas"
_PREFIX: Final = "{prefix}/{site}/{table}/"
_DRAFT_7: Final = "application/schema+json;version=draft-07"
_PARAMETERS: Final = {
    "prefix": "What all tables of the house have in common, `casino` unless `[mqtt]` says otherwise.",
    "site": "`site` of `[house]`.",
    "table": "`table` of `[house]`.",
    "device": "The name of one of the table's devices.",
    "verb": "What is asked.",
}


def document() -> dict[str, Any]:
    """All that a table publishes and is asked; `send` is the table's."""
    made = schemas()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Table controller: messages of a table",
            "version": release().partition("+")[0],
            "description": "At least once and in order, QoS 1. Each message but `availability` and `heartbeat` has the"
            " envelope and is signed by the table's key; fields may be added under the same `v`.",
        },
        "defaultContentType": "application/json",
        "channels": {_key(topic): _channel(topic) for topic in TOPICS},
        "operations": {
            _key(topic): {
                "action": "receive" if topic.asks else "send",
                "channel": {"$ref": f"#/channels/{_key(topic)}"},
                "bindings": {"mqtt": {"qos": 1, "retain": topic.retained, "bindingVersion": "0.2.0"}},
            }
            for topic in TOPICS
        },
        "components": {
            "messages": {
                name: {
                    "name": name,
                    "summary": one.says,
                    "contentType": "application/json",
                    "payload": {"schemaFormat": _DRAFT_7, "schema": _inside(made[name], name)},
                }
                for name, one in message_types().items()
            }
        },
    }


def _channel(topic: Topic) -> dict[str, Any]:
    address = _PREFIX + topic.name
    carries = topic.carries
    if isinstance(carries, MessageType):
        message: dict[str, Any] = {"$ref": f"#/components/messages/{carries.type}"}
    else:
        message = {"contentType": "text/plain", "payload": {"type": "string", "pattern": carries}}
    return {
        "address": address,
        "description": topic.says,
        "messages": {carries.type if isinstance(carries, MessageType) else topic.name: message},
        "parameters": {name: {"description": _PARAMETERS[name]} for name in re.findall(r"\{(\w+)\}", address)},
    }


def _key(topic: Topic) -> str:
    """A topic's name among the document's keys, which have no `/`."""
    return topic.name.partition("/{")[0].replace("/", "-")


def _inside(schema: Any, name: str) -> Any:
    """A schema with its references as they are inside the document."""
    if isinstance(schema, list):
        return [_inside(one, name) for one in schema]
    if not isinstance(schema, dict):
        return schema
    here = f"#/components/messages/{name}/payload/schema/definitions/"
    found = {key: _inside(value, name) for key, value in schema.items() if key != "$schema"}
    if isinstance(found.get("$ref"), str):
        found["$ref"] = found["$ref"].replace("#/definitions/", here)
    return found


def files() -> dict[str, str]:
    """Each file below `config/`, as it is kept."""
    made = {DOCUMENT: document()} | {f"{SCHEMAS}/{name}.json": schema for name, schema in schemas().items()}
    return {name: json.dumps(found, indent=1, ensure_ascii=False) + "\n" for name, found in made.items()}


if __name__ == "__main__":
    (CONFIG / SCHEMAS).mkdir(exist_ok=True)
    for name, text in files().items():
        (CONFIG / name).write_text(text, encoding="utf-8")
