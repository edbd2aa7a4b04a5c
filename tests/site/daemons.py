"""What one host pays for N real daemons that wait for a round: memory, CPU, wake-ups; their devices are plugged in."""

import asyncio
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiomqtt

from tests.broker import Broker
from tests.site.figures import Cost
from tests.site.watched import watched
from tests.table.table_bench import LONGEST_S, Bench, Daemon

SITE: Final = "casino/house"
SETTLE_S: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """Each of so many daemons, on average over `seconds`."""

    daemons: int
    seconds: float
    rss_mib: float
    pss_mib: float
    cpu_percent: float
    wakes_a_second: float
    written_kib_an_hour: float


async def idle(folder: Path, broker: Broker, *, daemons: int, seconds: float) -> Idle:
    """Start so many, wait until each is at the broker, and measure."""
    benches = [_bench(folder, broker, number) for number in range(daemons)]
    async with asyncio.TaskGroup() as group, AsyncExitStack() as stack:
        twins = [
            group.create_task(twin.run())
            for bench in benches
            for twin in (bench.shoe, bench.button, bench.meter, bench.console)
        ]
        for bench in benches:
            stack.push_async_callback(bench.daemon.end, signal.SIGKILL)
            await bench.daemon.start()
            await _online(broker, bench.folder.name)
        await asyncio.sleep(SETTLE_S)
        pids = [bench.daemon.process.pid for bench in benches if bench.daemon.process is not None]
        before = [Cost.of(pid) for pid in pids]
        await asyncio.sleep(seconds)
        after = [Cost.of(pid) for pid in pids]
        for task in twins:
            task.cancel()
    a_daemon = 1 / daemons
    return Idle(
        daemons=daemons,
        seconds=seconds,
        rss_mib=sum(cost.rss_mib for cost in after) * a_daemon,
        pss_mib=sum(cost.pss_mib for cost in after) * a_daemon,
        cpu_percent=sum(end.cpu_s - start.cpu_s for start, end in zip(before, after, strict=True))
        / seconds * 100 * a_daemon,
        wakes_a_second=sum(end.wakes - start.wakes for start, end in zip(before, after, strict=True))
        / seconds * a_daemon,
        written_kib_an_hour=sum(end.written - start.written for start, end in zip(before, after, strict=True))
        / 1024 / seconds * 3600 * a_daemon,
    )  # fmt: skip


async def frozen(folder: Path, broker: Broker) -> float | None:
    """A daemon that is held, its connection open, as one whose network is cut: when it is shown as silent."""
    bench = _bench(folder, broker, 0)
    async with watched(broker, SITE, bench.folder.name) as floor:
        await bench.daemon.start()
        process = bench.daemon.process
        assert process is not None
        try:
            await _online(broker, bench.folder.name)
            await asyncio.sleep(SETTLE_S)
            return await floor.silent_after(lambda: process.send_signal(signal.SIGSTOP))
        finally:
            process.send_signal(signal.SIGCONT)
            await bench.daemon.end(signal.SIGKILL)


def _bench(folder: Path, broker: Broker, number: int) -> Bench:
    own = folder / f"d{number}"
    own.mkdir(parents=True)
    bench = Bench(own, broker)
    config = bench.daemon.config
    config.write_text(config.read_text().replace('table = "t1"', f'table = "{own.name}"'))
    bench.daemon = Daemon(config)
    return bench


async def _online(broker: Broker, table: str) -> None:
    async with asyncio.timeout(10 * LONGEST_S), aiomqtt.Client(broker.host, broker.port) as reader:
        await reader.subscribe(f"{SITE}/{table}/availability")
        async for message in reader.messages:
            if message.payload == b"online":
                return
