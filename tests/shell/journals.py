"""Journals for tests: opened like the daemon does, with a clock that a test can set."""

from pathlib import Path
from typing import Final

from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import Table, TwentyOneTable
from controller.games import view
from controller.shell.clock import Clock, Moment, SystemClock
from controller.shell.journal import Journal
from controller.shell.messages import BROKER, Messages
from controller.shell.multiplier import Draw
from controller.shell.outbox import Lane
from controller.shell.recovery import recover
from controller.shell.table_task import TableTask

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=5)


def open_journal(folder: Path, clock: Clock | None = None) -> Journal:
    """The journal of table `t1` in `folder`."""
    return Journal.open(
        folder / "journal.db",
        table="t1",
        key_path=folder / "key",
        vault_path=folder / "seal",
        clock=clock or SystemClock(),
    )


async def open_table(journal: Journal, draw: Draw, table: Table = TABLE) -> TableTask:
    """A table task on the journal, its start recorded, with a lane for the broker and one each for button and meter."""
    recovered = recover(journal.archive, table)
    lanes = {name: Lane(journal=journal, name=f"device/{name}") for name in ("button", "meter")}
    task = TableTask(
        journal=journal,
        state=recovered.state,
        messages=Messages(journal=journal, table_name="t1", table=table, has_broker=True),
        broker=Lane(journal=journal, name=BROKER),
        lanes=lanes,
        buttons=["button"],
        meters=["meter"],
        draw=draw,
    )
    body = dumps({"start": {"table": to_json_object(table)}})
    await task.record("start", body, [task._messages.state(view(recovered.state), is_open=True)])
    return task


class SteppedClock:
    """A clock whose UTC can jump while its monotonic time goes on."""

    def __init__(self) -> None:
        self.utc_ns = 1_700_000_000_000_000_000
        self._monotonic_ns = 0

    def __call__(self) -> Moment:
        self._monotonic_ns += 1
        return Moment(self.utc_ns, self._monotonic_ns, True)
