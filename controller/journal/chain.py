"""The hash chain: what a journal record is, how each is linked to the one before, and what the device key signs.

    link(0) = SHA-256(journal's identity)
    link(n) = SHA-256(link(n-1) || seal(n-1) || canonical bytes of record n)
    seal(n) = Ed25519(table-controller seal || journal's identity || n || link(n)), or nothing

Record 1 and the first of every later start is of kind `start`: its body names the rules' version, the hashes of the
configuration and of the multiplier weights, and the public key. Each record points at the start it was made under, so
the chain binds every event to the rules, settings and weights of its time. The last record of every commit carries a
seal, and so does each that ended a round: a tail that nobody sealed was not written by this device. The link runs over
the seal before it, so that a seal taken away shows too.

The head file beside the journal, a snapshot and a delivery mark are each signed in a form of their own: none can be
put together from what the journal holds.
"""

import hashlib
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

Kind = Literal["start", "event", "notice", "stop"]

_SEAL_PREFIX: Final = b"table-controller seal 1\n"
_HEAD_PREFIX: Final = b"table-controller head 1\n"
_SNAPSHOT_PREFIX: Final = b"table-controller snapshot 1\n"
_MARK_PREFIX: Final = b"table-controller mark 1\n"


class Record(NamedTuple):
    """One line of history. `body` is JSON text, or ciphertext where `sealed`; `round` is the table's after it.

    `device` and `sequence` are the device that it came from and its mark of that frame; `ended` where it ended a round.
    """

    n: int
    kind: Kind
    start: int
    utc_ns: int
    monotonic_ns: int
    synchronised: bool
    round: int
    ended: bool
    device: str | None
    sequence: str | None
    sealed: bool
    body: str | bytes


class Proof(BaseModel):
    """A signed link of the chain as JSON that comes back to us: from the head file, or out of a published outcome.

    Raises ValidationError where it is not to the letter. Whether the seal fits is not looked at here.
    """

    model_config = ConfigDict(strict=True)

    n: Annotated[int, Field(ge=0, lt=2**63)]
    """The record's number, at most what SQLite can hold."""
    head: str = Field(pattern="^[0-9a-f]{64}$")
    seal: str = Field(pattern="^[0-9a-f]{128}$")


def genesis(journal_id: str) -> bytes:
    """The link before record 1."""
    return hashlib.sha256(journal_id.encode()).digest()


def link(previous: bytes, seal: bytes | None, record: Record) -> bytes:
    """32 bytes that stand for this record and all before it; `previous` and `seal` are those of the record before."""
    n, kind, start, utc_ns, monotonic_ns, synchronised, round_, ended, device, sequence, sealed, body = record
    fields = [
        n, kind, start, utc_ns, monotonic_ns, +synchronised, round_, +ended, device, sequence, +sealed,
        body.hex() if isinstance(body, bytes) else body,
    ]  # fmt: skip
    return hashlib.sha256(previous + (seal or b"") + to_json(fields, bytes_mode="hex")).digest()


def seal_message(journal_id: str, n: int, head: bytes) -> bytes:
    """What the device key signs for the record `n` in the journal; `head` is its link."""
    return _SEAL_PREFIX + f"{journal_id}\n{n}\n".encode() + head


def head_message(journal_id: str, n: int, head: bytes) -> bytes:
    """What the device key signs for the head file after record `n`."""
    return _HEAD_PREFIX + f"{journal_id}\n{n}\n".encode() + head


def snapshot_message(journal_id: str, n: int, state: bytes) -> bytes:
    """What the device key signs for a snapshot of the state after record `n`."""
    return _SNAPSHOT_PREFIX + f"{journal_id}\n{n}\n".encode() + hashlib.sha256(state).digest()


def mark_message(journal_id: str, lane: str, done: int, kept: int) -> bytes:
    """What the device key signs for a lane of the outbox: delivered up to `done`, kept from `kept` on."""
    return _MARK_PREFIX + f"{journal_id}\n{lane}\n{done}\n{kept}\n".encode()


def bound(journal_id: str, n: int, what: str) -> bytes:
    """What ties a sealed body or snapshot to its place."""
    return f"{journal_id}/{n}/{what}".encode()
