"""`tablectl watch` at a real table and a real broker: all well, forgers, a loss, a broker that comes back."""

import asyncio
import json
import re
from pathlib import Path

import aiomqtt
import pytest

from controller.cli.tablectl import main
from tests.broker import Broker
from tests.cli.technician import tablectl
from tests.table.table_bench import CARDS, PREFIX, WAGERS, Daemon, running, write_config

PLAIN = (WAGERS[0], WAGERS[1], WAGERS[3])
"""A round without a jackpot."""


async def test_a_table_is_followed_and_what_is_wrong_is_named(tmp_path: Path, broker: Broker) -> None:
    """A round, the same again by somebody else, one byte of it changed, a number left out, a broker that was away."""
    async with running(tmp_path, None, start=False) as bench:
        bench.daemon = Daemon(write_config(tmp_path, broker))
        await bench.daemon.start()
        async with tablectl("watch", PREFIX, "--broker", f"127.0.0.1:{broker.port}", "--json") as watch:
            assert (await watch.record(topic="about"))["faults"] == []
            await bench.say(*PLAIN)
            await bench.deal(*CARDS)
            line = await watch.record(topic="outcome", faults=[], repeat=False)
            assert line["message"]["round"] == 1
            await watch.record(topic="outcome/last", retained=False)
            outcome = json.dumps(line["message"], separators=(",", ":"), ensure_ascii=False)
            async with aiomqtt.Client("127.0.0.1", broker.port) as forger:
                await forger.publish(f"{PREFIX}/outcome", outcome, qos=1)
                await watch.record(topic="outcome", repeat=True, faults=[])
                await forger.publish(f"{PREFIX}/outcome", outcome.replace('"net":1500', '"net":1501'), qos=1)
                assert (await watch.record(topic="outcome"))["faults"][0]["code"] == "signature"
                await forger.publish(f"{PREFIX}/alert", outcome, qos=1)
                assert (await watch.record(topic="alert"))["faults"][0]["code"] == "schema"
                await forger.publish(f"{PREFIX}/card", "AS", qos=1)
                assert (await watch.record(topic="card"))["faults"][0]["code"] == "text"
            broker.stop()
            await watch.record(type="lost")
            await bench.say(WAGERS[0])
            broker.start()
            state = await watch.record(topic="state", retained=False)
            assert (state["message"]["phase"], state["faults"]) == ("betting", [])
            watch.interrupt()
            assert (await watch.ended())[0] == 1
        assert not [line for line in watch.out if '"gap"' in line]


async def test_a_person_reads_it_and_the_exit_status_says_whether_all_was_well(tmp_path: Path, broker: Broker) -> None:
    """Lines for people; a key that is not the table's; a command line that names no table."""
    async with running(tmp_path, broker) as bench:
        about = await bench.listener.wait_for("about")
        place = ("--broker", f"127.0.0.1:{broker.port}")
        async with tablectl("watch", PREFIX, *place) as watch:
            await watch.line(" about ")
            await bench.say(*PLAIN)
            await bench.deal(*CARDS)
            await watch.line("round 1 settled, net 15.00")
            async with aiomqtt.Client("127.0.0.1", broker.port) as other:
                await other.publish(f"{PREFIX}/state", "{}", qos=1)
            assert "`v`" in await watch.line("  WRONG  ")
            watch.interrupt()
            status, err = await watch.ended()
            assert (status, "believed and not checked" in err) == (1, True)
        for key, status in (("00" * 32, 1), (about["public_key"], 0)):
            asked = ["watch", PREFIX, *place, "--for", "0.5", "--key", key]
            assert await asyncio.to_thread(main, asked) == status


def test_a_command_line_that_names_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Topics with a wildcard, a key that is none."""
    assert main(["watch", "casino/#"]) == 2
    assert main(["watch", PREFIX, "--key", "12"]) == 2
    assert re.search("Expected a table's topics.*64 hexadecimal", capsys.readouterr().err, re.DOTALL)
