"""The AsyncAPI document and the schemas: as the types are now, to the official schema, each field explained."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from controller.games.registry import GAMES
from controller.mqtt.contract.asyncapi import CONFIG, DOCUMENT, SCHEMAS, files
from controller.mqtt.contract.topics import TOPICS
from tests.mqtt.contract.published import held, messages, validators

OPTIONAL: Final = frozenset((
    "rule", "area", "hand", "transaction", "by", "when", "again", "reason", "blinds", "rake",
))  # fmt: skip
OFFICIAL: Final = Path(__file__).with_name("asyncapi-3.0.0.json")


def test_the_files_are_current() -> None:
    """`make docs` writes them, and there are no others."""
    assert {name: (CONFIG / name).read_text(encoding="utf-8") for name in files()} == files()
    assert {f"{SCHEMAS}/{file.name}" for file in (CONFIG / SCHEMAS).iterdir()} == {*files()} - {DOCUMENT}


def test_the_document_fits_the_official_schema() -> None:
    """And one with a mistake does not."""
    official = jsonschema_rs.validator_for(json.loads(OFFICIAL.read_text(encoding="utf-8")))
    document = json.loads(files()[DOCUMENT])
    assert [error.message for error in official.iter_errors(document)] == []
    assert [channel["address"] for channel in document["channels"].values()] == [
        f"{{prefix}}/{{site}}/{{table}}/{topic.name}" for topic in TOPICS
    ]
    document["operations"]["state"]["action"] = "announce"
    assert not official.is_valid(document)


def test_every_field_is_explained() -> None:
    """In the file itself, also where it is a part of another."""
    silent = [
        f"{name}: {field}"
        for name, text in files().items()
        for field, schema in _fields(json.loads(text))
        if name != DOCUMENT and "description" not in schema
    ]
    assert silent == []


def _fields(schema: Any) -> Iterator[tuple[str, Any]]:
    parts = schema if isinstance(schema, list) else schema.values() if isinstance(schema, dict) else ()
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        yield from schema["properties"].items()
    for part in parts:
        yield from _fields(part)


@pytest.mark.parametrize("game", list(GAMES))
def test_what_random_rounds_publish_fits(game: str) -> None:
    """30 rounds, some corrected (`make messages`: a thousand)."""
    seen, faults = held(game, seed=5, rounds=30)
    assert faults == []
    assert seen["outcome"] >= 30
    assert min(seen["revision"], seen["card"], seen["alert"], seen["device"], seen["about"], seen["meter"]) > 0


def test_what_was_bent_does_not_fit() -> None:
    """Without one of its fields, with one more, or with another type: each kind of message is refused."""
    found = validators()
    kinds = {topic: json.loads(payload) for topic, payload in messages("poker", 3, 3)}
    for topic, body in kinds.items():
        validator = found[topic if topic in found else topic.partition("/")[0]]
        assert validator.is_valid(body)
        assert not validator.is_valid(body | {"more": 1})
        for name in set(body) - OPTIONAL:
            assert not validator.is_valid({key: value for key, value in body.items() if key != name}), (topic, name)
            assert not validator.is_valid(body | {name: {"bent": [True]}}), (topic, name)
    old = {key: value for key, value in kinds["state"].items() if key not in {"blinds", "rake"}}
    assert len(old) == len(kinds["state"]) - 2
    assert found["state"].is_valid(old)  # as the release before has it


def test_what_a_table_takes_for_a_request_fits() -> None:
    """And what it does not take for one does not."""
    request = validators()["request"]
    body: dict[str, Any] = {
        "v": 1, "transaction": "8f2c41a09be7", "by": "cms", "at": "2026-11-28T20:15:04Z", "table": "t7",
        "verb": "limits", "limits": {"main": [1000, 500000]}, "sig": "0" * 128,
    }  # fmt: skip
    assert request.is_valid(body)
    for wrong in ({"verb": "open"}, {"limits": {"main": [1000]}}, {"limits": {"main": [1000, 2, 3]}}, {"v": 2}):
        assert not request.is_valid(body | wrong), wrong
