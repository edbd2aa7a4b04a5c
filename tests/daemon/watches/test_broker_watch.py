"""The broker out of reach: an alert on the screen, in systemd's line, and afterwards, in order, at its readers."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from controller.alerts.notices import Alert, AlertCleared
from controller.core.alerts import ActiveAlert
from controller.daemon.watches import broker as broker_watch
from controller.daemon.watches.broker import UNREACHABLE, watch_broker
from controller.mqtt.broker import Broker as Place
from controller.mqtt.publisher import Publisher
from tests.broker import Broker
from tests.cli.technician import told
from tests.table.table_bench import LONGEST_S, Bench, Listener, running


async def test_a_broker_that_is_down_is_an_alert(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`status` names it and ends with 1, systemd is told; readers get it afterwards, in order with what was played."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(LONGEST_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        async with running(tmp_path, None, start=False) as bench:
            bench.daemon = Bench(tmp_path, broker).daemon
            await bench.daemon.start()
            await until(systemd, "STATUS=round 0 idle, broker ok, no alert")
            broker.stop()
            await until(systemd, "STATUS=round 0 idle, broker unreachable, 1 alert: broker_unreachable")
            status, out, _ = await told("status", "--config", bench.daemon.config)
            assert status == 1
            assert "Connection refused" in out
            await bench.say({"type": "bets.open"})
            broker.start()
            ready, listener = asyncio.Event(), Listener()
            listening = asyncio.create_task(listener.run(broker, ready))
            await listener.wait_for("alert", code=UNREACHABLE, state="cleared")
            await until(systemd, "STATUS=round 1 betting, broker ok, no alert")
            listening.cancel()
    found = [body for body in listener.messages() if body.get("code") == UNREACHABLE or body["type"] == "state"]
    assert [body.get("state", body.get("phase")) for body in found][-3:] == ["raised", "betting", "cleared"]


async def test_a_broker_that_flaps_is_one_alert(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised again soon after it was cleared it stays active until the connection has held."""
    for name, value in (("AFTER_S", 0.02), ("STEADY_S", 0.5), ("LOOK_EVERY_S", 0.005)):
        monkeypatch.setattr(broker_watch, name, value)
    notices: list[Alert | AlertCleared] = []
    active: dict[tuple[str, str], ActiveAlert] = {}

    async def notify(notice: Any) -> None:
        notices.append(notice)
        if isinstance(notice, Alert):
            active[notice.code, ""] = ActiveAlert(notice.code, "", "critical", notice.text, None)
        else:
            del active[notice.code, ""]

    publisher = unreached(notify)
    watching = asyncio.create_task(watch_broker(publisher, active=active, notify=notify))
    for _ in range(10):
        for publisher.reached in (False, True):
            await asyncio.sleep(0.05)
    assert [type(notice) for notice in notices] == [Alert, AlertCleared, Alert]
    assert "It comes and goes" in notices[-1].text  # type: ignore[union-attr]
    async with asyncio.timeout(LONGEST_S):
        while active:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)
    watching.cancel()
    assert len(notices) == 4


async def test_a_broker_that_is_down_for_another_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised anew when the reason has held, also after a restart; reasons that take turns are not told."""
    for name, value in (("AFTER_S", 0.0), ("HELD_S", 0.1), ("LOOK_EVERY_S", 0.005)):
        monkeypatch.setattr(broker_watch, name, value)
    texts: asyncio.Queue[str] = asyncio.Queue()
    before = "The broker at 127.0.0.1:1 is unreachable: it is shutting down. The table goes on, its messages wait."
    active = {(UNREACHABLE, ""): ActiveAlert(UNREACHABLE, "", "critical", before, None)}

    async def notify(notice: Any) -> None:
        active[notice.code, ""] = ActiveAlert(notice.code, "", "critical", notice.text, None)
        texts.put_nowait(notice.text)

    publisher = unreached(notify)
    watching = asyncio.create_task(watch_broker(publisher, active=active, notify=notify))
    for at in range(10):
        publisher.reason = ("no name server answers", "it is shutting down")[at % 2]
        await asyncio.sleep(0.02)
    assert texts.empty()
    for publisher.reason in ("no name server answers", "the network does not lead there"):
        async with asyncio.timeout(LONGEST_S):
            assert await texts.get() == before.replace("it is shutting down", publisher.reason)
    watching.cancel()


def unreached(notify: Any) -> Publisher:
    """One that has no connection yet."""
    place = Place(host="127.0.0.1", port=1, client_id="t1", prefix="casino/house/t1")
    return Publisher(broker=place, journal=None, lane=None, notify=notify, devices=())  # type: ignore[arg-type]


async def until(systemd: socket.socket, line: str) -> None:
    """Read what the daemon sends to systemd on to this line."""
    seen: list[str] = []
    try:
        while line not in seen:
            seen += (await asyncio.to_thread(systemd.recv, 4096)).decode().splitlines()
    except TimeoutError:
        raise AssertionError(f"no {line!r} in {seen}") from None
