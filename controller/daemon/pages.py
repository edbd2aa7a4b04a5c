"""The pages of a table, put together: loaded only where the configuration has [web], because it costs memory."""

import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from controller.alerts.notices import PersonNotice
from controller.configuration.certificates import first_end
from controller.configuration.config import Config
from controller.configuration.installed import recordings_folder
from controller.configuration.sections import Web
from controller.core.outcomes import to_json_object
from controller.daemon.devices import Devices
from controller.daemon.orders import Orders
from controller.daemon.trials import Trials
from controller.doctor.remedies import whereabouts
from controller.games.registry import GAMES
from controller.journal.clock import rfc3339
from controller.journal.start_record import Start
from controller.journal.store import Journal
from controller.table.desk import Desk
from controller.table.task import Item, TableTask
from controller.web.inside import FRAMES, Inside
from controller.web.rolling import Rolling
from controller.web.seen import Source
from controller.web.server import WebServer
from controller.web.tools import redacted
from controller.web.training import Training

LIFE_DIGITS: Final = 8


def pages_of(
    config: Config,
    web: Web,
    *,
    journal: Journal,
    table: TableTask,
    desk: Desk,
    devices: Devices,
    orders: Mapping[str, Orders],
    training: Training | None,
) -> WebServer:
    """The server of one table's pages, which is told of each commit."""
    entries = {entry.name: entry for entry in config.devices}

    async def notify(notice: PersonNotice) -> None:
        await table.submit(Item(notice))

    def configuration() -> Any:
        return redacted(
            {
                "file": str(config.file), "hash": config.hash, "house": config.house.model_dump(),
                "table": to_json_object(config.table),
                "mqtt": config.mqtt.model_dump() if config.mqtt is not None else None,
                "web": web.model_dump(), "devices": [entry.model_dump() for entry in config.devices],
            }
        )  # fmt: skip

    rolling = Rolling(
        max((entry.roll_s for entry in config.devices if entry.role == "meter"), default=0.0),
        drawn_s=lambda: table.drawn_s,
    )
    trials = Trials(
        table=table,
        devices=devices.by_name,
        orders=orders,
        figures=GAMES[config.table.game].multipliers,
        rolls=lambda: rolling.left_s() > 0,
        notify=notify,
        changed=lambda: server.live.committed(),  # noqa: PLW0108 - it is made below
    )
    source = Source(
        table=table,
        name=config.house.table,
        game=config.table.game,
        life=f"{journal.journal_id[:LIFE_DIGITS]}.{journal.n + 1}",
        devices=lambda: list(devices.states()),
        rolling=rolling,
        training=training,
        trial=lambda: trials.now,
    )
    inside = Inside(
        table=table,
        journal=config.journal,
        about=lambda: _about(table.start),
        outbox=table.waiting,
        synchronised=journal.synchronised,
        devices=devices.statuses,
        frames=lambda name: devices.frames(name, FRAMES),
        configuration=configuration,
        certificates=lambda: list(_certificates(config)),
        plug=lambda name: whereabouts(config, entries[name]),
        recordings=recordings_folder(config.journal),
        trials=trials,
        since=rfc3339(time.time_ns()),
    )
    server = WebServer(
        web, folder=config.file.parent, source=source, desk=desk, register=config.people, notify=notify,
        archive=journal.archive, inside=inside, config=config.file, utc_ns=time.time_ns,
    )  # fmt: skip
    table.on_commit.append(server.live.committed)
    return server


def _certificates(config: Config) -> Iterator[dict[str, Any]]:
    """Those of the pages and of the broker, each with its end."""
    given = [("web", config.web.tls_cert)] if config.web is not None else []
    if config.mqtt is not None:
        given += [("broker", config.mqtt.ca_file), ("broker", config.mqtt.cert_file)]
    for use, name in given:
        if name is None:
            continue
        file = config.file.parent / name
        try:
            yield {"use": use, "file": str(file), "ends": f"{_end(file, file.stat().st_mtime_ns):%Y-%m-%d}"}
        except (OSError, ValueError) as error:
            yield {"use": use, "file": str(file), "ends": None, "reason": str(error)}


@lru_cache(maxsize=8)
def _end(file: Path, changed_ns: int) -> datetime:
    del changed_ns  # another file under the same name
    return first_end(file)


def _about(start: Start) -> dict[str, Any]:
    """Release, hashes and public key of a run."""
    return {
        "release": start.version, "rules": start.rules_version, "rules_hash": start.rules_hash,
        "code_hash": start.code_hash, "config_hash": start.config_hash, "public_key": start.public_key,
    }  # fmt: skip
