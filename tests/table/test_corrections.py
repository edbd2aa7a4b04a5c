"""Corrections at the table: numbered by records, published as revisions, the same after any cut, in every tool."""

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.rules.play import replay as play_script
from controller.cli.tablectl import main
from controller.core.effects import AlertRaised, Rejected, RoundEnded, RoundReopened, RulingGiven
from controller.core.events import (
    AnyEvent,
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    Change,
    Correction,
    Decision,
    Wager,
)
from controller.journal.packing import Packing
from controller.journal.store import Journal
from controller.table.inbox import Answer, Item
from controller.table.recovery import state_to_json
from controller.table.task import TableTask
from tests.journal.journals import open_journal
from tests.table.test_task import ROUND, table, unnumbered

PLAYED: Final[tuple[AnyEvent, ...]] = (
    BetsOpen(),
    Wager(area=1, kind="main", amount=1000),
    BetsClosed(),
    CardDrawn(card="9S"),
    CardDrawn(card="7H"),
    CardDrawn(card="8D"),
    Decision(area=1, action="stand"),
    CardDrawn(card="KC"),
)
"""17 against 17: a stand-off. Record n of an event is its place here and one for the record of the start."""

EIGHT: Final = 7
"""The record of the 8 of diamonds."""


def by_manager(*changes: Change) -> Correction:
    """A correction that may be made after the outcome."""
    return Correction(changes=changes, reason="shoe misread", authority="pit_manager")


def named(folder: Path) -> list[str]:
    """The options that name the journal in the folder."""
    return ["--journal", str(folder / "journal.db"), "--key", str(folder / "key"), "--seal", str(folder / "seal")]


async def numbered(task: TableTask, *events: AnyEvent) -> list[Answer]:
    """Hand in the events one by one; their answers."""
    return [(await task.submit(Item(event)))[0] for event in events]


async def messages(journal: Journal, topic: str) -> list[dict[str, Any]]:
    """What is to be published on a topic, in order."""
    rows = await journal.lookup.lane("mqtt", after=0, limit=9999)
    return [json.loads(row.payload) for row in rows if row.topic == topic]


async def test_a_corrected_outcome_is_published_as_a_revision(tmp_path: Path) -> None:
    """Same round, the next revision, the id that it corrects; the ruling has the difference; `outcome/last` is it."""
    async with table(tmp_path) as (journal, task):
        answers = await numbered(task, *PLAYED)
        assert answers[5].n == EIGHT
        (answer,) = await task.submit(Item(by_manager(Change(of=EIGHT, event=CardDrawn(card="9D")))))
        ruling = next(effect for effect in answer.effects if isinstance(effect, RulingGiven))
        assert ruling.action == "correct"
        assert [(line.area, line.was, line.is_, line.change) for line in ruling.difference or ()] == [
            (1, 0, 1000, 1000)
        ]
        first, second = await messages(journal, "outcome")
        assert "revision" not in first
        assert (second["round"], second["revision"], second["net"]) == (1, 2, 1000)
        assert second["corrects"] == first["id"]
        assert (await messages(journal, "outcome/last"))[-1]["revision"] == 2


async def test_a_round_that_opens_again_withdraws_its_outcome(tmp_path: Path) -> None:
    """Both topics say so with the outcome's id; the alert is active until the round ends, as revision 2."""
    async with table(tmp_path) as (journal, task):
        await numbered(task, *PLAYED)
        (answer,) = await task.submit(Item(by_manager(Change(of=9, event=CardDrawn(card="2C")))))
        kinds = {type(effect) for effect in answer.effects}
        assert {RoundReopened, AlertRaised} <= kinds
        assert RoundEnded not in kinds
        assert ("round_reopened", "") in task.active_alerts
        first, withdrawn = await messages(journal, "outcome")
        assert (withdrawn["status"], withdrawn["corrects"], withdrawn["authority"]) == (
            "withdrawn", first["id"], "pit_manager",
        )  # fmt: skip
        assert withdrawn["journal"]["seal"] is not None
        await numbered(task, CardDrawn(card="9C"))
        assert ("round_reopened", "") not in task.active_alerts
        last = (await messages(journal, "outcome"))[-1]
        assert (last["revision"], last["corrects"], last["dealer"]["total"]) == (2, withdrawn["id"], 18)


async def test_the_id_that_is_corrected_outlives_a_restart(tmp_path: Path) -> None:
    """A correction in another life names the outcome of the life before."""
    async with table(tmp_path) as (journal, task):
        await numbered(task, *PLAYED)
        (first,) = await messages(journal, "outcome")
    async with table(tmp_path) as (journal, task):
        await task.submit(Item(by_manager(Change(of=EIGHT, event=CardDrawn(card="9D")))))
        assert (await messages(journal, "outcome"))[-1]["corrects"] == first["id"]


async def test_a_refused_correction_changes_nothing(tmp_path: Path) -> None:
    """Named with the first event that no longer fits; state, outcome and alerts are as before."""
    async with table(tmp_path) as (journal, task):
        await numbered(task, *PLAYED)
        before = state_to_json(task.state)
        (answer,) = await task.submit(Item(by_manager(Change(of=3, event=None))))
        (refusal,) = answer.effects
        assert isinstance(refusal, Rejected)
        (low,) = await task.submit(
            Item(Correction(changes=(Change(of=8, event=None),), reason="a slip", authority="dealer"))
        )
        assert isinstance(low.effects[0], Rejected)
        assert state_to_json(task.state) == before
        assert len(await messages(journal, "outcome")) == 1


CORRECTED: Final[tuple[Correction, ...]] = (
    by_manager(Change(of=EIGHT, event=CardDrawn(card="9D"))),
    by_manager(Change(of=9, event=CardDrawn(card="2C"))),
)


@pytest.mark.parametrize("correction", CORRECTED, ids=["revised", "reopened"])
async def test_a_restart_behind_a_correction_goes_on_as_if_there_was_none(
    tmp_path: Path, correction: Correction
) -> None:
    """State, active alerts and the further outcomes are those of a run without a stop."""
    further = (CardDrawn(card="9C"), *PLAYED)
    expected = b""
    for name, stops in (("whole", False), ("stopped", True)):
        folder = tmp_path / name
        folder.mkdir()
        async with table(folder) as (_, task):
            await numbered(task, *PLAYED, correction)
            if not stops:
                await numbered(task, *further)
                expected = unnumbered(state_to_json(task.state))
    async with table(tmp_path / "stopped") as (journal, task):
        await numbered(task, *further)
        assert unnumbered(state_to_json(task.state)) == expected
        revisions = [(one["round"], one.get("revision"), one["status"]) for one in await messages(journal, "outcome")]
    journal = open_journal(tmp_path / "whole")
    assert revisions == [
        (one["round"], one.get("revision"), one["status"]) for one in await messages(journal, "outcome")
    ]
    journal.close()


@pytest.mark.parametrize("correction", CORRECTED, ids=["revised", "reopened"])
async def test_every_tool_knows_a_correction(
    tmp_path: Path, correction: Correction, capsys: pytest.CaptureFixture[str]
) -> None:
    """Verified whole, replayed to the byte, recalled as its last revision, exported and played to the same outcome."""
    async with table(tmp_path) as (journal, task):
        await numbered(task, *ROUND, ButtonPressed(), *PLAYED)
        shifted = Correction(
            changes=tuple(Change(of=(change.of or 0) + 9, event=change.event) for change in correction.changes),
            reason=correction.reason,
            authority=correction.authority,
        )
        await numbered(task, shifted, CardDrawn(card="9C"), BetsOpen())
        wanted = max(await messages(journal, "outcome"), key=lambda one: (one["round"], one.get("revision", 1)))
    where = [
        "--journal",
        str(tmp_path / "journal.db"),
        "--key",
        str(tmp_path / "key"),
        "--seal",
        str(tmp_path / "seal"),
    ]
    assert main(["verify", *where]) == 0, capsys.readouterr().out
    assert main(["replay", *where]) == 0
    capsys.readouterr()
    assert main(["recall", "1", *where]) == 0
    assert "Round 2, revision 2" in capsys.readouterr().out
    assert main(["export", "--round", "2", "--faces", *where]) == 0
    script = tmp_path / "round.jsonl"
    script.write_text(capsys.readouterr().out)
    with script.open("rb") as lines:
        outcomes = [
            effect.outcome
            for *_, effects, _ in play_script("script", lines)
            for effect in effects
            if isinstance(effect, RoundEnded)
        ]
    assert (outcomes[-1].revision, outcomes[-1].ledger[0].net) == (2, wanted["ledger"][0]["net"])


async def test_a_changed_correction_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another card in the record of a correction breaks its link."""
    async with table(tmp_path) as (_, task):
        answers = await numbered(task, *PLAYED, by_manager(Change(of=EIGHT, event=CardDrawn(card="9D"))))
    with sqlite3.connect(tmp_path / "journal.db") as database:
        Packing.of(database)
        changed = database.execute(
            "UPDATE main.records SET body = replace(unpacked(body), '\"9D\"', '\"TD\"') WHERE n = ?",
            (answers[-1].n,),
        )
        assert changed.rowcount == 1
    database.close()
    where = [
        "--journal",
        str(tmp_path / "journal.db"),
        "--key",
        str(tmp_path / "key"),
        "--seal",
        str(tmp_path / "seal"),
    ]
    assert main(["verify", *where]) == 1
    assert f"record {answers[-1].n}" in capsys.readouterr().out
