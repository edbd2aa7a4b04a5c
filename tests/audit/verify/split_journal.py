"""A journal with a snapshot every few events, looked at in stretches: by processes, or by this one in their place.

    python -m tests.audit.verify.split_journal [MUTATIONS] [SEED]

changes a journal at random so many times (300 without a word), and holds what is found by several to what one finds.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import structlog

from controller.alerts.notices import Alert
from controller.audit.journal_file import opened
from controller.audit.legible import UnreadableError
from controller.audit.replay import outcomes
from controller.audit.verify.one_pass import OnePass
from controller.audit.verify.published import read_published
from controller.audit.verify.stretch import Confirmed
from controller.audit.verify.verification import verify
from controller.core.events import CardDrawn, ShoeNew
from controller.journal.outbox import Lane
from controller.mqtt.messages import BROKER
from controller.table.inbox import Item
from tests.audit.small_journal import PLAYED, PONTOON, places, write
from tests.journal.journals import open_journal

TABLES: Final = ("identity", "records", "snapshots", "lanes", "outbox", "retained", "sequences", "standing")
LIVES: Final = (
    (*PONTOON, ShoeNew(), *PLAYED, Item(Alert(code="disk_low", text="low")), *PLAYED, *PLAYED),
    (*PLAYED, CardDrawn(card="AC"), *PLAYED, ShoeNew(), *PONTOON, *PLAYED),
    (*PLAYED, *PLAYED, *PONTOON, ShoeNew(), *PLAYED, *PONTOON, *PLAYED, *PLAYED),
)
"""Three lives of a table: rounds, an alert that stays active, a sealed card."""


class Here:
    """In place of processes: what is handed in is done at once, so that none is left for whoever asks."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def submit(self, call: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Done when it returns."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        future.set_result(call(*arguments))
        return future

    def shutdown(self, **_: object) -> None:
        """Nothing is left."""


@contextmanager
def split(*, here: bool = True) -> Iterator[list[bool]]:
    """For the block, snapshots are many and stay, and each begins a stretch; gives of each whether it was joined."""
    joined: list[bool] = []
    join = OnePass.join

    def noted(one: OnePass, found: Confirmed) -> bool:
        joined.append(join(one, found))
        return joined[-1]

    with (
        patch("controller.audit.elsewhere.STRETCH", 1),
        patch("controller.audit.elsewhere.LONG", 1),
        patch("controller.audit.elsewhere.SHARES", 1000),
        patch.object(OnePass, "join", noted),
        patch("controller.audit.elsewhere.ProcessPoolExecutor", Here)
        if here
        else patch("controller.audit.elsewhere.LOOK_S", 0.05),
    ):
        yield joined


@contextmanager
def many_snapshots(after: int = 15) -> Iterator[None]:
    """For the block, one is due after so many events, and none is deleted."""
    with (
        patch("controller.table.consequences.SNAPSHOT_AFTER", after),
        patch("controller.journal.transaction.PRUNE", "DELETE FROM snapshots WHERE 0"),
    ):
        yield


def write_split(folder: Path) -> None:
    """A journal of three lives, the last one cut; its older messages, which were delivered, are deleted."""
    asyncio.run(write(folder, *LIVES, stop=False))
    asyncio.run(_pruned(folder))


async def _pruned(folder: Path) -> None:
    journal = open_journal(folder)
    lane = Lane(journal=journal, name=BROKER)
    with patch("controller.journal.outbox.KEEP_BYTES", 40_000):
        await lane.prune(utc_ns=0)
    await journal.commit_deferred()
    journal.close()


def look(folder: Path, jobs: int, lines: tuple[bytes, ...] = ()) -> tuple[str, ...]:
    """All that a verification says, in its words and numbers, and all that comes of playing the rounds again."""
    found: list[object] = []
    try:
        with opened(places(folder)) as file:
            found.append(verify(file, published=read_published(lines), jobs=jobs))
            found += outcomes(file, jobs=jobs)
    except (UnreadableError, sqlite3.Error) as error:
        found.append(error)
    return tuple(map(repr, found))


class Mutations:
    """Changes a journal at random, by SQL or past it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._random = random.Random(seed)
        self.path = folder / "journal.db"
        self._whole = self.path.read_bytes()
        self._head = (folder / "journal.db.head").read_bytes()

    def next(self) -> str:
        """Put everything right, and change one to three things; what was changed."""
        self.path.write_bytes(self._whole)
        (self._folder / "journal.db.head").write_bytes(self._head)
        if self._random.random() < 0.05:
            return self._byte()
        done = []
        with sqlite3.connect(self.path) as insider:
            insider.execute("PRAGMA synchronous = OFF")
            for _ in range(self._random.choice((1, 1, 1, 2, 3))):
                statement, parameters = self._statement(insider)
                with suppress(sqlite3.Error):  # the table itself does not take it
                    insider.execute(statement, parameters)
                    done.append(f"{statement} {parameters!r}"[:200])
        insider.close()
        return "; ".join(done)

    def _byte(self) -> str:
        name = self._random.choice((self.path, self._folder / "journal.db.head"))
        found = bytearray(name.read_bytes())
        place = self._random.randrange(len(found))
        found[place] ^= self._random.randrange(1, 256)
        name.write_bytes(found)
        return f"byte {place} of {name.name}"

    def _statement(self, insider: sqlite3.Connection) -> tuple[str, tuple[Any, ...]]:
        draw = self._random
        table = draw.choice(TABLES)
        cursor = insider.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own table names
        names = [name for name, *_ in cursor.description]
        rows = cursor.fetchall()
        if not rows:
            return "SELECT 1", ()
        row, other = draw.choice(rows), draw.choice(rows)
        where = " AND ".join(f"{name} IS ?" for name in names)
        at = draw.randrange(len(names))
        match draw.random():
            case chance if chance < 0.2:
                return f"DELETE FROM {table} WHERE {where}", row  # noqa: S608
            case chance if chance < 0.35:
                return f"UPDATE {table} SET {names[at]} = ? WHERE {where}", (other[at], *row)  # noqa: S608
            case chance if chance < 0.45:
                moved = (other[0], *row[1:])
                return f"INSERT OR REPLACE INTO {table} VALUES ({','.join('?' * len(row))})", moved  # noqa: S608
        return f"UPDATE {table} SET {names[at]} = ? WHERE {where}", (self._changed(row[at]), *row)  # noqa: S608

    def _changed(self, value: Any) -> Any:
        draw = self._random
        match value:
            case int():
                return draw.choice((value + 1, value - 1, 0, -value, value + 1000, None))
            case str() if value:
                place = draw.randrange(len(value))
                return draw.choice((value[:place] + draw.choice('x1"}\\') + value[place + 1 :], value[:place], ""))
            case bytes() if value:
                place = draw.randrange(len(value))
                return draw.choice((value[:place] + bytes((value[place] ^ 1,)) + value[place + 1 :], b"", None))
        return draw.choice(("x", 1, b"x"))


def differences(folder: Path, count: int, seed: int = 1) -> Iterator[str]:
    """Of so many mutations those of which several find something else than one; the journal is left changed."""
    changes = Mutations(folder, seed)
    for _ in range(count):
        what = changes.next()
        one, several = look(folder, 1), look(folder, 3)
        if one != several:
            only_one = [text[:2000] for text in one if text not in several]
            only_several = [text[:2000] for text in several if text not in one]
            yield f"{what}\n  one:     {only_one}\n  several: {only_several}"


def main() -> int:
    """Print each difference, and how many there are."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    words = [int(word) for word in sys.argv[1:]]
    count, seed = (*words, *(300, 1)[len(words) :])
    with tempfile.TemporaryDirectory() as name, many_snapshots(), split() as joined:
        folder = Path(name) / "journal"
        folder.mkdir()
        write_split(folder)
        found = list(differences(folder, count, seed))
    sys.stdout.writelines(f"{difference}\n" for difference in found)
    sys.stdout.write(f"{count} mutations from seed {seed}, {sum(joined)} stretches joined: {len(found)} differences\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
