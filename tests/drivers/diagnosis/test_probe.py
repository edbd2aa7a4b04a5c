"""What is at a port: by bytes that a line of other settings bends, by virtual devices on ptys, by questions."""

import asyncio
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from drivers.diagnosis.candidates import SETTINGS, Candidate, candidates
from drivers.diagnosis.configured import device_lines
from drivers.diagnosis.probe import Heard, Probed, probe
from drivers.diagnosis.scoring import Finding
from drivers.links.link import LinkGone
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.protocol import LineSettings
from drivers.protocols.framed.frames import Frame, build
from drivers.protocols.line.shape import read_shape
from drivers.protocols.shoes.angel_eye_ii import bcc
from drivers.registry import find
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.meters.alpha_sign import VirtualAlphaSign
from drivers.virtual.meters.pole_display import VirtualMatrixOrbital
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.angel_eye_ii import VirtualAngelEye
from drivers.virtual.shoes.line_shoe import VirtualNumericShoe, VirtualTwoLetterShoe
from tests.drivers.diagnosis.uart import UartLink, received
from tests.drivers.table import eventually, running

SHAPES = sorted((Path(__file__).resolve().parents[3] / "config" / "shoes").glob("*.toml"))
HELLO = build(Frame(0, "H", "?;3F0A;01;shoe;demo 1.0"))
CARD = b"1D\x81\xb8\x03"
ANGEL = (b"\x05" + CARD + bcc(CARD)) * 3


async def at_uart(said: bytes, sender: LineSettings) -> Probed:
    """What is found where a device says this at these settings."""
    return await probe(
        lambda line: UartLink(said, sender, line), candidates(SHAPES), for_s=60, slot_s=0.02, pause_s=0.02
    )


async def at_port(path: Path, *, server: str | None = None, for_s: float = 5.0, asks: bool = False) -> Probed:
    """What is found at a pty, where every speed is right, once the twin has plugged in."""
    if path.name == "p":
        await eventually(path.exists)
    return await probe(
        partial(SerialLink, server or str(path)),
        candidates(SHAPES),
        settings=SETTINGS[:1],
        for_s=for_s,
        asks=asks,
        slot_s=1.2,
    )


def best(probed: Probed) -> Finding:
    """What fits best."""
    assert probed.best is not None
    return probed.best


@pytest.mark.parametrize(
    ("said", "driver", "line"),
    [
        (HELLO * 2, "framed", LineSettings()),
        (HELLO * 2, "framed", LineSettings(baudrate=115200)),
        (HELLO * 2, "framed", LineSettings(baudrate=19200, bytesize=7, parity="E")),
        (HELLO * 2, "framed", LineSettings(baudrate=2400, bytesize=7, parity="O")),
        (ANGEL, "angel_eye_ii", LineSettings(baudrate=4800)),
        (ANGEL, "angel_eye_ii", LineSettings(baudrate=9600)),
        (ANGEL, "angel_eye_ii", LineSettings(baudrate=38400, parity="E")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_speed_and_protocol_are_found(said: bytes, driver: str, line: LineSettings) -> None:
    """At every setting but the sender's own the bits make other bytes; only there the checks hold."""
    finding = best(await at_uart(said, line))
    assert (finding.certainty, finding.candidate.driver.name, finding.line) == ("certain", driver, line)


def test_the_wrong_speed_bends_the_bytes() -> None:
    """The line of these tests is one: the same settings give the same bytes, others do not."""
    line = LineSettings()
    assert received(HELLO, line, line) == (HELLO, 0)
    for other in (LineSettings(baudrate=4800), LineSettings(baudrate=19200), LineSettings(parity="E")):
        assert received(HELLO, line, other)[0] != HELLO


async def test_a_framed_device_that_greets_says_its_role(tmp_path: Path) -> None:
    """One role stands, with the firmware that it told; nothing was sent to it."""
    twin = VirtualShoe(PtyPort(tmp_path / "p"), firmware="demo 1.0")
    async with running(twin):
        finding = best(await at_port(tmp_path / "p"))
    assert (finding.roles, finding.told, finding.certainty) == (("shoe",), "demo 1.0", "certain")


async def test_frames_without_a_greeting_leave_the_role_open() -> None:
    """A device that was greeted before repeats its frame only: the protocol is certain, what it is is not."""
    finding = best(await at_uart(build(Frame(1, "C", "AS")) * 3, LineSettings()))
    assert finding.certainty == "certain"
    assert set(finding.roles) == {"shoe", "shuffler", "button", "meter", "console"}


async def test_a_device_that_waits_is_asked_only_where_allowed(tmp_path: Path) -> None:
    """A button that was greeted says nothing more; with the question it names itself, and its press still counts."""
    twin = VirtualButton(PtyPort(tmp_path / "p"))
    twin._greeted = True
    async with running(twin):
        assert (await at_port(tmp_path / "p", for_s=0.1)).findings == []
        finding = best(await at_port(tmp_path / "p", asks=True))
    assert (finding.roles, finding.certainty) == (("button",), "certain")


async def test_a_shoe_that_speaks_when_a_card_is_drawn(tmp_path: Path) -> None:
    """Three copies of one card are enough; the shoe hears nothing."""
    twin = VirtualAngelEye(PtyPort(tmp_path / "p"))
    async with running(twin):
        found = asyncio.create_task(at_port(tmp_path / "p"))
        while not found.done():
            twin.deal("AS")
            await asyncio.sleep(0.1)
        finding = best(found.result())
    assert (finding.candidate.driver.name, finding.certainty) == ("angel_eye_ii", "certain")


@pytest.mark.parametrize("name", ["two-letter.toml", "numeric.toml"])
async def test_an_ascii_shoe_is_known_by_its_description(tmp_path: Path, name: str) -> None:
    """Of all descriptions the one that fits, and the section names its file."""
    file = next(shape for shape in SHAPES if shape.name == name)
    shape, port = read_shape(file.read_text(), file=name), PtyPort(tmp_path / "p")
    twin: Any = (VirtualTwoLetterShoe if name == "two-letter.toml" else VirtualNumericShoe)(port, shape)
    async with running(twin):
        found = asyncio.create_task(at_port(tmp_path / "p"))
        while not found.done():
            for card in ("AS", "TD"):
                if (dealing := twin.deal(card)) is not None:
                    await dealing
            await asyncio.sleep(0.2)
        finding = best(found.result())
    assert finding.candidate.options == {"file": str(file)}
    assert finding.certainty == "certain"
    section = tomllib.loads("\n".join(device_lines(finding, port="/dev/ttyS0", file=f"shoes/{name}")))
    assert section["devices"][0]["options"] == {"file": f"shoes/{name}"}


async def test_a_serial_servers_line_is_probed() -> None:
    """Over raw TCP there is one setting, the server's own; what comes through it is judged alike."""

    async def say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(ANGEL)
        await reader.read()
        writer.close()

    async with await asyncio.start_server(say, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        finding = best(await at_port(Path("socket://127.0.0.1"), server=f"socket://127.0.0.1:{port}"))
    assert (finding.candidate.driver.name, finding.certainty) == ("angel_eye_ii", "certain")


async def test_one_byte_is_little(tmp_path: Path) -> None:
    """A display that answers with one byte is possible, never more."""
    async with running(VirtualMatrixOrbital(PtyPort(tmp_path / "p"))):
        finding = best(await at_port(tmp_path / "p", for_s=0.1, asks=True))
    assert (finding.candidate.driver.name, finding.certainty) == ("matrix_orbital", "possible")


async def test_silence_and_noise_are_nothing(tmp_path: Path) -> None:
    """A sign says nothing; a modem manager's greeting fits no protocol."""
    async with running(VirtualAlphaSign(PtyPort(tmp_path / "p"))):
        probed = await at_port(tmp_path / "p", for_s=0.1)
    assert (probed.findings, sum(slot.length for slot in probed.slots)) == ([], 0)
    heard: list[Heard] = []
    probed = await probe(
        lambda line: UartLink(b"AT\rAT\rAT+GCAP\r", LineSettings(), line),
        candidates(SHAPES),
        for_s=0.5,
        slot_s=0.02,
        pause_s=0.02,
        on_heard=heard.append,
    )
    assert probed.findings == []
    assert heard == probed.slots
    assert heard[0].chunks[0][0] == b"AT\rAT\rAT+GCAP\r"


async def test_a_port_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The link's own sentence."""
    with pytest.raises(LinkGone, match="No such file"):
        await at_port(tmp_path / "nothing")


def test_the_section_holds_what_differs() -> None:
    """Line settings that are the driver's own are left out; what the configuration reads back is what was found."""
    shoe = Candidate(find("angel_eye_ii"), "shoe")
    usual = Finding(shoe, ("shoe",), LineSettings(baudrate=4800), 3, 0, 8, None)
    assert device_lines(usual, port="/dev/ttyS0")[-1] == 'port = "/dev/ttyS0"'
    other = Finding(shoe, ("shoe",), LineSettings(baudrate=9600, parity="E"), 3, 0, 8, None)
    section = tomllib.loads("\n".join(device_lines(other, port="/dev/ttyS0")))["devices"][0]
    assert section["line"] == {"baudrate": 9600, "parity": "E"}
