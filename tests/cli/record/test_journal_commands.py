"""The technician's commands over a journal: what they print, and how they end."""

import json
import re
import signal
import sqlite3
from pathlib import Path

import pytest

from controller.alerts.catalogue import CATALOGUE
from controller.cli.tablectl import main
from controller.core.events import AnyEvent, BlindsOpen, CardDrawn, Join, PokerAction, Seat
from controller.core.tables import PokerTable, TwentyOneTable
from tests.audit.small_journal import PLAYED, PONTOON, everything, write
from tests.broker import Broker
from tests.journal.journals import readable
from tests.table.table_bench import console_section, running

JOURNAL = "journal.db"


def words(folder: Path, *command: str) -> list[str]:
    """A command about the journal in the folder."""
    return [
        *command, "--journal", str(folder / JOURNAL), "--key", str(folder / "key"), "--seal", str(folder / "seal"),
    ]  # fmt: skip


def outcomes(text: str) -> list[dict[str, object]]:
    """The outcomes among lines of JSON."""
    records = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return [record for record in records if record["type"] == "outcome"]


async def test_verify_ends_by_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 for a clean journal, 1 with place and sentence for a changed one, 2 for none."""
    await everything(tmp_path)
    assert main(words(tmp_path, "verify")) == 0
    assert "19 records, 1 round, 19 seals, 19 records replayed" in capsys.readouterr().out
    with sqlite3.connect(tmp_path / JOURNAL) as insider:
        insider.execute("UPDATE records SET device = 'x' WHERE n = 7")
    insider.close()
    assert main(words(tmp_path, "verify", "--json")) == 1
    finding = json.loads(capsys.readouterr().out.splitlines()[0])
    assert finding["where"] == "record 7"
    (tmp_path / JOURNAL).write_text("no database" * 100)
    assert main(words(tmp_path, "verify")) == 2
    assert "not a database" in capsys.readouterr().err
    (tmp_path / JOURNAL).unlink()
    assert main(words(tmp_path, "verify")) == 2


async def test_verify_takes_what_was_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Messages from a file; what is no message is an error of its own."""
    await write(tmp_path, PONTOON)
    connection = readable(tmp_path / JOURNAL)
    lines = [payload for (payload,) in connection.execute("SELECT payload FROM outbox WHERE lane = 'mqtt'")]
    connection.close()
    kept = "\n".join(["online", "2026-11-28T22:35:16.261Z", *lines, "offline"])  # of somebody who keeps every topic
    (tmp_path / "published").write_text(kept)
    monkeypatch.chdir(tmp_path)
    assert main(words(tmp_path, "verify", "--published", "published")) == 0
    (tmp_path / "published").write_text("not JSON\n")
    assert main(words(tmp_path, "verify", "--published", "published")) == 2
    assert "Line 1 of the published messages" in capsys.readouterr().err


async def test_replay_prints_outcomes_and_tells_a_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every outcome in order; one round also in words; a round that never was is no success."""
    await write(tmp_path, PONTOON, PLAYED)
    assert main(words(tmp_path, "replay")) == 0
    assert [outcome["round"] for outcome in outcomes(capsys.readouterr().out)] == [1, 2]
    assert main(words(tmp_path, "replay", "--round", "2")) == 0
    told = capsys.readouterr().out
    assert len(outcomes(told)) == 1
    assert "What happened" in told
    assert main(words(tmp_path, "replay", "--round", "3")) == 1


async def test_recall_shows_the_last_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """25 unless told otherwise, in words or as JSON Lines."""
    await write(tmp_path, PONTOON * 27)
    assert main(words(tmp_path, "recall")) == 0
    rounds = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Round ")]
    assert [line.split()[1] for line in rounds] == [str(number) for number in range(3, 28)]
    assert main(words(tmp_path, "recall", "2", "--json")) == 0
    assert [outcome["round"] for outcome in outcomes(capsys.readouterr().out)] == [26, 27]
    assert main(words(tmp_path, "recall", "0")) == 2


async def test_an_export_plays_to_the_same_outcome(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round with who sat where, several rounds, a day: each plays to the outcomes of the journal."""
    await write(tmp_path, [Seat(area=1, player="Ann"), *PONTOON], PLAYED)
    main(words(tmp_path, "replay"))
    whole = outcomes(capsys.readouterr().out)
    script = tmp_path / "script"
    for command, rounds in ((("--round", "2"), [1]), (("--round", "1-2"), [0, 1]), (("--day", day(tmp_path)), [0, 1])):
        assert main(words(tmp_path, "export", *command, "--output", str(script))) == 0
        assert main(["play", str(script)]) == 0
        wanted = [whole[each] | {"round": number} for number, each in enumerate(rounds, start=1)]
        assert outcomes(capsys.readouterr().out) == wanted
    assert '{"type":"seat","area":1,"player":"Ann"' in script.read_text()
    assert main(words(tmp_path, "export", "--round", "9")) == 1
    assert "there is no round 9" in capsys.readouterr().err


def day(folder: Path) -> str:
    """The day of the last round."""
    connection = sqlite3.connect(folder / JOURNAL)
    ((found,),) = connection.execute("SELECT date(max(utc_ns) / 1000000000, 'unixepoch') FROM records")
    connection.close()
    return str(found)


async def test_an_export_tells_sealed_faces_only_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hole cards and burned cards are `??`, with the option and the key they are told, without the key refused."""
    cards = ("2C", "AS", "KD", "9H", "TH", "4D", "5S")
    hand: list[AnyEvent] = [
        *(Join(seat=seat, player=f"P{seat}", stack=50_000) for seat in (1, 2, 3)),
        BlindsOpen(), *(CardDrawn(card=card) for card in cards),
        PokerAction(seat=1, action="fold"), PokerAction(seat=2, action="fold"),
    ]  # fmt: skip
    again: list[AnyEvent] = [
        BlindsOpen(),
        *hand[4:11],
        PokerAction(seat=2, action="fold"),
        PokerAction(seat=3, action="fold"),
    ]
    await write(tmp_path, hand, again, table=PokerTable(game="poker"))
    assert main(words(tmp_path, "export", "--round", "2")) == 0
    masked = capsys.readouterr().out
    assert not [card for card in cards if card in masked]
    assert masked.count('"??"') == len(cards)
    assert main(words(tmp_path, "export", "--round", "2", "--faces", "--output", str(tmp_path / "script"))) == 0
    main(words(tmp_path, "replay"))
    wanted = outcomes(capsys.readouterr().out)[1] | {"round": 1}
    assert main(["play", str(tmp_path / "script")]) == 0
    assert outcomes(capsys.readouterr().out) == [wanted]
    (tmp_path / "seal").unlink()
    assert main(words(tmp_path, "export", "--round", "2", "--faces")) == 1
    assert main(words(tmp_path, "export", "--round", "2")) == 0
    assert "is sealed" in capsys.readouterr().out


async def test_an_export_does_not_mix_table_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A script has one table line: rounds of two are exported apart."""
    await write(tmp_path, PONTOON)
    await write(tmp_path, PLAYED, table=TwentyOneTable(game="pontoon-pandemonium", areas=7))
    assert main(words(tmp_path, "export", "--round", "1-2")) == 1
    assert "The table line changed" in capsys.readouterr().err
    assert main(words(tmp_path, "export", "--round", "2")) == 0


async def test_a_backup_is_a_journal_that_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The copy is one file with its head, verified; an old file is not written over; a bad copy is not named one."""
    await everything(tmp_path)
    copy = tmp_path / "copy.db"
    assert main(words(tmp_path, "backup", str(copy))) == 0
    assert copies(tmp_path) == ["copy.db", "copy.db.head"]
    keys = ["--key", str(tmp_path / "key"), "--seal", str(tmp_path / "seal")]
    assert main(["verify", "--journal", str(copy), *keys]) == 0
    assert main(words(tmp_path, "backup", str(copy))) == 2
    assert "already" in capsys.readouterr().err
    with sqlite3.connect(tmp_path / JOURNAL) as insider:
        insider.execute("DELETE FROM records WHERE n = 9")
    insider.close()
    assert main(words(tmp_path, "backup", str(tmp_path / "bad.db"))) == 1
    assert not (tmp_path / "bad.db").exists()
    assert "record 9: it is missing" in capsys.readouterr().out


def copies(folder: Path) -> list[str]:
    """The files of the copy."""
    return sorted(path.name for path in folder.glob("copy*"))


async def test_status_looks_past_links_that_lead_nowhere(tmp_path: Path) -> None:
    """Beside the journal there may be anything, and a file may go while it looks."""
    await write(tmp_path, PONTOON)
    (tmp_path / "journal.db.link").symlink_to("nowhere")
    (tmp_path / "journal.db.loop").symlink_to("journal.db.loop")
    assert main(words(tmp_path, "status")) == 0


async def test_status_shows_active_alerts_and_what_waits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One screen, in words and as metrics; 1 while an alert is active."""
    await everything(tmp_path)
    capsys.readouterr()
    assert main(words(tmp_path, "status")) == 1
    told = capsys.readouterr().out
    assert "not running, and it was not stopped in order" in told
    assert "device_lost (console)" in told
    assert f"to do: {CATALOGUE['device_lost'].action}" in told
    assert re.search(r"disk_low: low\n +since .*; now [\d.]+ [A-Z]\w+ are left\n", told)
    assert "journalctl --vacuum-size=200M" in told
    assert "1 PARKED, refused for good" in told
    assert "Dealer 7H: 7 not drawn" in told
    assert len(told.splitlines()) <= 36
    assert main(words(tmp_path, "status", "--metrics", str(tmp_path / "t1.prom"))) == 0
    assert main(words(tmp_path, "status", "--metrics", str(tmp_path / "none" / "t1.prom"))) == 2
    assert "t1.prom: No such file or directory" in capsys.readouterr().err
    text = (tmp_path / "t1.prom").read_text()
    assert 'tabled_up{table="t1"} 0.0\n' in text
    assert 'tabled_outbox_parked_rows{lane="mqtt",table="t1"} 1.0\n' in text
    assert 'tabled_alert_active{code="disk_low",device="",severity="warning",table="t1"} 1.0\n' in text


async def test_an_alert_outlives_a_kill_and_is_cleared_by_name(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """The running table: an alert is active before a kill and after it, until somebody entitled clears it."""
    async with running(tmp_path, broker, start=False) as bench:
        with bench.daemon.config.open("a") as config:
            config.write(console_section(tmp_path / "s"))
        given = ["--config", str(bench.daemon.config)]
        by = ["--by", "Kim", "--authority"]
        assert main(["clear", "device_lost", *by, "technician", *given]) == 2
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        await bench.daemon.end(signal.SIGKILL)
        await bench.daemon.start()
        await bench.listener.wait_for("alert", code="restarted_in_round", state="raised")
        await bench.daemon.end(signal.SIGKILL)
        await bench.daemon.start()
        await bench.listener.wait_for("alert", code="restarted_in_round", state="raised", count=2)
        assert main(["status", *given]) == 1
        assert "restarted_in_round" in capsys.readouterr().out
        assert main(["clear", "restarted_in_round", *by, "dealer", *given]) == 1
        assert main(["clear", "restarted_in_round", *by, "pit_supervisor", *given]) == 0
        await bench.listener.wait_for("alert", code="restarted_in_round", state="cleared")
        assert main(["verify", *given]) == 0
        assert main(["backup", str(tmp_path / "copy.db"), *given]) == 0
        capsys.readouterr()
        main(["status", *given])
        told = capsys.readouterr().out
        assert "restarted_in_round" not in told
        assert "running (process " in told


def test_without_a_journal_there_is_nothing_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither option and no single configuration: the sentence names the options."""
    monkeypatch.setattr("controller.cli.journals.CONFIGURATIONS", tmp_path)
    assert main(["verify"]) == 2
    assert "--config or --journal" in capsys.readouterr().err
