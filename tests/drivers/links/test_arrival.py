"""What a loop that stood still reads late: a copy stays a copy, and half a frame is not given up for it."""

import asyncio
import os
import selectors
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from controller.core.events import CardDrawn, CutCard
from drivers.devices.device import Device
from drivers.links.arrival import ArrivalLoop, StampingSelector, arrived
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.protocol import LineSettings
from drivers.protocols.base.reports import DeviceConnected, FrameRejected
from drivers.protocols.line.shape import read_shape
from drivers.registry import make_protocol
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.line_shoe import VirtualNumericShoe
from tests.drivers.table import Record, running

NUMERIC = Path(__file__).parents[3] / "config" / "shoes" / "numeric.toml"
SHAPE = read_shape(NUMERIC.read_text(), file="numeric")
STANDSTILL_S = 0.3
"""Longer than the 0.2 s within which the numeric shoe's line is a copy, and than half a line is waited for."""


def in_the_daemons_loop(test: Coroutine[Any, Any, None]) -> None:
    """Run on the loop that the daemon has."""
    with asyncio.Runner(loop_factory=ArrivalLoop) as runner:
        runner.run(test)


def test_what_was_waited_for_came_now() -> None:
    """A look that waited is not late, however long ago the one before was; one that found at once may be."""
    selector = StampingSelector()
    reader, writer = os.pipe()
    selector.register(reader, selectors.EVENT_READ)
    before = time.monotonic()
    assert selector.select(0.001) == []
    assert selector.since > before
    sent = time.monotonic()
    os.write(writer, b"x")
    assert len(selector.select(1.0)) == 1
    assert selector.since < sent
    selector.close()
    os.close(reader)
    os.close(writer)


def test_what_came_while_the_loop_stood_still() -> None:
    """It has the time of the last look, before it was sent."""

    async def stand_still() -> None:
        loop = asyncio.get_running_loop()
        reader, writer = os.pipe()
        came: asyncio.Future[float] = loop.create_future()

        def read() -> None:
            loop.remove_reader(reader)
            came.set_result(arrived(loop, loop.time()))

        loop.add_reader(reader, read)
        sent = time.monotonic()
        os.write(writer, b"x")
        time.sleep(0.05)  # noqa: ASYNC251 - this is what the loop must not do, and does
        assert await came < sent
        os.close(reader)
        os.close(writer)

    in_the_daemons_loop(stand_still())


def test_copy_that_was_read_late_is_a_copy(tmp_path: Path) -> None:
    """A shoe that says each card twice, and a loop that stood still between the two: one card."""

    async def deal() -> None:
        async with dealing(tmp_path) as (shoe, record):
            await shoe.port.write(b"C302D8\r")
            await record.until(lambda r: bool(r.of(CardDrawn)))
            await shoe.port.write(b"C302D8\r")
            time.sleep(STANDSTILL_S)  # noqa: ASYNC251 - as above
            await shoe.send("X")
            await record.until(lambda r: CutCard() in r.events)
        assert record.of(CardDrawn, CutCard) == [CardDrawn(card="2C"), CutCard()]

    in_the_daemons_loop(deal())


def test_half_a_line_is_waited_for_while_the_loop_stands_still(tmp_path: Path) -> None:
    """The other half came in time and was read late: neither its time nor a tick that is due gives the line up."""

    async def deal() -> None:
        async with dealing(tmp_path) as (shoe, record):
            await shoe.port.write(b"C30")
            await asyncio.sleep(0.05)
            await shoe.port.write(b"2D8\r")
            time.sleep(STANDSTILL_S)  # noqa: ASYNC251 - as above
            await shoe.send("X")
            await record.until(lambda r: CutCard() in r.events)
        assert record.of(CardDrawn, CutCard, FrameRejected) == [CardDrawn(card="2C"), CutCard()]

    in_the_daemons_loop(deal())


@asynccontextmanager
async def dealing(folder: Path) -> AsyncIterator[tuple[VirtualNumericShoe, Record]]:
    """The numeric shoe, connected."""
    shoe, record = VirtualNumericShoe(PtyPort(folder / "shoe"), SHAPE), Record()
    device = Device(
        "shoe", driver="line", role="shoe", link=SerialLink(str(folder / "shoe"), LineSettings()),
        protocol=make_protocol("line", "shoe", {"file": str(NUMERIC)}), on_events=record.commit,
    )  # fmt: skip
    async with running(shoe, device):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
        yield shoe, record
