"""Who may do what, at the real daemon: a dealer's console on a pty, and a second login at the socket."""

import asyncio
import grp
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from controller.audit.journal_file import beside, opened
from controller.cli.tablectl import main
from tests.table.table_bench import CARDS, WAGERS, Bench, console_section, running

USER: Final = "nobody"
GROUP: Final = "games"
"""The socket's; whoever is in it may open the socket, and no more."""
CLIENT: Final = """
import json, socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(20)
client.connect(sys.argv[1])
answers = client.makefile("rb")
for line in sys.stdin.buffer:
    client.sendall(line)
    while json.loads(answer := answers.readline())["type"] not in ("accepted", "rejected"):
        sys.stdout.buffer.write(answer)
    sys.stdout.buffer.write(answer)
"""
PYTHON: Final = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
VOID: Final = {"type": "round.void", "reason": "a dispute", "authority": "pit_supervisor"}
PAYMENT: Final = {"type": "irregularity", "kind": "other", "decision": "pay 5000", "authority": "shift_manager"}

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not Path(PYTHON).is_file(), reason="needs root, to be somebody else, and the system's Python"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that others may enter, with the socket's folder as the unit makes it."""
    made = Path(tempfile.mkdtemp(prefix="table-"))
    made.chmod(0o755)
    (made / "run").mkdir()
    os.chown(made / "run", 0, grp.getgrnam(GROUP).gr_gid)
    (made / "run").chmod(0o2750)
    yield made
    shutil.rmtree(made)


def as_nobody(socket: Path, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    """What the table answers to him, alerts and all."""
    done = subprocess.run(
        [PYTHON, "-I", "-c", CLIENT, str(socket)], user=USER, group=grp.getgrnam(GROUP).gr_gid, extra_groups=[],
        cwd="/", input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True, text=True, check=True,
        timeout=60,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


async def said(socket: Path, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    """The same, while the devices go on."""
    return await asyncio.to_thread(as_nobody, socket, *lines)


def configure(bench: Bench, *, console: str, more: str = "") -> Path:
    """The bench's table with a console of this rank; the socket."""
    config, socket = bench.daemon.config, bench.folder / "run" / "console"
    text = config.read_text().partition("[console]")[0].replace('rank = "shift_manager"\n', "")
    rank = f'name = "console"\nrank = "{console}"\n'
    config.write_text(text.replace('name = "console"\n', rank) + console_section(socket, None) + more)
    return socket


def asked(bench: Bench) -> list[tuple[str, dict[str, str] | None]]:
    """Each event of the record, and who asked for it."""
    with opened(beside(bench.journal)) as file:
        bodies = [json.loads(file.archive.clear_body(stored.record)) for stored in file.archive.records(0)]
    return [(body["event"]["type"], body.get("asked")) for body in bodies if "event" in body]


async def test_a_second_login_is_a_technician_and_no_more(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the group of the socket he voids nothing, pays nothing, deals nothing; root is a technician there, too."""
    async with running(folder, None, start=False) as bench:
        socket = configure(bench, console="dealer")
        await bench.daemon.start()
        await bench.say(*WAGERS)
        await bench.deal(*CARDS[:1])
        refused = await said(
            socket, VOID, PAYMENT, {"type": "decision", "area": 1, "action": "stand"},
            {"type": "alert.cleared", "code": "x", "by": "Kim", "authority": "pit_manager"},
        )  # fmt: skip
        assert [line["type"] for line in refused] == ["rejected"] * 4
        assert refused[0] == {
            "type": "rejected", "rule": "6.1",
            "reason": "`round.void` needs a pit supervisor (6.1), which the login nobody is not (rank: technician):"
            " give nobody or a group of his that rank in `logins` or `groups` of [console].",
        }  # fmt: skip
        assert "needs a shift manager (6.1)" in refused[1]["reason"]
        assert "needs a dealer" in refused[2]["reason"]
        assert refused[3]["reason"].startswith("The login nobody is no pit manager here (rank: technician)")
        card, press = {"type": "card", "card": "AS"}, {"type": "button.pressed"}
        lines = await said(socket, card, press)
        assert [line.get("code", line["type"]) for line in lines] == [
            "card_by_hand", "rejected", "press_by_hand", "rejected"
        ]  # fmt: skip
        clear = ["clear", "card_by_hand", "--by", "Kim", "--config", str(bench.daemon.config), "--authority"]
        assert await asyncio.to_thread(main, [*clear, "pit_supervisor"]) == 1
        assert "The login root is no pit supervisor here (rank: technician): give root or" in capsys.readouterr().err
        assert await asyncio.to_thread(main, [*clear, "technician"]) == 1
        assert "A technician may not clear `card_by_hand`, which is warning." in capsys.readouterr().err
        await bench.deal(*CARDS[1:])
        await bench.press()
        await bench.meter_shows("showing")
        await bench.daemon.end(signal.SIGTERM)
        assert {kind for kind, who in asked(bench) if who is not None and "login" in who} == set()
        assert main(["verify", "--config", str(bench.daemon.config)]) == 0
        assert main(["replay", "--config", str(bench.daemon.config)]) == 0


@pytest.mark.parametrize(
    "given", [f'logins = {{ {USER} = "pit_supervisor" }}', f'groups = {{ {GROUP} = "pit_supervisor" }}']
)
async def test_a_login_or_its_group_is_given_a_rank(folder: Path, given: str) -> None:
    """What its rank reaches is done and recorded with the login, what is above is not; a dealer's stays a dealer's."""
    async with running(folder, None, start=False) as bench:
        socket = configure(bench, console="dealer", more=given + "\n")
        await bench.daemon.start()
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        (answer,) = await bench.say(VOID)
        assert answer["reason"].startswith("`round.void` needs a pit supervisor (6.1), which the device console is not")
        assert "by `rank` of the device console" in answer["reason"]
        by_hand = {"type": "card", "card": "7H", "authority": "pit_supervisor"}
        payment, card, accepted, void, *_ = await said(socket, PAYMENT, by_hand, VOID)
        assert payment["type"] == "rejected"
        assert card["code"] == "card_by_hand"
        assert accepted["type"] == "accepted"
        assert void["type"] in ("ruling", "alert")
        await bench.daemon.end(signal.SIGKILL)
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        await bench.daemon.end(signal.SIGTERM)
        who = {"console": "console-socket", "login": USER, "rank": "pit_supervisor"}
        assert [kind for kind, one in asked(bench) if one == who] == ["card", "round.void"]
        assert ("card", None) in asked(bench)
        assert ("bets.open", None) in asked(bench)
        assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def test_a_console_of_the_pit_rules(folder: Path) -> None:
    """The device's `rank` is how far its events reach, and its keys beside the shoe raise the alert all the same."""
    async with running(folder, None, start=False) as bench:
        configure(bench, console="pit_manager")
        await bench.daemon.start()
        await bench.say(*WAGERS)
        answers = await bench.say(
            PAYMENT, {"type": "card", "card": "AS"}, {"type": "card", "card": "AS", "authority": "pit_supervisor"}, VOID
        )
        assert [answer["type"] for answer in answers] == ["rejected", "rejected", "accepted", "accepted"]
        await bench.daemon.end(signal.SIGTERM)
