"""The table task: decide, commit, act; a press is committed, then drawn, then committed, and never drawn again."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.alerts.notices import Alert, AlertCleared
from controller.core.effects import Rejected, SetMeter
from controller.core.events import (
    AnyEvent,
    BetsClosed,
    BetsOpen,
    BlindsOpen,
    ButtonPressed,
    CardDrawn,
    Join,
    MultiplierDrawn,
    ShoeNew,
    Wager,
)
from controller.core.tables import PokerTable, Table, TwentyOneTable
from controller.games import view
from controller.journal.archive import JournalRefusedError
from controller.journal.draft import Draft
from controller.journal.outbox import Lane
from controller.journal.store import Journal, JournalFailedError
from controller.journal.writer_thread import Then
from controller.odds.draw import Draw
from controller.table import consequences
from controller.table.inbox import Item
from controller.table.recovery import recover, state_to_json
from controller.table.task import TableTask
from drivers.protocols.base.reports import DeviceConnected, DeviceLost
from tests.journal.journals import TABLE, open_journal, open_table

ROUND: tuple[AnyEvent, ...] = (
    BetsOpen(),
    Wager(area=1, kind="main", amount=1000),
    Wager(area=1, kind="pandemonium", amount=200),
    BetsClosed(),
    CardDrawn(card="AS"),
    CardDrawn(card="7H"),
    CardDrawn(card="KD"),
)


@contextlib.asynccontextmanager
async def table(
    folder: Path, draw: Draw = lambda: 25, *, line: Table = TABLE
) -> AsyncIterator[tuple[Journal, TableTask]]:
    """A running table on the journal in `folder`; its failure is the block's."""
    journal = open_journal(folder)
    try:
        task = await open_table(journal, draw, line)
        async with asyncio.TaskGroup() as group:
            running = group.create_task(task.run())
            yield journal, task
            await task.close()
            await running
    finally:
        journal.close()


async def play(task: TableTask, *events: AnyEvent) -> None:
    """Hand in the events one by one."""
    for event in events:
        await task.submit(Item(event))


async def test_a_press_is_answered_after_its_multiplier_is_committed(tmp_path: Path) -> None:
    """Press, multiplier and outcome stand in the journal in this order, and the meter's rows follow their records."""
    async with table(tmp_path) as (journal, task):
        await play(task, *ROUND, ButtonPressed())
        assert view(task.state).phase == "idle"
        rows = await journal.lookup.lane("device/meter", after=0, limit=20)
        levels = [row.payload for row in rows]
        assert [level[: level.index(",", 16)] for level in levels][:3] == [
            '{"type":"meter","state":"armed"', '{"type":"meter","state":"rolling"', '{"type":"meter","state":"showing"',
        ]  # fmt: skip
        assert rows[1].n < rows[2].n
        assert '"multiplier":25' in levels[2]


async def test_the_meter_has_its_order_before_the_draw(tmp_path: Path) -> None:
    """It rolls when the press is on the disk; what is drawn takes its time behind that."""
    taken: list[str] = []
    at_draw: list[str] = []

    def draw() -> int:
        at_draw.extend(taken)
        return 25

    async def follow(lane: Lane) -> None:
        while True:
            taken.append((await lane.next()).payload)

    async with table(tmp_path, draw) as (_, task):
        following = asyncio.create_task(follow(task._lanes["meter"]))
        await play(task, *ROUND, ButtonPressed())
        following.cancel()
    assert '"rolling"' in at_draw[-1]
    assert '"showing"' in taken[len(at_draw)]


async def test_a_press_without_its_multiplier_is_drawn_for_at_the_next_start(tmp_path: Path) -> None:
    """Cut between the press and the draw: the press is on the disk, and the start draws, once."""

    def cut() -> int:
        raise RuntimeError("cut")

    async def press_and_be_cut() -> None:
        async with table(tmp_path, cut) as (_, task):
            await play(task, *ROUND, ButtonPressed())

    with pytest.raises(ExceptionGroup):
        await press_and_be_cut()
    draws: list[int] = []

    def draw() -> int:
        draws.append(50)
        return 50

    async with table(tmp_path, draw) as (_, task):
        await task.submit(Item(Alert(code="round_refused", text="behind the draw")))
        assert draws == [50]
        assert view(task.state).meter == SetMeter("showing", 1, "P1", 50)


async def test_a_multiplier_that_was_committed_is_never_drawn_again(tmp_path: Path) -> None:
    """After any number of starts the meter shows what was drawn first."""
    async with table(tmp_path) as (_, task):
        await play(task, *ROUND, ButtonPressed())

    def never() -> int:
        raise AssertionError("drawn again")

    for _ in range(3):
        async with table(tmp_path, never) as (_, task):
            assert view(task.state).meter.multiplier == 25


async def test_nobody_else_draws_a_multiplier(tmp_path: Path) -> None:
    """A multiplier from outside is refused and alarmed, also while a press waits for one."""
    async with table(tmp_path) as (journal, task):
        (answer,) = await task.submit(Item(MultiplierDrawn(value=100)), device="console")
        assert isinstance(answer.effects[0], Rejected)
        rows = await journal.lookup.lane("mqtt", after=0, limit=10)
        assert '"multiplier_foreign"' in rows[-1].payload


def unnumbered(state: bytes) -> bytes:
    """The state without the numbers of its round's events, which starts and stops between them move."""
    return re.sub(rb'\[\d+,\{"at":', b'[n,{"at":', state)


async def test_every_cut_gives_the_state_of_an_uninterrupted_run(tmp_path: Path) -> None:
    """Stopped after any event and started again, state, messages and rows are those of a run without a stop."""
    events = [*ROUND, ButtonPressed(), *ROUND]
    whole = tmp_path / "whole"
    whole.mkdir()
    async with table(whole) as (journal, task):
        await play(task, *events)
        expected = unnumbered(state_to_json(task.state))
        orders = [row.payload for row in await journal.lookup.lane("device/meter", after=0, limit=99)]
    for cut in range(len(events)):
        folder = tmp_path / str(cut)
        folder.mkdir()
        async with table(folder) as (_, task):
            await play(task, *events[:cut])
        async with table(folder):
            pass  # a start takes a snapshot, so the next one reads the state of this cut from it
        async with table(folder) as (journal, task):
            await play(task, *events[cut:])
            assert unnumbered(state_to_json(task.state)) == expected
            assert [row.payload for row in await journal.lookup.lane("device/meter", after=0, limit=99)] == orders
            seqs = [row.seq for row in await journal.lookup.lane("mqtt", after=0, limit=999)]
            assert seqs == list(range(1, len(seqs) + 1))


@pytest.mark.parametrize("game", ["pontoon", "blackjack", "free-bet-blackjack"])
async def test_every_game_starts_from_its_snapshot(tmp_path: Path, game: Any) -> None:
    """A round under way comes back from a snapshot as it was, whatever the game."""
    line = TwentyOneTable(game=game)
    events = (BetsOpen(), Wager(area=1, kind="main", amount=1000), BetsClosed(), CardDrawn(card="9S"))
    async with table(tmp_path, line=line) as (_, task):
        await play(task, *events, CardDrawn(card="7H"))
        expected = task.state
    async with table(tmp_path, line=line):
        pass
    journal = open_journal(tmp_path)
    recovered = recover(journal.archive, line)
    assert (recovered.state, recovered.replayed) == (expected, 0)
    journal.close()


async def test_a_poker_table_starts_from_its_snapshot(tmp_path: Path) -> None:
    """Seats and stacks come back, and hole cards lie sealed in the journal."""
    line = PokerTable(game="poker")
    events = [Join(seat=seat, player=f"P{seat}", stack=50_000) for seat in (1, 2, 3)]
    async with table(tmp_path, line=line) as (journal, task):
        await play(task, *events, BlindsOpen(), CardDrawn(card="2C"), CardDrawn(card="AS"))
        expected = task.state
        assert [stored.record.sealed for stored in journal.archive.records(0)][-2:] == [True, True]
    async with table(tmp_path, line=line):
        pass
    journal = open_journal(tmp_path)
    assert recover(journal.archive, line).state == expected
    journal.close()


async def test_a_commit_that_fails_shows_nothing(tmp_path: Path) -> None:
    """Where the disk refuses, the state stays as it was committed, nobody is answered, and the task ends."""

    class Full(Journal):
        def write(self, drafts: Sequence[Draft], then: Then) -> None:
            if any(draft.record.kind == "event" for draft in drafts):
                then(JournalFailedError("full"))
            else:
                super().write(drafts, then)

    journal = open_journal(tmp_path)
    journal.__class__ = Full
    task = await open_table(journal, lambda: 25)
    before = task.state
    running = asyncio.ensure_future(task.run())
    asked = asyncio.ensure_future(task.submit(Item(BetsOpen())))
    with pytest.raises(JournalFailedError):
        await running
    assert task.state == before
    assert not asked.done()
    asked.cancel()
    journal.close()


async def test_a_replay_that_differs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the rules give another result than the journal holds, the table does not open."""
    async with table(tmp_path) as (_, task):
        await play(task, *ROUND)
    journal = open_journal(tmp_path)
    monkeypatch.setattr("controller.table.recovery.step", lambda state, _event: (state, []))
    with pytest.raises(JournalRefusedError, match="another result"):
        recover(journal.archive, TABLE)
    journal.close()


async def test_a_fault_of_the_rules_is_an_alert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in the rules costs neither the event nor the daemon, and replays as it was."""

    def broken(_state: object, _event: object, _n: int) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("controller.table.recovery.step", broken)
    async with table(tmp_path) as (journal, task):
        (answer,) = await task.submit(Item(BetsOpen()))
        assert "ZeroDivisionError" in str(answer.effects[0])
        assert view(task.state).phase == "idle"
    journal = open_journal(tmp_path)
    assert recover(journal.archive, TABLE).replayed == 1
    journal.close()


async def test_a_changed_table_waits_for_the_end_of_the_round(tmp_path: Path) -> None:
    """Another table line is refused while a round is open; between rounds what it leaves valid goes on."""
    other = TwentyOneTable(game="pontoon-pandemonium", areas=6)
    async with table(tmp_path) as (_, task):
        await play(task, *ROUND)
    journal = open_journal(tmp_path)
    with pytest.raises(JournalRefusedError, match="put them back"):
        recover(journal.archive, other)
    journal.close()
    async with table(tmp_path) as (_, task):
        await play(task, ButtonPressed())
    journal = open_journal(tmp_path)
    for line in (other, TwentyOneTable(game="blackjack")):
        recovered = recover(journal.archive, line)
        assert recovered.changed
        assert view(recovered.state).round == 1
    journal.close()


async def test_an_active_alert_outlives_a_stop(tmp_path: Path) -> None:
    """It is active until it is cleared, also across a start; a device's return ends its loss."""
    async with table(tmp_path) as (_, task):
        await task.submit(Item(DeviceLost("/dev/x", "unplugged")), device="shoe")
        await task.submit(Item(Alert(code="disk_low", text="low")))
    async with table(tmp_path) as (journal, task):
        assert set(task.active_alerts) == {("device_lost", "shoe"), ("disk_low", "")}
        await task.submit(Item(DeviceConnected("/dev/x")), device="shoe")
        await task.submit(Item(AlertCleared(code="disk_low")))
        assert task.active_alerts == {}
        rows = await journal.lookup.lane("mqtt", after=0, limit=99)
        assert sum('"state":"cleared"' in row.payload for row in rows) == 2
    journal = open_journal(tmp_path)
    assert journal.archive.active_alerts() == []
    journal.close()


async def test_long_play_takes_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start replays what came after the last snapshot, not the whole day."""
    monkeypatch.setattr(consequences, "SNAPSHOT_AFTER", 20)
    async with table(tmp_path) as (_, task):
        for _ in range(10):
            await play(task, *ROUND, ButtonPressed(), ShoeNew())
        expected = task.state
    journal = open_journal(tmp_path)
    recovered = recover(journal.archive, TABLE)
    assert recovered.state == expected
    assert recovered.replayed < 30
    journal.close()


async def test_unseen_cards_are_sealed_and_seen_ones_are_not(tmp_path: Path) -> None:
    """A card that an effect shows lies open in the journal, one that nobody has been shown does not."""
    async with table(tmp_path) as (journal, task):
        await play(task, *ROUND[:5], CardDrawn(card="7H"), CardDrawn(card="KD"), CardDrawn(card="9C"))
        sealed = [stored.record.sealed for stored in journal.archive.records(0)]
        assert sealed[-4:] == [False, False, False, True]
