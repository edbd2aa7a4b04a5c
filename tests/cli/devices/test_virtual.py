"""A table that `tablectl new --virtual` has written, run by its unit's folders and played by `tablectl virtual`."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from controller.cli.devices.virtual import UnplayableError, _play
from controller.configuration.config import load
from controller.configuration.new_file import write_new
from controller.core.events import BetsOpen
from controller.journal.files.lock import holder
from tests.cli.technician import tablectl
from tests.table.table_bench import ROOT, Daemon

SCRIPT: Final = """\
{"type":"table","game":"pontoon-pandemonium"}
{"type":"bets.open"}
{"type":"wager","area":1,"kind":"main","amount":1000}
{"type":"wager","area":1,"kind":"pandemonium","amount":200}
{"type":"bets.closed"}
{"type":"card","card":"AS"}
{"type":"card","card":"7H"}
{"type":"card","card":"KD"}
{"type":"button.pressed"}
{"type":"multiplier.drawn","value":25}
"""


async def test_a_round_without_hardware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wagers, cards and the press reach the running table through virtual devices, and the round is in its record."""
    for name in ("STATE", "RUNTIME"):  # as systemd tells the service
        monkeypatch.setenv(f"{name}_DIRECTORY", str(tmp_path / name))
        (tmp_path / name).mkdir()
    file, _ = write_new(tmp_path, "trial", "pontoon-pandemonium", virtual=True)
    file.write_text(file.read_text().replace("/run/tabled/trial", str(tmp_path / "RUNTIME")))
    (tmp_path / "script").write_text(SCRIPT)
    words = ["virtual", str(tmp_path / "script"), "--config", str(file)]
    daemon = Daemon(file)
    refused = await asyncio.to_thread(_tablectl, words)
    assert "The table trial does not run: start it first." in refused.stderr
    await daemon.start()
    try:
        async with asyncio.timeout(60):
            while holder(tmp_path / "STATE" / "journal.db") is None:  # noqa: ASYNC110 - another process's lock
                await asyncio.sleep(0.05)
        played = await asyncio.to_thread(_tablectl, words)
        assert (played.returncode, played.stderr) == (0, "")
        assert "bets.closed: accepted" in played.stdout
        assert "the button was lit and pressed; the meter shows " in played.stdout
        unplugged = await asyncio.to_thread(_tablectl, ["doctor", "--config", str(file)])
        assert "-> a program makes this port, as `tablectl virtual SCRIPT` does" in unplugged.stdout
        assert "plug the device in" not in unplugged.stdout
        async with tablectl(*words, "--hold") as holding:
            await holding.line("The devices stay plugged in")
            second = await asyncio.to_thread(_tablectl, words)
            assert (second.returncode, "which runs: end it first" in second.stderr) == (2, True)
            assert (tmp_path / "RUNTIME" / "virtual-shoe").exists()
            holding.interrupt()
            assert await holding.ended() == (0, "")
        shown = await asyncio.to_thread(_tablectl, ["recall", "--config", str(file)])
        assert "Round 1" in shown.stdout
    finally:
        await daemon.end(signal.SIGTERM)


async def test_what_cannot_be_played_is_said(tmp_path: Path) -> None:
    """A table with real devices, and one whose folder is not there: a sentence, and nothing is plugged in."""
    for table, part, virtual in (("hall", "is by angel_eye_ii on /dev/table/shoe", False), ("trial", "No such", True)):
        file = write_new(tmp_path, table, "pontoon-pandemonium", virtual=virtual)[0]
        text = file.read_text().replace("/run/tabled/trial", str(tmp_path / "nowhere"))
        file.write_text(text)
        with pytest.raises((UnplayableError, OSError), match=part):
            await _play(load(file), [BetsOpen()])


def _tablectl(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli.tablectl", *words], cwd=ROOT, env=dict(os.environ), capture_output=True,
        text=True, check=False, timeout=100,
    )  # fmt: skip
