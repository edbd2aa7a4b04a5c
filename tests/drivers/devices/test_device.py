"""A device: its link and protocol together, the one without acknowledgement too, and what must never end it."""

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest
import structlog

from controller.core.effects import SetMeter
from controller.core.events import CardDrawn, CutCard, Event, ShoeNew
from drivers.devices.commands import DeviceGone
from drivers.devices.device import Device
from drivers.devices.noise import NOISE_LIMIT
from drivers.devices.outage import Outage
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.commands import LockShoe
from drivers.protocols.base.protocol import LineSettings, Received
from drivers.protocols.base.reports import (
    DeviceConnected,
    DeviceFlapping,
    DeviceLost,
    DeviceReadable,
    DeviceReady,
    DeviceSilent,
    DeviceUnreadable,
    DriverFailed,
    FrameRejected,
    SequenceGap,
    ShoeState,
)
from drivers.protocols.shoes.angel_eye_ii import AngelEyeII
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.hostile import Hostile
from drivers.virtual.meters.alpha_sign import VirtualAlphaSign
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.angel_eye_ii import VirtualAngelEye
from tests.drivers.table import Record, eventually, make_device, running

FACES = ("AS", "AS", "TD", "7H", "KC", "2C", "3S", "4S", "5S", "6S", "8H")


def connected(record: Record) -> bool:
    """The device has come."""
    return bool(record.of(DeviceConnected))


async def test_angel_eye_gives_its_cards(tmp_path: Path) -> None:
    """More than nine cards, each sent three times, then the cutting card and a new shoe."""
    shoe, record = VirtualAngelEye(PtyPort(tmp_path / "shoe")), Record()
    async with running(shoe, make_device(tmp_path / "shoe", record, driver="angel_eye_ii")):
        await record.until(connected)
        shoe.start()
        for face in FACES:
            shoe.deal(face)
        shoe.cut_card()
        shoe.start()
        await record.until(lambda r: ShoeNew() in r.events)
    assert record.of(Event) == [*(CardDrawn(card=face) for face in FACES), CutCard(), ShoeNew()]
    assert record.of(SequenceGap) == []


async def test_angel_eye_on_a_bad_line(tmp_path: Path) -> None:
    """With loss and noise no card is doubled or wrong, and one that is missing is said to be missing."""
    hostile = Hostile(loss=0.2, noise=0.3, byte_by_byte=True, seed=7)
    shoe, record = VirtualAngelEye(PtyPort(tmp_path / "shoe", hostile=hostile)), Record()
    async with running(shoe, make_device(tmp_path / "shoe", record, driver="angel_eye_ii")):
        await record.until(connected)
        for face in FACES:
            shoe.deal(face)
        shoe.cut_card()
        await record.until(lambda r: CutCard() in r.events)
    cards = [event.card for event in record.of(CardDrawn) if isinstance(event, CardDrawn)]
    missing = sum(event.missing for event in record.of(SequenceGap) if isinstance(event, SequenceGap))
    remaining = iter(FACES)
    assert all(card in remaining for card in cards), "a card that was not dealt, or not in this order"
    assert len(cards) + missing == len(FACES)


@pytest.mark.parametrize("shoe_counts_stx", [True, False])
async def test_angel_eye_is_locked_whichever_way_it_checks(tmp_path: Path, shoe_counts_stx: bool) -> None:
    """A shoe that makes the BCC the other way refuses the first command and takes the second."""
    shoe = VirtualAngelEye(PtyPort(tmp_path / "shoe"), stx_in_bcc=shoe_counts_stx)
    record = Record()
    device = make_device(tmp_path / "shoe", record, driver="angel_eye_ii", options={"commands": True})
    async with running(shoe, device):
        await record.until(connected)
        assert await device.send(LockShoe(locked=True))
        assert shoe.locked
        await record.until(lambda r: ShoeState("locked") in r.events)


@pytest.mark.parametrize("answers", [False, True])
async def test_sign_shows_the_meter(tmp_path: Path, answers: bool) -> None:
    """Idle, armed, rolling and the multiplier stand on the sign; its memory is laid out once for a connection."""
    sign = VirtualAlphaSign(PtyPort(tmp_path / "sign"), answers=answers)
    record = Record()
    options = {"acknowledged": answers}
    device = make_device(tmp_path / "sign", record, driver="alpha_sign", role="meter", options=options)
    async with running(sign, device):
        await record.until(connected)
        for order, text in (
            (SetMeter("idle"), " "),
            (SetMeter("armed", 3), "PRESS"),
            (SetMeter("showing", 3, "P3", 25), "25X"),
        ):
            assert await device.send(order)
            await eventually(lambda text=text: sign.shown == text)  # type: ignore[misc]
    assert sign.layouts == 1


async def test_failed_commit_ends_the_device_unacknowledged(tmp_path: Path) -> None:
    """What cannot be written is not acknowledged, and the daemon gets the error."""
    shoe = VirtualShoe(PtyPort(tmp_path / "shoe"))
    device = make_device(tmp_path / "shoe", Record())

    def full(name: str, batch: list[Received], committed: object) -> NoReturn:
        del committed
        raise OSError(28, f"no space left for {len(batch)} events of {name}")

    device._batches._on_events = full
    shoe.deal("AS")
    with pytest.raises(ExceptionGroup) as failed:
        async with running(shoe, device):
            await shoe.drained()
    assert failed.group_contains(OSError, match="no space left")
    assert shoe._frames


class Brittle(AngelEyeII):
    """A vendor's protocol with a fault: it raises on its first chunk."""

    chunks = 0

    def feed(self, data: bytes, at: float) -> list[Received]:
        self.chunks += 1
        if self.chunks == 1:
            raise IndexError(f"no such byte in {data!r} of the card AS")
        return super().feed(data, at)


async def test_fault_in_a_driver_costs_the_connection_only(tmp_path: Path) -> None:
    """A protocol that raises is reported without its words, the port is opened anew, and reading goes on."""
    shoe, record = VirtualAngelEye(PtyPort(tmp_path / "shoe")), Record()
    device = Device(
        "shoe", driver="brittle", role="shoe", link=SerialLink(str(tmp_path / "shoe"), LineSettings()),
        protocol=Brittle(), on_events=record.commit, outage=Outage(first_s=0.02, cap_s=0.05),
    )  # fmt: skip
    async with running(shoe, device):
        await record.until(connected)
        shoe.deal("AS")
        await record.until(lambda r: bool(r.of(DriverFailed)))
        await record.until(lambda r: len(r.of(DeviceConnected)) == 2)
        shoe.deal("KD")
        await record.until(lambda r: CardDrawn(card="KD") in r.events)
    failure = record.of(DriverFailed)[0]
    assert "IndexError in test_device.py" in str(failure)
    assert "AS" not in str(failure)


async def test_one_outage_is_one_line(tmp_path: Path) -> None:
    """A port that is missing for many attempts is one warning and one report; its return is one more of each."""
    record = Record()
    port = PtyPort(tmp_path / "shoe")
    device = make_device(tmp_path / "shoe", record, driver="angel_eye_ii")
    attempts = 0
    real = device._link.open

    async def counted() -> None:
        nonlocal attempts
        attempts += 1
        await real()

    device._link.open = counted  # type: ignore[method-assign]
    with structlog.testing.capture_logs() as logs:
        device._log = structlog.get_logger()
        async with running(device):
            await eventually(lambda: attempts >= 5)
            port.plug_in()
            await record.until(connected)
    port.unplug()
    assert [line["event"] for line in logs] == ["device_lost", "device_back"]
    assert [type(event) for event in record.events] == [DeviceLost, DeviceConnected]


async def test_a_plug_that_stays_pulled_is_one_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That its port is gone with it is no other reason; that another program has the port then, is."""
    monkeypatch.setattr("drivers.devices.outage.HELD_S", 0.0)
    port, record = PtyPort(tmp_path / "shoe"), Record()
    port.plug_in()
    device = make_device(tmp_path / "shoe", record, driver="angel_eye_ii")
    async with running(device):
        await record.until(connected)
        port.unplug()
        await record.until(lambda r: bool(r.of(DeviceLost)))
        await asyncio.sleep(1.0)  # two further attempts
        assert len(record.of(DeviceLost)) == 1
        (tmp_path / "shoe").mkdir()
        await record.until(lambda r: len(r.of(DeviceLost)) == 2)
    assert ["is gone" in str(lost) for lost in record.of(DeviceLost)] == [True, False]


async def test_flapping_is_an_alarm(tmp_path: Path) -> None:
    """A plug that comes and goes is reported as what it is, once."""
    record, port = Record(), PtyPort(tmp_path / "shoe")
    shoe = VirtualShoe(port)
    device = make_device(tmp_path / "shoe", record)
    async with running(shoe, device):
        for _ in range(7):
            await eventually(lambda: device.reachable)
            port.unplug()
            await eventually(lambda: not device.reachable)
            port.plug_in()
        await eventually(lambda: device.reachable)
    assert len(record.of(DeviceFlapping)) == 1


async def test_noise_is_counted_not_flooded(tmp_path: Path) -> None:
    """Garbage without end gives a bounded number of reports, exact counters, and the next good card."""
    record, port = Record(), PtyPort(tmp_path / "shoe")
    device = make_device(tmp_path / "shoe", record, driver="angel_eye_ii")
    shoe = VirtualAngelEye(port)
    async with running(shoe, device):
        await record.until(connected)
        for _ in range(100):
            await port.write(b"\x05garbage" * 10)
            await asyncio.sleep(0)
        shoe.deal("AS")
        await record.until(lambda r: CardDrawn(card="AS") in r.events)
    assert len(record.of(FrameRejected)) == NOISE_LIMIT
    assert device.status().errors["rejected"] > NOISE_LIMIT


async def test_silent_device_is_opened_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that says nothing any more is lost without a hang-up, and found when it speaks again."""
    monkeypatch.setattr("drivers.protocols.framed.host.PING_S", 0.05)
    monkeypatch.setattr("drivers.protocols.framed.host.GREETING_S", 0.05)
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe")), Record()
    device = make_device(tmp_path / "shoe", record)
    async with running(shoe, device):
        await record.until(connected)
        shoe.silent = True
        await record.until(lambda r: bool(r.of(DeviceLost)))
        assert "no answer for" in str(record.of(DeviceLost)[0])
        await asyncio.sleep(0.5)
        assert len(record.of(DeviceLost)) == 1
        shoe.silent = False
        shoe.deal("AS")
        await record.until(lambda r: CardDrawn(card="AS") in r.events)


async def test_only_noise_is_unreadable_until_the_first_good_frame(tmp_path: Path) -> None:
    """A wrong speed: the port is open, but the device is not connected; reported once, and over with a good card."""
    record, port = Record(), PtyPort(tmp_path / "shoe")
    device, shoe = make_device(tmp_path / "shoe", record, driver="angel_eye_ii"), VirtualAngelEye(port)
    async with running(shoe, device):
        await record.until(connected)
        assert not device.status().connected
        for number in range(22):
            await port.write(b"\x05\xfe\xfe")
            await eventually(lambda number=number: device.status().errors["rejected"] > number)  # type: ignore[misc]
        await record.until(lambda r: bool(r.of(DeviceUnreadable)))
        assert (device.reachable, device.status().connected) == (True, False)
        shoe.deal("AS")
        await record.until(lambda r: DeviceReadable() in r.events)
        assert device.status().connected
    assert len(record.of(DeviceUnreadable)) == 1
    assert "frames rejected in a row, none accepted" in str(record.of(DeviceUnreadable)[0])


async def test_a_device_that_was_unreadable_at_the_last_stop(tmp_path: Path) -> None:
    """Its first good frame ends that, also after a restart of the table."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe")), Record()
    device = make_device(tmp_path / "shoe", record, unreadable=True)
    async with running(shoe, device):
        await record.until(lambda r: DeviceReadable() in r.events)
        assert device.status().connected


@pytest.mark.parametrize("noise", [b"", b"\x02garbage\x03"])
async def test_noise_is_not_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noise: bytes) -> None:
    """A device that never greets is silent, reported once; one that sends noise is lost, too, but unreadable."""
    monkeypatch.setattr("drivers.protocols.framed.host.GREETING_S", 0.05)
    record, port = Record(), PtyPort(tmp_path / "shoe")
    port.plug_in()
    device = make_device(tmp_path / "shoe", record)
    async with running(device):
        for _ in range(60):
            await port.write(noise)
            await asyncio.sleep(0.02)
        await record.until(lambda r: bool(r.of(DeviceUnreadable if noise else DeviceSilent)))
    port.unplug()
    (lost,) = record.of(DeviceLost)
    assert ("no good frame for" in str(lost), "no answer for" in str(lost)) == (bool(noise), not noise)
    assert len(record.of(DeviceSilent)) == (0 if noise else 1)
    assert len(record.of(DeviceUnreadable)) == (1 if noise else 0)


async def test_status_says_what_is_there(tmp_path: Path) -> None:
    """Port, firmware, last frame and errors, before and after the device has come."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe"), firmware="acme 2.1"), Record()
    device = make_device(tmp_path / "shoe", record)
    before = device.status()
    assert (before.connected, before.firmware, before.last_frame_at) == (False, None, None)
    async with running(shoe, device):
        await record.until(lambda r: bool(r.of(DeviceReady)))
        status = device.status()
    assert (status.connected, status.firmware, status.port) == (True, "acme 2.1", str(tmp_path / "shoe"))
    assert status.last_frame_at is not None
    assert set(status.errors.values()) == {0}
    assert not device.reachable


async def test_commands_need_a_device(tmp_path: Path) -> None:
    """Nobody waits for a device that is not there."""
    device = make_device(tmp_path / "sign", Record(), driver="alpha_sign", role="meter")
    with pytest.raises(DeviceGone, match="not connected"):
        await device.send(SetMeter("idle"))
