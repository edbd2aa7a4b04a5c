"""What a script without rules or record would do, as a process of its own: `python -m tests.bench.bare WAY PORT …`.

    answer PORT                reads a frame by pyserial and answers with one byte
    meter PORT PORT            reads a frame at the button's port and writes one to the meter's
    publish PORT HOST PORT     reads a frame and publishes it at QoS 1

Each first says on its standard output that it is ready.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiomqtt
import serial

from drivers.protocols.framed.frames import Frame, build
from tests.table.table_bench import PREFIX, ROOT

ACK: Final = b"\x06"
ETX: Final = b"\x03"
METER: Final = build(Frame(1, "m", "rolling;;1"))


def answer(port: str) -> None:
    """Read and answer."""
    line = serial.Serial(port, 9600, timeout=None)
    _ready()
    while True:
        line.read_until(ETX)
        line.write(ACK)


def meter(button: str, display: str) -> None:
    """Read a press and tell the meter."""
    line, out = serial.Serial(button, 9600, timeout=None), serial.Serial(display, 9600, timeout=None)
    _ready()
    while True:
        line.read_until(ETX)
        out.write(METER)


def publish(port: str, host: str, broker_port: str) -> None:
    """Read and publish."""

    async def run() -> None:
        line = serial.Serial(port, 9600, timeout=None)
        loop = asyncio.get_running_loop()
        async with aiomqtt.Client(host, int(broker_port)) as client:
            _ready()
            while True:
                frame = await loop.run_in_executor(None, line.read_until, ETX)
                await client.publish(f"{PREFIX}/card", frame, qos=1)

    asyncio.run(run())


@asynccontextmanager
async def running(way: str, *words: str) -> AsyncIterator[None]:
    """Such a process, ready, and killed at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.bare", way, *words, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        yield
    finally:
        process.kill()
        await process.wait()


def _ready() -> None:
    print("ready", flush=True)


WAYS: Final[dict[str, Callable[..., None]]] = {"answer": answer, "meter": meter, "publish": publish}

if __name__ == "__main__":
    WAYS[sys.argv[1]](*sys.argv[2:])
