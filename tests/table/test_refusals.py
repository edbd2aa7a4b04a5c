"""Refusals without end: answered all the same, the first of them recorded, the others counted, and facts always."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from controller.alerts.notices import Alert, PersonNotice
from controller.core.effects import Rejected
from controller.core.events import BetsOpen, ButtonPressed, CardDrawn, MultiplierDrawn
from controller.daemon.watches import refusals as refusals_watch
from controller.daemon.watches.refusals import watch_refusals
from controller.journal.store import Journal
from controller.table import refusals
from controller.table.inbox import Item
from controller.table.refusals import AT_ONCE, RequestsRefused
from controller.table.task import TableTask
from tests.table.test_task import table

MANY = 3 * AT_ONCE
REFUSED = (RequestsRefused.code, "console")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch looks often, and a short while is quiet."""
    monkeypatch.setattr(refusals, "QUIET_S", 0.3)
    monkeypatch.setattr(refusals_watch, "LOOK_EVERY_S", 0.02)


async def until_active(task: TableTask, *, active: bool) -> None:
    """Wait until the alert is there, or has ended."""
    async with asyncio.timeout(20):
        while (REFUSED in task.active_alerts) is not active:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


def last(journal: Journal) -> tuple[dict[str, Any], str | None]:
    """What the last record holds, and the mark in it."""
    *_, found = journal.archive.records(0)
    body: dict[str, Any] = json.loads(journal.archive.clear_body(found.record))
    return body, found.record.sequence


async def until_last(journal: Journal, code: str) -> tuple[dict[str, Any], str | None]:
    """What the last record holds, once it is this notice: the alert has ended before its commit has."""
    async with asyncio.timeout(20):
        while (found := last(journal))[0].get("notice", {}).get("code") != code:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)
    return found


async def refuse(task: TableTask, *items: Item, times: int = MANY) -> None:
    """Hand in what is refused, again and again; each is answered."""
    for number in range(times):
        answers = await task.submit(*items, device="console")
        for item, answer in zip(items, answers, strict=True):
            refused = [effect for effect in answer.effects if isinstance(effect, Rejected)]
            assert refused or not isinstance(item.what, BetsOpen | MultiplierDrawn), number


@pytest.mark.parametrize("what", [BetsOpen(), MultiplierDrawn(value=100)])
async def test_refusals_without_end_are_counted(tmp_path: Path, what: BetsOpen | MultiplierDrawn) -> None:
    """Recorded are so many at first; an alert names the source, and the count comes when it is over, with its mark."""
    async with table(tmp_path) as (journal, task):
        watch = asyncio.create_task(watch_refusals(task))
        await task.submit(Item(BetsOpen()))
        n = journal.n
        await refuse(task, Item(what, "3F0A-07"))
        await until_active(task, active=True)
        assert journal.n - n <= AT_ONCE + 3
        await until_active(task, active=False)
        body, mark = await until_last(journal, "requests_counted")
        assert abs(int(body["notice"]["text"].split()[0]) - (MANY - AT_ONCE)) < 3
        assert mark == "3F0A-07"
        watch.cancel()


async def test_other_sources_and_facts_are_recorded(tmp_path: Path) -> None:
    """Whoever else is refused is recorded, and of the flooding source cards and presses are."""
    async with table(tmp_path) as (journal, task):
        await task.submit(Item(BetsOpen()))
        await refuse(task, Item(BetsOpen()))
        n = journal.n
        await task.submit(Item(BetsOpen()), device="other")
        for fact in (CardDrawn(card="AS"), ButtonPressed()):
            await task.submit(Item(fact), device="console")
        assert journal.n == n + 3


async def test_who_has_no_right_fills_no_disk(tmp_path: Path) -> None:
    """The notice of a refusal and the alert beside it: once active, and from a source that is counted, it is enough."""
    person = PersonNotice(what="refused", login="kim", console="console", reason="no")
    alert = Alert(code="card_by_hand", text="A card by hand", device="console")
    async with table(tmp_path) as (journal, task):
        n = journal.n
        await refuse(task, Item(person, "3F0A-07"), Item(alert))
        assert journal.n - n <= 2 * AT_ONCE + 3


async def test_the_count_is_recorded_at_the_stop(tmp_path: Path) -> None:
    """A table that is stopped meanwhile: the count before the record of the stop."""
    async with table(tmp_path) as (journal, task):
        await task.submit(Item(BetsOpen()))
        await refuse(task, Item(BetsOpen()))
        await task.record_stop()
        *_, counted, _ = (json.loads(one.record.body) for one in journal.archive.records(0))
        assert counted["notice"]["code"] == "requests_counted"
