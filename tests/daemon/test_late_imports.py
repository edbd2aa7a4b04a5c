"""An upgrade replaces files under a running daemon: what it needs to its end it has in memory once it is open."""

import signal
from pathlib import Path

import pytest

from tests.broker import Broker
from tests.table.table_bench import WAGERS
from tests.web.client import console
from tests.web.pages import serving


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
