"""A device at the table: one link and one protocol, kept together through every unplugging.

    device = Device.on_port("shoe", driver="framed", role="shoe", port="/dev/table/shoe", on_events=commit)
    async with asyncio.TaskGroup() as group:
        group.create_task(device.run(), name="device shoe")

What the device sends comes to `on_events(name, batch, committed)`, in order and as it is read: no task and no queue
lies between the line and whoever takes it. `committed()` is called when the batch is on the disk, and only then is it
acknowledged to the device; batches are committed in their order. Where `on_events` raises, `run` ends with the
exception. Commands go out by `send`, one at a time, repeated until the device answers.

A failure of the line or of the driver never ends `run`: the port is closed in the background and opened again.
"""

import asyncio
import contextlib
import traceback
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

import structlog

from controller.core.dataclass import dataclass
from drivers.devices.batches import BATCHES, Batches, OnEvents
from drivers.devices.commands import Commands
from drivers.devices.flight_recorder import FlightRecorder
from drivers.devices.flood import Flood
from drivers.devices.noise import NoiseLimit
from drivers.devices.outage import FLAPPING_LOSSES, FLAPPING_WINDOW_S, Outage
from drivers.devices.readability import Readability
from drivers.links.link import Broken, Link, LinkGone, NothingThere, WriteQueueFull, WrongDeviceThere
from drivers.links.ports import make_link
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings, Received, Watch, earliest
from drivers.protocols.base.reports import (
    Acknowledged,
    CommandRefused,
    DeviceConnected,
    DeviceFlapping,
    DeviceLost,
    DeviceSilent,
    DriverFailed,
    FrameRejected,
    FrameRepeated,
    WrongDevice,
)
from drivers.protocols.shoes.watch import LEAST_INTERVAL_S, ShoeWatch
from drivers.protocols.shufflers.watch import ShufflerWatch
from drivers.registry import find, make_protocol

PIECE: Final = 256
"""Bytes taken at once: some twenty frames, so that a device's turn in the loop, and in a commit, is a short one."""


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """A device as its line in `device/{name}`; `last_frame_at` on the loop's clock, `errors` by kind.

    `connected`: it can be reached and read. Where frames have a check, one has to have come since the port was opened.
    """

    name: str
    driver: str
    role: Role
    port: str
    connected: bool
    firmware: str | None
    last_frame_at: float | None
    errors: Mapping[str, int]


class Device:
    """See the module. Constructing it opens nothing; `run` does."""

    def __init__(
        self,
        name: str,
        *,
        driver: str,
        role: Role,
        link: Link,
        protocol: DeviceProtocol,
        on_events: OnEvents,
        outage: Outage | None = None,
        watch: Watch | None = None,
        unreadable: bool = False,
        flooding: bool = False,
    ) -> None:
        self.name = name
        self.recorder = FlightRecorder()
        self._driver = driver
        self._role: Role = role
        self._link = link
        self._protocol = protocol
        self._outage = outage or Outage()
        self._watch = watch
        self._log = structlog.get_logger("devices").bind(device=name, port=link.port)
        self._unfed: tuple[bytes, float] = b"", 0.0
        """What was taken from the link and is more than a piece."""
        self._hold_until = 0.0
        """No more is read before this: what was read is over its budget."""
        self._timer: asyncio.TimerHandle | None = None
        self._ended: asyncio.Future[Exception] | None = None
        """What the session under way ends with."""
        self._commands = Commands(
            name, link=link, protocol=protocol, connected=lambda: self.reachable, sent=self._record_sent
        )
        self.reachable = False
        """Whether commands can be sent: the port is open and the device has greeted where it should."""
        self._losses = 0
        self._unsent = 0
        self._frames_seen = 0
        self._last_frame_at: float | None = None
        self._was_opened = self._broke = False
        """Whether it was there before the outage."""
        self._stranger: str | None = None
        self._silence_reported = False
        self._noise = NoiseLimit()
        self._readability = Readability(unreadable=unreadable)
        self._flood = Flood(reported=flooding)
        self._batches = Batches(
            name, on_events=on_events, owed_s=self._flood.commit_s, committed=self._committed, failed=self._end
        )
        self._fault: Exception | None = None
        """What `on_events` raised while there was no session."""

    @classmethod
    def on_port(
        cls,
        name: str,
        *,
        driver: str,
        role: Role,
        port: str,
        on_events: OnEvents,
        line: LineSettings | None = None,
        options: Mapping[str, Any] | None = None,
        resume: str | None = None,
        least_card_interval_s: float = LEAST_INTERVAL_S,
        cards: int | None = None,
        others: Collection[str] = (),
        unreadable: bool = False,
        flooding: bool = False,
    ) -> "Device":
        """A device on a port (`ports`). Raises DriverError, and ValueError for a `resume` that its driver never gave.

        `resume` is the last mark kept for it; `cards` how many a shoe or a shuffler holds where that is known; `others`
        are the ports of the table's other devices; `unreadable`, `flooding` whether that is how it was last.
        """
        protocol = make_protocol(driver, role, options)
        if resume is not None:
            protocol.resume(resume)
        link = make_link(find(driver), port, line, others=others)
        watch: Watch | None = None
        if role == "shoe":
            watch = ShoeWatch(
                recalls=protocol.recalls,
                numbered=protocol.numbered,
                least_interval_s=least_card_interval_s,
                held=cards,
            )
        elif role == "shuffler":
            watch = ShufflerWatch(cards=cards)
        return cls(
            name, driver=driver, role=role, link=link, protocol=protocol, on_events=on_events, watch=watch,
            unreadable=unreadable, flooding=flooding,
        )  # fmt: skip

    def status(self) -> DeviceStatus:
        counters = self._protocol.counters
        errors = {
            "rejected": counters.rejected,
            "repeated": counters.repeated,
            "gaps": counters.gaps,
            "line": self._link.line_errors,
            "losses": self._losses,
            "unsent": self._unsent,
        }
        return DeviceStatus(
            self.name, self._driver, self._role, self._link.port, self._is_connected(),
            self._protocol.firmware, self._last_frame_at, errors,
        )  # fmt: skip

    def _is_connected(self) -> bool:
        read = self._readability
        return self.reachable and not read.unreadable and (read.heard or not self._protocol.check_bits)

    # --- commands -------------------------------------------------------------------------------------------------

    async def send(self, command: object) -> bool:
        """Send a command and wait for the device's answer: True when it has taken it, False when it refuses.

        Where the protocol has no answers, True means that the line has taken the bytes. Raises DeviceGone,
        CommandUnknown.
        """
        return await self._commands.send(command)

    # --- the connection -------------------------------------------------------------------------------------------

    async def run(self) -> NoReturn:
        """Keep the device connected and pass on what it sends, until cancelled or until `on_events` raises."""
        loop = asyncio.get_running_loop()
        while self._fault is None:
            try:
                with self._faults():
                    await self._link.open()
                await self._session(loop)
            except LinkGone as gone:
                self._lost(gone, loop.time())
            finally:
                self.reachable = False
                await self._link.close()
            await asyncio.sleep(self._outage.delay_s(loop.time()))
        raise self._fault

    async def _session(self, loop: asyncio.AbstractEventLoop) -> NoReturn:
        """Until the link is gone. Raises LinkGone."""
        self._unfed = b"", 0.0
        self._ended = loop.create_future()
        try:
            with self._faults():
                self._protocol.opened(loop.time())
                self._readability.opened()
                self._flush()
                batch, _ = self._sorted([], loop.time())
            self._batches.hand_on(batch)
            self._link.listen(self._look)
            self._look()
            raise await self._ended
        finally:
            self._ended = None
            self._link.listen(None)
            self._look_at(None)

    def _look(self) -> None:
        """Called when there is something to read or to do; ends the session where that fails."""
        if self._ended is not None and not self._ended.done():
            try:
                self._read_on(asyncio.get_running_loop().time())
            except Exception as error:  # noqa: BLE001 - `run` raises it
                self._end(error)

    def _end(self, error: Exception) -> None:
        """The session ends with this, and `run` where it is no loss of the link."""
        if self._ended is None:
            self._fault = error
        elif not self._ended.done():
            self._ended.set_result(error)

    def _read_on(self, now: float) -> None:
        """A piece of what lies unread, or a tick that is due where nothing does; and when to look again."""
        if self._batches.full:
            return  # until one is committed
        if now < self._hold_until:
            self._look_at(self._hold_until)
            return
        with self._faults():
            data, at = self._unfed if self._unfed[0] else self._link.take() or (b"", now)
            piece, self._unfed = data[:PIECE], (data[PIECE:], at)
            self._protocol.late_s = self._link.late_s
            received = self._protocol.feed(piece, at) if piece else self._tick(now)
            self.recorder.taken(self._protocol.traced(), received, at)
            self._flush()
            self._hold_until = now + self._flood.read_s(len(piece), now)
            batch, silence = self._sorted(received, now)
            due = now if self._unfed[0] else earliest(self._protocol.next_tick(), self._flood.next_look(now))
        self._look_at(due)
        self._batches.hand_on(batch)  # last of all: a commit has begun when this returns
        if silence is not None:
            raise LinkGone(silence)

    def _look_at(self, at: float | None) -> None:
        """Look again at this time, or sooner; None: not by itself."""
        if self._timer is not None:
            if at is not None and self._timer.when() <= at:
                return
            self._timer.cancel()
        self._timer = None if at is None else asyncio.get_running_loop().call_at(at, self._look_in_time)

    def _look_in_time(self) -> None:
        self._timer = None
        self._look()

    def _tick(self, at: float) -> list[Received]:
        due = self._protocol.next_tick()
        return self._protocol.tick(at) if due is not None and at >= due else []

    def _sorted(self, received: list[Received], at: float) -> tuple[list[Received], str | None]:
        """Answers go to their commands, noise is limited: what is to be committed, and why a silent device is gone."""
        batch = []
        if self._protocol.ready and not self.reachable:
            self.reachable = True
            batch.append(Received(DeviceConnected(self._link.port)))
            batch += [Received(event) for event in self._watch.connected(at)] if self._watch is not None else []
            self._stranger, self._silence_reported = None, False
            was_out = self._outage.ends(at)
            self._log.info("device_back" if was_out else "device_connected", firmware=self._protocol.firmware)
        if self._protocol.counters.frames != self._frames_seen:
            self._frames_seen, self._last_frame_at = self._protocol.counters.frames, at
        silent: DeviceSilent | None = None
        for item in received:
            match item.event:
                case Acknowledged() as answer:
                    self._commands.answered(answer)
                case CommandRefused() as answer:
                    if not self._commands.answered(answer) or not answer.again:
                        batch.append(item)
                case DeviceSilent() as silent:
                    pass
                case FrameRejected() | FrameRepeated() if item.sequence is None and self._noise.passed(at):
                    pass
                case _:
                    batch.append(item)
        if self._watch is not None:
            batch = self._watch.look(batch, at, waiting=self._batches.waiting > 0)
        if (changed := self._readability.look(self._protocol.counters, at)) is not None:
            self._log.info(changed.code, rejected=self._protocol.counters.rejected)
            batch.append(Received(changed))
        batch, dropped = self._flood.look(batch, at)
        if dropped:
            with self._faults():
                self._protocol.acknowledge(dropped)
            self._flush()
        if silent is None:
            return batch, None
        if noise := self._readability.noise:
            return batch, f"no good frame for {silent.silence_s:.0f} s, {noise} rejected"
        if not self._silence_reported:
            self._silence_reported = True
            batch.append(Received(silent))
        return batch, str(silent)

    def _lost(self, gone: LinkGone, at: float) -> None:
        reason = str(gone)
        was_reachable, self.reachable = self.reachable, False
        self._commands.lost(reason)
        batch = self._flood.release()
        if self._outage.reason is None:
            self._was_opened, self._broke = was_reachable, isinstance(gone, Broken)
        elif self._broke and isinstance(gone, NothingThere):
            reason = self._outage.reason  # its plug is still pulled: no other reason
        if self._outage.tells(reason, at):
            self._log.info("device_lost", reason=reason)
            batch.append(Received(DeviceLost(self._link.port, reason, opened=self._was_opened)))
        if isinstance(gone, WrongDeviceThere) and gone.actual != self._stranger:
            self._stranger = gone.actual
            batch.append(Received(WrongDevice(gone.expected, gone.actual, adapter=True)))
        if was_reachable:
            self._losses += 1
            if self._watch is not None:
                self._watch.lost()
            if self._outage.flapping(at):
                batch.append(Received(DeviceFlapping(FLAPPING_LOSSES, FLAPPING_WINDOW_S)))
        for item in batch:
            self.recorder.noted(item.event, "", at)
        self._batches.hand_on(batch)

    def _committed(self, batch: list[Received]) -> None:
        if self._watch is not None:
            self._watch.committed(asyncio.get_running_loop().time())
        with contextlib.suppress(LinkGone), self._faults():
            self._protocol.acknowledge(batch)
        self._flush()
        if self._batches.waiting == BATCHES - 1:
            self._look()

    def _flush(self) -> None:
        """Write what the protocol itself has to send. What the line does not take is lost: the device asks again."""
        if data := self._protocol.data_to_send():
            try:
                self._link.write(data)
                self._record_sent(data)
            except (LinkGone, WriteQueueFull):
                self._unsent += 1

    def _record_sent(self, data: bytes) -> None:
        self.recorder.written(data, self._role, asyncio.get_running_loop().time())

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """A fault in the code of protocol, link or library is reported and costs this device its connection, no more.

        Its kind and place are reported, not its text: that may hold the bytes of a card that lies face down.
        """
        try:
            yield
        except LinkGone:
            raise
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
            self._log.error("driver_failed", fault=fault)
            self._batches.hand_on([Received(DriverFailed(fault))])
            raise LinkGone(f"the driver failed: {type(error).__name__}") from error
