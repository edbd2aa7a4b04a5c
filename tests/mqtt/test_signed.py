"""A reader with the public key alone: every message of a real table verifies, and none that was changed does."""

import re
from pathlib import Path
from typing import Any

import aiomqtt
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.broker import Broker
from tests.table.table_bench import CARDS, PREFIX, WAGERS, running


def is_the_tables(key: str, topic: str, payload: str) -> bool:
    """What config/examples/README.md says of `sig`: `topic` is the one behind `{prefix}/{site}/{table}/`."""
    found = re.fullmatch(r'(\{.*),"sig":"([0-9a-f]{128})"\}', payload, re.DOTALL)
    if found is None:
        return False
    signed = f"table-controller message 1\n{topic}\n{found[1]}}}".encode()
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(found[2]), signed)
    except InvalidSignature:
        return False
    return True


async def test_every_message_is_signed_and_a_changed_one_is_not(tmp_path: Path, broker: Broker) -> None:
    """By the key that `about` names; what is bound is the body, the envelope and the topic."""
    heard: list[tuple[str, str]] = []
    async with running(tmp_path, broker) as bench, aiomqtt.Client(broker.host, broker.port) as reader:
        await reader.subscribe(f"{PREFIX}/#", qos=1)
        await bench.say(*WAGERS[:2], WAGERS[3])
        await bench.deal(*CARDS)
        last: dict[str, Any] = await bench.listener.wait_for("outcome/last")
        about = await bench.listener.wait_for("about")
        async for message in reader.messages:
            assert isinstance(message.payload, bytes)
            heard.append((message.topic.value.removeprefix(f"{PREFIX}/"), message.payload.decode()))
            if heard[-1][0] == "outcome/last":
                break
    key = about["public_key"]
    assert last["sig"] != about["sig"]
    for name in ("version", "python", "code_hash", "rules_version", "rules_hash", "config_hash", "journal_id"):
        assert about[name], name
    signed = [(topic, payload) for topic, payload in heard if topic != "availability"]
    assert {topic for topic, _ in signed} >= {"about", "state", "meter", "card", "outcome", "outcome/last"}
    for topic, payload in signed:
        assert is_the_tables(key, topic, payload), payload
        assert not is_the_tables(key, "elsewhere", payload)
        changed = re.sub(r'"at":"(\d+)', lambda found: f'"at":"{int(found[1]) + 1}', payload)
        assert not is_the_tables(key, topic, changed)
