"""The only composition root: one table, put together from its configuration, started, run and stopped in order.

    open the journal -> replay -> record the start -> devices, orders, broker, watchdog -> READY
    stop: devices first, then the inbox is worked off, the stop is recorded, the broker gets what is left, farewell

What a device sends goes over the desk to the table's inbox and is acknowledged to it after the commit. Where the
journal cannot be written everything ends at once with JournalFailedError.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import structlog

from controller.alerts.notices import JOURNAL_OLDER, Notice
from controller.configuration.config import Config
from controller.configuration.requested import held_back, in_force
from controller.daemon.brokers import Brokers, broker_lane
from controller.daemon.consoles.requests import OfTheDaemon
from controller.daemon.devices import shows_levels
from controller.daemon.failures import Failures
from controller.daemon.fault_led import FaultLed
from controller.daemon.garbage import collect
from controller.daemon.package import Package
from controller.daemon.start import alerts_of_start, log_start, noticed_before, start_of
from controller.daemon.systemd import Notifier, keep_alive, keep_telling, status_line
from controller.daemon.tasks import Named, begin, end
from controller.daemon.told.looked_at import looked_at
from controller.daemon.told.reload import Reloading
from controller.daemon.told.steering import Steering
from controller.daemon.watches.disk import watch
from controller.daemon.watches.journal import walk, watch_place
from controller.daemon.watches.package import CODE_CHANGED, PackageWatch
from controller.daemon.watches.refusals import watch_refusals
from controller.daemon.wiring import Wiring
from controller.games import new_table, view
from controller.journal import faults
from controller.journal.archive import JournalRefusedError
from controller.journal.clock import Clock, SystemClock
from controller.journal.files.disk import MIB, Disk
from controller.journal.opening import CHECK_AT_OPEN_BYTES
from controller.journal.outbox import Lane, keep_marks
from controller.journal.store import Journal
from controller.mqtt.messages import BROKER
from controller.odds.draw import drawing
from controller.table.consequences import TABLE_CLOSED, lane_of
from controller.table.desk import Line
from controller.table.inbox import Item
from controller.table.recovery import IDLE, Recovered, last_start, recover
from controller.table.remembered import Remembered, remembered
from controller.table.task import TableTask
from drivers.protocols.base.suspicions import ShufflerCountWrong

DRAIN_S: Final = 3.0
"""How long a stop waits for the broker; what is left goes out after the next start."""
STARTS_AGAIN: Final = "The table starts again, with the release that has been installed: in a few seconds."

if TYPE_CHECKING:
    from controller.daemon.metrics.counted import Metrics
    from controller.table.requests import Requests
    from controller.web.training import Training

_log = structlog.get_logger()


async def serve(
    config: Config,
    *,
    stop: asyncio.Event,
    hangup: asyncio.Event | None = None,
    notifier: Notifier | None = None,
    led: FaultLed | None = None,
    clock: Clock | None = None,
    failures: Failures | None = None,
    training: "Training | None" = None,
) -> None:
    """Run the table until `stop` is set; `hangup` has the configuration read anew.

    `led` and `failures` learn when it is open. `training` is the demonstration's.

    Raises JournalRefusedError before anything is touched, JournalFailedError (in a group) while running.
    """
    disk = _disk(config)
    journal = Journal.open(
        config.journal,
        table=config.house.table,
        game=config.table.game,
        rules_hash=view(new_table(config.table)).rules_hash,
        key_path=config.journal_key,
        vault_path=config.journal_seal,
        clock=clock or SystemClock(),
    )
    journal.disk = disk
    try:
        last, before = last_start(journal.archive), remembered(journal.archive, journal.n)
        config, waiting = held_back(in_force(config, last), last, before.waiting)
        recovered = await asyncio.to_thread(recover, journal.archive, config.table)
        before = before._replace(waiting=waiting)
        table = _Table(
            config, journal, disk, recovered, before, stop, notifier or Notifier({}), led or FaultLed(None), training
        )
        await table.run(hangup or asyncio.Event(), opened=(failures or Failures({})).ready)
    finally:
        journal.close()


def _disk(config: Config) -> Disk:
    """The journal's disk, its reserve made; raises JournalRefusedError."""
    room = config.room
    disk = Disk(
        config.journal,
        reserve_bytes=room.reserve_mib * MIB,
        low_bytes=room.low_mib * MIB,
        short_bytes=room.short_mib * MIB,
    )
    try:
        disk.prepare()
    except OSError as error:
        raise JournalRefusedError(f"The folder of the journal {config.journal} cannot be used: {error}.") from error
    return disk


def metrics_of(config: Config) -> "Metrics | None":
    """None where nobody is to have them: they cost memory."""
    if config.web is None and config.textfile is None:
        return None
    from controller.daemon.metrics.counted import Metrics  # noqa: PLC0415 - it costs memory where nobody wants it

    return Metrics(table=config.house.table, game=config.table.game)


def _left_lanes(journal: Journal, lanes: Mapping[str, Lane]) -> Iterator[Lane]:
    """Lanes of devices that the configuration has no more: what waits there has nobody to go to."""
    for name in journal.last_seqs:
        if name != BROKER and name.removeprefix(lane_of("")) not in lanes:
            lane = Lane(journal=journal, name=name)
            lane.skip_to(lane.last)
            yield lane


class _Table:
    """The parts of one running table."""

    def __init__(
        self,
        config: Config,
        journal: Journal,
        disk: Disk,
        recovered: Recovered,
        before: Remembered,
        stop: asyncio.Event,
        notifier: Notifier,
        led: FaultLed,
        training: "Training | None",
    ) -> None:
        self._config = config
        self._journal = journal
        self._disk = disk
        self._recovered = recovered
        self._stop = stop
        self._notifier = notifier
        self._led = led
        lanes = {
            entry.name: Lane(journal=journal, name=lane_of(entry.name))
            for entry in sorted(config.devices, key=lambda entry: entry.role != "meter")  # the first to be woken
            if shows_levels(entry)
        }
        messages = broker_lane(config, journal)
        self._lanes = [messages, *lanes.values(), *_left_lanes(journal, lanes)]
        self._metrics = metrics_of(config)
        self._table = TableTask(
            journal=journal,
            state=recovered.state,
            start=start_of(config, journal, recovered),
            broker=messages,
            lanes=lanes,
            draw=drawing(config.weights) if config.weights is not None else None,
            waiting=before.waiting,
            why_closed=lambda: disk.why_closed() or self._why_locked(),
            measures=self._metrics,
        )
        self._wiring = Wiring(
            config,
            journal=journal,
            table=self._table,
            lanes=lanes,
            metrics=self._metrics_text,
            steer=self._steer,
            training=training,
        )
        self._steering = Steering(
            reloading=Reloading(config, table=self._table, notify=self._notify, take=self._take),
            notifier=notifier,
            seen=self._seen,
            status=self._status_line,
        )
        self._brokers = Brokers(
            config,
            journal=journal,
            table=self._table,
            lane=messages,
            notify=self._notify,
            hold=self._wiring.rolls.finished,
            devices=self._wiring.devices.states,
        )
        self._requests: Requests | None = None
        if self._brokers.publishers and config.request_keys:
            from controller.daemon.house_requests import requests_of  # noqa: PLC0415 - as it says itself

            self._requests = requests_of(
                config, table=self._table, desk=self._wiring.desk, brokers=self._brokers, before=before
            )
            self._brokers.listen(self._requests.offer)
        self._starts_again = False
        self._package: PackageWatch | None = None
        if notifier.is_there and (package := Package.of_this_program()) is not None:
            self._package = PackageWatch(
                package, config, active=self._table.active_alerts, notify=self._notify,
                may_end=self._may_end, end=self._start_again,
            )  # fmt: skip
        if self._metrics is not None:
            self._metrics.look_at(
                config, table=self._table, journal=journal, lanes=(messages, *lanes.values()),
                devices=self._wiring.devices, publishers=self._brokers.publishers, package=self._package,
            )  # fmt: skip

    async def _metrics_text(self) -> bytes:
        return b"" if self._metrics is None else await self._metrics.text()

    async def _steer(self, request: OfTheDaemon, login: str) -> Line:
        return await self._steering.answer(request, login)

    async def _seen(self) -> dict[str, Any]:
        return await looked_at(self._config, self._wiring.inside, brokers=self._brokers.connected)

    def _take(self, config: Config) -> None:
        self._disk.thresholds(low_bytes=config.room.low_mib * MIB, short_bytes=config.room.short_mib * MIB)
        self._wiring.take(config)

    def _why_locked(self) -> str | None:
        """What ends by itself, as a shuffler that counts right again, or when it is cleared."""
        if self._starts_again:
            return STARTS_AGAIN
        for (code, _), alert in self._table.active_alerts.items():
            if code == ShufflerCountWrong.code:
                return f"No further round is opened (5.1): {alert.text}"
            if code in (JOURNAL_OLDER, TABLE_CLOSED, CODE_CHANGED):
                return alert.text
        return None

    def _may_end(self) -> bool:
        """Whether this is between two rounds: nothing that has come can open one, no message waits for the meter."""
        if view(self._table.state).phase != IDLE or self._table.inbox:
            return False
        if self._table.stuck_s(asyncio.get_running_loop().time()) or not self._wiring.is_at_rest:
            return False
        return not self._brokers.is_under_way

    def _start_again(self) -> None:
        """End, with nothing opened any more; systemd starts what is installed."""
        self._starts_again = True
        self._stop.set()

    async def _notify(self, notice: Notice) -> None:
        """Record something that no device reports; returns when it is committed."""
        await self._table.submit(Item(notice))

    async def run(self, hangup: asyncio.Event, *, opened: Callable[[], None]) -> None:
        """From the record of the start to that of the stop."""
        faults.point("start.recovered")
        await self._table.open(*noticed_before(self._config, self._journal, self._table.active_alerts))
        log_start(self._config, self._journal, self._recovered)
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(self._table.run(), name="table")
            outgoing = begin(group, self._outgoing())
            changed_kind, active = self._wiring.devices.changed_kind, self._table.active_alerts
            for alert in alerts_of_start(self._config, self._recovered, changed_kind, active):
                await self._notify(alert)
            outgoing += begin(group, self._watching())
            incoming = begin(group, self._wiring.running(self._notify, broker_connected=self._broker_connected))
            incoming += begin(group, [("reload", self._steering.obey(hangup))])
            if self._requests is not None:
                incoming += begin(group, [("requests", self._requests.run())])
            self._notifier.ready(self._status_line())
            self._led.darken()
            opened()
            await self._stop.wait()
            self._notifier.stopping("finishing what was committed")
            _log.info("stopping")
            await end(incoming)
            await self._table.close()
            await writer
            await self._table.record_stop()
            if self._brokers.publishers and (self._broker_connected() or not self._starts_again):
                await self._lanes[0].emptied(DRAIN_S)
            await end(outgoing)
        await self._journal.commit_deferred()
        _log.info("stopped", n=self._journal.n)

    def _outgoing(self) -> Iterator[Named]:
        """What brings the outbox to where it goes."""
        yield "outbox marks", keep_marks(self._journal, self._lanes)
        yield from self._brokers.running()

    def _watching(self) -> Iterator[Named]:
        """What watches over the table itself."""
        yield "garbage", collect()
        yield "watchdog", keep_alive(self._notifier, stuck_s=self._table.stuck_s)
        yield "disk", watch(self._disk, active=self._table.active_alerts, notify=self._notify)
        yield from self._brokers.watching(self._table.active_alerts)
        yield "refusals", watch_refusals(self._table)
        if self._metrics is not None and self._config.textfile is not None:
            yield "textfile", self._metrics.keep_written(self._config.textfile)
        if self._package is not None:
            yield "package", self._package.run()
        yield "status", keep_telling(self._notifier, self._status_line)
        yield "journal place", watch_place(self._table, self._journal)
        yield "journal walk", walk(self._journal, self._notify)
        if self._config.journal.stat().st_size > CHECK_AT_OPEN_BYTES:
            yield "journal check", self._journal.lookup.check_pages()

    def _status_line(self) -> str:
        """What `systemctl status` shows."""
        alerts = self._table.active_alerts.values()
        return status_line(view(self._table.state), alerts, brokers_reached=self._brokers.reached)

    def _broker_connected(self) -> bool:
        return any(self._brokers.connected.values())
