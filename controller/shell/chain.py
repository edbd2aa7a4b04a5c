"""The hash chain: what a journal record is, how each is linked to the one before, and what the device key signs.

    link(0) = SHA-256(journal's identity)
    link(n) = SHA-256(link(n-1) || canonical bytes of record n)
    seal    = Ed25519(table-controller seal || journal's identity || n || link(n))

Record 1 and the first of every later start is of kind `start`: its body names the rules' version, the hashes of the
configuration and of the multiplier weights, and the public key. Each record points at the start it was made under, so
the chain binds every event to the rules, settings and weights of its time. The last record of every commit carries a
seal: a tail that nobody sealed was not written by this device.
"""

import hashlib
import json
from typing import Final, Literal, NamedTuple

Kind = Literal["start", "event", "notice", "stop"]

_SEAL_PREFIX: Final = b"table-controller seal 1\n"
_SNAPSHOT_PREFIX: Final = b"table-controller snapshot 1\n"


class Record(NamedTuple):
    """One line of history. `body` is JSON text, or ciphertext where `sealed`; `round` is the table's after it.

    `device` and `sequence` are the device heard and its mark of that frame. `ended` says that a round ended with it.
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


def genesis(journal_id: str) -> bytes:
    """The link before record 1."""
    return hashlib.sha256(journal_id.encode()).digest()


def link(previous: bytes, record: Record) -> bytes:
    """32 bytes that stand for this record and all before it."""
    body = record.body.hex() if isinstance(record.body, bytes) else record.body
    fields = [
        record.n, record.kind, record.start, record.utc_ns, record.monotonic_ns, int(record.synchronised),
        record.round, int(record.ended), record.device, record.sequence, int(record.sealed), body,
    ]  # fmt: skip
    canonical = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(previous + canonical.encode()).digest()


def seal_message(journal_id: str, n: int, head: bytes) -> bytes:
    """What the device key signs for the head after record `n`."""
    return _SEAL_PREFIX + f"{journal_id}\n{n}\n".encode() + head


def snapshot_message(journal_id: str, n: int, state: bytes) -> bytes:
    """What the device key signs for a snapshot of the state after record `n`."""
    return _SNAPSHOT_PREFIX + f"{journal_id}\n{n}\n".encode() + hashlib.sha256(state).digest()


def bound(journal_id: str, n: int, what: str) -> bytes:
    """What ties a sealed body or snapshot to its place."""
    return f"{journal_id}/{n}/{what}".encode()
