"""The console on the table PC: the same inbox, the kernel's word for who speaks, alerts cleared by who may."""

import asyncio
import json
import os
import pwd
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from controller.alerts.notices import Alert
from controller.configuration.sections import Console
from controller.core.events import Authority, BetsOpen
from controller.daemon.consoles.client import ask
from controller.daemon.consoles.logins import Logins
from controller.daemon.consoles.socket import ConsoleSocket
from controller.games import view
from controller.journal.store import Journal
from controller.table.desk import Desk
from controller.table.inbox import Item
from controller.table.task import TableTask
from tests.journal.journals import TABLE, open_journal, open_table

ME = pwd.getpwuid(os.geteuid()).pw_name
CRITICAL = Alert(code="head_file_missing", text="missing")


@asynccontextmanager
async def listening(
    folder: Path, name: str = "s", *, rank: Authority = "shift_manager"
) -> AsyncIterator[tuple[Journal, TableTask, Path]]:
    """A table that runs, with its socket, where we have this rank."""
    journal = open_journal(folder)
    table = await open_table(journal, lambda: 25)
    path = folder / name
    desk = Desk(game=TABLE.game, table=table, is_gone=lambda name: name == "button")
    console = ConsoleSocket(path, desk=desk, logins=Logins(Console(logins={ME: rank})))
    async with asyncio.TaskGroup() as group:
        running, served = group.create_task(table.run()), group.create_task(console.run())
        await console.settled.wait()
        yield journal, table, path
        served.cancel()
        await table.close()
        await running
    journal.close()


async def say(path: Path, **line: Any) -> dict[str, Any]:
    """One line, and the line that ends the answer."""
    return await asyncio.to_thread(ask, path, line, timeout_s=10)


def last_body(journal: Journal) -> dict[str, Any]:
    """What the last record holds."""
    *_, last = journal.archive.records(0)
    found: dict[str, Any] = json.loads(journal.archive.clear_body(last.record))
    return found


async def test_an_alert_is_cleared_by_name(tmp_path: Path) -> None:
    """Name, authority and login are in the journal, the broker is told, and no alert is active after it."""
    async with listening(tmp_path) as (journal, table, path):
        await table.submit(Item(CRITICAL))
        answer = await say(path, type="alert.cleared", code=CRITICAL.code, by="Kim", authority="pit_manager")
        assert answer["type"] == "accepted"
        assert last_body(journal)["notice"] == {
            "type": "alert.cleared", "code": CRITICAL.code, "device": "", "by": "Kim", "authority": "pit_manager",
            "login": ME,
        }  # fmt: skip
        assert table.active_alerts == {}
        rows = await journal.lookup.lane("mqtt", after=0, limit=99)
        assert '"state":"cleared","code":"head_file_missing"' in rows[-1].payload


async def test_who_may_not_clear_is_refused(tmp_path: Path) -> None:
    """A refusal changes nothing and says why."""
    async with listening(tmp_path) as (journal, table, path):
        await table.submit(Item(CRITICAL))
        n = journal.n
        for authority in ("dealer", "technician", "pit_supervisor"):
            answer = await say(path, type="alert.cleared", code=CRITICAL.code, by="Kim", authority=authority)
            assert answer["type"] == "rejected"
            assert "may not clear" in answer["reason"]
        answer = await say(path, type="alert.cleared", code="other", by="Kim", authority="shift_manager")
        assert "active alerts: head_file_missing" in answer["reason"]
        assert (journal.n, len(table.active_alerts)) == (n, 1)


async def test_a_lost_device_is_not_cleared_while_it_is_gone(tmp_path: Path) -> None:
    """While a device is not connected its alert stays, whoever asks; once it is back, or is no longer, it goes."""
    async with listening(tmp_path) as (_, table, path):
        for device in ("button", "meter"):
            await table.submit(Item(Alert(code="device_lost", text="x", device=device)))
        clearing = {"type": "alert.cleared", "code": "device_lost", "by": "Kim", "authority": "shift_manager"}
        answer = await say(path, **clearing, device="button")
        assert answer["reason"] == "button is still not connected: plug it in; the alert ends by itself."
        assert (await say(path, **clearing, device="meter"))["type"] == "accepted"
        assert set(table.active_alerts) == {("device_lost", "button")}


async def test_events_reach_the_inbox(tmp_path: Path) -> None:
    """An event of the contract is answered after its commit, a request that the rules refuse with the reason."""
    async with listening(tmp_path) as (journal, table, path):
        assert (await say(path, type="bets.open"))["n"] == journal.n
        assert view(table.state).phase == "betting"
        assert (await say(path, type="bets.open"))["type"] == "rejected"
        assert (await say(path, type="multiplier.drawn", value=100))["rule"] == "4.2"
        *_, last = journal.archive.records(0)
        assert last.record.device == "console-socket"


async def test_what_is_no_line_of_the_contract_changes_nothing(tmp_path: Path) -> None:
    """Each is answered with a sentence, and the line after it is heard."""
    async with listening(tmp_path) as (journal, _, path):
        n = journal.n
        reader, writer = await asyncio.open_unix_connection(path)
        for text in (b"\xff", b"{", b"[]", b'{"type":"alert.cleared","code":"x"}', b'{"type":"card"}'):
            writer.write(text + b"\n")
            assert json.loads(await reader.readline())["type"] == "rejected"
        writer.write(b'{"type":"bets.open"}\n')
        assert json.loads(await reader.readline())["n"] == n + 1
        writer.close()
        await writer.wait_closed()


async def test_the_socket_is_for_the_group_alone(tmp_path: Path) -> None:
    """Mode 0660; one left behind by a kill is no hindrance; gone after the end."""
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "s"))
    async with listening(tmp_path) as (_, _, path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
    assert not (tmp_path / "s").exists()


async def test_a_table_without_its_socket_goes_on(tmp_path: Path) -> None:
    """A path that is no place for a socket costs the socket alone."""
    async with listening(tmp_path, "x" * 120) as (_, table, _):
        await table.submit(Item(BetsOpen()))
        assert view(table.state).phase == "betting"


async def test_a_file_in_its_place_stays(tmp_path: Path) -> None:
    """What is no socket is not removed, neither at the start nor at the end; it costs the socket alone."""
    (tmp_path / "s").write_bytes(b"kept")
    async with listening(tmp_path) as (_, table, _):
        await table.submit(Item(BetsOpen()))
        assert view(table.state).phase == "betting"
    assert (tmp_path / "s").read_bytes() == b"kept"


async def test_a_socket_at_which_another_listens_stays(tmp_path: Path) -> None:
    """That of another table, whose configuration names the same path."""
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "s"))
        other.listen()
        async with listening(tmp_path) as (_, table, _):
            await table.submit(Item(BetsOpen()))
        other.settimeout(1)
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(tmp_path / "s"))
            other.accept()[0].close()
