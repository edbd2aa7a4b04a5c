"""The only composition root: one table, put together from its configuration, started, run and stopped in order.

    open the journal -> replay -> record the start -> devices, orders, broker, watchdog -> READY
    stop: devices first, then the inbox is worked off, the stop is recorded, the broker gets what is left, farewell

What a device says goes to the table's inbox and is acknowledged to it after the commit; what the rules say goes back to
the consoles. Where the journal cannot be written everything ends at once with JournalFailedError.
"""

import asyncio
import platform
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import structlog

from controller import __version__
from controller.alerts.notices import HEAD_FILE_MISSING, Alert, AlertCleared, DeviceStatus, MessageParked
from controller.configuration.config import Config, DeviceEntry
from controller.core.effects import AlertRaised, Effect, Rejected, RulingGiven, SetButton, SetMeter
from controller.core.events import Event
from controller.daemon.console_socket import ConsoleSocket
from controller.daemon.devices import Devices, is_published
from controller.daemon.disk_watch import watch
from controller.daemon.fault_led import FaultLed
from controller.daemon.orders import Orders
from controller.daemon.systemd import Notifier
from controller.games import view
from controller.games.reading import missing_field
from controller.games.registry import find
from controller.games.rules_hash import RULES_VERSION
from controller.journal import faults
from controller.journal.archive import JournalRefusedError
from controller.journal.clock import Clock, SystemClock, boot_id
from controller.journal.disk import MIB, Disk
from controller.journal.outbox import Lane, keep_marks
from controller.journal.start_record import Start
from controller.journal.store import CHECK_AT_OPEN_BYTES, Journal, JournalFailedError
from controller.mqtt.messages import BROKER
from controller.mqtt.publisher import Broker, Publisher
from controller.mqtt.witness import JOURNAL_OLDER
from controller.odds.edge import percent
from controller.odds.multiplier import drawing
from controller.table.recovery import IDLE, Recovered, recover
from controller.table.task import Answer, Item, TableTask
from drivers.devices.device import Device, DeviceGone
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import DeviceConnected
from drivers.protocols.base.suspicions import ShufflerCountWrong

MACHINE_ID: Final = Path("/etc/machine-id")
DRAIN_S: Final = 3.0
"""How long a stop waits for the broker; what is left goes out after the next start."""
ASK_AGAIN_S: Final = 5.0
"""Longer than any task takes for its end; a task group, and waits of Python 3.11, may lose a cancellation."""
SHUFFLER_WRONG: Final = ShufflerCountWrong.code
CONSOLE_ANSWERS: Final = 200
"""Answers that wait for a slow console; older ones are dropped, the journal has them all."""

_log = structlog.get_logger()


async def serve(
    config: Config,
    *,
    stop: asyncio.Event,
    notifier: Notifier | None = None,
    led: FaultLed | None = None,
    clock: Clock | None = None,
) -> None:
    """Run the table until `stop` is set; `led` goes dark when it is open.

    Raises JournalRefusedError before anything is touched, JournalFailedError (in a group) while running.
    """
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
    journal = Journal.open(
        config.journal,
        table=config.house.table,
        key_path=config.journal_key,
        vault_path=config.journal_seal,
        clock=clock or SystemClock(),
    )
    journal.disk = disk
    try:
        recovered = await asyncio.to_thread(recover, journal.archive, config.table)
        table = _Table(config, journal, disk, recovered, notifier or Notifier({}), led or FaultLed(None))
        await table.run(stop)
    finally:
        journal.close()


class _Table:
    """The parts of one running table."""

    def __init__(
        self, config: Config, journal: Journal, disk: Disk, recovered: Recovered, notifier: Notifier, led: FaultLed
    ) -> None:
        self._config = config
        self._journal = journal
        self._disk = disk
        self._recovered = recovered
        self._notifier = notifier
        self._led = led
        shown = {
            entry.name: entry
            for entry in config.devices
            if entry.role in {"button", "meter"} and not is_published(entry)
        }
        self._lanes = {name: Lane(journal=journal, name=f"device/{name}") for name in shown}
        self._broker_lane = Lane(journal=journal, name=BROKER)
        self._table = TableTask(
            journal=journal,
            state=recovered.state,
            start=self._start(list(shown.values())),
            broker=self._broker_lane,
            lanes=self._lanes,
            draw=drawing(config.weights) if config.weights is not None else None,
            why_closed=lambda: disk.why_closed() or self._why_locked(),
        )
        self._devices = Devices(config, marks=journal.archive.sequences(), on_events=self._heard)
        self._orders = {
            name: Orders(
                device=self._devices.by_name[name],
                lane=self._lanes[name],
                level=self._level(entry),
                roll_s=entry.roll_s,
                show_s=entry.show_s,
            )
            for name, entry in shown.items()
        }
        self._consoles: dict[str, asyncio.Queue[object]] = {
            entry.name: asyncio.Queue(CONSOLE_ANSWERS) for entry in config.devices if entry.role == "console"
        }
        self._publisher = self._make_publisher()

    # --- parts --------------------------------------------------------------------------------------------------

    def _level(self, entry: DeviceEntry) -> Any:
        def level() -> SetButton | SetMeter:
            now = view(self._table.state)
            return now.button if entry.role == "button" else now.meter

        return level

    def _make_publisher(self) -> Publisher | None:
        mqtt, house = self._config.mqtt, self._config.house
        if mqtt is None:
            return None
        broker = Broker(
            host=mqtt.host,
            port=mqtt.port,
            client_id=f"{house.site}-{house.table}-{_machine()}",
            prefix=f"{mqtt.prefix}/{house.site}/{house.table}",
            version=mqtt.version,
            username=mqtt.username,
            password_file=self._config.beside(mqtt.password_file) if mqtt.password_file else None,
            tls=mqtt.tls,
            ca_file=self._config.beside(mqtt.ca_file) if mqtt.ca_file else None,
            cert_file=self._config.beside(mqtt.cert_file) if mqtt.cert_file else None,
            key_file=self._config.beside(mqtt.key_file) if mqtt.key_file else None,
        )
        return Publisher(broker=broker, journal=self._journal, lane=self._broker_lane, notify=self._raise)

    def _why_locked(self) -> str | None:
        """A shuffler that counted wrong locks the table until it counts right; an older journal, until cleared."""
        for (code, _), alert in self._table.standing.items():
            if code == SHUFFLER_WRONG:
                return f"No further round is opened (5.1): {alert.text}"
            if code == JOURNAL_OLDER:
                return alert.text
        return None

    async def _raise(self, notice: Alert | AlertCleared | DeviceStatus | MessageParked) -> None:
        await self._table.submit(Item(notice))

    # --- start, run, stop ---------------------------------------------------------------------------------------

    async def run(self, stop: asyncio.Event) -> None:
        faults.point("start.recovered")
        await self._open()
        async with asyncio.TaskGroup() as house:
            writer = house.create_task(self._table.run(), name="table")
            outgoing = [house.create_task(keep_marks(self._journal, self._all_lanes()), name="outbox marks")]
            if self._publisher is not None:
                outgoing.append(house.create_task(self._publisher.run(), name="mqtt"))
            await self._tell_what_happened()
            outgoing.append(house.create_task(self._watchdog(), name="watchdog"))
            outgoing.append(house.create_task(self._watch_disk(), name="disk"))
            if self._config.journal.stat().st_size > CHECK_AT_OPEN_BYTES:
                outgoing.append(house.create_task(self._journal.lookup.check_pages(), name="journal check"))
            incoming = [
                house.create_task(device.run(), name=f"device {name}") for name, device in self._devices.by_name.items()
            ]
            incoming.append(house.create_task(self._devices.write_recordings(), name="recordings"))
            incoming.append(house.create_task(self._publish_statuses(), name="device status"))
            if (socket := self._config.console_socket) is not None:
                console = ConsoleSocket(
                    socket,
                    game=self._config.table.game,
                    table=self._table,
                    is_gone=self._devices.is_gone,
                    devices=self._devices.by_name,
                )
                incoming.append(house.create_task(console.run(), name="console socket"))
            incoming += [
                house.create_task(orders.run(), name=f"orders {name}") for name, orders in self._orders.items()
            ]
            incoming += [
                house.create_task(self._answer(self._devices.by_name[name], answers), name=f"answers {name}")
                for name, answers in self._consoles.items()
            ]
            self._notifier.ready(f"table open, {len(self._config.devices)} devices configured")
            self._led.darken()
            await stop.wait()
            self._notifier.stopping("finishing what was committed")
            _log.info("stopping")
            await end(incoming)
            await self._table.close()
            await writer
            await self._table.record_stop()
            if self._publisher is not None:
                await self._publisher.drained(DRAIN_S)
            await end(outgoing)
        await self._journal.commit([])
        _log.info("stopped", n=self._journal.n)

    def _all_lanes(self) -> list[Lane]:
        return [self._broker_lane, *self._lanes.values()]

    def _start(self, shown: Sequence[DeviceEntry]) -> Start:
        config, journal = self._config, self._journal
        return Start(
            version=__version__,
            rules_version=RULES_VERSION,
            rules_hash=view(self._recovered.state).rules_hash,
            python=platform.python_version(),
            config_hash=config.hash,
            weights_hash=config.weights_hash,
            weights=config.weights.tickets if config.weights else None,
            table=config.table,
            fresh=self._recovered.fresh,
            boot_id=boot_id(),
            journal_id=journal.journal_id,
            public_key=journal.key.public.hex(),
            table_name=config.house.table,
            has_broker=config.mqtt is not None,
            buttons=tuple(entry.name for entry in shown if entry.role == "button"),
            meters=tuple(entry.name for entry in shown if entry.role == "meter"),
            lanes=journal.last_seqs,
            standing=tuple(journal.archive.standing()),
        )

    async def _open(self) -> None:
        config, now = self._config, view(self._recovered.state)
        await self._table.open(*([HEAD_FILE_MISSING] if self._journal.head_file_missing else []))
        _log.info(
            "started", version=__version__, rules=RULES_VERSION, n=self._journal.n, phase=now.phase, round=now.round,
            replayed=self._recovered.replayed, edge=percent(config.edge) if config.edge is not None else None,
            config_hash=config.hash, weights_hash=config.weights_hash, journal_id=self._journal.journal_id,
        )  # fmt: skip

    async def _tell_what_happened(self) -> None:
        """What the floor has to know before the table goes on."""
        now = view(self._recovered.state)
        if now.phase != IDLE:
            clause = find(self._config.table.game).power_failure
            await self._raise(
                Alert(
                    code="restarted_in_round",
                    severity="warning",
                    text=f"The controller was restarted in round {now.round} ({now.phase}) and goes on where it was."
                    f" If the table's power failed, clause {clause} is the floor's to apply; nothing was applied yet.",
                    rule=clause,
                    stands=True,
                )
            )
        if self._recovered.changed:
            text = "The table line or the rules have changed since the last start; what they leave valid goes on."
            await self._raise(Alert(code="table_changed", severity="warning", text=text))
        for name in self._devices.changed_kind:
            text = f"{name} was another kind of device before: whether it repeats its last word cannot be told."
            await self._raise(Alert(code="device_changed", severity="warning", text=text, device=name))

    # --- devices ------------------------------------------------------------------------------------------------

    async def _heard(self, name: str, batch: list[Received]) -> None:
        """Returns when the batch is committed; only then is it acknowledged to the device."""
        game = self._config.table.game
        items: list[Item] = []
        for received in batch:
            event = received.event
            lacking = missing_field(event, game) if isinstance(event, Event) else None  # type: ignore[arg-type]
            if lacking is not None:
                self._tell(name, Rejected(f"The event lacks the field `{lacking}`.", None))
            else:
                items.append(Item(event, received.sequence))  # type: ignore[arg-type]
        answers = await self._table.submit(*items, device=name)
        for item, answer in zip(items, answers, strict=True):
            self._devices.committed(name, item.what, answer.effects)
            if isinstance(item.what, Event):
                self._answer_event(name, item.what, answer)
            elif isinstance(item.what, DeviceConnected) and name in self._orders:
                self._orders[name].connected()

    def _answer_event(self, name: str, event: Event, answer: Answer) -> None:
        """The asker hears everything, the other consoles what the floor has to see."""
        refused = any(isinstance(effect, Rejected) for effect in answer.effects)
        if not refused:
            self._tell(name, {"type": "accepted", "event": getattr(event, "type", ""), "n": answer.n})
        for effect in answer.effects:
            if isinstance(effect, Rejected):
                self._tell(name, effect)
            elif isinstance(effect, AlertRaised | RulingGiven):
                for console in self._consoles:
                    self._tell(console, effect)

    def _tell(self, name: str, what: Effect | dict[str, Any]) -> None:
        answers = self._consoles.get(name)
        if answers is None:
            return
        if answers.full():
            answers.get_nowait()
        answers.put_nowait(what)

    async def _answer(self, device: Device, answers: asyncio.Queue[object]) -> None:
        while True:
            what = await answers.get()
            with suppress(DeviceGone):
                await device.send(what)

    async def _publish_statuses(self) -> None:
        publisher = self._publisher
        await self._devices.publish_statuses(
            self._raise, broker_connected=lambda: publisher is not None and publisher.connected
        )

    async def _watch_disk(self) -> None:
        try:
            await watch(self._disk, standing=self._table.standing, notify=self._raise)
        except OSError as error:
            raise JournalFailedError(
                f"The journal {self._config.journal} cannot go on: {error}. The table stops."
            ) from error

    async def _watchdog(self) -> None:
        """Tell systemd that we live, as long as the table task does not hang in a commit."""
        interval_s = self._notifier.watchdog_s
        if interval_s is None:
            return
        loop = asyncio.get_running_loop()
        while True:
            if self._table.stuck_s(loop.time()) < interval_s:
                self._notifier.watchdog()
            await asyncio.sleep(interval_s / 2)


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel the tasks and wait for them; asked again where one took it for a fault that came at the same moment."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=ASK_AGAIN_S)


def _machine() -> str:
    """Which machine this is, short: two with one table's name must not share a client's identity by chance."""
    try:
        return MACHINE_ID.read_text().strip()[:12] or platform.node()
    except OSError:
        return platform.node()
