"""`tablectl request`: a key made, listed at a running table, and asked with; what it prints, and its exit status."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from controller.cli.tablectl import main
from tests.broker import Broker
from tests.table.table_bench import running


async def test_a_key_is_made_and_asks(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a technician tries it; the lines that new-key prints are the configuration's."""
    monkeypatch.chdir(tmp_path)
    assert main(["request", "new-key", "cms"]) == 0
    lines = capsys.readouterr().out.partition("\n\n")[2].replace("pit_manager", "shift_manager")
    assert (tmp_path / "cms.key").stat().st_mode & 0o777 == 0o600
    assert main(["request", "new-key", "cms"]) == 2
    async with running(tmp_path, broker, start=False) as bench:
        bench.daemon.config.write_text(bench.daemon.config.read_text() + lines)
        await bench.daemon.start()
        await bench.listener.wait_for("device/console", connected=True)

        async def asks(*words: str, key: str = "cms.key") -> tuple[int, Any]:
            capsys.readouterr()
            config = ["--config", str(bench.daemon.config), "--key", key]
            status = await asyncio.to_thread(main, ["request", *words, *config])
            said = capsys.readouterr()
            return status, json.loads(said.out) if said.out else said.err

        status, answer = await asks("limits", "main=1000-500000", "pandemonium=100-5000")
        assert (status, answer["status"]) == (0, "accepted"), answer
        await bench.listener.wait_for("state", limits={"main": [1000, 500000], "pandemonium": [100, 5000]})
        assert (await asks("multipliers", str(tmp_path / "multipliers.toml")))[0] == 0
        assert (await asks("close", "--reason", "the end"))[1]["when"] == "now"
        assert (await asks("open"))[0] == 0
        status, answer = await asks("resend", bench.listener.bodies("about")[0]["id"], "--count", "2")
        assert answer["result"]["messages"] == 2
        status, answer = await asks("limits", "main=3-2")
        assert (status, answer["status"]) == (1, "refused")
        assert "expected a limit in cents".capitalize() in (await asks("limits", "main"))[1]
        assert (await asks("open", key="table.toml"))[0] == 2
        await bench.daemon.end(signal.SIGTERM)
