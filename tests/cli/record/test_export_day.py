"""A day is exported as exactly the rounds that ended on it, also where the clock of the table PC was stepped."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.tablectl import main
from controller.core.events import AnyEvent, BlindsOpen, CardDrawn, Join, PokerAction, Seat, SeatLeft, ShoeNew
from controller.core.tables import PokerTable, Table
from controller.table.inbox import Item
from tests.audit.small_journal import PLAYED, PONTOON
from tests.journal.journals import TABLE, SteppedClock, open_journal, open_table

DAY_NS: Final = 86_400 * 10**9
UNSET_NS: Final = 3600 * 10**9
"""What a clock without a battery says an hour after it was switched on."""


async def play(folder: Path, *parts: tuple[int, Sequence[AnyEvent]], table: Table = TABLE) -> None:
    """Each part at its own time of UTC, in nanoseconds."""
    clock = SteppedClock()
    journal = open_journal(folder, clock)
    task = await open_table(journal, lambda: 25, table)
    running = asyncio.create_task(task.run())
    for utc_ns, events in parts:
        clock.utc_ns = utc_ns
        for event in events:
            await task.submit(Item(event), device="console")
    await task.close()
    await running
    journal.close()


def words(folder: Path, *command: str) -> list[str]:
    """A command about the journal in the folder."""
    files = {"--journal": "journal.db", "--key": "key", "--seal": "seal"}
    return [*command, *(word for option, name in files.items() for word in (option, str(folder / name)))]


def outcomes(text: str) -> list[dict[str, Any]]:
    """The outcomes among lines of JSON, without their numbers."""
    records = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [{**record, "round": None} for record in records if record["type"] == "outcome"]


def exported(
    folder: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], str]:
    """What `play` makes of the script, every outcome of the journal, and the script."""
    script = folder / "script.jsonl"
    assert main(words(folder, "export", *options, "--output", str(script))) == 0
    capsys.readouterr()
    assert main(["play", str(script)]) == 0
    played = outcomes(capsys.readouterr().out)
    assert main(words(folder, "replay")) == 0
    return played, outcomes(capsys.readouterr().out), script.read_text()


async def test_a_stepped_clock_mixes_no_days(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounds of a day before and after rounds of other days; who sat down and the new shoe between them included."""
    today = 20_000 * DAY_NS
    await play(
        tmp_path,
        (today, [Seat(area=1, player="Ann"), *PONTOON, *PLAYED]),
        (UNSET_NS, [SeatLeft(area=1), Seat(area=2, player="Bob"), *PONTOON, ShoeNew(), *PLAYED]),
        (today + 1, [*PONTOON]),
        (today + 400 * DAY_NS, [*PLAYED]),
        (today + 2, [*PLAYED]),
    )
    played, whole, script = exported(tmp_path, capsys, "--day", "2024-10-04")
    assert played == [whole[each] for each in (0, 1, 4, 6)]
    assert script.count('"bets.open"') == 4
    assert "3 to" not in script.splitlines()[1]
    assert '{"type":"seat.left","area":1}' in script
    assert '{"type":"seat","area":2,"player":"Bob"}' in script
    assert '{"type":"shoe.new"}' in script
    played, whole, script = exported(tmp_path, capsys, "--day", "1970-01-01")
    assert played == whole[2:4]
    played, whole, script = exported(tmp_path, capsys, "--day", "2025-11-08")
    assert played == [whole[5]]
    assert main(words(tmp_path, "export", "--day", "2025-11-09")) == 1
    assert "no round has ended on 2025-11-09" in capsys.readouterr().err


async def test_a_round_across_a_step_is_of_the_day_on_which_it_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is whole: its first records are of another day."""
    today = 20_000 * DAY_NS
    await play(tmp_path, (UNSET_NS, PONTOON[:5]), (today, [*PONTOON[5:], *PLAYED]), (UNSET_NS, PONTOON))
    played, whole, _ = exported(tmp_path, capsys, "--day", "2024-10-04")
    assert played == whole[:2]
    played, whole, _ = exported(tmp_path, capsys, "--day", "1970-01-01")
    assert played == whole[2:]


async def test_rounds_that_hang_on_others_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A burned card lies before the rounds: with its face the script begins with the journal, without it says so."""
    today = 20_000 * DAY_NS
    burned = CardDrawn(card="2H")
    await play(
        tmp_path, (UNSET_NS, [burned, *PONTOON]), (today, PLAYED), table=replace(TABLE, burn=True)
    )  # fmt: skip
    played, whole, script = exported(tmp_path, capsys, "--day", "2024-10-04", "--faces")
    assert played == whole
    assert "so the script begins with the journal" in script
    assert main(words(tmp_path, "export", "--day", "2024-10-04")) == 0
    assert "hang on cards that nobody saw" in capsys.readouterr().out


async def test_poker_stacks_are_those_of_the_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was won and lost in a round of another day is in the stacks of the next one."""
    today = 20_000 * DAY_NS
    joins = [Join(seat=seat, player=f"P{seat}", stack=50_000) for seat in (1, 2, 3)]
    cards = [CardDrawn(card=card) for card in ("2C", "AS", "KD", "9H", "TH", "4D", "5S")]

    def hand(*folding: int) -> list[AnyEvent]:
        return [BlindsOpen(), *cards, *(PokerAction(seat=seat, action="fold") for seat in folding)]

    await play(
        tmp_path,
        (today, [*joins, *hand(1, 2)]),
        (UNSET_NS, hand(2, 3)),
        (today, hand(3, 1)),
        table=PokerTable(game="poker"),
    )
    played, whole, _ = exported(tmp_path, capsys, "--day", "2024-10-04", "--faces")
    assert played == [whole[0], whole[2]]
