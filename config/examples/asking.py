"""Asks the tables for what a reader has missed: `resend`, signed by a key that they list, one at a time of each table.

    tablectl request new-key cms         makes cms.key, and prints what a table's file gets; rank `technician` is enough

What is asked for comes again on its own topics, as it was, and fills its gap by its number. An answer is `accepted`,
then `taken` when all has gone out; or `refused`. Where a part is of another life than was asked for (the table was
started anew meanwhile) `next` names its first message, and that is asked for behind it. Without an answer the same
bytes are sent again; what could not be had is asked for again later and later, an hour apart in the end.
"""

import json
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

MOST = 10_000
"""Messages of one request."""
SETTLED_S = 2.0
"""A gap is so old before it is asked for: what is missing may be under way."""
ANSWER_S = 8.0
TRIES = 3
"""A request holds for thirty seconds."""
SILENT_S = 60.0
"""An accepted one of which nothing comes any more is given up."""
FIRST_WAIT_S, LONGEST_WAIT_S = 5.0, 3600.0


class Missing(NamedTuple):
    """The numbers `first` to `last` of a stream, SITE/TABLE/JOURNAL; `life` is the one before them."""

    stream: str
    life: str
    first: int
    last: int

    @property
    def table(self) -> str:
        return self.stream.rpartition("/")[0]


@dataclass
class Asked:
    """A request under way; `since` is when something of it was last seen."""

    what: Missing
    transaction: str
    topic: str
    payload: str
    since: float
    tries: int = 1
    accepted: bool = False


class Asking:
    """One reader's; `publish(topic, payload)` sends with QoS 1."""

    def __init__(self, key: Path, by: str | None, prefix: str, publish: Callable[[str, str], object]) -> None:
        secret = load_pem_private_key(key.read_bytes(), None)
        if not isinstance(secret, Ed25519PrivateKey):
            raise TypeError(f"{key} holds no Ed25519 key")
        self.key, self.by, self.prefix, self.publish = secret, by or key.stem, prefix, publish
        self.under_way: dict[str, Asked] = {}
        self.later: dict[tuple[str, int], tuple[float, float]] = {}
        """When a gap, by its stream and first number, may be asked for, and how long to wait after that."""

    def look(self, missing: Iterable[Missing], say: Callable[[str], None]) -> None:
        """Every second: send what is due."""
        now, found = time.monotonic(), list(missing)
        for table, asked in list(self.under_way.items()):
            if now - asked.since > (SILENT_S if asked.accepted else ANSWER_S):
                if asked.accepted or asked.tries == TRIES:
                    say(f"{table}: no {'end' if asked.accepted else 'answer'} of what was asked for")
                    del self.under_way[table]
                else:
                    asked.tries, asked.since = asked.tries + 1, now
                    self.publish(asked.topic, asked.payload)
        gaps = {(one.stream, one.first) for one in found}
        self.later = {gap: wait for gap, wait in self.later.items() if gap in gaps}
        for one in found:
            gap = (one.stream, one.first)
            at, wait = self.later.setdefault(gap, (now + SETTLED_S, FIRST_WAIT_S))
            if now >= at and one.table not in self.under_way:
                self.later[gap] = (now + wait, min(wait * 2, LONGEST_WAIT_S))
                say(f"{one.table}: asked for {one.first} to {one.last}")
                self.ask(one)

    def ask(self, what: Missing) -> None:
        """Whole, or its first `MOST`."""
        site, table, journal = what.stream.split("/")
        last = min(what.last, what.first + MOST - 1)
        topic, transaction = f"{self.prefix}/{site}/{table}/request/resend", secrets.token_hex(12)
        body = {
            "v": 1, "transaction": transaction, "by": self.by,
            "at": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"), "table": table,
            "verb": "resend", "id": f"{journal}-{what.life}-{what.first}", "seq": what.first, "last": last,
        }  # fmt: skip
        text = json.dumps(body, separators=(",", ":"))
        sig = self.key.sign(f"table-controller request 1\n{topic}\n{text}".encode()).hex()
        payload = f'{text[:-1]},"sig":"{sig}"}}'
        self.under_way[what.table] = Asked(what, transaction, topic, payload, time.monotonic())
        self.publish(topic, payload)

    def came(self, table: str) -> None:
        """Something has come from the table: what was accepted there is still under way."""
        if table in self.under_way and self.under_way[table].accepted:
            self.under_way[table].since = time.monotonic()

    def answered(self, table: str, body: dict, left: Callable[[Missing], bool]) -> str:
        """The table's answer; what it means. `left` is whether something of a stretch is still missing."""
        asked = self.under_way.get(table)
        if asked is None or body.get("transaction") != asked.transaction:
            return "of somebody else"
        if body["status"] == "accepted":
            asked.accepted = True
            return f"{body['result']['messages']} messages come again"
        result = body.get("result", {})
        if "next" in result:
            _, life, first = result["next"].rsplit("-", 2)
            rest = asked.what._replace(life=life, first=int(first))
            if left(rest):
                self.ask(rest)
                return f"{body['status']}; asked for {first} on, of another life"
        del self.under_way[table]
        return f"refused: {body['reason']}" if body["status"] == "refused" else "all have come that the table has"
