"""The house's own system for tests: keys of each rank, requests signed by them, and what they are answered."""

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiomqtt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from controller.core.outcomes import dumps
from controller.journal.clock import rfc3339
from controller.mqtt.requests import REQUEST_READER, signed_request
from tests.broker import Broker
from tests.table.table_bench import PREFIX, Bench, running

RANKS: Final = {"cms": "shift_manager", "pit": "pit_manager", "floor": "pit_supervisor", "reader": "technician"}
LIMITS: Final = {"main": [2000, 100000], "pandemonium": [100, 5000]}


class House:
    """Asks the bench's table."""

    def __init__(self, bench: Bench, client: aiomqtt.Client) -> None:
        self.bench = bench
        self.client = client
        self.keys = {name: Ed25519PrivateKey.generate() for name in RANKS}
        sections = ""
        for name, key in self.keys.items():
            public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
            (bench.folder / f"{name}.pub").write_bytes(public)
            sections += f'[requests.keys.{name}]\nfile = "{name}.pub"\nrank = "{RANKS[name]}"\n'
        bench.daemon.config.write_text(bench.daemon.config.read_text() + sections)

    def signed(
        self, verb: str, *, by: str = "cms", key: str | None = None, late_s: float = 0.0, topic: str = "", **fields: Any
    ) -> tuple[str, str]:
        """A transaction and its payload; `key` signs where it is another than that of `by`."""
        transaction = fields.pop("transaction", secrets.token_hex(8))
        at = rfc3339(time.time_ns() - round(late_s * 1e9))
        body = {"v": 1, "transaction": transaction, "by": by, "at": at, "table": "t1", "verb": verb} | fields
        signer = self.keys.get(key or by) or Ed25519PrivateKey.generate()
        whole = REQUEST_READER.validate_json(dumps(body))
        return transaction, signed_request(signer, topic or f"{PREFIX}/request/{verb}", whole)

    async def send(self, verb: str, payload: str | bytes, *, retain: bool = False) -> None:
        await self.client.publish(f"{PREFIX}/request/{verb}", payload, qos=1, retain=retain)

    async def ask(self, verb: str, **said: Any) -> Any:
        """The first answer."""
        transaction, payload = self.signed(verb, **said)
        await self.send(verb, payload)
        return await self.bench.listener.wait_for(f"response/{verb}", transaction=transaction)

    async def taken(self, asked: dict[str, Any]) -> Any:
        return await self.bench.listener.wait_for(
            f"response/{asked['verb']}", transaction=asked["transaction"], status="taken"
        )


@asynccontextmanager
async def house(folder: Path, broker: Broker) -> AsyncIterator[House]:
    """A table that listens to the house."""
    async with running(folder, broker, start=False) as bench, aiomqtt.Client(broker.host, broker.port) as client:
        asking = House(bench, client)
        await bench.daemon.start()
        await bench.listener.wait_for("device/console", connected=True)
        yield asking
