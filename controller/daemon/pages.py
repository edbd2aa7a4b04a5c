"""The pages of a table, put together: loaded only where the configuration has [web], because it costs memory."""

import time
from collections.abc import Mapping
from typing import Final

from controller.alerts.notices import PersonNotice
from controller.configuration.config import Config
from controller.configuration.sections import Web
from controller.daemon.devices import Devices
from controller.daemon.orders import Orders
from controller.daemon.trials import Trials
from controller.games.registry import GAMES
from controller.journal.store import Journal
from controller.table.desk import Desk
from controller.table.inbox import Item
from controller.table.task import TableTask
from controller.web.inside import Inside
from controller.web.revised import Revised
from controller.web.rolling import Rolling
from controller.web.seen import Source
from controller.web.server import WebServer
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
    inside: Inside,
    training: Training | None,
) -> WebServer:
    """The server of one table's pages, which is told of each commit."""

    async def notify(notice: PersonNotice) -> None:
        await table.submit(Item(notice))

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
        revised=Revised(journal.lookup, journal.archive),
        training=training,
        trial=lambda: trials.now,
    )
    server = WebServer(
        web, folder=config.file.parent, source=source, desk=desk, register=config.people, notify=notify,
        archive=journal.archive, inside=inside, trials=trials, config=config.file, utc_ns=time.time_ns,
    )  # fmt: skip
    table.on_commit.append(server.live.committed)
    return server
