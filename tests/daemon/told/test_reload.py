"""What a running table is told by a technician: to log more for a while, to read its configuration anew."""

import asyncio
import json
import os
import pwd
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.cli.tablectl import main
from controller.configuration.config import Config, ConfigError, load
from controller.daemon.told import reload as reloading
from tests.broker import Broker
from tests.journal.journals import readable
from tests.table.table_bench import CARDS, WAGERS, Bench, console_section, running

MORE = "mqtt logs from debug on, for 10m.\n"
LOGIN = pwd.getpwuid(os.geteuid()).pw_name
LIMITS = "limits = { main = [1000, 500000], pandemonium = [100, 10000] }\n"


def edited(bench: Bench, *changes: tuple[str, str]) -> None:
    """The file with other text in some places."""
    text = bench.daemon.config.read_text()
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    bench.daemon.config.write_text(text)


async def tablectl(bench: Bench, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """A command at the table, and what it prints."""
    status = await asyncio.to_thread(main, [*words, "--config", str(bench.daemon.config)])
    said = capsys.readouterr()
    return status, said.out + said.err


def records(journal: Path, kind: str) -> list[Any]:
    """The bodies of this kind, in order."""
    with readable(journal) as connection:
        rows = connection.execute("SELECT body FROM records WHERE kind = ? ORDER BY n", (kind,)).fetchall()
    connection.close()
    return [json.loads(body)[kind] for (body,) in rows]


def noted(journal: Path) -> Sequence[dict[str, Any]]:
    """What the journal has of configurations read anew."""
    return [one for one in records(journal, "notice") if one["type"] == "configuration"]


def least(journal: Path) -> list[int]:
    """The least main wager of each start."""
    return [one["table"]["limits"]["main"][0] for one in records(journal, "start")]


async def test_log_levels_and_each_change_at_its_time(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """More lines of a part, for a while. A rank at once, limits with the next round, a roll with a restart."""
    async with running(tmp_path, broker, start=False) as bench:
        config = bench.daemon.config
        edited(bench, ("[journal]", f"{LIMITS}[journal]"))
        config.write_text(config.read_text() + console_section(tmp_path / "console.socket", rank="pit_supervisor"))
        log = tmp_path / "log"
        with log.open("wb") as file:
            await bench.daemon.start(stdout=file.fileno())
        await bench.listener.wait_for("state", phase="idle")
        assert await tablectl(bench, capsys, "log-level", "mqtt", "debug", "--for", "10m") == (0, MORE)
        await bench.say(*WAGERS)
        await bench.listener.wait_for("state", phase="dealing")
        assert (await tablectl(bench, capsys, "log-level", "mqtt", "debug", "--for", "25h"))[0] == 2
        assert (await tablectl(bench, capsys, "log-level", "cards", "debug"))[0] == 2
        told = [json.loads(line) for line in log.read_text().splitlines()]
        assert [one["login"] for one in told if one["event"] == "log_level"] == [pwd.getpwuid(os.geteuid()).pw_name]
        assert (await tablectl(bench, capsys, "log-level", "mqtt", "info"))[0] == 0
        assert {one["level"] for one in told if one["event"] == "message_delivered"} == {"debug"}
        await bench.deal(*CARDS[:1])

        status, said = await tablectl(bench, capsys, "top", "--once")
        assert status == 0
        assert [word for word in ("t1", "1, dealing", "connected", "shoe", "Alerts: none") if word not in said] == []
        assert await tablectl(bench, capsys, "reload") == (0, "Nothing has changed.\n")
        edited(bench, ('"pit_supervisor"', '"pit_manager"'), ("main = [1000", "main = [2000"))
        edited(bench, ('meter"\n', 'meter"\nroll_s = 0.5\n'))
        weights = tmp_path / "multipliers.toml"
        weights.write_text(weights.read_text().replace("2 = 135\n", "2 = 136\n", 1))
        status, said = await tablectl(bench, capsys, "config", "diff")
        assert status == 1
        assert said.splitlines() == [
            "table.limits: when the next round opens, after `tablectl reload`",
            '  running      {"main":[1000,500000],"pandemonium":[100,10000]}',
            '  in the file  {"main":[2000,500000],"pandemonium":[100,10000]}',
            "console.logins: now, with `tablectl reload`",
            f'  running      {{"{LOGIN}":"pit_supervisor"}}',
            f'  in the file  {{"{LOGIN}":"pit_manager"}}',
            "jackpot.weights: when the next round opens, after `tablectl reload`",
            '  running      ["multipliers.toml",[135,135,135,140,146,134,110,65]]',
            '  in the file  ["multipliers.toml",[136,135,135,140,146,134,110,65]]',
            "devices.meter.roll_s: with a restart between rounds, `systemctl restart tabled@TABLE`",
            "  running      0.0",
            "  in the file  0.5",
        ]
        status, said = await tablectl(bench, capsys, "reload")
        assert status == 1, said
        assert said.splitlines() == [
            "taken now: console.logins",
            "taken when the next round opens: table.limits",
            "taken when the next round opens: jackpot.weights",
            "needs a restart between rounds: devices.meter.roll_s",
        ]
        _, said = await tablectl(bench, capsys, "config", "diff")
        assert [line.partition(":")[0] for line in said.splitlines() if line[0] != " "] == [
            "table.limits", "jackpot.weights", "devices.meter.roll_s",
        ]  # fmt: skip
        _, said = await tablectl(bench, capsys, "doctor")
        assert "devices.meter.roll_s: changed, and needs a restart" in said, said
        assert "was edited" not in said
        (note,) = noted(bench.journal)
        changes = {one["key"]: (one["before"], one["after"], one["takes"]) for one in note["changes"]}
        login = next(iter(changes["console.logins"][0]))
        assert changes["console.logins"] == ({login: "pit_supervisor"}, {login: "pit_manager"}, "now")
        assert changes["table.limits"][1]["main"] == [2000, 500000]
        assert note["login"] == login

        await bench.daemon.end(signal.SIGKILL)
        await bench.daemon.start()
        await bench.listener.wait_for("alert", code="restarted_in_round", state="raised")
        await bench.deal(*CARDS[1:])
        await bench.press()
        await bench.listener.wait_for("outcome", round=1)
        assert [one["status"] for one in noted(bench.journal)] == ["accepted"], "the round may still be corrected"
        await bench.say({"type": "bets.open"})
        (refused,) = await bench.say({"type": "wager", "area": 1, "kind": "main", "amount": 1000})
        assert refused["type"] == "rejected"
        assert [one["status"] for one in noted(bench.journal)] == ["accepted", "taken"]
        assert least(bench.journal) == [1000, 1000, 2000]
        assert await tablectl(bench, capsys, "config", "diff") == (0, "The table runs as its file says.\n")

        edited(bench, ("main = [2000", "mian = [2000"))
        bench.daemon.signal(signal.SIGHUP)
        alert = await bench.listener.wait_for("alert", code="config_refused", state="raised")
        assert "mian" in alert["text"]
        status, said = await tablectl(bench, capsys, "config", "diff")
        assert (status, "mian" in said) == (2, True)
        edited(bench, ("mian = [2000", "main = [2000"))
        config.write_text(config.read_text().replace("low_mib = 512", "low_mib = 400") + "\n")
        bench.daemon.signal(signal.SIGHUP)
        await bench.listener.wait_for("alert", code="config_refused", state="cleared")
        await bench.daemon.end(signal.SIGKILL)
        await bench.daemon.start()
        await bench.listener.wait_for("alert", 2, code="restarted_in_round", state="raised")
        assert least(bench.journal) == [1000, 1000, 2000, 2000]
        assert [one["weights"][0] for one in records(bench.journal, "start")] == [135, 135, 136, 136]
        await bench.daemon.end(signal.SIGTERM)
        status, said = await tablectl(bench, capsys, "verify")
        assert status == 0, said
        status, said = await tablectl(bench, capsys, "replay")
        assert status == 0, said
        edited(bench, ("[journal]", "[journal]\nlow_mib = 401"))
        await bench.daemon.start()
        await bench.listener.wait_for("about", config_hash=load(config).hash)
        status, said = await tablectl(bench, capsys, "config", "log")
        assert status == 0
        heads = [line.partition("  ")[2].partition(" (rec")[0] for line in said.splitlines() if line.startswith("2")]
        assert heads == [
            f"{LOGIN}, by a reload",
            "the reload before",
            "a start with another file; who edited it is not on record",
        ]
        assert "  console.logins: at once\n" in said
        assert f'    before  {{"{LOGIN}":"pit_supervisor"}}\n    after   {{"{LOGIN}":"pit_manager"}}\n' in said
        assert said.endswith("of them the journal has the hash alone\n")


async def test_a_file_that_needs_another_release_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade has replaced what would be loaded for it: no fault of the table, which goes on as it is."""
    async with running(tmp_path, None, start=False) as bench:
        config = load(bench.daemon.config)

    def load_anew(_file: Path) -> Config:
        raise ImportError("cannot import name 'new' from 'old'")

    monkeypatch.setattr(reloading, "load", load_anew)
    unused: Any = None
    with pytest.raises(ConfigError, match=r"another release lies there by now .*: restart the table\.$"):
        await reloading.Reloading(config, table=unused, notify=unused, take=unused).compared()
