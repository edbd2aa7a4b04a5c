"""How the table is, read from its parts when `health` is published: numbers and states, no card and no money."""

import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.games import view
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from controller.mqtt.contract.bodies import Health, HealthAlert, HealthDevice, HealthOutbox
from controller.mqtt.health import HealthWatch
from controller.table.task import TableTask


def health_of(
    *, name: str, table: TableTask, journal: Journal, lane: Lane, devices: Callable[[], Iterable[Mapping[str, Any]]]
) -> HealthWatch:
    """The health of one table, looked at after each commit."""

    async def read() -> Health:
        now, start = view(table.state), table.start
        return Health(
            version=start.version, code_hash=start.code_hash or "", rules_hash=start.rules_hash,
            config_hash=start.config_hash, game=start.table.game, phase=now.phase, round=now.round,
            open=table.is_open,
            alerts=tuple(
                HealthAlert(code=alert.code, severity=alert.severity, device=alert.device or None)
                for alert in table.active_alerts.values()
            ),
            devices=tuple(
                HealthDevice(device=one["name"], role=one["role"], connected=one["connected"]) for one in devices()
            ),
            outbox=await _outbox(lane),
            commit_p99_ms=table.measures.commit_times.p99_ms,
            disk_free_bytes=shutil.disk_usage(journal.path.parent).free,
            clock_synchronised=journal.synchronised(),
        )  # fmt: skip

    watch = HealthWatch(name, read)
    table.on_commit.append(watch.look)
    return watch


async def _outbox(lane: Lane) -> HealthOutbox:
    """Of several brokers' that which has got furthest: who reads at all of them lacks no more."""
    lane = lane.foremost
    oldest_ns = await lane.oldest_utc_ns()
    since_s = None if oldest_ns is None else round(max(0.0, (time.time_ns() - oldest_ns) / 1e9), 1)
    return HealthOutbox(waiting=lane.waiting, oldest_s=since_s)
