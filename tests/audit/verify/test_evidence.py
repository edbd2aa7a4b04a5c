"""What a journal tells against its own past: once noted it is found for ever, cleared or not, in the copy too."""

import os
import signal
import sqlite3
from pathlib import Path

import pytest

from controller.alerts.notices import HEAD_FILE_MISSING, JOURNAL_OTHER, Alert, AlertCleared
from controller.audit.findings import Report
from controller.audit.journal_file import opened
from controller.audit.verify.verification import verify
from controller.cli.tablectl import main
from controller.table.inbox import Item
from tests.audit.small_journal import PONTOON, places, write
from tests.journal.journals import open_journal, open_table
from tests.table.table_bench import console_section, running


def look(folder: Path) -> Report:
    """What `verify` says."""
    with opened(places(folder)) as file:
        return verify(file)


async def test_a_missing_head_file_is_told_for_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last round and the head file are taken away and the table starts: also a kill at once does not hide it.

    After a pit manager has cleared it, it is told with his name; the copy is made and tells the same.
    """
    async with running(tmp_path, None, start=False) as bench:
        with bench.daemon.config.open("a") as config:
            config.write(console_section(tmp_path / "s"))
        given = ["--config", str(bench.daemon.config)]
        await bench.daemon.start()
        await bench.bet_and_deal()
        await bench.press()
        await bench.meter_shows("showing")
        await bench.daemon.end(signal.SIGTERM)
        cut(bench.journal)
        assert main(["verify", *given]) == 1
        assert "head file: it is missing" in capsys.readouterr().out
        (tmp_path / "fault").write_text("commit.headed")
        os.environ["TABLED_FAULT_FILE"] = str(tmp_path / "fault")
        try:
            await bench.daemon.start()
            assert (await bench.daemon.ended())[0] == -signal.SIGKILL
        finally:
            del os.environ["TABLED_FAULT_FILE"]
        assert main(["verify", *given]) == 1
        told = capsys.readouterr().out
        assert "record 3: the head file was missing at the start in record 2: it cannot be shown that record 1" in told
        assert "Nobody has cleared it. Hold the journal to what was published" in told
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        by = ["--by", "Kim", "--authority", "pit_manager"]
        assert main(["clear", "head_file_missing", *by, *given]) == 0
        assert main(["verify", *given]) == 1
        told = capsys.readouterr().out
        assert "record 3: the head file was missing" in told
        assert "Cleared by pit manager Kim (login " in told
        assert ": 1 found" in told
        assert main(["backup", str(tmp_path / "copy.db"), *given]) == 1
        assert "record 3: the head file was missing" in capsys.readouterr().out
        assert (tmp_path / "copy.db").exists()


def cut(journal: Path) -> None:
    """Everything after record 1 away, as far as it can be without the keys, and the head file."""
    insider = sqlite3.connect(journal, isolation_level=None)
    for table in ("records", "outbox", "snapshots"):
        insider.execute(f"DELETE FROM {table} WHERE n > 1")  # noqa: S608 - our own table names
    insider.execute("DELETE FROM sequences")
    insider.execute("DELETE FROM retained")
    insider.execute("DELETE FROM standing")
    insider.execute("DELETE FROM lanes WHERE lane <> 'mqtt'")
    insider.execute("UPDATE lanes SET last = (SELECT max(seq) FROM outbox), done = 0, kept = 1, mark = NULL")
    insider.close()
    journal.with_name(journal.name + ".head").unlink()


async def test_an_older_copy_is_told_for_ever_and_another_journal_is_a_note(tmp_path: Path) -> None:
    """What this device signed is a finding; what anybody at the broker may have written does not spoil the journal."""
    other = Alert(code=JOURNAL_OTHER, text="another journal")
    await write(tmp_path, [*PONTOON, Item(other), Item(other), Item(AlertCleared(code=JOURNAL_OTHER))])
    report = look(tmp_path)
    assert report.findings == []
    (note,) = report.notes
    assert note.startswith("Record ")
    assert "another journal Cleared by nobody by name at " in note
    older = Alert(code="journal_older", text="Round 7 was published.")
    cleared = AlertCleared(code="journal_older", by="Kim", authority="shift_manager", login="root")
    await write(tmp_path, [Item(older), Item(cleared)])
    await write(tmp_path, PONTOON)
    ((where, what),) = look(tmp_path).findings
    assert where.startswith("record ")
    assert "Round 7 was published. Cleared by shift manager Kim (login root) at " in what
    assert look(tmp_path).doubts == 1


async def test_each_start_without_a_head_file_is_a_finding(tmp_path: Path) -> None:
    """Two starts, two findings, each with its record; other alerts of a start are none."""
    await write(tmp_path, PONTOON)
    for _ in range(2):
        (tmp_path / "journal.db.head").unlink()
        journal = open_journal(tmp_path)
        assert journal.head_file_missing
        await open_table(journal, lambda: 25, noticed=[HEAD_FILE_MISSING])
        journal.close()
    found = look(tmp_path).findings
    assert [finding.where for finding in found] == ["record 13", "record 15"]
    assert "that record 13 was the last before it" in found[1].what
