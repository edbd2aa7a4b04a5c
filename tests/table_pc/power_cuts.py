"""The whole PC cut from power, again and again, while rounds are played through its serial adapters.

One life of the PC: booted, the daemon found the record, the broker opened to the daemon, rounds went on; then the power
is gone at a random instant, a fifth of the times while it still boots. Every boot copies the record out as the cut has
left it. At the end each copy is replayed and held against what the table had been told was taken, and the last one and
the subscriber's messages against everything.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.core.events import ButtonPressed, MultiplierDrawn
from controller.core.tables import TwentyOneTable
from controller.core.writer import event_to_json
from controller.journal.archive import JournalRefusedError
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from tests.table_pc.pc import TablePc, TablePcError, from_inside
from tests.table_pc.socket_port import SocketPort
from tests.torture.audit import findings, tool_findings
from tests.torture.dealer import Dealer
from tests.torture.devices import Devices
from tests.torture.phases import REPORTED, phase_left
from tests.torture.record import Replayed, replay
from tests.torture.subscriber import Heard, Subscriber

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=5, decks=8)
PREFIX: Final = "casino/house/pc"
INSTALL_S: Final = 1800.0
BOOT_S: Final = 600.0
"""Emulated, and on a machine that has other things to do."""
BOOTING: Final = 0.2
"""Share of cuts that fall while the PC boots."""
INTO_BOOT_S: Final = (3.0, 90.0)
INTO_PLAY_S: Final = (0.0, 10.0)
CONNECT_S: Final = 5.0


class PcDevices(Devices):
    """The devices at the PC's adapters; the meter's clock is not the PC's, so what it showed is not dated."""

    def __init__(self, home: Path) -> None:
        self.shoe = VirtualShoe(SocketPort(home / "shoe.sock"))
        self.button = VirtualButton(SocketPort(home / "button.sock"))
        self.meter = VirtualMeter(SocketPort(home / "meter.sock"))  # type: ignore[assignment]
        self.console = VirtualConsole(SocketPort(home / "console.sock"))


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut: how many of the table's events had been acknowledged by then, and what the dealer was about to do."""

    boot: int
    while_booting: bool
    acknowledged: int
    ends: bool
    rounds_heard: frozenset[int]


@dataclass(frozen=True, slots=True)
class Report:
    """What was done and found."""

    seconds: float
    cuts: Counter[str]
    copies: int
    rounds: int
    records: int
    messages: int
    repeats: int
    draws: int
    findings: list[str]


class PowerCuts:
    """Boots and cuts; the dealer's doom. `told` hears a line for each."""

    def __init__(
        self, *, pc: TablePc, cuts: int, chance: random.Random, subscriber: Subscriber, told: Callable[[str], None]
    ) -> None:
        self.enough = asyncio.Event()
        self.cuts: list[Cut] = []
        self.boot = 1
        self.act = ""
        """Where in the round the dealer is."""
        self._pc = pc
        self._wanted = cuts
        self._chance = chance
        self._subscriber = subscriber
        self._told = told
        self._ends = False

    def about_to(self, phase: str, *, ends: bool) -> None:
        """Only noted: power is cut without looking."""
        self.act, self._ends = phase, ends

    async def run(self, dealer: Dealer) -> None:
        """All cuts; the PC is up afterwards and the dealer is at the end of a round. Raises TablePcError."""
        await self._pc.boot(self.boot)
        await self._pc.says("INSTALLED", INSTALL_S)
        self._told("installed")
        for _ in range(self._wanted):
            while_booting = self.boot > 1 and self._chance.random() < BOOTING
            if while_booting:
                await asyncio.sleep(self._chance.uniform(*INTO_BOOT_S))
            else:
                await self._played_on(dealer)
                await asyncio.sleep(self._chance.uniform(*INTO_PLAY_S))
            await self._cut(dealer, while_booting=while_booting)
        await self._played_on(dealer)
        self.enough.set()

    async def last(self, dealer: Dealer) -> None:
        """One cut more, between rounds, so that the last copy holds everything."""
        await self._cut(dealer, while_booting=False)
        await self._pc.says(f"OPEN {self.boot}", BOOT_S)

    async def _played_on(self, dealer: Dealer) -> None:
        await self._pc.says(f"OPEN {self.boot}", BOOT_S)
        async with asyncio.timeout(BOOT_S):
            await dealer.next_act()

    async def _cut(self, dealer: Dealer, *, while_booting: bool) -> None:
        await self._pc.cut()
        cut = Cut(self.boot, while_booting, len(dealer.said), self._ends, frozenset(self._subscriber.rounds))
        self.cuts.append(cut)
        where = "while booting" if while_booting else "in play"
        self._told(f"cut {len(self.cuts)} of {self._wanted + 1} {where}, {len(dealer.outcomes)} rounds so far")
        self.boot += 1
        await self._pc.boot(self.boot)


async def power_cuts(*, pc: TablePc, mqtt_port: int, cuts: int, seed: int, told: Callable[[str], None]) -> Report:
    """Install in a fresh PC whose shared folder has been filled, cut it, and audit what is left."""
    share = pc.share
    chance = random.Random(seed)
    listening = share / "listening"
    subscriber = Subscriber(
        host="127.0.0.1", port=mqtt_port, prefix=PREFIX, came=lambda: _write(listening, power.boot),
        went=lambda: listening.unlink(missing_ok=True), timeout_s=CONNECT_S,
    )  # fmt: skip
    power = PowerCuts(pc=pc, cuts=cuts, chance=random.Random(chance.random()), subscriber=subscriber, told=told)
    devices = PcDevices(pc.home)
    dealer = Dealer(
        table=TABLE, devices=devices, subscriber=subscriber, killer=power, chance=random.Random(chance.random()),
        stuck_s=2 * BOOT_S,
    )  # fmt: skip
    began = time.monotonic()
    stopped_by: list[str] = []
    try:
        async with asyncio.TaskGroup() as house:
            lasting = [
                house.create_task(devices.run(), name="devices"),
                house.create_task(subscriber.run(), name="subscriber"),
            ]
            playing = house.create_task(dealer.play(), name="dealer")
            await power.run(dealer)
            await playing
            await power.last(dealer)
            last = await asyncio.to_thread(replay, _copy(share, power.boot), TABLE, head_is_last=False)
            async with asyncio.timeout(BOOT_S):
                while subscriber.gapless_to < last.published and len(subscriber.heard.texts) < last.published:
                    subscriber.news.clear()
                    await subscriber.news.wait()
            for task in lasting:
                task.cancel()
    except* (TimeoutError, TablePcError) as group:
        stopped_by.append(f"the PC did not come to its end: {group.exceptions[0]!r}; {_stuck(power, subscriber)}")
        stopped_by.append(await from_inside(pc))
    finally:
        await pc.cut()
    return await asyncio.to_thread(
        _report, share, time.monotonic() - began, power, dealer, subscriber.heard, stopped_by
    )


def _stuck(power: PowerCuts, subscriber: Subscriber) -> str:
    """Where everybody stands when play does not go on."""
    heard = subscriber.heard.texts
    return (
        f"in boot {power.boot} the dealer was in {power.act}, heard was all up to {subscriber.gapless_to}"
        f" and {len(heard)} in all, up to {max(heard, default=0)}"
    )


def _write(listening: Path, boot: int) -> None:
    fresh = listening.with_name("listening.new")
    fresh.write_text(str(boot))
    fresh.rename(listening)


def _copy(share: Path, boot: int) -> Path:
    return share / f"record-{boot}" / "journal.db"


def _report(
    share: Path, seconds: float, power: PowerCuts, dealer: Dealer, heard: Heard, stopped_by: list[str]
) -> Report:
    newest = max((boot for boot in range(1, power.boot + 1) if _copy(share, boot).exists()), default=None)
    if newest is None:
        return Report(seconds, Counter(), 0, len(dealer.outcomes), 0, len(heard.texts), heard.repeats, 0, stopped_by)
    last = replay(_copy(share, newest), TABLE, head_is_last=False)
    upto = Heard(
        {seq: message for seq, message in heard.texts.items() if seq <= last.published},
        {name: seq for name, seq in heard.ids.items() if seq <= last.published}, heard.repeats, heard.faults,
    )  # fmt: skip
    found = list(stopped_by)
    if not found:  # Else the last copy is not the end of the story.
        found += findings(dealer=dealer, heard=upto, replayed=last, shown=[])
        found += tool_findings(_copy(share, newest), dealer=dealer, heard=upto)
    copies = 0
    early = {cut.boot for cut in power.cuts if cut.while_booting}
    for cut in power.cuts:
        copy = _copy(share, cut.boot + 1)
        if copy.exists():
            copies += 1
            found += _copy_findings(cut, copy, dealer)
        elif cut.boot + 1 not in early:
            found.append(f"after cut {cut.boot} the guest copied no record out")
    return Report(
        seconds=seconds,
        cuts=_by_phase(share, power.cuts, last),
        copies=copies,
        rounds=len(dealer.outcomes),
        records=last.last,
        messages=len(upto.texts),
        repeats=heard.repeats,
        draws=sum(step.drawn is not None for step in last.steps),
        findings=found,
    )


def _copy_findings(cut: Cut, copy: Path, dealer: Dealer) -> list[str]:
    """What is wrong with the record that one cut has left."""
    try:
        left = replay(copy, TABLE, head_is_last=False)
    except JournalRefusedError as error:
        return [f"after cut {cut.boot} the record does not hold: {error}"]
    kept = [
        event_to_json(step.event) for step in left.steps if not isinstance(step.event, ButtonPressed | MultiplierDrawn)
    ]
    if len(kept) < cut.acknowledged:
        return [f"after cut {cut.boot} {len(kept)} events are left of {cut.acknowledged} acknowledged ones"]
    if kept != dealer.said[: len(kept)]:
        return [f"after cut {cut.boot} the events are not those of the table"]
    return []


def _by_phase(share: Path, cuts: list[Cut], last: Replayed) -> Counter[str]:
    counts = Counter(dict.fromkeys(REPORTED, 0))
    boots = [boot for _, boot in last.starts]
    for cut in cuts:
        identity = share / f"boot-id-{cut.boot}"
        boot = identity.read_text().strip() if identity.exists() else ""
        if boot not in boots:
            counts["starting"] += 1
            continue
        own = max(at for at, found in enumerate(boots) if found == boot)
        before = [step for step in last.steps if own + 1 == len(boots) or step.n < last.starts[own + 1][0]]
        if not before:
            counts["idle"] += 1
            continue
        counts[phase_left(before[-1], starting=False, ends=cut.ends, rounds_heard=cut.rounds_heard, shown_ns=0)] += 1
    return counts
