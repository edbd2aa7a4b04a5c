"""A request read: what its signature covers, and what is none, with a sentence whatever comes."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from controller.mqtt.request_words import RequestError
from controller.mqtt.requests import MOST_BYTES, REQUEST_READER, read, signed_request

TOPIC = "casino/house/t1/request/limits"
BODY: dict[str, Any] = {
    "v": 1, "transaction": "transaction-1", "by": "cms", "at": "2026-11-28T20:15:04Z", "table": "t1", "verb": "limits",
    "limits": {"main": [1000, 500000]},
}  # fmt: skip
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


def test_the_signature_covers_topic_and_text() -> None:
    """Another table's topic, another key, a changed amount, a space more: not signed."""
    payload = signed_request(KEY, TOPIC, REQUEST_READER.validate_json(json.dumps(BODY)))
    public = KEY.public_key().public_bytes_raw()
    assert read(payload.encode()).signed_with(public, TOPIC)
    assert not read(payload.encode()).signed_with(public, TOPIC.replace("t1", "t2"))
    assert not read(payload.encode()).signed_with(bytes(32), TOPIC)
    for old, new in (("1000", "1001"), ('"v":1,', '"v": 1,'), ('"by":"cms"', '"by":"cmt"')):
        assert not read(payload.replace(old, new).encode()).signed_with(public, TOPIC)
    assert not read(json.dumps(BODY).encode()).signed_with(public, TOPIC)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"v": 2}, "Field `v`"),
        ({"transaction": "short"}, "Field `transaction`"),
        ({"at": "now"}, "Field `at`"),
        ({"limits": {"main": [1000.5, 2000]}}, "Field `limits.main.0`"),
        ({"limits": {"main": [1000]}}, "Field `limits.main.1`"),
        ({"more": 1}, "Field `more`"),
        ({"verb": "void"}, "the body"),
    ],
)
def test_another_schema(change: dict[str, Any], words: str) -> None:
    """The sentence names the field."""
    with pytest.raises(RequestError, match=words):
        read(json.dumps(BODY | change).encode())


@given(st.binary(max_size=200) | st.text(max_size=100).map(lambda text: f'{{"verb":"open","v":{text}}}'.encode()))
def test_whatever_comes_is_a_sentence(payload: bytes) -> None:
    """No bytes end in another error."""
    with pytest.raises(RequestError, match=r"\.$"):
        read(payload)


def test_what_is_too_large_is_not_read() -> None:
    """However well it is formed."""
    with pytest.raises(RequestError, match=f"at most {MOST_BYTES} bytes"):
        read(json.dumps(BODY | {"table": "x" * MOST_BYTES}).encode())
    with pytest.raises(RequestError):
        read(b"[" * MOST_BYTES)
