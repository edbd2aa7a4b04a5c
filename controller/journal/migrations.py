"""The journal's tables, by numbered steps that only go forward.

A database of a newer number is refused: an older program does not know what the newer one promised. One of an older
number is copied whole, and the copy checked, before the first step is taken. The number is SQLite's `user_version`;
`application_id` marks the file as a journal.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.core.dataclass import dataclass
from controller.journal.files.lock import MODE

APPLICATION_ID: Final = 0x54434A4C
"""`TCJL`, so that file(1) and we know a journal from any other database."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: its number, what it is for, and its statements.

    `only_new`: a journal that was begun before keeps its form and its number, and is written and read as it is.
    """

    number: int
    purpose: str
    statements: tuple[str, ...]
    only_new: bool = False


MIGRATIONS: Final = (
    Migration(
        1,
        "records with their chain, lanes with their outbox, snapshots, active alerts",
        (
            """CREATE TABLE identity (
                journal_id TEXT NOT NULL, table_name TEXT NOT NULL, public_key BLOB NOT NULL
            ) STRICT""",
            """CREATE TABLE records (
                n INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                start INTEGER NOT NULL,
                utc_ns INTEGER NOT NULL,
                monotonic_ns INTEGER NOT NULL,
                synchronised INTEGER NOT NULL,
                round INTEGER NOT NULL,
                ended INTEGER NOT NULL,
                device TEXT,
                sequence TEXT,
                sealed INTEGER NOT NULL,
                body ANY NOT NULL,
                link BLOB NOT NULL,
                seal BLOB
            ) STRICT""",
            "CREATE INDEX rounds_ended ON records (n) WHERE ended = 1",
            "CREATE INDEX starts ON records (n) WHERE kind = 'start'",
            "CREATE TABLE snapshots (n INTEGER PRIMARY KEY, state BLOB NOT NULL, signature BLOB NOT NULL) STRICT",
            """CREATE TABLE lanes (
                lane TEXT PRIMARY KEY, last INTEGER NOT NULL, done INTEGER NOT NULL, kept INTEGER NOT NULL, mark BLOB
            ) STRICT""",
            """CREATE TABLE outbox (
                lane TEXT NOT NULL,
                seq INTEGER NOT NULL,
                n INTEGER NOT NULL,
                utc_ns INTEGER NOT NULL,
                topic TEXT NOT NULL,
                retain INTEGER NOT NULL,
                payload TEXT NOT NULL,
                parked INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (lane, seq)
            ) STRICT, WITHOUT ROWID""",
            "CREATE TABLE retained (topic TEXT PRIMARY KEY, seq INTEGER NOT NULL, payload TEXT NOT NULL) STRICT",
            "CREATE TABLE sequences (device TEXT PRIMARY KEY, sequence TEXT NOT NULL, n INTEGER NOT NULL) STRICT",
            """CREATE TABLE standing (
                code TEXT NOT NULL, device TEXT NOT NULL, n INTEGER NOT NULL, severity TEXT NOT NULL,
                text TEXT NOT NULL, rule TEXT, PRIMARY KEY (code, device)
            ) STRICT""",
        ),
    ),
    Migration(
        2,
        "texts packed by the journal's own words; the outbox in the order in which it is written",
        (
            "CREATE TABLE words (words BLOB NOT NULL) STRICT",
            "DROP TABLE outbox",
            """CREATE TABLE outbox (
                lane TEXT NOT NULL,
                seq INTEGER NOT NULL,
                n INTEGER NOT NULL,
                utc_ns INTEGER NOT NULL,
                topic TEXT NOT NULL,
                retain INTEGER NOT NULL,
                payload ANY NOT NULL,
                parked INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (lane, seq)
            ) STRICT""",
            "DROP TABLE retained",
            "CREATE TABLE retained (topic TEXT PRIMARY KEY, seq INTEGER NOT NULL, payload ANY NOT NULL) STRICT",
        ),
        only_new=True,
    ),
)


class MigrationError(Exception):
    """The database cannot be brought to what this program knows; the text is a sentence."""


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Path | None:
    """Bring the database at `path` to the last number; the path of the copy made before, if one was needed.

    Raises MigrationError for a newer database or one of another kind, sqlite3.Error where it cannot be written.
    """
    number = connection.execute("PRAGMA user_version").fetchone()[0]
    known = migrations[-1].number
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    if not empty and application_id != APPLICATION_ID:
        raise MigrationError(f"The file {path} is a database, but no journal (application id {application_id:#x}).")
    if number > known:
        raise MigrationError(
            f"The journal {path} has version {number}, but this program knows only up to {known}: "
            "start the newer program that wrote it."
        )
    steps = migrations if empty else due(number, migrations)
    if not steps:
        return None
    copy = None if empty else _copy(connection, path, number)
    for migration in steps:
        connection.execute("BEGIN IMMEDIATE")
        for statement in migration.statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {migration.number}")
        connection.execute("COMMIT")
    return copy


def due(number: int, migrations: Sequence[Migration] = MIGRATIONS) -> Sequence[Migration]:
    """The steps that a journal of this number lacks."""
    return [step for step in migrations if step.number > number and not (number and step.only_new)]


def _copy(connection: sqlite3.Connection, path: Path, number: int) -> Path:
    """The whole database beside itself, checked."""
    target = path.with_name(f"{path.name}.before-{number + 1}")
    target.unlink(missing_ok=True)
    target.touch(MODE)
    with sqlite3.connect(target) as copy:
        connection.backup(copy)
        verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
    copy.close()
    if verdict != "ok":
        raise MigrationError(f"The copy {target} made before the migration is damaged: {verdict}. Nothing was changed.")
    return target
