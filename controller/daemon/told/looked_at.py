"""What is seen of a running table's inside: for the technician's page, and for `tablectl top` over the socket."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from controller.configuration.certificates import Certificate, certificates
from controller.configuration.config import Config
from controller.configuration.installed import recordings_folder
from controller.configuration.secrets import redacted
from controller.core.outcomes import to_json_object
from controller.daemon.devices import Devices
from controller.doctor.remedies import whereabouts
from controller.games import view
from controller.journal.clock import rfc3339
from controller.journal.store import Journal
from controller.table.task import TableTask
from controller.web.inside import FRAMES, Inside


def inside_of(
    config: Config,
    *,
    journal: Journal,
    table: TableTask,
    devices: Devices,
    metrics: Callable[[], Awaitable[bytes]],
) -> Inside:
    """Each part is asked when somebody looks."""

    def configuration() -> Any:
        return redacted(
            {
                "file": str(config.file), "hash": config.hash, "house": config.house.model_dump(),
                "table": to_json_object(config.table),
                "mqtt": config.mqtt.model_dump() if config.mqtt is not None else None,
                "web": config.web.model_dump() if config.web is not None else None,
                "devices": [entry.model_dump() for entry in config.devices],
            }
        )  # fmt: skip

    entries = {entry.name: entry for entry in config.devices}
    return Inside(
        table=table,
        journal=config.journal,
        about=lambda: table.start.about,
        outbox=table.waiting,
        synchronised=journal.synchronised,
        devices=devices.statuses,
        frames=lambda name: devices.frames(name, FRAMES),
        configuration=configuration,
        certificates=lambda: [_shown(one) for one in certificates(config)],
        plug=lambda name: whereabouts(config, entries[name]),
        recordings=recordings_folder(config.journal),
        since=rfc3339(time.time_ns()),
        metrics=metrics,
        stuck_s=lambda: table.stuck_s(asyncio.get_running_loop().time()),
    )


def _shown(one: Certificate) -> dict[str, Any]:
    use = "web" if one.key.startswith("web.") else "broker"
    ends = None if one.not_after is None else f"{one.not_after:%Y-%m-%d}"
    return {"use": use, "file": str(one.file), "ends": ends, "reason": one.reason}


async def looked_at(config: Config, inside: Inside, *, brokers: Mapping[str, bool]) -> dict[str, Any]:
    """How the table is, as JSON; `brokers` by address, whether each is connected."""
    table = inside.table
    now = view(table.state)
    alerts = [
        {"code": alert.code, "device": alert.device, "severity": alert.severity, "text": alert.text}
        for alert in table.active_alerts.values()
    ]
    return {
        "name": config.house.table, "game": config.table.game, "round": now.round, "phase": now.phase,
        "closed": table.why_closed(), "brokers": brokers, "inbox": len(table.inbox),
        "stuck_s": inside.stuck_s(), "tasks": len(asyncio.all_tasks()), "alerts": alerts,
        "devices": inside.devices(), **await inside.health(),
    }  # fmt: skip
