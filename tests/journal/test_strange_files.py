"""Whatever the files hold, a start opens the table or refuses with a sentence: it never ends in an error of ours."""

import asyncio
import random
import shutil
import signal
import sqlite3
import sys
from collections import Counter
from pathlib import Path

import pytest

from controller.alerts.notices import Alert
from controller.configuration.config import ConfigError, load
from controller.core.events import BetsClosed, BetsOpen, CardDrawn, Wager
from controller.daemon.app import serve
from controller.journal.archive import JournalRefusedError
from controller.journal.store import JournalFailedError
from controller.table.inbox import Item
from tests.audit.small_journal import PONTOON, write
from tests.broker import Broker
from tests.journal.strange_files import change
from tests.table.table_bench import WAGERS, running, write_config

CHANGES = 150
OPEN_ROUND = (
    Item(Alert(code="disk_low", text="low")),
    BetsOpen(),
    Wager(area=1, kind="main", amount=1000),
    BetsClosed(),
    CardDrawn(card="AS"),
)


@pytest.fixture
def pristine(tmp_path: Path) -> Path:
    """Give the folder of a journal of a finished and an open round."""
    folder = tmp_path / "pristine"
    folder.mkdir()
    asyncio.run(write(folder, PONTOON, OPEN_ROUND, stop=False))
    return folder


def started(folder: Path) -> str:
    """What a start on the journal in the folder ends with: `open`, or `refused` or `failed` and a sentence."""
    config = write_config(folder, None)
    text = config.read_text().replace("[table]\n", "[table]\nareas = 5\n")
    config.write_text(text.replace("[journal]\n", '[journal]\nreserve_mib = 0\nkey = "key"\nseal = "seal"\n'))

    async def start() -> None:
        stop = asyncio.Event()
        stop.set()
        await serve(load(config), stop=stop)

    said = ["open"]
    try:
        asyncio.run(start())
    except* (JournalRefusedError, ConfigError) as group:
        said = ["refused", *map(str, group.exceptions)]
    except* JournalFailedError as group:
        said = ["failed", *map(str, group.exceptions)]
    return " ".join(said)


def test_whatever_the_files_hold_a_start_opens_or_refuses(pristine: Path, tmp_path: Path) -> None:
    """Values of any kind in any column, bytes anywhere in any file, with and without a signature put under it."""
    folder = tmp_path / "changed"
    ends: Counter[str] = Counter()
    for seed in range(CHANGES):
        shutil.copytree(pristine, folder)
        done = change(folder, random.Random(seed))
        try:
            end = started(folder)
        except BaseException as error:
            error.add_note(f"{seed}: {done}")
            raise
        ends[end.split()[0]] += 1
        assert end == "open" or ("journal.db" in end or str(folder) in end), (seed, done, end)
        shutil.rmtree(folder)
    sys.stdout.write(f"{dict(ends)}\n")
    assert min(ends["open"], ends["refused"]) > CHANGES // 10


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (
            "UPDATE records SET body = CAST(x'ff' AS TEXT) WHERE kind = 'start'",
            "Could not decode to UTF-8 column 'body'",
        ),
        ("UPDATE records SET body = '{\"start\":{}}' WHERE kind = 'start'", "Record 1 of"),
        ("INSERT INTO sequences VALUES ('x', CAST(x'ff' AS TEXT), 1)", "table `sequences`"),
        ("UPDATE standing SET text = CAST(x'ff' AS TEXT)", "table `standing`"),
        ("UPDATE lanes SET last = 9223372036854775807", "table `lanes`"),
        ("UPDATE lanes SET last = last + 1000", "its newest row is"),
        (b'{"journal":"x","n":1e999,"head":"","seal":""}', "journal.db.head holds no head"),
        (b"[" * 200_000, "journal.db.head holds no head"),
    ],
)
async def test_the_daemon_names_what_it_cannot_read(
    tmp_path: Path, broker: Broker, change: str | bytes, named: str
) -> None:
    """It ends with status 3 and one sentence: never with a traceback."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.deal("AS")
        await bench.daemon.end(signal.SIGKILL)
        if isinstance(change, bytes):
            bench.journal.with_name("journal.db.head").write_bytes(change)
        else:
            with sqlite3.connect(bench.journal) as insider:
                insider.execute("INSERT INTO standing VALUES ('x', '', 1, 'info', 'x', NULL)")
                insider.execute(change)
            insider.close()
        await bench.daemon.start()
        status, said = await bench.daemon.ended()
        assert (status, said.count("\n")) == (3, 1)
        assert said.startswith("tabled: ")
        assert named in said
