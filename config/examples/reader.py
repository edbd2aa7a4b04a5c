"""A reader of the tables for a casino management system: keeps every outcome, once, as the tables' journals have it.

    pip install 'paho-mqtt>=2.1,<3' cryptography
    python reader.py follow --store outcomes.db --keys keys.json --broker broker.example:8883 --ca ca.pem --ask cms.key
    python reader.py outcomes --store outcomes.db house/pandemonium-1

Tables with two brokers: `--broker` once for each. Both are read into the one store, where each message is kept once.
keys.json pins each table's public key, as `tablectl status` shows it there: {"house/pandemonium-1": "64 digits"}.
A message counts once it is in the store: only then it is acknowledged, and the broker keeps what comes meanwhile. What
comes again is known by its id, a loss by its number (`gaps`); what is sent again later fills it. With `--ask`, a key
that the tables list, the tables are asked for it (asking.py, beside this); without, a loss is only said. Where an older
copy of a journal was put back, its new life begins with a number that was used: outcomes from there on are not in the
journal any more. They stay in the store, marked: money has moved by them (`outcomes --dropped`).
"""

import argparse
import json
import re
import select
import sqlite3
import ssl
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import paho.mqtt.client as mqtt
from asking import Asking, Missing
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

LOOK_S = 1.0
LONGEST_WAIT_S = 30.0
KEPT_S = 14 * 24 * 3600
"""For so long the broker keeps what comes while we are away."""
PASSING = {"outcome", "card", "alert", "response"}
"""Topics, by their beginning, that are not retained: never published again from before, as the others are."""
TABLES = """
    CREATE TABLE IF NOT EXISTS streams (stream TEXT PRIMARY KEY, last INTEGER, at TEXT);
    CREATE TABLE IF NOT EXISTS lives (stream TEXT, life TEXT, last INTEGER, PRIMARY KEY (stream, life));
    CREATE TABLE IF NOT EXISTS gaps (stream TEXT, first INTEGER, last INTEGER);
    CREATE TABLE IF NOT EXISTS held (stream TEXT, life TEXT, topic TEXT, payload TEXT UNIQUE);
    CREATE TABLE IF NOT EXISTS outcomes (
        stream TEXT, life TEXT, seq INTEGER, round INTEGER, payload TEXT, dropped INTEGER DEFAULT 0,
        PRIMARY KEY (stream, life, seq)
    );
    CREATE INDEX IF NOT EXISTS rounds ON outcomes (stream, round, seq);
"""


def is_the_tables(key: str, topic: str, payload: str) -> bool:
    """Whether the table with this public key signed it; `topic` is the one behind `{prefix}/{site}/{table}/`."""
    found = re.fullmatch(r'(\{.*),"sig":"([0-9a-f]{128})"\}', payload, re.DOTALL)
    if found is None:
        return False
    signed = f"table-controller message 1\n{topic}\n{found[1]}}}".encode()
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(found[2]), signed)
    except InvalidSignature:
        return False
    return True


class Store:
    """What is kept. A stream is a table's journal: SITE/TABLE/JOURNAL."""

    def __init__(self, file: Path) -> None:
        self.db = sqlite3.connect(file, isolation_level=None)
        self.db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + TABLES)

    def take(self, table: str, topic: str, payload: str, *, trusted: bool = False) -> str:
        """Keep a message whose signature is good, whole or not at all; what became of it."""
        body = json.loads(payload)
        journal, life, _ = body["id"].rsplit("-", 2)
        stream = f"{table}/{journal}"
        self.db.execute("BEGIN IMMEDIATE")
        try:
            became = self._number(stream, life, topic, body, trusted=trusted)
            if became == "held":
                self.db.execute("INSERT OR IGNORE INTO held VALUES (?, ?, ?, ?)", (stream, life, topic, payload))
            elif became not in ("repeat", "before") and topic == "outcome":
                row = (stream, life, body["seq"], body["round"], payload)
                self.db.execute("INSERT INTO outcomes (stream, life, seq, round, payload) VALUES (?, ?, ?, ?, ?)", row)
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")
        return became

    def _number(self, stream: str, life: str, topic: str, body: dict, *, trusted: bool) -> str:
        seq, at = body["seq"], body["at"]
        last, newest = self._one("SELECT last, at FROM streams WHERE stream = ?", stream) or (None, "")
        (of_life,) = self._one("SELECT last FROM lives WHERE stream = ? AND life = ?", stream, life) or (None,)
        gap = self._one("SELECT first, last FROM gaps WHERE stream = ? AND ? BETWEEN first AND last", stream, seq)
        passing = topic != "outcome/last" and topic.partition("/")[0] in PASSING
        became = "new"
        if last is None:
            if not passing:
                return "before"
        elif gap is not None and at <= newest:
            self._fill(stream, seq, *gap)
            self._reached(stream, life, max(seq, of_life or 0))
            return "fills a gap"
        elif of_life is not None and seq <= max(of_life, last):
            return "repeat"
        elif seq <= last:  # a life that is not known
            if at <= newest and not trusted:
                return "held" if passing else "before"
            self.db.execute("UPDATE outcomes SET dropped = 1 WHERE stream = ? AND seq >= ?", (stream, seq))
            self.db.execute("DELETE FROM gaps WHERE stream = ? AND first >= ?", (stream, seq))
            self.db.execute("UPDATE gaps SET last = ? WHERE stream = ? AND last >= ?", (seq - 1, stream, seq))
            became = f"an older journal was put back: what was published from {seq} on is not in it any more"
        elif seq > last + 1 and not (topic == "alert" and body["code"] == "journal_older"):
            self.db.execute("INSERT INTO gaps VALUES (?, ?, ?)", (stream, last + 1, seq - 1))
            became = f"a gap: {last + 1} to {seq - 1} are missing"
        self._reached(stream, life, seq)
        self.db.execute("INSERT OR REPLACE INTO streams VALUES (?, ?, ?)", (stream, seq, max(at, newest)))
        return became

    def _reached(self, stream: str, life: str, seq: int) -> None:
        self.db.execute("INSERT OR REPLACE INTO lives VALUES (?, ?, ?)", (stream, life, seq))

    def _fill(self, stream: str, seq: int, first: int, last: int) -> None:
        self.db.execute("DELETE FROM gaps WHERE stream = ? AND first = ?", (stream, first))
        for low, high in ((first, seq - 1), (seq + 1, last)):
            if low <= high:
                self.db.execute("INSERT INTO gaps VALUES (?, ?, ?)", (stream, low, high))

    def _one(self, question: str, *given: object) -> tuple | None:
        return self.db.execute(question, given).fetchone()

    def outcomes(self, table: str, *, dropped: bool = False) -> list[str]:
        """The rounds' outcomes as they stand: of each the last one that was published, none while it is withdrawn."""
        if dropped:
            found = self.db.execute(
                "SELECT payload FROM outcomes WHERE dropped AND instr(stream, ?) = 1 ORDER BY rowid", (f"{table}/",)
            )
            return [payload for (payload,) in found]
        found = self.db.execute(
            "SELECT payload FROM outcomes AS one WHERE NOT dropped AND instr(stream, ?) = 1 AND seq = (SELECT max(seq)"
            " FROM outcomes WHERE stream = one.stream AND round = one.round AND NOT dropped) ORDER BY stream, round",
            (f"{table}/",),
        )
        return [payload for (payload,) in found if json.loads(payload)["status"] != "withdrawn"]

    def missing(self, ahead: dict[str, int] | None = None) -> list[Missing]:
        """The gaps, each with the life before it, and what is behind the last message of a stream up to `ahead`."""
        found = self.db.execute("SELECT stream, first, last FROM gaps ORDER BY stream, first").fetchall()
        for stream, seq in (ahead or {}).items():
            (last,) = self._one("SELECT last FROM streams WHERE stream = ?", stream) or (seq,)
            found += [(stream, last + 1, seq)] if last < seq else []
        return [Missing(stream, self._life(stream, first), first, last) for stream, first, last in found]

    def _life(self, stream: str, seq: int) -> str:
        before = "SELECT life FROM lives WHERE stream = ? AND last >= ? ORDER BY last LIMIT 1"
        (life,) = self._one(before, stream, seq - 1) or self._one("SELECT life FROM lives WHERE stream = ?", stream)
        return life

    def gaps(self) -> list[str]:
        """What is missing, for a person."""
        return [f"{one.stream}: {one.first} to {one.last}" for one in self.missing()]

    def accept(self, life: str) -> int:
        """Take what was held of a life that says it began before what was known; how many messages it was."""
        rows = self.db.execute("SELECT stream, topic, payload FROM held WHERE life = ? ORDER BY rowid", (life,))
        found = rows.fetchall()
        for stream, topic, payload in found:
            self.take(stream.rpartition("/")[0], topic, payload, trusted=True)
        self.db.execute("DELETE FROM held WHERE life = ?", (life,))
        return len(found)


class Reader:
    """Hands each message of any broker to the store, then acknowledges it."""

    def __init__(self, store: Store, keys: Path, prefix: str, asking: Asking | None = None) -> None:
        self.store = store
        self.asking = asking
        self.ahead: dict[str, int] = {}
        """The highest number that the broker had kept, by stream: up to there something may be missing."""
        self.looked = 0.0
        self.keys: dict[str, str] = json.loads(keys.read_text(encoding="utf-8"))
        self.prefix = prefix

    def connected(self, client: mqtt.Client, _: object, flags: mqtt.ConnectFlags, code: object, __: object) -> None:
        say(f"connected: {code}; the broker {'has' if flags.session_present else 'has not'} kept our session")
        client.subscribe(f"{self.prefix}/+/+/#", qos=1)

    def message(self, client: mqtt.Client, _: object, message: mqtt.MQTTMessage) -> None:
        """Acknowledged whatever it is: what is refused would only come again."""
        say(f"{message.topic}: {self.take(message)}")
        client.ack(message.mid, message.qos)

    def look(self) -> None:
        """Ask for what is missing; does nothing without a key, nor more often than every second."""
        if self.asking is not None and time.monotonic() - self.looked >= LOOK_S:
            self.looked = time.monotonic()
            self.asking.look(self.store.missing(self.ahead), say)

    def take(self, message: mqtt.MQTTMessage) -> str:
        site, table, topic = message.topic.removeprefix(f"{self.prefix}/").split("/", 2)
        if topic in ("availability", "heartbeat", "health") or topic.startswith("request/"):
            return "not of the record"
        key = self.keys.get(f"{site}/{table}")
        if key is None:
            return f"REFUSED: no key is pinned for {site}/{table}"
        text = message.payload.decode(errors="replace")
        if not is_the_tables(key, topic, text):
            return "REFUSED: forged or changed, the table's key did not sign it"
        body = json.loads(text)
        journal, life, _ = body["id"].rsplit("-", 2)
        if message.retain:
            stream = f"{site}/{table}/{journal}"
            self.ahead[stream] = max(self.ahead.get(stream, 0), body["seq"])
            return "kept by the broker"
        became = self.store.take(f"{site}/{table}", topic, text)
        if self.asking is not None:
            self.asking.came(f"{site}/{table}")
            if topic == "response/resend":
                return f"{became}; {self.asking.answered(f'{site}/{table}', body, self.is_missing)}"
        if became != "held":
            return became
        return f"HELD: a life from before what is known: repeated, or the table's clock was set back: `accept {life}`"

    def is_missing(self, what: Missing) -> bool:
        return any(
            one.stream == what.stream and one.first <= what.last and what.first <= one.last
            for one in self.store.missing(self.ahead)
        )


def say(text: str) -> None:
    """At once, also into a pipe."""
    print(text, flush=True)


class Connection:
    """One broker: connected anew whenever it is lost."""

    def __init__(self, asked: argparse.Namespace, broker: str) -> None:
        self.broker = broker
        self.client = mqtt.Client(
            mqtt.CallbackAPIVersion.VERSION2, client_id=asked.client, protocol=mqtt.MQTTv5, manual_ack=True
        )
        self.client.connect_timeout = 2.0  # the other broker waits meanwhile
        if asked.ca is not None:
            self.client.tls_set(asked.ca, asked.cert, asked.cert_key, cert_reqs=ssl.CERT_REQUIRED)
        if asked.username is not None:
            self.client.username_pw_set(asked.username, asked.password_file.read_text().strip())
        properties = Properties(PacketTypes.CONNECT)
        properties.SessionExpiryInterval = KEPT_S
        host, _, port = broker.rpartition(":")
        self.client.connect_async(host, int(port), keepalive=15, clean_start=False, properties=properties)
        self.wait_s, self.due = 1.0, 0.0

    def turn(self) -> None:
        """Take what has come, without waiting; connect where it is time to."""
        try:
            if self.client.socket() is None:
                if time.monotonic() < self.due:
                    return
                self.due, self.wait_s = time.monotonic() + self.wait_s, min(self.wait_s * 2, LONGEST_WAIT_S)
                self.client.reconnect()
            elif self.client.loop(0) == mqtt.MQTT_ERR_SUCCESS and self.client.is_connected():
                self.wait_s = 1.0
        except OSError as error:
            say(f"the broker at {self.broker}: {error}")

    @property
    def has_more(self) -> bool:
        """Whether TLS has bytes that its socket does not show."""
        at = self.client.socket()
        return isinstance(at, ssl.SSLSocket) and at.pending() > 0


def follow(asked: argparse.Namespace, store: Store) -> None:
    """For ever; what comes while a broker is gone or we are comes afterwards."""
    connections = [Connection(asked, broker) for broker in asked.broker or ["localhost:1883"]]

    def publish(topic: str, payload: str) -> None:
        for one in connections:  # a table that is asked twice by the same transaction does it once
            if one.client.is_connected():
                one.client.publish(topic, payload, qos=1)

    reader = Reader(store, asked.keys, asked.prefix, asked.ask and Asking(asked.ask, asked.by, asked.prefix, publish))
    for one in connections:
        one.client.on_connect, one.client.on_message = reader.connected, reader.message
    while True:
        for one in connections:
            one.turn()
        reader.look()
        sockets = [at for one in connections if (at := one.client.socket()) is not None]
        select.select(sockets, [], [], 0 if any(one.has_more for one in connections) else LOOK_S)


def main() -> int:
    """Exit status 0."""
    parser = argparse.ArgumentParser(description="Keeps the outcomes of tables, exactly once.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    named = {verb: verbs.add_parser(verb) for verb in ("follow", "outcomes", "gaps", "accept")}
    for one in named.values():
        one.add_argument("--store", type=Path, default=Path("outcomes.db"))
    for option, default in (
        ("prefix", "casino"),
        ("client", "outcomes"),
        ("username", None),
        ("by", None),
    ):
        named["follow"].add_argument(f"--{option}", default=default)
    for option in ("ca", "cert", "cert-key", "password-file", "ask"):
        named["follow"].add_argument(f"--{option}", type=Path)
    named["follow"].add_argument("--broker", action="append", help="HOST:PORT, once for each")
    named["follow"].add_argument("--keys", type=Path, default=Path("keys.json"))
    named["outcomes"].add_argument("table", help="SITE/TABLE")
    named["outcomes"].add_argument("--dropped", action="store_true", help="those that no journal has any more")
    named["accept"].add_argument("life")
    asked = parser.parse_args()
    store = Store(asked.store)
    with closing(store.db), suppress(KeyboardInterrupt):
        match asked.verb:
            case "follow":
                follow(asked, store)
            case "outcomes":
                print(*store.outcomes(asked.table, dropped=asked.dropped), sep="\n")
            case "gaps":
                print(*store.gaps(), sep="\n")
            case "accept":
                print(f"{store.accept(asked.life)} messages taken")
    return 0


if __name__ == "__main__":
    sys.exit(main())
