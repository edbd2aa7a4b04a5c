"""A small journal of everything: starts, stops, rounds, a concealed card, devices, alerts, deliveries, a parked row."""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import repeat
from pathlib import Path

from controller.alerts.notices import Alert, DeviceStatus, MessageParked
from controller.audit.journal_file import Places
from controller.core.events import (
    AnyEvent,
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    Decision,
    ShoeNew,
    Wager,
)
from controller.core.tables import Table
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from controller.mqtt.messages import BROKER
from controller.table.inbox import Item
from controller.table.task import TableTask
from drivers.protocols.base.reports import DeviceConnected, DeviceLost
from tests.journal.journals import TABLE, open_journal, open_table

PONTOON: tuple[AnyEvent, ...] = (
    BetsOpen(),
    Wager(area=1, kind="main", amount=1000),
    Wager(area=1, kind="pandemonium", amount=200),
    BetsClosed(),
    CardDrawn(card="AS"),
    CardDrawn(card="7H"),
    CardDrawn(card="KD"),
    ButtonPressed(),
)
"""A Pontoon with a winning side wager: pressed, drawn, settled."""

PLAYED: tuple[AnyEvent, ...] = (
    BetsOpen(),
    Wager(area=1, kind="main", amount=1000),
    BetsClosed(),
    CardDrawn(card="9S"),
    CardDrawn(card="7H"),
    CardDrawn(card="8D"),
    Decision(area=1, action="hit"),
    CardDrawn(card="2C"),
    Decision(area=1, action="stand"),
    CardDrawn(card="9D"),
    CardDrawn(card="5C"),
)
"""Hit, stand, the Dealer draws."""


def places(folder: Path) -> Places:
    """Where the tests' journals lie."""
    return Places(folder / "journal.db", folder / "key", folder / "seal")


async def write(
    folder: Path,
    *parts: Sequence[AnyEvent | Item],
    table: Table = TABLE,
    stop: bool = True,
    draws: Iterable[int] = repeat(25),
) -> None:
    """Each part is a run of the daemon: a start, these events, and a stop unless the last one is cut."""
    drawn = iter(draws)
    for part in parts:
        journal = open_journal(folder)
        task = await open_table(journal, lambda: next(drawn), table)
        running = asyncio.ensure_future(task.run())
        for number, what in enumerate(part):
            item = what if isinstance(what, Item) else Item(what, f"A:{number}")
            await task.submit(item, device="shoe" if isinstance(item.what, CardDrawn) else "console")
        await task.close()
        await running
        await deliver(journal, task)
        if stop or part is not parts[-1]:
            await task.record_stop()
        await journal.commit_deferred()
        journal.close()


async def deliver(journal: Journal, task: TableTask) -> None:
    """All but the last three messages reach the broker, and half of the button's orders the button."""
    for name, most in ((BROKER, -3), ("device/button", 2)):
        lane = Lane(journal=journal, name=name)
        rows = await journal.lookup.lane(name, after=lane.done_seq, limit=10_000)
        for row in rows[:most]:
            lane.done(row)
    del task


async def everything(folder: Path) -> None:
    """The journal that the tampering tests change."""
    first = [
        Item(DeviceConnected("/dev/shoe")),
        Item(DeviceStatus(device="shoe", status={"driver": "framed", "connected": True})),
        *PONTOON,
        Item(DeviceLost("/dev/shoe", "unplugged")),
        Item(Alert(code="disk_low", text="low")),
        Item(MessageParked(seq=2, topic="meter", reason="too large")),
    ]
    await write(folder, first, [ShoeNew(), CardDrawn(card="AC")], stop=False)
