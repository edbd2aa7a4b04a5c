"""What is wired to the table: devices to the desk, orders back to button and meter, answers back to the consoles.

device -> batch -> desk -> committed -> acknowledged to the device
lane of a button or a meter -> orders -> device          desk -> answers -> console
"""

import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from controller.alerts.notices import Alert, DeviceStatus
from controller.configuration.config import Config, DeviceEntry
from controller.core.effects import SetButton, SetMeter
from controller.daemon.consoles.answers import ConsoleAnswers
from controller.daemon.consoles.logins import Logins
from controller.daemon.consoles.socket import ConsoleSocket, Steer
from controller.daemon.devices import Devices, is_published, shows_levels
from controller.daemon.orders import Orders
from controller.daemon.rolls import Rolls
from controller.daemon.tasks import Named
from controller.daemon.told.looked_at import inside_of
from controller.games import view
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from controller.table.desk import Asker, Desk, Reply
from controller.table.inbox import Item
from controller.table.recovery import IDLE
from controller.table.task import TableTask
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import DeviceConnected, DeviceReady

if TYPE_CHECKING:
    from controller.web.server import WebServer
    from controller.web.training import Training


class Wiring:
    """The devices of the configuration at a table, and its console socket; `lanes` by the name of their device."""

    def __init__(
        self,
        config: Config,
        *,
        journal: Journal,
        table: TableTask,
        lanes: dict[str, Lane],
        metrics: Callable[[], Awaitable[bytes]],
        steer: Steer,
        training: "Training | None" = None,
    ) -> None:
        self.devices = Devices(
            config, marks=journal.archive.sequences(), on_events=self._receive, active=table.active_alerts
        )
        self._shoes = {entry.name for entry in config.devices if entry.role == "shoe"}
        self._table = table
        self.desk = Desk(
            game=config.table.game,
            table=table,
            is_gone=self.devices.is_gone,
            devices={entry.name: entry.role for entry in config.devices},
        )
        self._askers = {entry.name: _asker(entry) for entry in config.devices}
        self._orders = {
            entry.name: Orders(
                device=self.devices.by_name[entry.name],
                lane=lanes[entry.name],
                level=partial(self._level, entry),
                n=lambda: table.n,
                roll_s=entry.roll_s,
                show_s=entry.show_s,
                shown=table.measures.shown,
            )
            for entry in config.devices
            if shows_levels(entry)
        }
        meters = [entry for entry in config.devices if entry.role == "meter"]
        self.rolls = Rolls(
            [self._orders[entry.name] for entry in meters if shows_levels(entry)],
            published_s=max((entry.roll_s for entry in meters if is_published(entry)), default=0.0),
        )
        self._answers = {
            entry.name: ConsoleAnswers(self.devices.by_name[entry.name])
            for entry in config.devices
            if entry.role == "console"
        }
        for name, answers in self._answers.items():
            self.desk.attach(name, answers.show)
        self.inside = inside_of(config, journal=journal, table=table, devices=self.devices, metrics=metrics)
        self._web: WebServer | None = None
        if config.web is not None:
            from controller.daemon.pages import pages_of  # noqa: PLC0415 - it costs memory where nobody wants it

            self._web = pages_of(
                config, config.web, journal=journal, table=table, desk=self.desk, devices=self.devices,
                orders=self._orders, inside=self.inside, training=training,
            )  # fmt: skip
        self._socket: ConsoleSocket | None = None
        if config.console_socket is not None:
            self._socket = ConsoleSocket(
                config.console_socket,
                desk=self.desk,
                logins=Logins(config.console),
                devices=self.devices.by_name,
                steer=steer,
            )

    @property
    def is_at_rest(self) -> bool:
        """Whether each lamp and meter that can be reached shows what it has to."""
        return not any(orders.is_under_way for orders in self._orders.values())

    def take(self, config: Config) -> None:
        """What of another configuration holds from now on: who may do what, who may look."""
        for entry in config.devices:
            if entry.role == "console" and entry.name in self._answers:
                self._askers[entry.name] = _asker(entry)
        if self._socket is not None:
            self._socket.logins = Logins(config.console)
        if self._web is not None and config.web is not None:
            self._web.allow(config.web)

    def running(
        self, notify: Callable[[DeviceStatus], Awaitable[None]], *, broker_connected: Callable[[], bool]
    ) -> Iterator[Named]:
        """What runs while the table is open; `notify` takes each device's status."""
        for name, device in self.devices.by_name.items():
            yield f"device {name}", device.run()
        yield "recordings", self.devices.write_recordings()
        yield "device status", self.devices.publish_statuses(notify, broker_connected=broker_connected)
        if self._socket is not None:
            yield "console socket", self._socket.run()
        if self._web is not None:
            yield "web", self._web.run()
        for name, orders in self._orders.items():
            yield f"orders {name}", orders.run()
        for name, answers in self._answers.items():
            yield f"answers {name}", answers.run()

    def _receive(self, name: str, batch: list[Received], committed: Callable[[], None]) -> None:
        """Calls `committed` when the batch is; only then is it acknowledged to the device, and that before all else."""
        items = [Item(received.event, received.sequence) for received in batch]  # type: ignore[arg-type]
        items += [Item(alert) for alert in self._restarted(name, batch)]
        began, sent = time.perf_counter(), [received.event for received in batch]
        self._table.measures.came(sent)

        def done(replies: list[Reply]) -> None:
            committed()
            self._table.measures.received(time.perf_counter() - began, sent)
            self._replied(name, items, replies)

        self.desk.hand_in(self._askers[name], items, done)

    def _replied(self, name: str, items: list[Item], replies: list[Reply]) -> None:
        for item, reply in zip(items, replies, strict=True):
            if reply.n is not None:
                self.devices.committed(name, item.what, reply.effects)
            if name in self._answers:
                for line in reply.as_it_came():
                    self._answers[name].put(line)
            if name in self._orders and isinstance(item.what, DeviceConnected):
                self._orders[name].connected()

    def _restarted(self, name: str, batch: list[Received]) -> Iterator[Alert]:
        """A shoe that begins anew while a round is open has forgotten what it had not sent."""
        if name not in self._shoes or not any(isinstance(event, DeviceReady) and event.restarted for event, _ in batch):
            return
        if (now := view(self._table.state)).phase != IDLE:
            text = (
                f"{name} has begun anew in round {now.round}: another shoe, or this one was without power. A card drawn"
                " meanwhile may be missing from the record."
            )
            yield Alert(code="shoe_restarted", text=text, device=name)

    def _level(self, entry: DeviceEntry) -> SetButton | SetMeter:
        """What the device has to show now."""
        now = view(self._table.state)
        return now.button if entry.role == "button" else now.meter


def _asker(entry: DeviceEntry) -> Asker:
    """Who sends what comes from a device: at a console somebody of the rank that it is for."""
    return Asker(
        device=entry.name,
        authority=entry.rank_here,
        to_raise=f"use a console of that rank, or give it to this one by `rank` of the device {entry.name}",
    )
