"""The journal read back from its first record: links and seals checked, the rules run again over every event."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.core.effects import DrawMultiplier, RoundEnded
from controller.core.events import AnyEvent, MultiplierDrawn
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import Table
from controller.games import new_table, view
from controller.games.reading import read_event
from controller.games.view import TableView
from controller.journal.archive import Archive, JournalRefusedError
from controller.journal.chain import seal_message
from controller.journal.files.head_file import Head, HeadFile
from controller.journal.files.keys import DeviceKey, Vault, signed_by
from controller.journal.packing import Packing
from controller.mqtt.messages import BROKER
from controller.table.recovery import decide, event_body


@dataclass(frozen=True, slots=True)
class Step:
    """An event of the journal with what the rules say to it now: `n` its record, `view` the table after it."""

    n: int
    event: AnyEvent
    view: TableView
    outcome: dict[str, Any] | None
    orders_draw: bool
    drawn: int | None
    utc_ns: int

    @property
    def ended(self) -> bool:
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A whole journal: `starts` are its starts with their boots, `published` the last message for the broker."""

    steps: list[Step]
    starts: list[tuple[int, str]]
    last: int
    published: int
    parked: int


def replay(path: Path, table: Table, *, head_is_last: bool = True) -> Replayed:
    """Read and replay the journal at `path`; raises JournalRefusedError where anything is not as it was.

    After a cut, or for a copy, the head file may be behind: it has to name one of the records.
    """
    connection = sqlite3.connect(path)
    try:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise JournalRefusedError(f"the file is damaged: {verdict}")
        journal_id, public = connection.execute("SELECT journal_id, public_key FROM identity").fetchone()
        key = DeviceKey.load(path.with_name(path.name + ".key"))
        vault = Vault.load(path.with_name(path.name + ".seal"))
        if key.public != public:
            raise JournalRefusedError("the key beside the journal is another's")
        packing = Packing.of(connection)
        archive = Archive(
            path=path, connection=connection, journal_id=journal_id, public=public, vault=vault, packing=packing
        )
        head = HeadFile(path.with_name(path.name + ".head")).read()
        steps, starts, last = _steps(archive, journal_id, public, head, table, head_is_last=head_is_last)
        parked = connection.execute("SELECT count(*) FROM outbox WHERE parked = 1").fetchone()[0]
        return Replayed(steps, starts, last, archive.lane_position(BROKER)[0], parked)
    finally:
        connection.close()


def _steps(
    archive: Archive, journal_id: str, public: bytes, head: Head | None, table: Table, *, head_is_last: bool
) -> tuple[list[Step], list[tuple[int, str]], int]:
    steps: list[Step] = []
    starts: list[tuple[int, str]] = []
    named = False
    state = new_table(table)
    link = b""
    n = 0
    for stored in archive.records(0):
        record = stored.record
        n, link = record.n, stored.link
        if stored.seal is not None and not signed_by(public, stored.seal, seal_message(journal_id, n, link)):
            raise JournalRefusedError(f"record {n} carries a seal that this device did not make")
        if record.ended and stored.seal is None:
            raise JournalRefusedError(f"record {n} ends a round, but carries no seal")
        named = named or (head is not None and (head.n, head.link) == (n, link))
        if record.kind == "start":
            starts.append((n, json.loads(archive.clear_body(record))["start"]["boot_id"]))
        if record.kind != "event":
            continue
        body = archive.clear_body(record)
        told = json.loads(body)
        event = read_event(dumps(told["event"]), game=table.game)
        state, effects = decide(state, event, n)
        if event_body(event, effects, told.get("asked")) != body:
            raise JournalRefusedError(f"record {n} gives another result now than it gave then")
        outcomes = [to_json_object(effect.outcome) for effect in effects if isinstance(effect, RoundEnded)]
        steps.append(
            Step(
                n=n,
                event=event,
                view=view(state),
                outcome=outcomes[0] if outcomes else None,
                orders_draw=any(isinstance(effect, DrawMultiplier) for effect in effects),
                drawn=event.value if isinstance(event, MultiplierDrawn) else None,
                utc_ns=record.utc_ns,
            )
        )
    if head is None or not head.signed_by(public) or not named or (head_is_last and head.n != n):
        found = "nothing" if head is None else head.n
        raise JournalRefusedError(f"the head file names {found}, the last record is {n}")
    return steps, starts, n


def published(texts: dict[int, tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """The outcomes among the messages that a subscriber heard, in order of `seq`."""
    for _, (topic, text) in sorted(texts.items()):
        if topic == "outcome":
            yield json.loads(text)
