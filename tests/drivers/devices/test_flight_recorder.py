"""The last frames of a device: what was on the line and what it meant, no face that the players have not seen."""

import json
from datetime import UTC, datetime
from pathlib import Path

from controller.core.events import CardDrawn, CutCard
from drivers.devices.flight_recorder import FlightRecorder
from drivers.protocols.base.protocol import DeviceProtocol, Received
from drivers.protocols.base.reports import DeviceLost, FrameRejected
from drivers.protocols.framed.frames import Frame, build
from drivers.protocols.framed.host import Framed
from drivers.protocols.shoes.angel_eye_ii import AngelEyeII, bcc
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import Record, make_device, running

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def heard(recorder: FlightRecorder, protocol: DeviceProtocol, data: bytes, at: float = 0.0) -> list[Received]:
    """Feed bytes and record the frames."""
    received = protocol.feed(data, at)
    recorder.received(protocol.traced(), at)
    return received


def known_shoe() -> Framed:
    """A framed shoe after its greeting."""
    shoe = Framed("shoe")
    shoe.opened(0.0)
    shoe.feed(build(Frame(0, "H", "!;3F0A;01;shoe;demo")), 0.0)
    shoe.traced()
    return shoe


def lines(recorder: FlightRecorder) -> list[tuple[str, str]]:
    """Raw and decoded form of each frame, without times."""
    told = recorder.lines(loop_now=0.0, utc_now=NOON)
    return [(line["raw"], json.dumps(line["events"])) for line in told]


def test_face_is_masked_until_it_was_shown() -> None:
    """In both forms; and the one that was shown only, though the other is the same card."""
    recorder, shoe = FlightRecorder(), known_shoe()
    first, second = heard(recorder, shoe, build(Frame(1, "C", "AS")) + build(Frame(2, "C", "AS")))
    for raw, decoded in lines(recorder):
        assert "AS" not in raw + decoded
    assert isinstance(first.event, CardDrawn)
    recorder.shown(first.event)
    (raw_one, decoded_one), (raw_two, decoded_two) = lines(recorder)
    assert (raw_one, decoded_one) == ("<02>01CAS5729<03>", '[{"type": "card", "card": "AS"}]')
    assert raw_two == "<02>02C*<03>"
    assert decoded_two == '[{"type": "card", "card": "**"}]'
    assert second.event == first.event


def test_repetitions_and_what_is_not_dealt_stay_masked() -> None:
    """A repeated frame holds the face too; cards still inside are not even kept masked by their number."""
    recorder, shoe = FlightRecorder(), known_shoe()
    card = build(Frame(1, "C", "KD"))
    heard(recorder, shoe, card + card + build(Frame(2, "O", "7H2C")))
    text = str(lines(recorder))
    assert "KD" not in text
    assert "7H" not in text
    assert len(recorder) == 3


def test_angel_eye_is_masked_with_its_check() -> None:
    """Rank and suit stand in two bytes, and the check byte would give them away."""
    recorder, body = FlightRecorder(), b"1D\x81\xb8\x03"
    heard(recorder, AngelEyeII(), b"\x05" + body + bcc(body))
    ((raw, _),) = lines(recorder)
    assert raw == "<05>1D<..><..><03>**"


def test_ring_keeps_the_last() -> None:
    """A bounded number, the oldest gone; times count back from now."""
    recorder = FlightRecorder(kept=3)
    for number in range(5):
        recorder.sent(f"frame {number}", float(number))
    told = list(recorder.lines(loop_now=10.0, utc_now=NOON))
    assert [line["raw"] for line in told] == ["frame 2", "frame 3", "frame 4"]
    assert told[0]["at"] == "2026-01-31T11:59:52+00:00"
    assert {line["direction"] for line in told} == {">"}


def test_what_was_no_frame_is_there_too() -> None:
    """Noise and the end of a connection."""
    recorder = FlightRecorder()
    recorder.noted(FrameRejected("bytes outside a frame", "AT<0D>"), "AT<0D>", 1.0)
    recorder.noted(DeviceLost("/dev/x", "the other end is gone"), "", 2.0)
    (raw, first), (_, second) = lines(recorder)
    assert raw == "AT<0D>"
    assert "frame_rejected" in first
    assert "the other end is gone" in second


async def test_device_records_both_ways(tmp_path: Path) -> None:
    """What the twin said and what the host answered, and no face of a card that was not shown."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe")), Record()
    device = make_device(tmp_path / "shoe", record)
    async with running(shoe, device):
        shoe.deal("QH")
        shoe.cut_card()
        await record.until(lambda r: CutCard() in r.events)
        await shoe.drained()
    told = list(device.recorder.lines(loop_now=0.0, utc_now=NOON))
    text = json.dumps(told)
    assert {line["direction"] for line in told} == {"<", ">"}
    assert "cut_card" in text
    assert "QH" not in text


def test_who_follows_waits_for_the_face() -> None:
    """A card's frame is held back until the card was shown, or long enough; what the ring let go is counted."""
    recorder, shoe = FlightRecorder(kept=4), known_shoe()
    (card,) = heard(recorder, shoe, build(Frame(1, "C", "AS")), 1.0)
    recorder.sent("a", 1.0)
    assert recorder.after(0, loop_now=1.5, utc_now=NOON) == ([], 0)
    masked, count = recorder.after(0, loop_now=2.0, utc_now=NOON)
    assert ([line["raw"] for line in masked], count) == (["<02>01C*<03>", "a"], 2)
    assert isinstance(card.event, CardDrawn)
    recorder.shown(card.event)
    (shown, _), count = recorder.after(0, loop_now=1.0, utc_now=NOON)
    assert (shown["events"], count) == ([{"type": "card", "card": "AS"}], 2)
    assert recorder.after(2, loop_now=1.0, utc_now=NOON) == ([], 2)
    for number in range(7):
        recorder.sent(f"frame {number}", 1.0)
    late, count = recorder.after(2, loop_now=1.0, utc_now=NOON)
    assert ([line["raw"] for line in late], count, recorder.count) == ([f"frame {n}" for n in range(3, 7)], 9, 9)
