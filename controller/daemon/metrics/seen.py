"""What is looked at when somebody asks: alerts, devices, outbox, broker, journal, disk, clock, certificates."""

import asyncio
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from controller.configuration.certificates import certificates
from controller.configuration.config import Config
from controller.daemon.devices import Devices
from controller.daemon.watches.package import PackageWatch
from controller.games import view
from controller.journal.clock import utc_ns_of
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from controller.mqtt.publisher import Publisher
from controller.release import release, revision
from controller.table.task import TableTask

HASH_DIGITS: Final = 16


@dataclass(kw_only=True, eq=False)
class Seen(Collector):
    """Of one table; `lanes` are those that something goes out by."""

    config: Config
    table: TableTask
    journal: Journal
    lanes: tuple[Lane, ...]
    devices: Devices
    publishers: tuple[Publisher, ...]
    package: PackageWatch | None
    _oldest_ns: Mapping[str, int] = field(default_factory=dict)
    _parked: Mapping[str, int] = field(default_factory=dict)
    _counted_at: int = -1

    async def look(self) -> None:
        """What has to be read from the journal, before `collect`."""
        lookup = self.journal.lookup
        oldest = {}
        for lane in self.lanes:
            for name, reader in lane.by_reader().items():
                if (utc_ns := await reader.oldest_utc_ns()) is not None:
                    oldest[name] = utc_ns
        self._oldest_ns = oldest
        if (parks := sum(lane.parks for lane in self.lanes)) != self._counted_at:  # every row is looked at for it
            self._counted_at, self._parked = parks, await lookup.parked()

    def describe(self) -> Iterator[Metric]:
        """Nothing is asked at the registration."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        yield from self._of_the_table()
        yield from self._of_the_outbox()
        yield from self._of_the_devices()
        journal = self.config.journal
        sizes = (one.stat().st_size for one in journal.parent.glob(f"{journal.name}*") if one.suffix != ".reserve")
        yield self._gauge("journal_bytes", "Bytes of the journal's files.", sum(sizes))
        free = shutil.disk_usage(self.config.journal.parent).free
        yield self._gauge("disk_free_bytes", "Bytes left on the journal's disk.", free)
        text = "Whether a time server vouches for the table PC's clock."
        yield self._gauge("clock_synchronised", text, self.journal.synchronised())
        yield from self._of_the_package()
        text = "When a certificate of the configuration expires, in seconds since 1970."
        ends = self._family("certificate_not_after_seconds", text, "certificate")
        for found in certificates(self.config):
            if found.not_after is not None:
                self._add(ends, found.not_after.timestamp(), found.key)
        yield ends

    def _of_the_table(self) -> Iterator[Metric]:
        about, name = self.table.start.about, "build_info"
        labels = ("version", "revision", "code", "rules", "config")
        info = self._family(name, "Always 1: release and the first digits of its hashes.", *labels)
        hashes = (str(about[f"{one}_hash"] or "")[:HASH_DIGITS] for one in ("code", "rules", "config"))
        self._add(info, 1, release().partition("+")[0], revision() or "", *hashes)
        yield info
        yield self._gauge("open", "Whether a round may be opened now.", self.table.why_closed() is None)
        yield self._gauge("round", "The last round begun.", view(self.table.state).round)
        yield self._gauge("journal_records", "The number of the last record.", self.table.n)
        yield self._gauge("inbox_events", "What has come and is not decided yet.", len(self.table.inbox))
        stuck_s = self.table.stuck_s(asyncio.get_running_loop().time())
        yield self._gauge("task_stuck_seconds", "For how long the commit at hand has been under way.", stuck_s)
        yield self._gauge("tasks", "Tasks of the event loop.", len(asyncio.all_tasks()))
        alerts = self._family("alert_active", "An active alert.", "code", "device", "severity")
        for alert in self.table.active_alerts.values():
            self._add(alerts, 1, alert.code, alert.device, alert.severity)
        yield alerts

    def _of_the_outbox(self) -> Iterator[Metric]:
        waiting = self._family("outbox_waiting_rows", "Not yet delivered.", "lane")
        oldest = self._family("outbox_oldest_seconds", "The age of the oldest row not delivered.", "lane")
        parked = self._family("outbox_parked_rows", "Refused for good.", "lane")
        now_ns = time.time_ns()
        for lane in self.lanes:
            for name, reader in lane.by_reader().items():
                self._add(waiting, reader.waiting, name)
                since_ns = self._oldest_ns.get(name, now_ns) if reader.waiting else now_ns
                self._add(oldest, max(0, now_ns - since_ns) / 1e9, name)
            self._add(parked, self._parked.get(lane.name, 0), lane.name)
        yield from (waiting, oldest, parked)
        if not self.publishers:
            return
        connected = self._family("broker_connected", "Whether the broker has our topics.", "host")
        text = "Connections that came about."
        connects = CounterMetricFamily("tabled_broker_connects", text, labels=("table", "host"))
        for one in self.publishers:
            self._add(connected, one.connected, str(one.broker))
            connects.add_metric((self.config.house.table, str(one.broker)), one.connects)
        yield from (connected, connects)

    def _of_the_devices(self) -> Iterator[Metric]:
        connected = self._family("device_connected", "Whether the device was last seen connected.", "device")
        text = "When a device last sent something, in seconds since 1970."
        last = self._family("device_last_frame_timestamp_seconds", text, "device")
        errors = CounterMetricFamily(
            "tabled_device_errors", "Errors of a device's line.", labels=("table", "device", "kind")
        )
        for device in self.devices.statuses():
            self._add(connected, device["connected"], device["name"])
            if device["last_frame"] is not None:
                self._add(last, utc_ns_of(device["last_frame"]) / 1e9, device["name"])
            for kind, count in device["errors"].items():
                errors.add_metric((self.config.house.table, device["name"], kind), count)
        yield from (connected, last, errors)

    def _of_the_package(self) -> Iterator[Metric]:
        """Nothing before the first self-check, and where no package is installed."""
        ok = self._family("self_check_ok", "Whether every installed file was as signed at the last self-check.")
        last = self._family("self_check_timestamp_seconds", "When that was, in seconds since 1970.")
        if self.package is not None and self.package.checked_s is not None:
            self._add(ok, self.package.ok)
            self._add(last, self.package.checked_s)
        yield from (ok, last)

    def _family(self, name: str, text: str, *labels: str) -> GaugeMetricFamily:
        return GaugeMetricFamily(f"tabled_{name}", text, labels=("table", *labels))

    def _add(self, family: GaugeMetricFamily, value: Any, *labels: str) -> None:
        family.add_metric((self.config.house.table, *labels), float(value))

    def _gauge(self, name: str, text: str, value: Any) -> GaugeMetricFamily:
        family = self._family(name, text)
        self._add(family, value)
        return family
