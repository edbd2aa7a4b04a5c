"""The head file: read whatever lies under its name, and made again where it is taken away while the table runs."""

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.files.head_file import HeadFile, HeadFileError
from controller.journal.store import JournalFailedError
from tests.journal.journals import open_journal
from tests.table.table_bench import WAGERS, running


def replace(path: Path) -> None:
    """Put a copy in its place, which no commit reaches."""
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.rename(path)


def pipe(path: Path) -> None:
    """Put a pipe in its place, for which a reader would wait."""
    path.unlink()
    os.mkfifo(path)


def lead_nowhere(path: Path) -> None:
    """Put a symbolic link to itself in its place."""
    path.unlink()
    path.symlink_to(path.name)


def lengthen(path: Path) -> None:
    """Write more behind it."""
    with path.open("ab") as file:
        file.write(b"more")


WAYS = (Path.unlink, replace, pipe, lead_nowhere, lengthen, lambda path: os.truncate(path, 0))


@pytest.mark.parametrize("take", WAYS)
async def test_it_is_made_again_while_the_table_runs(tmp_path: Path, take: Callable[[Path], None]) -> None:
    """By the next look; it names the last record, that of a commit since too, and so it goes on."""
    path = tmp_path / "journal.db.head"
    journal = open_journal(tmp_path)
    try:
        await journal.commit([journal.draft("event", "{}", round_=0)])
        await journal.keep_head()
        take(path)
        await journal.keep_head()
        found = HeadFile(path).read()
        assert (found and found.n) == 1
        take(path)
        await journal.commit([journal.draft("event", "{}", round_=0)])
        await journal.keep_head()
        await journal.commit([journal.draft("event", "{}", round_=0)])
        await journal.keep_head()
        found = HeadFile(path).read()
        assert (found and found.n) == 3
    finally:
        journal.close()


async def test_where_it_cannot_be_made_the_journal_fails(tmp_path: Path) -> None:
    """A folder that is not empty is in its place: nobody could show any more that no tail was cut off."""
    path = tmp_path / "journal.db.head"
    journal = open_journal(tmp_path)
    try:
        await journal.commit([journal.draft("event", "{}", round_=0)])
        await journal.keep_head()
        path.unlink()
        (path / "full").mkdir(parents=True)
        with pytest.raises(JournalFailedError, match="no head file any more"):
            await journal.keep_head()
        with pytest.raises(JournalFailedError):
            await journal.commit([journal.draft("event", "{}", round_=0)])
    finally:
        journal.close()


async def test_a_running_table_makes_it_again_within_a_second(tmp_path: Path) -> None:
    """Nothing happens at the table; the start after it misses nothing."""
    async with running(tmp_path, None) as bench:
        await bench.say(WAGERS[0])
        head = tmp_path / "journal.db.head"
        head.unlink()
        async with asyncio.timeout(1):
            while not head.exists():  # noqa: ASYNC110 - another process makes it
                await asyncio.sleep(0.02)


@pytest.mark.parametrize("take", [pipe, lead_nowhere, lengthen])
def test_what_is_no_head_file_is_refused_at_once(tmp_path: Path, take: Callable[[Path], None]) -> None:
    """With a sentence that names it; for a pipe that nobody writes to it is not waited."""
    path = tmp_path / "head"
    path.write_bytes(b" " * 512)
    take(path)
    with pytest.raises(HeadFileError, match=str(path)):
        HeadFile(path).read()
