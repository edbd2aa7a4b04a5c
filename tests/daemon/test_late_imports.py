"""An upgrade replaces files under a running daemon: what it needs to its end it has in memory once it is open."""

import signal
from pathlib import Path
from typing import Final

import pytest

from tests.broker import Broker
from tests.table.table_bench import WAGERS, running
from tests.web.client import console
from tests.web.pages import serving

NOT_AT_REST: Final = {
    "typer": "the unit's line is read without it",
    "rich.console": "structlog's",
    "greenlet._greenlet": "structlog's",
    "_bz2": "shutil's and zipfile's",
    "_lzma": "shutil's and zipfile's",
    "difflib": "for a wrong file",
    "statistics": "for one median",
    "cryptography.hazmat.primitives.serialization": "for [requests]",
    "controller.mqtt.requests": "for [requests]",
    "aiohttp": "for [web]",
    "prometheus_client": "for [web] and textfile",
    "usb": "for a device of USB",
    "controller.games.poker.engine": "no poker table",
    "controller.games.blackjack.rulebook": "no blackjack table",
}
"""What costs memory, 0.1 to 4 MiB each, and for what it would be; a part, where the whole is sought in vain."""


async def test_a_table_at_rest_has_what_it_needs(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With devices and a broker, without pages and requests."""
    file = tmp_path / "imports"
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    async with running(tmp_path, broker, start=False) as bench:
        with file.open("wb") as imports:
            await bench.daemon.start(stderr=imports.fileno())
        await bench.listener.wait_for("state")
        await bench.daemon.end(signal.SIGTERM)
    loaded = {line.rpartition("|")[2].strip() for line in file.read_text().splitlines()}
    assert {"controller.daemon.app", "pydantic", "controller.games.pontoon_pandemonium.rulebook"} <= loaded
    assert sorted(loaded & NOT_AT_REST.keys()) == []


async def test_nothing_is_imported_after_ready(tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round by pages, shoe, button, meter and broker, a lost device, a reload and the stop: the interpreter tells."""
    file = tmp_path / "imports"
    async with serving(tmp_path, broker=broker) as pages:
        bench = pages.bench
        await bench.daemon.end(signal.SIGTERM)
        monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
        with file.open("wb") as imports:
            await bench.daemon.start(stderr=imports.fileno())
        await pages.listens()
        await bench.say(WAGERS[0])
        before = len(file.read_text().splitlines())
        assert before > 500
        async with console(pages) as client:
            await client.act("wager", area=1, kind="main", amount=1000)
            for path in ("/", "/signage", "/metrics", "/readyz", "/healthz"):
                await client.ask("GET", path, api="")
            await bench.say(*WAGERS[2:])
            await bench.deal("AS", "7H", "KD")
            await bench.press()
            await bench.listener.wait_for("outcome")
        bench.console.send({"type": "nothing of the contract"})
        bench.daemon.signal(signal.SIGHUP)
        bench.shoe.port.unplug()
        await bench.listener.wait_for("alert", code="device_lost", state="raised")
        await bench.daemon.end(signal.SIGTERM)
        late = file.read_text().splitlines()[before:]
        assert [line.rpartition("|")[2].strip() for line in late if line.startswith("import time:")] == []
