"""A published message is signed whole: a reader with the table's public key alone can tell a forged or a changed one.

    payload    {"v":1, ... ,"sig":"SIGNATURE"}      `sig` comes last, 128 hexadecimal digits
    signed     "table-controller message 1", newline, TOPIC, newline, {"v":1, ... }

TOPIC is the one below the table's prefix; what is signed of the payload is its text without `,"sig":"SIGNATURE"`. So
nothing has to be parsed and written again to check it. Ed25519 gives the same signature for the same text each time.
"""

import re
from typing import Final, NamedTuple

from controller.journal.files.keys import DeviceKey, signed_by

_PREFIX: Final = "table-controller message 1\n"
_SIGNED: Final = re.compile(r',"sig":"([0-9a-f]{128})"\}')
_SIGNED_CHARS: Final = len(',"sig":""}') + 128


class Unsigned(NamedTuple):
    """A payload without its signature; `signature` is None where it had none."""

    text: str
    signature: bytes | None


def signed(key: DeviceKey, topic: str, text: str) -> str:
    """The payload that goes out for the JSON object `text` on `topic`, which is below the table's prefix."""
    return joined(Unsigned(text, key.sign(signed_text(topic, text))))


def joined(message: Unsigned) -> str:
    """The payload that `unsigned` makes this of."""
    return f'{message.text[:-1]},"sig":"{message.signature.hex()}"}}' if message.signature else message.text


def unsigned(payload: str) -> Unsigned:
    """What `signed` made the payload of."""
    found = _SIGNED.fullmatch(payload, max(1, len(payload) - _SIGNED_CHARS)) if payload.startswith("{") else None
    if found is None:
        return Unsigned(payload, None)
    return Unsigned(f"{payload[:-_SIGNED_CHARS]}}}", bytes.fromhex(found[1]))


def is_signed(public: bytes, topic: str, payload: str) -> bool:
    """Whether the payload carries the signature of this key for this topic."""
    text, signature = unsigned(payload)
    return signature is not None and signed_by(public, signature, signed_text(topic, text))


def signed_text(topic: str, text: str) -> bytes:
    """What is signed of the JSON object `text` on `topic`."""
    return f"{_PREFIX}{topic}\n{text}".encode()
