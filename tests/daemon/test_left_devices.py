"""What was left of a device that is in the configuration no more: at the broker, among the alerts, in the outbox."""

import asyncio
import signal
import sqlite3
from pathlib import Path
from typing import Final

import aiomqtt
import pytest

from controller.cli.tablectl import main
from drivers.virtual.framed.shuffler import VirtualShuffler
from drivers.virtual.pty_port import PtyPort
from tests.broker import Broker
from tests.daemon.test_devices import add_device
from tests.table.table_bench import LONGEST_S, PREFIX, Bench, running, write_config

SHUFFLER: Final = "shuffler"


async def kept(broker: Broker, *topics: str, until_gone: str) -> set[str]:
    """Which of the topics of devices the broker keeps, once it has let go of one."""
    async with asyncio.timeout(LONGEST_S):
        while True:
            found = set()
            async with aiomqtt.Client(broker.host, broker.port) as client:
                await client.subscribe(f"{PREFIX}/device/+")
                await client.publish("end")
                await client.subscribe("end")
                await client.publish("end", "end")
                async for message in client.messages:
                    if message.topic.value == "end":
                        break
                    found.add(message.topic.value.removeprefix(f"{PREFIX}/device/"))
            if until_gone not in found and set(topics) <= found:
                return found
            await asyncio.sleep(0.1)


def forget(bench: Bench, name: str) -> None:
    """Take a device's section, the last of the file, out of the configuration."""
    text = bench.daemon.config.read_text()
    bench.daemon.config.write_text(text[: text.index(f'[[devices]]\nname = "{name}"')])


async def test_a_device_taken_out_leaves_nothing(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its topic is emptied, also one of an older table PC; its fault closes the table no more; the journal is whole."""
    shuffler = VirtualShuffler(PtyPort(tmp_path / SHUFFLER))
    async with running(tmp_path, broker, start=False) as bench, asyncio.TaskGroup() as group:
        twin = group.create_task(shuffler.run())
        add_device(bench, f'name = "{SHUFFLER}"\nrole = "shuffler"\ndriver = "framed"\nport = "{shuffler.port.path}"')
        await bench.daemon.start()
        shuffler.state("ready", cycle=1, count=383)
        await bench.listener.wait_for("alert", code="shuffler_count_wrong", state="raised")
        await bench.listener.wait_for("device/shuffler", connected=True)
        (refused,) = await bench.say({"type": "bets.open"})
        assert refused["type"] == "rejected"
        await bench.daemon.end(signal.SIGTERM)
        async with aiomqtt.Client(broker.host, broker.port) as other:
            await other.publish(f"{PREFIX}/device/ancient", '{"device":"ancient"}', qos=1, retain=True)
        forget(bench, SHUFFLER)
        await bench.daemon.start()
        cleared = await bench.listener.wait_for("alert", code="shuffler_count_wrong", state="cleared")
        assert cleared["device"] == SHUFFLER
        (opened,) = await bench.say({"type": "bets.open"})
        assert opened["type"] == "accepted"
        there = await kept(broker, "shoe", "button", "meter", "console", until_gone="ancient")
        assert there == {"shoe", "button", "meter", "console"}
        assert not [body for body in bench.listener.bodies("alert") if body["code"] == "topic_forged"]
        capsys.readouterr()
        main(["status", "--metrics", "-", "--config", str(bench.daemon.config)])
        shown = capsys.readouterr().out
        assert 'device="shoe"' in shown
        assert SHUFFLER not in shown
        await bench.daemon.end(signal.SIGTERM)
        twin.cancel()
    assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def test_what_waited_is_told_and_not_kept(tmp_path: Path, broker: Broker) -> None:
    """The broker was away while the device was there: its status comes late, in order, and stays nowhere."""
    broker.stop()
    async with running(tmp_path, None, start=False) as bench:
        write_config(tmp_path, broker)
        add_device(bench, f'name = "pit"\nrole = "console"\ndriver = "framed"\nport = "{tmp_path / "nowhere"}"')
        add_device(bench, f'name = "wall"\nrole = "meter"\ndriver = "framed"\nport = "{tmp_path / "nothing"}"')
        await bench.daemon.start()
        await bench.bet_and_deal()
        await bench.daemon.end(signal.SIGTERM)
        forget(bench, "pit")
        broker.start()
        async with asyncio.timeout(LONGEST_S):
            ready = asyncio.Event()
            listening = asyncio.create_task(bench.listener.run(broker, ready))
            await ready.wait()
            await bench.daemon.start()
            late = await bench.listener.wait_for("device/pit", device="pit")
        assert late["connected"] is False
        await bench.listener.wait_for("device/shoe", connected=True)
        assert "pit" not in await kept(broker, "shoe", until_gone="pit")
        assert not [body for body in bench.listener.bodies("alert") if body["code"] == "topic_forged"]
        seqs = [message["seq"] for message in bench.listener.messages()]
        assert seqs == sorted(set(seqs))
        await bench.daemon.end(signal.SIGTERM)
        listening.cancel()
    journal = sqlite3.connect(bench.journal)
    ((last, done),) = journal.execute("SELECT last, done FROM lanes WHERE lane = 'device/wall'").fetchall()
    journal.close()
    assert last == done > 0
    assert main(["verify", "--config", str(bench.daemon.config)]) == 0
