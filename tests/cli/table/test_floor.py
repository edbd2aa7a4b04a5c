"""`tablectl floor` at a real table and a real broker: up, playing, in alarm, killed; once, and on and on."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from controller.cli.table.floor_picture import picture
from controller.cli.tablectl import main
from controller.mqtt.site import Site
from controller.terminal.console import PrintableConsole
from tests.broker import Broker
from tests.cli.technician import tablectl
from tests.table.table_bench import WAGERS, running

SITE = "casino/house"


async def test_a_table_plays_loses_a_device_and_is_killed(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each shows on its own; `--once` gives the same, and its exit status."""
    place = ("--site", SITE, "--broker", f"127.0.0.1:{broker.port}", "--json")

    async def once() -> tuple[int, list[str]]:
        capsys.readouterr()
        status = await asyncio.to_thread(main, ["floor", "--once", *place])
        return status, capsys.readouterr().out.splitlines()

    assert (await once())[0] == 1  # nobody is there
    async with running(tmp_path, broker) as bench, tablectl("floor", *place) as floor:
        up = await floor.record(table="t1", status="up", lost=[], open=True)
        assert (up["game"], up["other_release"], up["alerts"]) == ("pontoon-pandemonium", False, [])
        await bench.say(*WAGERS[:2])
        await floor.record(table="t1", status="playing", phase="betting", round=1)
        status, (table, site) = await once()
        assert (status, json.loads(table)["status"]) == (0, "playing")
        assert json.loads(site)["playing"] == 1
        bench.shoe.port.unplug()
        alarm = await floor.record(table="t1", status="alarm")
        assert {"code": "device_lost", "severity": "critical", "device": "shoe"} in alarm["alerts"]
        assert (await once())[0] == 1
        bench.shoe.port.plug_in()
        await floor.record(table="t1", status="playing")
        assert bench.daemon.process is not None
        bench.daemon.process.send_signal(signal.SIGKILL)
        async with asyncio.timeout(25):
            await floor.record(table="t1", status="silent")
        assert (await once())[0] == 1
        assert await asyncio.to_thread(main, ["floor", "--once", *place[:-1]]) == 1
        assert "1 table: 1 silent" in capsys.readouterr().out


async def test_a_forged_health_is_marked(tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]) -> None:
    """By the keys of a file or a folder; what another has signed, or nobody, is not believed."""
    keys, folder = tmp_path / "keys", tmp_path / "folder"
    place = ("floor", "--site", SITE, "--broker", f"127.0.0.1:{broker.port}", "--json", "--once", "--keys")

    async def once(keys: Path) -> tuple[int, dict[str, Any]]:
        capsys.readouterr()
        status = await asyncio.to_thread(main, [*place, str(keys)])
        return status, json.loads(capsys.readouterr().out.splitlines()[0])

    async with running(tmp_path, broker) as bench:
        about = await bench.listener.wait_for("about")
        health = await bench.listener.wait_for("health")
        keys.write_text(f"# noted down at the installation\nt1 {about['public_key']}\n")
        folder.mkdir()
        (folder / "t1.pub").write_text(f"{about['public_key']}\n")
        for one in (keys, folder):
            status, table = await once(one)
            assert (status, table["status"], table["signature"]) == (0, "up", "good")
        await bench.daemon.end(signal.SIGTERM)
    for sig in ({"sig": "0" * 128}, {}):
        forged = {name: value for name, value in health.items() if name != "sig"} | {"open": False} | sig
        async with aiomqtt.Client(broker.host, broker.port) as anybody:
            await anybody.publish(f"{SITE}/t1/health", json.dumps(forged), retain=True)
        status, table = await once(keys)
        assert (status, table["status"], table["signature"]) == (1, "forged", "wrong")
        assert table["version"] is None
    keys.write_text(f"t2 {about['public_key']}\n")
    assert (await once(keys))[1]["signature"] == "no key"
    for text, said in (("t1 00", "expected a public key"), ("t1", "line 1: expected a table"), ("", "holds no key")):
        keys.write_text(text)
        assert main([*place, str(keys)]) == 2
        assert said in capsys.readouterr().err
    assert main([*place, str(tmp_path / "nowhere")]) == 2


def test_the_picture_has_room_for_the_gravest() -> None:
    """A terminal of ten lines and nine tables: what was left out is counted, the reason of a loss is named."""
    site = Site(lambda: 0.0, lambda: 0)
    for number in range(9):
        site.take(f"t{number}/availability", b"online" if number else b"offline", retained=False)
    console = PrintableConsole(width=120, record=True, file=None)
    with console.capture() as captured:
        console.print(picture(SITE, site.seen(), "the broker is unreachable: refused", 10))
    text = captured.get().splitlines()
    assert "9 tables: 1 silent, 8 up" in text[0]
    assert "refused" in text[0]
    assert text[3].startswith("t0")
    assert text[-1].startswith("and 5 more")


def test_a_command_line_that_names_no_site(capsys: pytest.CaptureFixture[str]) -> None:
    """A wildcard, half an address, a file that is not there."""
    assert main(["floor", "--site", "casino/+"]) == 2
    assert main(["floor", "--site", "casino"]) == 2
    assert main(["floor", "--site", SITE, "--ca", "nowhere.pem", "--once"]) == 2
    assert "Expected the topics of a site as casino/house, got 'casino/+'" in capsys.readouterr().err
