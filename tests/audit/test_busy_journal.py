"""A table that commits all the time: what is looked at and what is copied is of one moment, head file and database."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.alerts.notices import Alert
from controller.audit.backup import back_up
from controller.audit.journal_file import opened
from controller.audit.legible import UnreadableError
from controller.audit.verify.verification import verify
from controller.journal.files.head_file import Head
from controller.journal.store import Journal
from controller.table.inbox import Item
from tests.audit.small_journal import PONTOON, places
from tests.journal.journals import open_journal, open_table

NOTICE = Alert(code="round_refused", text="told to the house")


@asynccontextmanager
async def busy(folder: Path) -> AsyncIterator[Journal]:
    """A table at which round follows round without a pause, each commit one that has to be in the head file."""
    journal = open_journal(folder)
    task = await open_table(journal, lambda: 25)
    running = asyncio.create_task(task.run())
    over = asyncio.Event()

    async def play() -> None:
        while not over.is_set():
            for event in PONTOON:
                await task.submit(Item(event))
                await task.submit(Item(NOTICE))

    playing = asyncio.create_task(play())
    try:
        yield journal
    finally:
        over.set()
        await playing
        await task.close()
        await running
        journal.close()


async def test_a_busy_table_is_copied_and_verified_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds end while the files are opened: each copy verifies by itself, and so does the journal looked at."""
    connect = sqlite3.connect

    def slow_connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        """A disk so slow that the table commits some rounds before and after it has opened a file."""
        _wait(journal)
        connection: sqlite3.Connection = connect(*arguments, **options)
        _wait(journal)
        return connection

    copies = [tmp_path / f"copy-{number}.db" for number in range(5)]
    async with busy(tmp_path) as journal:
        monkeypatch.setattr("sqlite3.connect", slow_connect)
        for copy in copies:
            assert await asyncio.to_thread(_copied, tmp_path, copy) == []
            assert await asyncio.to_thread(_found, tmp_path, tmp_path / "journal.db") == []
        monkeypatch.undo()
    for copy in copies:
        assert _found(tmp_path, copy) == []


async def test_a_head_that_is_always_another_is_no_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no look falls between two commits, a sentence says to do it again; nothing is called forged."""
    async with busy(tmp_path):
        pass
    heads = (Head("other", n, b"", b"") for n in range(10**6, 10**7))
    monkeypatch.setattr("controller.audit.journal_file._head", lambda _: next(heads))
    with pytest.raises(UnreadableError, match="do it again"), opened(places(tmp_path)):
        pass


def _copied(folder: Path, copy: Path) -> list[str]:
    with opened(places(folder)) as file:
        return [str(finding) for finding in back_up(file, places(folder), copy).findings]


def _found(folder: Path, journal: Path) -> list[str]:
    with opened(replace(places(folder), journal=journal)) as file:
        return [str(finding) for finding in verify(file).findings]


def _wait(journal: Journal) -> None:
    """Until three more rounds are in the journal."""
    until = journal.n + 3 * 2 * len(PONTOON)
    while journal.n < until:
        time.sleep(0.001)
