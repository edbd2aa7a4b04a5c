"""Devices at a whole table: recordings beside alerts, the meter that is a topic, a shuffler that counted wrong."""

import asyncio
import json
import re
import signal
import threading
from pathlib import Path
from typing import Any, ClassVar

import pytest

from controller.configuration.config import ConfigError, load
from controller.daemon.devices import Devices
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import DeviceLost, Report
from drivers.virtual.framed.shuffler import VirtualShuffler
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.angel_eye_ii import VirtualAngelEye
from tests.broker import Broker
from tests.daemon.descriptors import none_left
from tests.table.table_bench import CARDS, LONGEST_S, ROOT, WAGERS, Bench, running, write_config


def add_device(bench: Bench, text: str) -> None:
    """One more device in the configuration."""
    config = bench.daemon.config
    config.write_text(f"{config.read_text()}[[devices]]\n{text}\n")


async def recordings(bench: Bench, code: str) -> list[dict[str, Any]]:
    """The lines of the first recording for an alert of this kind."""
    folder = bench.journal.with_name("journal.db.recordings")
    found: list[Path] = []
    async with asyncio.timeout(LONGEST_S):
        while True:  # Another process writes it.
            found = await asyncio.to_thread(lambda: sorted(folder.glob(f"*-{code}.jsonl")))
            if found:
                break
            await asyncio.sleep(0.02)
    text = await asyncio.to_thread(found[0].read_text)
    return [json.loads(line) for line in text.splitlines()]


async def test_last_frames_are_written_beside_an_alert(tmp_path: Path, broker: Broker) -> None:
    """A card that no round expects: its alert, and a file in which the cards seen stand open and this one does not."""
    async with running(tmp_path, broker) as bench:
        await bench.bet_and_deal()
        await bench.press()
        await bench.listener.wait_for("outcome")
        await bench.deal("QH")
        await bench.listener.wait_for("alert", code="unexpected_card")
        cause, *frames = await recordings(bench, "unexpected_card")
    assert (cause["alert"], cause["device"]) == ("unexpected_card", "shoe")
    cards = [event["card"] for line in frames for event in line["events"] if event.get("type") == "card"]
    assert cards == ["AS", "7H", "KD", "**"]
    text = json.dumps(frames)
    assert "CAS" in text
    assert "QH" not in text
    assert {line["device"] for line in frames} == {"shoe", "button", "meter", "console"}
    assert not re.search(r"CQ", text)


class Witness(Report):
    """Something in the ring that notes the thread in which it is put into words."""

    code = "witness"
    threads: ClassVar[set[str]] = set()

    def __str__(self) -> str:
        self.threads.add(threading.current_thread().name)
        return "seen"


async def test_recording_is_made_beside_the_loop(tmp_path: Path) -> None:
    """A thousand frames of every device take a while: the loop, on which a shoe's times are taken, is free for them.

    All alerts of one moment share a recording: when a hub loses its power, every device is lost at once.
    """
    devices = Devices(load(write_config(tmp_path, None)), marks={}, on_events=nobody_asks)
    devices.by_name["shoe"].recorder.noted(Witness(), "", 0.0)
    for name in devices.by_name:
        devices.committed(name, DeviceLost("/dev/x", "gone"), ())
    writing = asyncio.create_task(devices.write_recordings())
    folder = tmp_path / "journal.db.recordings"
    async with asyncio.timeout(LONGEST_S):
        while not list(folder.glob("*.jsonl")):  # noqa: ASYNC110 - a thread writes it
            await asyncio.sleep(0.02)
    writing.cancel()
    assert len(Witness.threads) == 1
    assert threading.current_thread().name not in Witness.threads
    (written,) = folder.iterdir()
    alerts = [line for line in map(json.loads, written.read_text().splitlines()) if "alert" in line]
    assert [(line["alert"], line["device"]) for line in alerts] == [("device_lost", name) for name in devices.by_name]


def nobody_asks(name: str, batch: list[Received], committed: object) -> None:
    """No device runs."""


async def test_meter_that_is_a_topic(tmp_path: Path, broker: Broker) -> None:
    """No port, no device: the retained topic is the meter, and its status is the broker's."""
    async with running(tmp_path, broker, start=False) as bench:
        add_device(bench, 'name = "wall"\nrole = "meter"\ndriver = "mqtt"')
        await bench.daemon.start()
        status = await bench.listener.wait_for("device/wall", connected=True)
        assert (status["driver"], status["role"], status["port"]) == ("mqtt", "meter", "")
        await bench.bet_and_deal()
        await bench.press()
        showing = await bench.listener.wait_for("meter", state="showing")
        assert showing["multiplier"] == await bench.meter_shows("showing")


async def test_shuffler_that_counts_wrong_locks_the_table(tmp_path: Path, broker: Broker) -> None:
    """No round is opened until it has counted right; the alert is active and is cleared."""
    shuffler = VirtualShuffler(PtyPort(tmp_path / "shuffler"))
    async with running(tmp_path, broker, start=False) as bench, asyncio.TaskGroup() as group:
        twin = group.create_task(shuffler.run())
        add_device(bench, f'name = "shuffler"\nrole = "shuffler"\ndriver = "framed"\nport = "{shuffler.port.path}"')
        await bench.daemon.start()
        shuffler.state("ready", cycle=1, count=383)
        await bench.listener.wait_for("alert", code="shuffler_count_wrong", state="raised")
        (refused,) = await bench.say({"type": "bets.open"})
        assert refused["type"] == "rejected"
        assert "expected 384 cards in the shuffler, it counted 383" in refused["reason"]
        shuffler.state("ready", cycle=2, count=384)
        await bench.listener.wait_for("alert", code="shuffler_count_wrong", state="cleared")
        (opened,) = await bench.say({"type": "bets.open"})
        assert opened["type"] == "accepted"
        twin.cancel()


async def test_another_session_of_a_shoe_in_a_round(tmp_path: Path, broker: Broker) -> None:
    """Plugged in again it has forgotten what it had not sent: an alert in a round, none between two."""
    async with running(tmp_path, broker) as bench:
        await bench.listener.wait_for("device/shoe", connected=True)
        await replugged(bench)
        await bench.say(*WAGERS)
        await bench.deal("AS")
        await replugged(bench)
        alert = await bench.listener.wait_for("alert", code="shoe_restarted", state="raised")
        assert (alert["device"], alert["severity"]) == ("shoe", "critical")
        assert "in round 1" in alert["text"]
        await bench.deal("7H", "KD")
        await bench.press()
        await bench.listener.wait_for("alert", code="shoe_restarted", state="cleared")
        assert len([body for body in bench.listener.bodies("alert") if body["code"] == "shoe_restarted"]) == 2


async def replugged(bench: Bench) -> None:
    """The shoe's plug pulled and put back, its power gone meanwhile; returns when the table has it again."""
    seen = len(bench.listener.bodies("alert"))
    bench.shoe.port.unplug()
    while not any(body["code"] == "device_lost" for body in bench.listener.bodies("alert")[seen:]):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    bench.shoe.power_cycle()
    bench.shoe.port.plug_in()
    while not any(body["state"] == "cleared" for body in bench.listener.bodies("alert")[seen:]):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_a_line_shoe_that_was_out(tmp_path: Path, broker: Broker) -> None:
    """It repeats nothing: back in a round, its record may be incomplete, and the round is named only where one is."""
    shoe = VirtualAngelEye(PtyPort(tmp_path / "eye"))
    async with running(tmp_path, broker, start=False) as bench, asyncio.TaskGroup() as group:
        twin = group.create_task(shoe.run())
        bench.daemon.config.write_text(
            bench.daemon.config.read_text().replace(
                f'driver = "framed"\nport = "{tmp_path / "shoe"}"',
                f'driver = "angel_eye_ii"\nport = "{shoe.port.path}"',
            )
        )
        await bench.daemon.start()
        for number, sentence in enumerate(("shoe: a card may be missing from", "shoe: the record of round 1 may be")):
            if number:
                await bench.say({"type": "bets.open"})
            while (last := bench.listener.bodies("device/shoe")[-1:]) == [] or not last[0]["connected"]:
                shoe.start()  # not connected before a good frame, and nothing announces that the port is open
                await asyncio.sleep(0.1)
            shoe.port.unplug()
            await bench.listener.wait_for("alert", code="device_lost", state="raised", count=number + 1)
            shoe.port.plug_in()
            alert = await bench.listener.wait_for("alert", code="record_incomplete", state="raised", count=number + 1)
            assert alert["text"].startswith(sentence)
        twin.cancel()


def entry(role: str, driver: str, port: str | None, options: str = "") -> str:
    """A device's lines in the configuration."""
    lines = ['name = "x"', f'role = "{role}"', f'driver = "{driver}"']
    lines += [] if port is None else [f'port = "{port}"']
    return "\n".join([*lines, *([f"options = {{ {options} }}"] if options else [])])


CARD_KEY = 'keys = { KEY_F1 = { type = "card", card = "AS" } }'
NUMERIC = 'file = "shoes/numeric.toml"'


@pytest.mark.parametrize(
    ("device", "sentence"),
    [
        (entry("meter", "mqtt", "/dev/x"), "key `devices.x.port`: expected no port for mqtt"),
        (entry("meter", "mqtt", None), "key `devices.x.driver`: expected a section [mqtt]"),
        (entry("button", "evdev", "/dev/input/event3", 'key = "KEY_1"'), "expected an input device as in input:1234"),
        (entry("button", "delcom", "usb:1234:5678"), "expected 0fc5:b080 for delcom, got 'usb:1234:5678'"),
        (entry("button", "delcom", None), "expected a USB device as in usb:0403:6001 for delcom, got none"),
        (entry("shoe", "framed", "tty:0403"), "expected a USB device as in 0403:6001/SERIAL"),
        (entry("shoe", "line", "/dev/x", 'file = "shoes/none.toml"'), "expected a file that can be read"),
        (entry("shuffler", "line", "/dev/x", NUMERIC), "expected the description of a shuffler"),
        (entry("console", "evdev", "input:1234:5678", CARD_KEY), "an event that a dealer may make for KEY_F1"),
        (entry("console", "xkeys", "usb:05f3:0405"), "expected the option `keys`"),
        (entry("button", "gpio", "gpio:17"), "expected a GPIO line as in gpio:/dev/gpiochip0"),
    ],
)
async def test_device_that_cannot_be(tmp_path: Path, device: str, sentence: str) -> None:
    """The configuration is refused with file, line and key."""
    async with running(tmp_path, None, start=False) as bench:
        (tmp_path / "shoes").symlink_to(ROOT / "config" / "shoes")
        add_device(bench, device)
        with pytest.raises(ConfigError) as refused:
            load(bench.daemon.config)
    assert sentence in str(refused.value)
    assert "table.toml, line " in str(refused.value)


GOOD = (
    entry("shoe", "line", "tty:0403:6001/A1@1-1.2", NUMERIC),
    entry("shoe", "hid_barcode", "input:1234:5678@1-1.3"),
    entry("shoe", "framed", "usb:1209:7453"),
    entry("button", "modem_line", "/dev/ttyS0", 'line = "dsr"'),
    entry("button", "ultimarc_usbbutton", "usb:d209:1200", "colour = [255, 0, 0]"),
    entry("button", "xkeys", "usb:05f3:0405", 'key = "XK3"'),
    entry("console", "evdev", "input:1234:5678", 'keys = { KEY_F1 = { type = "bets.open" }, KEY_1 = { place = 1 } }'),
)


async def test_paths_among_options_are_relative_to_the_file(tmp_path: Path) -> None:
    """As all paths of the configuration; and the good devices of every new kind are taken."""
    async with running(tmp_path, None, start=False) as bench:
        (tmp_path / "shoes").symlink_to(ROOT / "config" / "shoes")
        for number, device in enumerate(GOOD):
            add_device(bench, device.replace('"x"', f'"d{number}"'))
        config = load(bench.daemon.config)
    assert config.devices[4].options == {"file": str(tmp_path / "shoes/numeric.toml")}


async def test_no_descriptor_for_a_port(tmp_path: Path, broker: Broker) -> None:
    """A shoe that is plugged in when the process has none left is out alone; with room again the round goes on."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        bench.shoe.port.unplug()
        await bench.listener.wait_for("alert", code="device_lost", state="raised")
        assert bench.daemon.process is not None
        await recordings(bench, "device_lost")  # whose file is closed
        with none_left(bench.daemon.process.pid):
            bench.shoe.port.plug_in()
            for player in ("P1", "P2", "P3"):
                (answer,) = await bench.say({"type": "seat", "area": 2, "player": player})
                assert answer["type"] == "accepted"
                await asyncio.sleep(0.7)  # some attempts
            assert bench.listener.bodies("device/shoe")[-1]["connected"] is False
        await bench.deal(*CARDS[1:])
        await bench.press()
        await bench.listener.wait_for("outcome")
        status, said = await bench.daemon.end(signal.SIGTERM)
    assert (status, said) == (0, "")
