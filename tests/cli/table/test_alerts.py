"""`tablectl alerts`: what was raised and cleared, an entry of the catalogue, all of it, a code that there is not."""

import sqlite3
from pathlib import Path

import pytest

from controller.alerts.catalogue import CATALOGUE
from controller.alerts.notices import Alert, AlertCleared
from controller.audit.journal_file import opened
from controller.cli.tablectl import main
from controller.core.events import BetsOpen, CardDrawn
from controller.doctor.status import status
from controller.table.inbox import Item
from controller.terminal.instants import instant
from drivers.protocols.base.reports import DeviceConnected, DeviceLost, FrameRejected
from tests.audit.small_journal import PLAYED, places, write


def words(folder: Path, *more: str) -> list[str]:
    """The command over the test's journal."""
    where = places(folder)
    return ["alerts", *more, "--journal", str(where.journal), "--key", str(where.key), "--seal", str(where.seal)]


async def test_what_was_raised_and_cleared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Over a restart: when, for how long, by what or whom; what comes again is counted; the newest last."""
    lost, back = Item(DeviceLost("/dev/x", "unplugged")), Item(DeviceConnected("/dev/x"))
    noise = Item(FrameRejected("bytes outside a frame", "<00>"))
    cleared = Item(AlertCleared(code="disk_short", by="Anna", authority="pit_manager", login="anna"))
    begun, low = Item(Alert(code="restarted_in_round", text="in round 1")), Item(Alert(code="disk_low", text="low"))
    first = [lost, noise, noise, Item(Alert(code="disk_short", text="short"))]
    await write(tmp_path, first, [back, cleared, BetsOpen(), begun, *PLAYED[1:], CardDrawn(card="AC"), low])
    capsys.readouterr()
    assert main(words(tmp_path)) == 0
    shown = capsys.readouterr().out
    heads = [line.split("  ")[-1].split()[-2:] for line in shown.splitlines() if line.startswith("2")]
    codes = [next(word for word in head if word in CATALOGUE) for head in heads]
    assert codes == ["device_lost", "frame_rejected", "disk_short", "restarted_in_round", "dealer_overdraw", "disk_low"]
    assert ": the device is connected again" in shown
    assert ": cleared by Anna (pit manager, login anna)" in shown
    assert ": the round ended" in shown
    assert "  2 times, the last 20" in shown
    assert shown.count("ACTIVE for 0 s") == 1
    assert main(words(tmp_path, "--last", "1")) == 0
    assert capsys.readouterr().out.count("\n") == 3
    assert main(words(tmp_path, "--since", "2h")) == 0
    assert capsys.readouterr().out == shown
    assert main(words(tmp_path, "--since", "2999-01-01")) == 0
    assert capsys.readouterr().out == "No alert was raised.\n"
    assert main(words(tmp_path, "--since", "soon")) == 2
    assert "expected 90min, 2h, 3d or a time" in capsys.readouterr().err


async def test_an_outage_that_goes_on_for_another_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One alert: its text of now, since its beginning; in the history and at status."""
    other = Item(DeviceLost("/dev/x", "cannot open /dev/x: No such file or directory"))
    await write(tmp_path, [Item(DeviceLost("/dev/x", "unplugged")), *PLAYED], [other])
    with sqlite3.connect(places(tmp_path).journal) as journal:
        (began,) = journal.execute("SELECT min(utc_ns) FROM records WHERE kind = 'notice'").fetchone()
    journal.close()
    capsys.readouterr()
    assert main(words(tmp_path)) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "device_lost" in line)
    assert line.startswith(instant(began))
    main(["status", *words(tmp_path)[1:]])
    shown = " ".join(capsys.readouterr().out.split())
    assert "No such file or directory since " in shown
    with opened(places(tmp_path)) as file:
        (found,) = status(file).active_alerts
    assert found[0] == began


@pytest.mark.parametrize("change", ["body = x'00', sealed = 1", "kind = 'event'", "body = '{}'"])
async def test_a_record_that_no_table_wrote_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    """Sealed bytes that do not open, an event that tells of none: a sentence with the record, and status 2."""
    await write(tmp_path, [Item(Alert(code="disk_low", text="low"))])
    with sqlite3.connect(places(tmp_path).journal) as insider:
        (n,) = insider.execute("SELECT max(n) FROM records WHERE kind = 'notice'").fetchone()
        insider.execute(f"UPDATE records SET {change} WHERE n = ?", (n,))  # noqa: S608 - the test's own words
    insider.close()
    capsys.readouterr()
    assert main(words(tmp_path)) == 2
    assert f"ecord {n} of" in capsys.readouterr().err


def test_the_catalogue_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Severity, code and meaning."""
    assert main(["alerts", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for entry in CATALOGUE.values():
        (line,) = (line for line in lines if line.split()[1:2] == [entry.code])
        assert line.split()[0] == entry.severity
        assert line.endswith(entry.meaning)


def test_a_code_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """What it means, what to do, and how it ends: by itself, and by whose hand."""
    assert main(["alerts", "shuffler_count_wrong"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("shuffler_count_wrong  critical\n")
    assert CATALOGUE["shuffler_count_wrong"].action in told
    assert "until the shuffler counts the right number, or a technician or a pit supervisor clears it" in told
    main(["alerts", "disk_short"])
    assert "until there is room again, or a pit manager clears it" in capsys.readouterr().out
    main(["alerts", "head_file_missing"])
    assert "active until a pit manager clears it" in capsys.readouterr().out
    main(["alerts", "broker_deaf"])
    assert "nothing to clear" in capsys.readouterr().out


def test_a_code_that_there_is_not_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names what is close to it, or where all are."""
    assert main(["alerts", "device_los"]) == 2
    assert "there is no alert 'device_los'; close to it: device_lost" in capsys.readouterr().err
    assert main(["alerts", "zzz"]) == 2
    assert "`tablectl alerts --all` lists all" in capsys.readouterr().err
