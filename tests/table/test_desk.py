"""The desk: one way from a console's event to its answer, and who else sees what of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from controller.alerts.notices import Alert
from controller.core.effects import AlertRaised, RulingGiven
from controller.core.events import BetsOpen, CardDrawn, Irregularity, MultiplierDrawn
from controller.games import view
from controller.journal.store import Journal
from controller.table.desk import Asker, Desk, Line, Reply, to_json
from controller.table.inbox import Item
from controller.table.task import TableTask
from drivers.protocols.base.reports import DeviceConnected
from tests.journal.journals import TABLE
from tests.table.test_task import table

DEALER = Asker(device="console", authority="dealer")
LACKING = Irregularity(kind="misdeal")
MISSING_HEAD = Alert(code="head_file_missing", text="missing")


class Consoles:
    """What each console was shown."""

    def __init__(self, desk: Desk, *names: str) -> None:
        self.shown: dict[str, list[AlertRaised | RulingGiven]] = {name: [] for name in names}
        for name, shown in self.shown.items():
            desk.attach(name, shown.append)


@asynccontextmanager
async def open_desk(folder: Path) -> AsyncIterator[tuple[Journal, TableTask, Desk, Consoles]]:
    """The desk of a running table with two consoles."""
    async with table(folder) as (journal, task):
        desk = Desk(game=TABLE.game, table=task, is_gone=lambda name: name == "button")
        yield journal, task, desk, Consoles(desk, "console", "pit")


def objects(lines: list[Line]) -> list[dict[str, Any]]:
    """The lines as JSON objects."""
    return [to_json(line) for line in lines]


async def test_an_event_is_answered_after_its_commit(tmp_path: Path) -> None:
    """The verdict names the event and its record; nobody else is shown anything."""
    async with open_desk(tmp_path) as (journal, task, desk, consoles):
        [reply] = await desk.take(DEALER, Item(BetsOpen()))
        assert view(task.state).phase == "betting"
        assert objects(reply.as_it_came()) == [{"type": "accepted", "event": "bets.open", "n": journal.n}]
        assert reply.verdict_last() == reply.as_it_came()
        *_, last = journal.archive.records(0)
        assert last.record.device == "console"
        assert consoles.shown == {"console": [], "pit": []}


async def test_a_refusal_is_the_askers_alone(tmp_path: Path) -> None:
    """The rules' sentence is the verdict, and no console but the asker's learns of it."""
    async with open_desk(tmp_path) as (_, _, desk, consoles):
        await desk.take(DEALER, Item(BetsOpen()))
        [reply] = await desk.take(DEALER, Item(BetsOpen()))
        [line] = objects(reply.as_it_came())
        assert line["type"] == "rejected"
        assert objects(reply.verdict_last()) == [line]
        assert consoles.shown == {"console": [], "pit": []}


async def test_an_alert_is_shown_to_every_console_once(tmp_path: Path) -> None:
    """Whoever causes it, a device or the socket too: the asker finds it in its reply, the others are shown it."""
    async with open_desk(tmp_path) as (_, _, desk, consoles):
        foreign = Item(MultiplierDrawn(value=100))
        [reply] = await desk.take(DEALER, foreign)
        assert [line["type"] for line in objects(reply.as_it_came())] == ["rejected", "alert"]
        assert [line["type"] for line in objects(reply.verdict_last())] == ["alert", "rejected"]
        assert consoles.shown == {"console": [], "pit": reply.for_all}
        [again] = await desk.take(Asker(device="console-socket", login="kim", authority="technician"), foreign)
        assert consoles.shown == {"console": again.for_all, "pit": [*reply.for_all, *again.for_all]}


async def test_the_verdict_stands_first_or_last(tmp_path: Path) -> None:
    """Serial consoles get `accepted` before what it caused, the socket after it."""
    async with open_desk(tmp_path) as (_, _, desk, _):
        [reply] = await desk.take(Asker(device="shoe"), Item(CardDrawn(card="AS")))
        [first, *rest] = objects(reply.as_it_came())
        assert rest
        assert objects(reply.verdict_last()) == [*rest, first]
        assert first["type"] == "accepted"


async def test_an_event_that_lacks_a_field_is_refused_before_the_inbox(tmp_path: Path) -> None:
    """It leaves no record; what came in one batch with it is committed, and each has its own reply."""
    async with open_desk(tmp_path) as (journal, _, desk, _):
        n = journal.n
        first, lacking, last = await desk.take(DEALER, Item(BetsOpen()), Item(LACKING), Item(CardDrawn(card="AS")))
        assert (first.n, lacking.n, last.n) == (n + 1, None, n + 2)
        assert journal.n == n + 2
        assert objects(lacking.as_it_came()) == [
            {"type": "rejected", "reason": "The event lacks the field `reconstructable`.", "rule": None}
        ]
        [alone] = await desk.take(DEALER, Item(LACKING))
        assert alone.verdict_last() == lacking.as_it_came()
        assert journal.n == n + 2


async def test_a_report_is_recorded_and_answered_by_nobody(tmp_path: Path) -> None:
    """What a device reports of itself comes through with its events."""
    async with open_desk(tmp_path) as (journal, _, desk, _):
        [reply] = await desk.take(DEALER, Item(DeviceConnected("port")))
        assert reply == Reply(None, journal.n)
        assert reply.as_it_came() == reply.verdict_last() == []


async def test_an_alert_is_cleared_by_whose_authority_reaches(tmp_path: Path) -> None:
    """Who says nothing of himself has the least authority; a refusal leaves no record."""
    async with open_desk(tmp_path) as (journal, task, desk, _):
        await task.submit(Item(MISSING_HEAD))
        n = journal.n
        for asker, who in (
            (DEALER, "dealer"),
            (Asker(device="x", by="Kim", authority="pit_supervisor"), "pit supervisor"),
        ):
            refused = await desk.clear(asker, MISSING_HEAD.code, None)
            reason = f"A {who} may not clear `head_file_missing`, which is critical."
            assert objects([refused.verdict]) == [{"type": "rejected", "reason": reason, "rule": None}]
        assert journal.n == n
        reply = await desk.clear(Asker(device="x", by="Kim", authority="pit_manager"), MISSING_HEAD.code, None)
        assert objects(reply.verdict_last()) == [{"type": "accepted", "event": "alert.cleared", "n": n + 1}]
        assert not task.active_alerts
