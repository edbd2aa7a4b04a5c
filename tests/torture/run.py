"""One torture from start to end: broker, gate, subscriber, devices, dealer, killer, and the audit when it is over."""

import asyncio
import random
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.core.tables import TwentyOneTable
from controller.journal.archive import JournalRefusedError
from tests.broker import Broker
from tests.table.table_bench import ROOT
from tests.torture.audit import findings, tool_findings
from tests.torture.broker_troubles import BrokerTroubles
from tests.torture.dealer import Dealer
from tests.torture.devices import Devices
from tests.torture.gate import Gate
from tests.torture.killer import DaemonFailedError, Killer
from tests.torture.phases import REPORTED, phase_left
from tests.torture.record import Replayed, replay
from tests.torture.subscriber import Subscriber

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=5, decks=8)
PREFIX: Final = "casino/house/torture"
PROGRESS_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Report:
    """What was done and what was found; no `findings` is what has to come out."""

    seconds: float
    kills: Counter[str]
    ways: Counter[str]
    broker: Counter[str]
    starts: int
    rounds: int
    records: int
    messages: int
    repeats: int
    draws: int
    findings: list[str]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is."""

    seconds: float
    kills: int
    rounds: int
    messages: int


async def torture(
    folder: Path, *, kills: int, seconds: float, seed: int, told: Callable[[Progress], None] | None = None
) -> Report:
    """Kill the daemon of a table in `folder` so many times, for at most so long, and audit what is left.

    A daemon that ends by itself, or a table that stands still, is a finding too.
    """
    chance = random.Random(seed)
    broker = Broker(folder / "mosquitto", settings=("max_inflight_messages 0", "max_queued_messages 0"))
    gate = Gate(broker)
    devices = Devices(folder)
    subscriber = Subscriber(host=broker.host, port=broker.port, prefix=PREFIX, came=gate.open, went=gate.shut)
    killer = Killer(
        config=write_config(folder, gate),
        chance=random.Random(chance.random()),
        wanted=kills,
        seen=lambda: (frozenset(subscriber.rounds), devices.meter.shown[-1][0] if devices.meter.shown else 0),
    )
    dealer = Dealer(
        table=TABLE, devices=devices, subscriber=subscriber, killer=killer, chance=random.Random(chance.random())
    )
    troubles = BrokerTroubles(broker, random.Random(chance.random()))
    began = time.monotonic()
    stopped_by: list[str] = []
    broker.start()
    try:
        async with asyncio.TaskGroup() as house:
            ready = asyncio.Event()
            lasting = [
                house.create_task(gate.run(ready), name="gate"),
                house.create_task(devices.run(), name="devices"),
                house.create_task(subscriber.run(), name="subscriber"),
            ]
            await ready.wait()
            trouble = house.create_task(troubles.run(), name="broker troubles")
            if told is not None:
                lasting.append(house.create_task(_tell(told, began, killer, dealer, subscriber), name="progress"))
            asyncio.get_running_loop().call_later(seconds, killer.enough.set)
            playing = house.create_task(dealer.play(), name="dealer")
            await killer.run()
            trouble.cancel()
            await asyncio.wait([trouble])
            await playing
            await subscriber.has_heard(rounds=len(dealer.outcomes))
            await killer.end()
            await subscriber.has_heard_farewell()
            for task in lasting:
                task.cancel()
    except* (TimeoutError, DaemonFailedError) as group:
        stopped_by.append(f"the torture did not come to its end: {_first(group)!r}")
    finally:
        killer.abandon()
        broker.kill()
    return await asyncio.to_thread(
        _report, folder, time.monotonic() - began, killer, dealer, devices, subscriber, troubles, stopped_by
    )


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found


async def _tell(
    told: Callable[[Progress], None], began: float, killer: Killer, dealer: Dealer, subscriber: Subscriber
) -> None:
    while True:
        rounds, messages = len(dealer.outcomes), len(subscriber.heard.texts)
        told(Progress(time.monotonic() - began, len(killer.kills), rounds, messages))
        await asyncio.sleep(PROGRESS_S)


def _report(
    folder: Path, seconds: float, killer: Killer, dealer: Dealer, devices: Devices, subscriber: Subscriber,
    troubles: BrokerTroubles, stopped_by: list[str],
) -> Report:  # fmt: skip
    heard, shown = subscriber.heard, devices.meter.shown
    found = list(stopped_by)
    replayed = Replayed([], [], 0, 0, 0)
    try:
        replayed = replay(folder / "journal.db", TABLE, head_is_last=not stopped_by)
        found += findings(dealer=dealer, heard=heard, replayed=replayed, shown=shown)
        found += tool_findings(folder / "journal.db", dealer=dealer, heard=heard)
    except JournalRefusedError as error:
        found.append(f"the journal does not hold: {error}")
    draws = [step.drawn for step in replayed.steps if step.drawn is not None]
    return Report(
        seconds=seconds,
        kills=_by_phase(killer, replayed),
        ways=Counter(kill.how for kill in killer.kills),
        broker=troubles.counts,
        starts=killer.starts,
        rounds=len(dealer.outcomes),
        records=replayed.last,
        messages=len(heard.texts),
        repeats=heard.repeats,
        draws=len(draws),
        findings=found,
    )


def _by_phase(killer: Killer, replayed: Replayed) -> Counter[str]:
    kills = Counter(dict.fromkeys(REPORTED, 0))
    numbers = [step.n for step in replayed.steps]
    for kill in killer.kills:
        at = bisect_left(numbers, kill.start or 0) - 1
        if kill.start is None or at < 0:
            kills["starting"] += 1
            continue
        phase = phase_left(
            replayed.steps[at], starting=kill.starting, ends=kill.ends, rounds_heard=kill.rounds_heard,
            shown_ns=kill.shown_ns,
        )  # fmt: skip
        kills[phase] += 1
    return kills


def write_config(folder: Path, broker: Broker | Gate) -> Path:
    """The table's configuration, its meter quick so that the torture need not wait."""
    (folder / "multipliers.toml").write_text((ROOT / "config" / "multipliers.toml").read_text())
    devices = "".join(
        f'[[devices]]\nname = "{role}"\nrole = "{role}"\ndriver = "framed"\nport = "{folder / role}"\n'
        + ("roll_s = 0.05\nshow_s = 0.02\n" if role == "meter" else "")
        for role in Devices.ROLES
    )
    config = folder / "table.toml"
    config.write_text(
        '[house]\nsite = "house"\ntable = "torture"\n'
        f'[table]\ngame = "{TABLE.game}"\nareas = {TABLE.areas}\ndecks = {TABLE.decks}\n'
        f'[journal]\npath = "{folder / "journal.db"}"\n[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n'
        '[jackpot]\nweights = "multipliers.toml"\nedge_percent = ["5", "12"]\n' + devices
    )
    return config
