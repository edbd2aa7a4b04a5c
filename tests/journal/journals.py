"""Journals for tests: opened like the daemon does, with a clock that a test can set."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.alerts.notices import Notice
from controller.core.tables import Table, TwentyOneTable
from controller.games import new_table, view
from controller.games.rules_hash import RULES_VERSION
from controller.journal.clock import Clock, Moment, SystemClock
from controller.journal.outbox import Lane
from controller.journal.packing import Packing
from controller.journal.start_record import Start
from controller.journal.store import Journal
from controller.mqtt.messages import BROKER, last_outcome_id
from controller.odds.draw import Draw
from controller.table.recovery import Recovered, recover
from controller.table.task import TableTask

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=5)


def open_journal(folder: Path, clock: Clock | None = None, table: Table = TABLE) -> Journal:
    """The journal of table `t1` in `folder`."""
    return Journal.open(
        folder / "journal.db",
        table="t1",
        game=table.game,
        rules_hash=view(new_table(table)).rules_hash,
        key_path=folder / "key",
        vault_path=folder / "seal",
        clock=clock or SystemClock(),
    )


def readable(journal: Path) -> sqlite3.Connection:
    """To look into the file with its texts unpacked; nothing is written."""
    connection = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
    Packing.of(connection)
    return connection


async def open_table(
    journal: Journal, draw: Draw, table: Table = TABLE, *, noticed: Sequence[Notice] = ()
) -> TableTask:
    """A table task on the journal, its start recorded, with a lane for the broker and one each for button and meter."""
    recovered = recover(journal.archive, table)
    lanes = {name: Lane(journal=journal, name=f"device/{name}") for name in ("button", "meter")}
    task = TableTask(
        journal=journal,
        state=recovered.state,
        start=start(journal, recovered, table),
        broker=Lane(journal=journal, name=BROKER),
        lanes=lanes,
        draw=draw,
    )
    await task.open(*noticed)
    return task


def start(journal: Journal, recovered: Recovered, table: Table) -> Start:
    """The record of a start of table `t1` with a broker, a button and a meter."""
    return Start(
        version="1",
        rules_version=RULES_VERSION,
        rules_hash=view(recovered.state).rules_hash,
        python="3",
        config_hash="c",
        table=table,
        fresh=recovered.fresh,
        boot_id="b",
        journal_id=journal.journal_id,
        public_key=journal.key.public.hex(),
        table_name="t1",
        has_broker=True,
        buttons=("button",),
        meters=("meter",),
        lanes=journal.last_seqs,
        standing=tuple(journal.archive.active_alerts()),
        outcome_id=last_outcome_id(journal.archive),
        code_hash="d",
    )


class SteppedClock:
    """A clock whose UTC can jump while its monotonic time goes on."""

    def __init__(self) -> None:
        self.utc_ns = 1_700_000_000_000_000_000
        self._monotonic_ns = 0

    def __call__(self) -> Moment:
        self._monotonic_ns += 1
        return Moment(self.utc_ns, self._monotonic_ns, True)
