"""A port listened to as its driver does, and nothing taken: the device keeps what it sent for the table.

`sends`: what the protocol itself has to send (a greeting, a question whether the device is alive) goes out. Without it
not one byte goes out. `takes`: what was received is acknowledged as if it were on a disk, so the device
goes on to the next.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple, NoReturn

from drivers.links.link import Link, LinkGone, read
from drivers.protocols.base.protocol import DeviceProtocol, Received, Traced

Direction = Literal["<", ">"]
"""`<` from the device, `>` to it."""


class Exchange(NamedTuple):
    """Bytes of one direction, at the loop's time; what the protocol made of them, where they came from the device.

    `data` is empty where only time has passed.
    """

    direction: Direction
    data: bytes
    at: float
    frames: tuple[Traced, ...] = ()
    received: tuple[Received, ...] = ()


class Listener(DeviceProtocol):
    """Understands nothing and sends nothing: for a port whose bytes alone are wanted."""

    def opened(self, at: float) -> None:
        del at

    def feed(self, data: bytes, at: float) -> list[Received]:
        del data, at
        return []


OnExchange = Callable[[Exchange], None]


async def converse(
    link: Link, protocol: DeviceProtocol, on_exchange: OnExchange, *, sends: bool = True, takes: bool = False
) -> NoReturn:
    """Listen to an open link until it is gone or the caller has enough. Raises LinkGone."""
    loop = asyncio.get_running_loop()
    with _driver_faults():
        protocol.opened(loop.time())
    while True:
        if (data_out := protocol.data_to_send()) and sends:
            link.write(data_out)
            on_exchange(Exchange(">", data_out, loop.time()))
        try:
            async with asyncio.timeout_at(protocol.next_tick()):
                data, at = await read(link)
        except TimeoutError:
            data, at = b"", loop.time()
        with _driver_faults():
            received = protocol.feed(data, at) if data else protocol.tick(at)
            if takes:
                protocol.acknowledge(received)
        if data or received:
            on_exchange(Exchange("<", data, at, tuple(protocol.traced()), tuple(received)))


@contextmanager
def _driver_faults() -> Iterator[None]:
    """A fault in the protocol's code ends the conversation; its text is not shown, it may hold a card."""
    try:
        yield
    except Exception as error:
        raise LinkGone(f"the driver failed: {type(error).__name__}") from error
