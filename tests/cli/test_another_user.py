"""The tools in the hands of somebody who is neither root nor the table's user: a real login, a real daemon.

The folders have the modes that the unit gives them. Who is not in the group is told the file, his name and how to get
in, by every command; who is, sees all that needs no key.
"""

import asyncio
import grp
import os
import pwd
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.table.table_bench import ROOT, Bench, running

USER: Final = "nobody"
GROUP: Final = "games"
LOOKS: Final = (
    ["status"], ["recall"], ["verify"], ["replay"], ["devices"], ["doctor"], ["export", "--round", "1"],
)  # fmt: skip
TOUCHES: Final = (
    ["monitor", "shoe", "--for", "1"], ["test", "button"], ["test", "shoe"],
    ["clear", "disk_low", "--by", "x", "--authority", "technician"],
)  # fmt: skip

PYTHON: Final = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
"""The system's, which everybody may start; the packages are ours."""
PACKAGES: Final = f"{ROOT}:{sysconfig.get_path('purelib')}"


def _others_may_run_it() -> bool:
    if os.geteuid() != 0 or not Path(PYTHON).is_file():
        return False
    tried = subprocess.run(
        [PYTHON, "-c", "import controller.cli.tablectl"], cwd="/", env={"PYTHONPATH": PACKAGES}, user=USER,
        group=pwd.getpwnam(USER).pw_gid, extra_groups=[], capture_output=True, check=False,
    )  # fmt: skip
    return tried.returncode == 0


pytestmark = pytest.mark.skipif(
    not _others_may_run_it(), reason="needs root, to be somebody else, and a Python and a checkout that he may read"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that others may enter, unlike pytest's own."""
    made = Path(tempfile.mkdtemp(prefix="table-"))
    for place, mode in ((made, 0o755), (made / "etc", 0o2750), (made / "state", 0o2750), (made / "run", 0o2750)):
        place.mkdir(exist_ok=True)
        os.chown(place, 0, 0 if place == made else grp.getgrnam(GROUP).gr_gid)
        place.chmod(mode)
    yield made
    shutil.rmtree(made)


def ask(folder: Path, words: list[str], *, member: bool) -> subprocess.CompletedProcess[str]:
    """`tablectl`, as that user, in the group or not."""
    config = folder / "etc" / "t1.toml"
    groups = [grp.getgrnam(GROUP).gr_gid] if member else []
    command = [PYTHON, "-m", "controller.cli.tablectl", *words, "--config", str(config)]
    return subprocess.run(
        command, cwd=ROOT, env={"PYTHONPATH": PACKAGES, "PATH": "/usr/bin:/bin"}, user=USER,
        group=pwd.getpwnam(USER).pw_gid, extra_groups=groups, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip


def as_the_unit() -> None:
    """Its `UMask=`."""
    os.umask(0o027)


async def started(bench: Bench, folder: Path) -> None:
    """The bench's table with the folders of the unit, and a round played."""
    text = bench.daemon.config.read_text().replace(f'path = "{folder}/', f'path = "{folder}/state/')
    for name in ("password", "broker.key"):
        (folder / "etc" / name).write_text("the table's alone")
        (folder / "etc" / name).chmod(0o600)
    text += (
        '[mqtt]\nhost = "localhost"\nport = 1\nusername = "t1"\npassword_file = "password"\nkey_file = "broker.key"\n'
    )
    text += f'[console]\nsocket = "{folder / "run" / "console"}"\n'
    for name in ("multipliers.toml", "t1.toml"):
        file = folder / "etc" / name
        file.write_text(text if name == "t1.toml" else (folder / name).read_text())
        file.chmod(0o640)
    bench.daemon.config = folder / "etc" / "t1.toml"
    await bench.daemon.start(before_exec=as_the_unit)
    await bench.bet_and_deal()
    await bench.press()
    await bench.meter_shows("showing")


async def test_with_and_without_the_group(folder: Path) -> None:
    """Running, killed and started again, stopped in order: the member reads, the other is told how to become one."""
    async with running(folder, None, start=False) as bench:
        await started(bench, folder)
        journal = folder / "state" / "journal.db"
        assert {file.name: file.stat().st_mode & 0o777 for file in journal.parent.iterdir()} == {
            "journal.db": 0o640, "journal.db-shm": 0o640, "journal.db-wal": 0o640, "journal.db.head": 0o640,
            "journal.db.key": 0o600, "journal.db.lock": 0o640, "journal.db.reserve": 0o600, "journal.db.seal": 0o600,
        }  # fmt: skip
        await asyncio.to_thread(_outsider, folder)
        await asyncio.to_thread(_insider, folder, runs=True)
        await bench.daemon.end(signal.SIGKILL)
        await asyncio.to_thread(_insider, folder, runs=False)
        await bench.daemon.start(before_exec=as_the_unit)
        await bench.say({"type": "bets.open"})
        await bench.daemon.end(signal.SIGTERM)
        assert not journal.with_name("journal.db-wal").exists()
        await asyncio.to_thread(_insider, folder, runs=False)


def _outsider(folder: Path) -> None:
    for words in (["status"], ["doctor"], ["monitor", "shoe"], ["clear", *TOUCHES[-1][1:]]):
        told = ask(folder, words, member=False)
        assert f"{USER} may not look into {folder / 'etc'}" in told.stderr, (words, told)
        assert f"`usermod -aG {GROUP} {USER}`" in told.stderr
        assert "Traceback" not in told.stderr
        assert told.returncode == 2
    (folder / "etc").chmod(0o755)  # the configuration for everybody, the record not
    for file in (folder / "etc").glob("*.toml"):
        file.chmod(0o644)
    for words in (*LOOKS, *TOUCHES):
        told = ask(folder, words, member=False)
        where = folder / ("run" if words[0] == "clear" else "state")
        assert f"{USER} may not look into {where}" in told.stdout + told.stderr, (words, told)
        assert "Traceback" not in told.stderr
        assert "no table runs" not in (told.stdout + told.stderr).casefold()


def _insider(folder: Path, *, runs: bool) -> None:
    for words in LOOKS if runs else LOOKS[:3]:
        told = ask(folder, words, member=True)
        said = told.stdout + told.stderr
        assert "usermod" not in said and "Traceback" not in said, (words, told)  # noqa: PT018
        assert told.returncode != 2, (words, told)
    status = ask(folder, ["status"], member=True).stdout
    assert ("running (process" in status) is runs
    assert "the state is not shown" in status
    if runs:
        watched = ask(folder, ["monitor", "shoe", "--for", "1"], member=True)
        assert "is watched there" in watched.stderr
        assert watched.returncode == 0
        assert "which runs" in ask(folder, ["test", "button"], member=True).stderr
