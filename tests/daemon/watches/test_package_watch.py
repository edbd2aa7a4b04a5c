"""The installed package under a running table: a newer one waits for the end of the round, a changed file shuts it."""

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from controller.daemon.package import ENVIRONMENT, MANIFEST, NAME, SELF_CHECK
from systemd.package import manifest
from tests.broker import Broker, free_port
from tests.table.table_bench import CARDS, LONGEST_S, ROOT, WAGERS, Bench, running

FACTS: Final = {"release": "0.0.1+old", "code_hash": "c0de", "journal": "1", "build": "release"}
NEWER: Final = FACTS | {"release": "99.0.0+new"}
PROGRAM: Final = "from controller.cli.tabled import main\n\nraise SystemExit(main())\n"
DATA: Final = ENVIRONMENT / "data"

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed here")


class Installed:
    """The checkout as if a package had brought it below `root`, and systemd's socket for what the daemon tells it."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self._key = root.with_name("key")
        place = root / ENVIRONMENT
        site = place / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
        site.mkdir(parents=True)
        (place / "bin").mkdir()
        self.python = place / "bin" / "python3"
        self.python.symlink_to(Path(sys.executable).resolve())
        (place / "pyvenv.cfg").write_text(f"home = {Path(sys.executable).resolve().parent}\n")
        packages = [ROOT, *(one for one in sys.path if "site-packages" in one)]
        (site / "checkout.pth").write_text("".join(f"{one}\n" for one in packages))
        (place / "bin" / "tabled").write_text(PROGRAM)
        (root / DATA).write_text("as signed")
        (root / SELF_CHECK).parent.mkdir(parents=True)
        shutil.copy(ROOT / "systemd" / "package" / "self_check.py", root / SELF_CHECK)
        (root / manifest.SHARED).mkdir(parents=True)
        manifest.make_key(self._key)
        self.upgrade(FACTS)
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.bind(str(root / "notify"))
        self._systemd.settimeout(LONGEST_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(root / "notify"))

    def upgrade(self, facts: dict[str, str]) -> None:
        """Another manifest takes the place of this one, as dpkg does it."""
        staged = self.root.with_name("staged")
        shutil.rmtree(staged, ignore_errors=True)
        shutil.copytree(self.root / "usr", staged / "usr", symlinks=True)
        manifest.write(staged, facts, self._key)
        for name in manifest.NOT_COVERED:
            (staged / name).replace(self.root / name)

    def close(self) -> None:
        self._systemd.close()

    def dpkg_says(self, status: str) -> None:
        """Of the package, in its database."""
        database = self.root / "var" / "lib" / "dpkg"
        database.mkdir(parents=True, exist_ok=True)
        rest = "Maintainer: a\nArchitecture: amd64\nVersion: 1\nDescription: a\n"
        (database / "status").write_text(f"Package: {NAME}\nStatus: install ok {status}\n{rest}")

    async def ready(self) -> None:
        """Returns when systemd knows that the table is open."""
        while not (await asyncio.to_thread(self._systemd.recv, 4096)).startswith(b"READY=1"):
            pass


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    """One for each test."""
    with closing(Installed(tmp_path / "root", monkeypatch)) as found:
        yield found


async def _started(bench: Bench, installed: Installed) -> None:
    bench.daemon.python = str(installed.python)
    await bench.daemon.start()
    await installed.ready()


async def test_a_newer_release_waits_for_the_round(tmp_path: Path, broker: Broker, installed: Installed) -> None:
    """It is told at once, in the round nothing ends; after it the daemon does, and the next one clears the alert."""
    async with running(tmp_path, broker, start=False) as bench:
        await _started(bench, installed)
        await bench.bet_and_deal()
        installed.dpkg_says("unpacked")
        installed.upgrade(NEWER)
        installed.dpkg_says("installed")
        alert = await bench.listener.wait_for("alert", code="restart_pending", state="raised")
        assert alert["text"].startswith("Release 99.0.0+new is installed, this table runs with ")
        assert alert["text"].endswith("Between two rounds it starts again by itself.")
        assert (await bench.say({"type": "seat", "area": 2, "player": "P9"}))[0]["type"] == "accepted"
        await bench.button.push()
        assert await bench.daemon.ended() == (0, "")
        (outcome,) = bench.listener.bodies("outcome")
        (line,) = (line for line in outcome["ledger"] if line["kind"] == "pandemonium")
        assert await bench.meter_shows("showing") == line["multiplier"]
        await _started(bench, installed)
        await bench.listener.wait_for("alert", code="restart_pending", state="cleared")
        assert not [body for body in bench.listener.bodies("alert") if body["code"] == "restarted_in_round"]
        await bench.say(*WAGERS[:2], WAGERS[3])
        await bench.deal(*CARDS)
        await bench.listener.wait_for("outcome", 2)
        numbers = [body["seq"] for body in {body["id"]: body for body in bench.listener.messages()}.values()]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))


async def test_what_would_not_start_is_not_started(tmp_path: Path, broker: Broker, installed: Installed) -> None:
    """The table goes on and says why; while dpkg replaces files nothing is judged; the old one again ends it."""
    async with running(tmp_path, broker, start=False) as bench:
        await _started(bench, installed)
        (installed.root / ENVIRONMENT / "bin" / "tabled").write_text("raise SystemExit('tabled: No.')\n")
        installed.upgrade(NEWER)
        alert = await bench.listener.wait_for("alert", code="restart_pending", state="raised")
        assert alert["text"].endswith("What is installed would not start: No.")
        installed.dpkg_says("half-installed")
        (installed.root / ENVIRONMENT / "bin" / "tabled").write_text(PROGRAM)
        os.utime(installed.root / MANIFEST)
        await bench.say(*WAGERS[:2], WAGERS[3])
        await bench.deal(*CARDS)
        installed.upgrade(FACTS)
        installed.dpkg_says("installed")
        await bench.listener.wait_for("alert", code="restart_pending", state="cleared")
        assert not [body for body in bench.listener.bodies("alert") if body["code"] == "code_changed"]
        assert await bench.daemon.end(signal.SIGTERM) == (0, "")


async def test_a_changed_file_shuts_the_table(tmp_path: Path, broker: Broker, installed: Installed) -> None:
    """By its name; the round goes on, no other is opened until the file is as it was signed."""
    port = free_port()
    async with running(tmp_path, broker, start=False) as bench, aiohttp.ClientSession() as session:
        with bench.daemon.config.open("a") as config:
            config.write(f'[web]\nlisten = "127.0.0.1:{port}"\n')
        await _started(bench, installed)
        await bench.say(*WAGERS[:2], WAGERS[3])
        (installed.root / DATA).write_text("otherwise")
        os.utime(installed.root / MANIFEST)
        alert = await bench.listener.wait_for("alert", code="code_changed", state="raised")
        assert f"/{DATA} is not what was signed" in alert["text"]
        await bench.deal(*CARDS)
        await bench.listener.wait_for("outcome")
        (refused,) = await bench.say(*WAGERS[:1])
        assert refused["type"] == "rejected"
        assert f"/{DATA}" in refused["reason"]
        async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            assert 'tabled_self_check_ok{table="t1"} 0.0' in await answer.text()
        (installed.root / DATA).write_text("as signed")
        os.utime(installed.root / MANIFEST)
        await bench.listener.wait_for("alert", code="code_changed", state="cleared")
        assert (await bench.say(*WAGERS[:1]))[0]["type"] == "accepted"
