"""The table's devices: made from the configuration, their status published, their last frames written beside an alert.

A meter by `mqtt` has no port and so no device here: the retained topic `meter` is the meter, the broker's PUBACK its
answer; only its status is published, connected when the broker is.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NoReturn

import structlog

from controller.alerts.notices import Alert, DeviceStatus
from controller.beat import beat
from controller.configuration.config import Config, DeviceEntry
from controller.configuration.installed import recordings_folder
from controller.core.effects import AlertRaised, CardShown, Effect
from controller.core.events import Event
from controller.core.tables import Table
from controller.games import registry
from controller.journal.clock import rfc3339
from drivers.devices.batches import OnEvents
from drivers.devices.device import Device
from drivers.devices.recordings import write_recording
from drivers.protocols.base.protocol import LineSettings
from drivers.protocols.base.reports import DeviceFlooding, DeviceUnreadable, Report
from drivers.registry import find

STATUS_EVERY_S: Final = 1.0
COUNTERS_EVERY_S: Final = 60.0
"""A device's status is published at once when it comes or goes, what else changes not more often than this."""
RECORDING_EVERY_S: Final = 10.0
"""A device that raises alert after alert of one kind is written down so often: the ring holds what was between."""
RECORDINGS_APART_S: Final = 5.0
"""A recording holds every device, so it serves all alerts of its moment, as when a hub loses its power; what is raised
while one is fresh waits for the next, and the ring holds it meanwhile."""
RECORDINGS_WAITING: Final = 100

_log = structlog.get_logger("devices")


class Devices:
    """See the module; `by_name` are those with a port, `changed_kind` whose mark another kind of driver had given.

    `active` are the alerts, by code and device, that are so from before the start.
    """

    def __init__(
        self,
        config: Config,
        *,
        marks: Mapping[str, str],
        on_events: OnEvents,
        active: Collection[tuple[str, str]] = (),
    ) -> None:
        self.changed_kind: list[str] = []
        self._config = config
        self._on_events = on_events
        self._active = active
        self._published = [entry for entry in config.devices if is_published(entry)]
        self.by_name = {
            entry.name: self._make(entry, marks.get(entry.name)) for entry in config.devices if not is_published(entry)
        }
        self._causes: asyncio.Queue[dict[str, str]] = asyncio.Queue(RECORDINGS_WAITING)
        self._recorded: dict[tuple[str, str], float] = {}

    def _make(self, entry: DeviceEntry, mark: str | None) -> Device:
        make = partial(
            Device.on_port,
            entry.name,
            driver=entry.driver,
            role=entry.role,
            port=entry.port,
            on_events=self._on_events,
            line=line_of(entry),
            options=entry.options,
            least_card_interval_s=entry.card_interval_s,
            cards=cards_of(self._config.table, entry),
            others=[other.port for other in self._config.devices if other is not entry],
            unreadable=(DeviceUnreadable.code, entry.name) in self._active,
            flooding=(DeviceFlooding.code, entry.name) in self._active,
        )
        try:
            return make(resume=mark)
        except ValueError:
            self.changed_kind.append(entry.name)
            return make()

    def is_gone(self, name: str) -> bool:
        """Whether the table has a device of this name that cannot be reached now."""
        return name in self.by_name and not self.by_name[name].reachable

    async def publish_statuses(
        self, notify: Callable[[DeviceStatus], Awaitable[None]], *, broker_connected: Callable[[], bool]
    ) -> NoReturn:
        """Every device's status, when it changes; for the daemon's life."""
        loop = asyncio.get_running_loop()
        known: dict[str, tuple[object, object, float]] = {}
        while True:
            for name, body in (*self._statuses(), *self._published_statuses(broker_connected())):
                link, rest = (body["connected"], body["firmware"] is None), (body["firmware"], body["errors"])
                before = known.get(name)
                fresh = before is None or before[0] != link
                if before is not None and before[1] != rest and loop.time() - before[2] >= COUNTERS_EVERY_S:
                    fresh = True
                if fresh:
                    known[name] = (link, rest, loop.time())
                    await notify(DeviceStatus(device=name, status=self._timed(name, body)))
            await beat(STATUS_EVERY_S)

    def _statuses(self) -> Iterable[tuple[str, dict[str, Any]]]:
        """Without the time of the last frame, see `_timed`."""
        for name, device in self.by_name.items():
            status = device.status()
            yield name, {
                "driver": status.driver, "role": status.role, "port": status.port, "connected": status.connected,
                "firmware": status.firmware, "last_frame": None, "errors": dict(status.errors),
            }  # fmt: skip

    def _timed(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        at = self.by_name[name].status().last_frame_at if name in self.by_name else None
        if at is None:
            return body
        ago_s = asyncio.get_running_loop().time() - at
        return body | {"last_frame": rfc3339(time.time_ns() - round(ago_s * 1e9))}

    def _published_statuses(self, connected: bool) -> Iterable[tuple[str, dict[str, Any]]]:
        for entry in self._published:
            yield entry.name, {
                "driver": entry.driver, "role": entry.role, "port": "", "connected": connected, "firmware": None,
                "last_frame": None, "errors": {},
            }  # fmt: skip

    def states(self) -> Iterable[dict[str, Any]]:
        """Each device as the pages show it; without times, which would change with every frame."""
        for name, body in self._statuses():
            yield {"name": name} | {key: body[key] for key in ("role", "driver", "port", "connected", "firmware")}

    def statuses(self) -> list[dict[str, Any]]:
        """Each device with everything that is known of it."""
        return [{"name": name, **self._timed(name, body)} for name, body in self._statuses()]

    def frames(self, name: str, last: int) -> list[dict[str, Any]] | None:
        """The last of a device's ring, unseen faces masked; None where there is no such device."""
        if name not in self.by_name:
            return None
        now = asyncio.get_running_loop().time()
        return list(self.by_name[name].recorder.lines(loop_now=now, utc_now=datetime.now(UTC)))[-last:]

    # --- the flight recorder --------------------------------------------------------------------------------------

    def committed(self, name: str, what: object, effects: Iterable[Effect]) -> None:
        """Something that a device sent is committed, with what the rules answered."""
        code = what.code if isinstance(what, Report | Alert) and what.severity != "info" else None
        for effect in effects:
            if isinstance(effect, CardShown) and isinstance(what, Event):
                self.by_name[name].recorder.shown(what)
            elif isinstance(effect, AlertRaised):
                code = code or effect.code
        if code is not None:
            self._cause(code, name)

    def _cause(self, code: str, name: str) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._recorded.get((code, name), float("-inf")) >= RECORDING_EVERY_S and not self._causes.full():
            self._recorded[code, name] = now
            at = datetime.now(UTC).isoformat()
            self._causes.put_nowait({"alert": code, "code": code, "device": name, "at": at})

    async def write_recordings(self) -> NoReturn:
        """Write the last frames of all devices beside each alert; for the daemon's life."""
        loop = asyncio.get_running_loop()
        folder = recordings_folder(self._config.journal)
        while True:
            causes = [await self._causes.get()]
            while not self._causes.empty():
                causes.append(self._causes.get_nowait())
            now = datetime.now(UTC)
            frames = {
                one: device.recorder.lines(loop_now=loop.time(), utc_now=now) for one, device in self.by_name.items()
            }
            try:
                path = await asyncio.to_thread(write_recording, folder, causes=causes, devices=frames)
            except (OSError, RuntimeError) as error:  # A disk at its end shows in the journal; no thread is left.
                _log.error("recording_failed", alerts=len(causes), reason=str(error))
            else:
                _log.info("recording_written", alerts=len(causes), file=str(path))
            await asyncio.sleep(RECORDINGS_APART_S)


def is_published(entry: DeviceEntry) -> bool:
    """Whether the device is a topic, and has no port."""
    return find(entry.driver).transports == {"none"}


def shows_levels(entry: DeviceEntry) -> bool:
    """Whether the device is given the levels that the table wants, over a lane of its own."""
    return entry.role in {"button", "meter"} and not is_published(entry)


def line_of(entry: DeviceEntry) -> LineSettings:
    """A device's line settings: the driver's own, with what the configuration sets."""
    given = {key: value for key, value in entry.line.model_dump().items() if value is not None}
    return LineSettings(**(asdict(find(entry.driver).line) | given))


def cards_of(table: Table, entry: DeviceEntry) -> int | None:
    """How many cards the decks in use have; None for a shoe that gets a deck for each round."""
    game = registry.find(table.game)
    if game.deck_a_round and entry.role == "shoe":
        return None
    return table.decks * len(game.deck)
