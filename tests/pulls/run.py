"""One run from start to end: play while plugs are pulled, all back, all out, all back, one more round, and the audit.

What is looked at, in this order:

- while rounds are played: memory, descriptors and threads of the daemon, once a second;
- all plugs back: every device is there again, every lamp is dark, every meter shows nothing, as many descriptors and
  threads as when everything was plugged in first;
- all plugs out: the daemon's processor time over a while;
- all back again: a round is played;
- stopped: exit status 0 and a silent standard error; the dealer's head, the subscriber's messages and the journal's
  replay agree, card by card, and `tablectl verify` and `replay` say the same.
"""

import asyncio
import random
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.core.tables import TwentyOneTable
from controller.journal.archive import JournalRefusedError
from drivers.virtual.kernel.usb_bed import UsbBed
from tests.broker import Broker
from tests.pulls import tabled_with_gpio
from tests.pulls.audit import Settled, grown, told_of_devices, wrong_levels
from tests.pulls.daemon import Daemon
from tests.pulls.gauge import Gauge, Sample
from tests.pulls.hands import AnyButton, AnyConsole, AnyShoe, Hands
from tests.pulls.puller import Puller
from tests.pulls.things import Things
from tests.table.table_bench import ROOT
from tests.torture.audit import findings, tool_findings
from tests.torture.dealer import Dealer
from tests.torture.record import Replayed, replay
from tests.torture.subscriber import Subscriber

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=5, decks=8)
PREFIX: Final = "casino/house/pulls"
STUCK_S: Final = 60.0
BACK_S: Final = 20.0
"""The longest wait between two attempts is some six seconds; a sign then takes a second to lay out its memory."""
CAPPED_S: Final = 15.0
"""After so long without any device every wait between two attempts is the longest, and what was lost is written up."""
IDLE_CPU_PERCENT: Final = 2.0
GROWTH_SHARE: Final = 0.05
"""Memory in the last third of a long run against the second; by then every ring of frames is full."""
LONG_S: Final = 300.0
WOBBLE_S: Final = 0.1
SHUFFLE_S: Final = (0.5, 4.0)
CARDS: Final = 384


@dataclass(frozen=True, slots=True)
class Report:
    """What was done and what was found; no `findings` is what has to come out."""

    seconds: float
    rounds: int
    cards: int
    records: int
    messages: int
    draws: int
    pulls: Counter[str]
    said: Counter[str]
    lost: Counter[str]
    losses: Counter[str]
    codes: Counter[str]
    samples: list[Sample]
    rss_thirds_mib: tuple[float, float, float]
    settled: tuple[Sample, ...]
    idle_cpu_percent: float
    findings: list[str]


async def pull_and_play(
    folder: Path, *, seconds: float, idle_s: float, seed: int, told: Callable[[str], None]
) -> Report:
    """Play for so long at a table in `folder` while its plugs are pulled, then measure the idle daemon for `idle_s`."""
    run = _Run(folder, seed)
    began = time.monotonic()
    await run.whole(seconds, idle_s, told)
    return await asyncio.to_thread(run.report, time.monotonic() - began)


class _Run:
    """The parts of one run."""

    def __init__(self, folder: Path, seed: int) -> None:
        chance = random.Random(seed)
        self._folder = folder
        self._near, far = socket.socketpair()
        self._far = far
        self._things = Things(folder, UsbBed(), self._near)
        self._broker = Broker(folder / "mosquitto", settings=("max_inflight_messages 0", "max_queued_messages 0"))
        self._daemon = Daemon(
            self._write_config(),
            variables={tabled_with_gpio.VARIABLE: str(far.fileno())},
            pass_fd=far.fileno(),
        )
        self._subscriber = Subscriber(
            host=self._broker.host, port=self._broker.port, prefix=PREFIX, came=_quietly, went=_quietly
        )
        self._puller = Puller(things=self._things, chance=random.Random(chance.random()))
        self._hands = Hands(
            things=self._things,
            daemon=self._daemon,
            chance=random.Random(chance.random()),
            speaks=self._puller.speaks,
        )
        console = AnyConsole(self._hands, self._things)
        self._button = AnyButton(self._hands, self._things)
        self._dealer = Dealer(
            table=TABLE,
            devices=_Devices(AnyShoe(self._hands, self._things, by_hand=console.card), self._button, console),
            subscriber=self._subscriber,
            killer=self._puller,
            chance=random.Random(chance.random()),
            stuck_s=STUCK_S,
        )
        self._chance = chance
        self._shuffles = 0
        self._gauge: Gauge | None = None
        self._settled: list[Settled] = []
        self._idle_s = self._idle_cpu_percent = 0.0
        self._found: list[str] = []

    # --- the run ------------------------------------------------------------------------------------------------

    async def whole(self, seconds: float, idle_s: float, told: Callable[[str], None]) -> None:
        """Start, play, rest, stop; whatever stops it early is a finding."""
        self._broker.start()
        try:
            async with asyncio.TaskGroup() as house:
                lasting = [
                    house.create_task(self._things.run(), name="devices"),
                    house.create_task(self._subscriber.run(), name="subscriber"),
                ]
                await asyncio.sleep(0)
                await self._daemon.start()
                self._far.close()
                ending = house.create_task(self._daemon.follow(), name="daemon")
                await self._daemon.opened()
                await self._play(house, seconds, told)
                told("everything is plugged in again")
                await self._rest(idle_s, told)
                await self._subscriber.has_heard(rounds=len(self._dealer.outcomes))
                self._daemon.end(signal.SIGTERM)
                status, said = await asyncio.wait_for(ending, STUCK_S)
                if (status, said) != (0, ""):
                    self._found.append(f"stopped in order, the daemon ended with status {status}; it said: {said}")
                await self._subscriber.has_heard_farewell()
                for task in lasting:
                    task.cancel()
        except* (TimeoutError, OSError) as group:
            self._found.append(f"the run did not come to its end: {_first(group)!r}")
        finally:
            self._daemon.end(signal.SIGKILL)
            self._broker.kill()
            self._near.close()

    async def _play(self, house: asyncio.TaskGroup, seconds: float, told: Callable[[str], None]) -> None:
        await self._all_are_there("at the start")
        gauge = self._gauge = Gauge(self._daemon.pid, [])
        await self._begin()
        await self._settle(gauge)
        lasting = [
            house.create_task(gauge.run(), name="gauge"),
            house.create_task(self._shuffle(), name="shufflers"),
            house.create_task(self._tell(told), name="progress"),
        ]
        asyncio.get_running_loop().call_later(seconds, self._puller.enough.set)
        pulling = house.create_task(self._puller.run(), name="puller")
        await self._dealer.play()
        await pulling
        for task in lasting:
            task.cancel()

    async def _rest(self, idle_s: float, told: Callable[[str], None]) -> None:
        assert self._gauge is not None
        self._idle_s = idle_s
        await self._all_are_there("after play")
        await self._all_levels_hold()
        await self._settle(self._gauge)
        for thing in self._things.all:
            self._puller.pull(thing)
        await asyncio.sleep(min(CAPPED_S, idle_s))
        told("everything is pulled")
        self._idle_cpu_percent = await self._gauge.cpu_percent(idle_s)
        for thing in self._things.all:
            self._puller.plug_in(thing)
        await self._all_are_there("after a while without any")
        await self._dealer.play_round()

    async def _begin(self) -> None:
        """A round and an alert, so that what is opened or started once and for all is there."""
        await self._dealer.play_round()
        thing = self._things.all[0]
        self._puller.pull(thing)
        await asyncio.sleep(WOBBLE_S)
        self._puller.plug_in(thing)
        await self._all_are_there("after the first plug was pulled")
        await self._daemon.until(lambda: self._daemon.recordings > 0, BACK_S)

    async def _settle(self, gauge: Gauge) -> None:
        """Take a sample while no recording is being written."""
        loop = asyncio.get_running_loop()
        until = loop.time() + BACK_S
        while gauge.is_recording() and loop.time() < until:  # noqa: ASYNC110 - another process writes
            await asyncio.sleep(WOBBLE_S)
        self._settled.append(Settled(gauge.take(), gauge.open_files()))

    async def _all_are_there(self, when: str) -> None:
        def missing() -> list[str]:
            return [thing.name for thing in self._things.all if not self._hands.is_there(thing)]

        if not await self._daemon.until(lambda: not missing(), BACK_S):
            self._found.append(f"{when}: {', '.join(missing())} not there after {BACK_S:g} s")

    async def _all_levels_hold(self) -> None:
        """Between two rounds: every lamp is out, and every meter shows what the table wants it to."""
        loop = asyncio.get_running_loop()
        until = loop.time() + BACK_S
        wanted = self._dealer.view.meter
        while wrong := wrong_levels(self._things, lamps=self._button.lamps(), wanted=wanted):
            if loop.time() > until:
                break
            await asyncio.sleep(0.1)
        self._found += wrong

    async def _shuffle(self) -> None:
        """The shufflers work beside the game, and say so."""
        while True:
            self._shuffles += 1
            self._things.shuffler.state("shuffling", cycle=self._shuffles)
            self._things.shuffler.state("ready", cycle=self._shuffles, count=CARDS)
            await self._things.line_shuffler.state("SHUFFLING", cycle=self._shuffles)
            await self._things.line_shuffler.state("READY", cycle=self._shuffles, count=CARDS)
            await asyncio.sleep(self._chance.uniform(*SHUFFLE_S))

    async def _tell(self, told: Callable[[str], None]) -> None:
        began = time.monotonic()
        while True:
            await asyncio.sleep(2.0)
            assert self._gauge is not None
            out = sum(not thing.plugged for thing in self._things.all)
            pulls = sum(thing.pulls for thing in self._things.all)
            at, rounds, rss_mib = time.monotonic() - began, len(self._dealer.outcomes), self._gauge.samples[-1].rss_mib
            told(f"{at:6.0f} s  {pulls:5} pulls, {out:2} out  {rounds:5} rounds  {rss_mib:6.1f} MiB")

    # --- afterwards ---------------------------------------------------------------------------------------------

    def report(self, seconds: float) -> Report:
        """The audit."""
        replayed = self._audit()
        gauge = self._gauge or Gauge(0, [])
        gauge.samples = gauge.samples or [Sample(0.0, 0.0, 0.0, 0, 0)]
        things, notices = self._things.all, self._daemon.notices
        thirds = gauge.rss_thirds_mib()
        if seconds >= LONG_S and thirds[2] > thirds[1] * (1 + GROWTH_SHARE):
            self._found.append(f"memory has grown from {thirds[1]:.1f} to {thirds[2]:.1f} MiB")
        if self._idle_s >= CAPPED_S and self._idle_cpu_percent >= IDLE_CPU_PERCENT:
            self._found.append(f"without any device the daemon took {self._idle_cpu_percent:.2f} % of a processor")
        return Report(
            seconds=seconds,
            rounds=len(self._dealer.outcomes),
            cards=sum(one["type"] == "card" for one in self._dealer.said),
            records=replayed.last,
            messages=len(self._subscriber.heard.texts),
            draws=sum(step.drawn is not None for step in replayed.steps),
            pulls=Counter({thing.name: thing.pulls for thing in things}),
            said=self._hands.said,
            lost=self._hands.lost,
            losses=Counter({thing.name: notices[thing.name, "device_lost"] for thing in things}),
            codes=self._daemon.codes,
            samples=gauge.samples,
            rss_thirds_mib=thirds,
            settled=tuple(settled.sample for settled in self._settled),
            idle_cpu_percent=self._idle_cpu_percent,
            findings=self._found,
        )

    def _audit(self) -> Replayed:
        heard, journal = self._subscriber.heard, self._folder / "journal.db"
        stopped_early = bool(self._found)
        self._found += self._hands.findings
        self._found += told_of_devices(self._things, self._daemon, shuffles=self._shuffles)
        self._found += grown(self._settled)
        try:
            replayed = replay(journal, TABLE, head_is_last=not stopped_early)
        except JournalRefusedError as error:
            self._found.append(f"the journal does not hold: {error}")
            return Replayed([], [], 0, 0, 0)
        shown = self._things.meter.shown
        self._found += findings(dealer=self._dealer, heard=heard, replayed=replayed, shown=shown)
        self._found += tool_findings(journal, dealer=self._dealer, heard=heard)
        return replayed

    def _write_config(self) -> Path:
        (self._folder / "multipliers.toml").write_text((ROOT / "config" / "multipliers.toml").read_text())
        config = self._folder / "table.toml"
        config.write_text(
            '[house]\nsite = "house"\ntable = "pulls"\n'
            f'[table]\ngame = "{TABLE.game}"\nareas = {TABLE.areas}\ndecks = {TABLE.decks}\n'
            f'[journal]\npath = "{self._folder / "journal.db"}"\n'
            f'[mqtt]\nhost = "{self._broker.host}"\nport = {self._broker.port}\n'
            '[jackpot]\nweights = "multipliers.toml"\nedge_percent = ["5", "12"]\n' + self._things.entries()
        )
        return config


@dataclass(frozen=True, slots=True)
class _Devices:
    """What the dealer has his hands on."""

    shoe: AnyShoe
    button: AnyButton
    console: AnyConsole


def _quietly() -> None:
    """The broker is left in peace here."""


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
