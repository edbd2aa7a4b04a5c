"""The inbox: decided at once at a table at rest, together while a commit is under way; a fault ends `run` alone."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.alerts.notices import Alert
from controller.journal.store import Journal
from controller.table.inbox import Answer, Inbox, Item, Submission
from tests.journal.journals import open_journal, open_table
from tests.table.test_task import table

NOTICE = Item(Alert(code="round_refused", text="a notice"))


async def test_what_comes_meanwhile_shares_the_next_commit(tmp_path: Path) -> None:
    """The first is on its way when `hand_in` returns; two more, in the same turn, are one commit behind it."""
    groups: list[int] = []
    async with table(tmp_path) as (journal, task):
        await task.submit(NOTICE)  # now it runs
        settle = task.inbox._settle

        def counted(group: Sequence[Submission]) -> object:
            groups.append(len(group))
            return settle(group)

        task.inbox._settle = counted  # type: ignore[assignment]
        answered: asyncio.Queue[int | None] = asyncio.Queue()
        before = journal.n
        for _ in range(3):
            task.hand_in([NOTICE], None, lambda answers: answered.put_nowait(answers[0].n))
        assert (journal.n, len(task.inbox)) == (before + 1, 2)
        assert [await answered.get() for _ in range(3)] == [before + 1, before + 2, before + 3]
    assert groups == [1, 2]


async def test_a_fault_of_who_is_answered_ends_the_table(tmp_path: Path) -> None:
    """Whoever hands in next has no part in it, and nothing is decided any more."""
    journal = open_journal(tmp_path)
    task = await open_table(journal, lambda: 25)
    running = asyncio.create_task(task.run())

    def broken(answers: tuple[Answer, ...]) -> None:
        raise KeyError(len(answers))

    task.hand_in([NOTICE], None, broken)
    with pytest.raises(KeyError):
        await running
    before = journal.n
    task.hand_in([NOTICE], None, broken)
    assert journal.n == before
    journal.close()


async def test_closed_when_everything_is_committed(tmp_path: Path) -> None:
    """`run` returns behind the last answer, at once where there is nothing."""
    journal = open_journal(tmp_path)
    asked: list[tuple[Answer, ...]] = []

    def settle(group: Sequence[Submission]):  # type: ignore[no-untyped-def]  # noqa: ANN202
        yield [journal.draft("event", "{}", round_=0)]
        for submission in group:
            submission.done(())

    inbox = Inbox(journal, settle)
    inbox.hand_in(Submission((), None, asked.append))
    inbox.close()
    await inbox.run()
    assert (asked, journal.n, len(inbox)) == ([()], 1, 0)
    empty = Inbox(journal, settle)
    empty.close()
    await empty.run()
    journal.close()


def test_it_takes_nothing_before_it_runs(tmp_path: Path) -> None:
    """What is handed in before waits."""
    journal: Journal = open_journal(tmp_path)
    inbox = Inbox(journal, lambda _: pytest.fail("nobody runs it"))
    inbox.hand_in(Submission((), None, lambda _: None))
    assert len(inbox) == 1
    journal.close()
