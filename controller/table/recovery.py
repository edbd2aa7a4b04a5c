"""Restart is replay: the newest snapshot, then the rules over every event since, each held against what it did then.

    no record yet             -> a new table
    the table line is another -> what it leaves valid goes on, but only between rounds: no setting changes in a round
    else                      -> snapshot, then `decide` over the events after it

The journal keeps the effects of each event. A replay that gives others means that these are not the rules, or not the
records, of then: the start is refused, because the players' round cannot be known. A restart in the middle of a round
is not yet a power failure of the table; the floor is offered the clause and decides.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from controller.core.dataclass import dataclass
from controller.core.effects import AlertRaised, Effect
from controller.core.events import AnyEvent
from controller.core.outcomes import dumps, text_of
from controller.core.reader import MalformedLine
from controller.core.tables import Table
from controller.core.writer import effects_to_json, event_to_json
from controller.games import State, new_table, retable, step, view
from controller.games.reading import read_event, table_from_record
from controller.games.rules_hash import RULES_VERSION
from controller.journal.archive import Archive, JournalRefusedError, reading
from controller.journal.chain import Record
from controller.journal.start_record import Start, StartRecordError, read_start

IDLE: Final = "idle"
"""The phase of every game's view while no round is open."""


class OtherRulesError(JournalRefusedError):
    """The round that is open, or the state, is of other rules than these."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """The state to go on from; `fresh` where it is no continuation, `changed` where that is for another table line."""

    state: State
    fresh: bool
    changed: bool
    replayed: int


def decide(state: State, event: AnyEvent, n: int) -> tuple[State, list[Effect]]:
    """The rules' answer to record `n`, live and in replay alike; a fault of theirs leaves the state as it was.

    It is alarmed, and the event is journaled all the same: a fact is never lost, and a fault no loop of restarts.
    """
    try:
        return step(state, event, n)
    except Exception as error:  # noqa: BLE001 - the border between the rules and the controller
        text = f"The rules failed at `{event.type}` ({type(error).__name__}); nothing was changed by it."
        return state, [AlertRaised("rules_failed", text, None, "critical")]


def event_body(event: AnyEvent, effects: list[Effect], asked: Mapping[str, Any] | None = None) -> str:
    """An event's record: itself, what it did, and who asked for it where a person did."""
    body = f"{_EVENT}{text_of(event_to_json(event))}{_EFFECTS}{effects_to_json(effects)}"
    return f"{body}}}" if asked is None else f"{body}{_ASKED}{dumps(dict(asked))}}}"


def state_to_json(state: State) -> bytes:
    """A snapshot."""
    return _adapter(state).dump_json(state, by_alias=True)


def state_from_json(text: bytes, table: Table, what: str) -> State:
    """The state that a snapshot holds; `what` names it where JournalRefusedError is raised."""
    try:
        state: State = _adapter(new_table(table)).validate_json(text)
    except ValidationError as error:
        raise OtherRulesError(
            f"{what} is not of these rules ({error.error_count()} faults)."
            " Start the release that wrote it and let it stop between rounds."
        ) from error
    return state


def recover(archive: Archive, table: Table) -> Recovered:
    """The state after the last record; raises JournalRefusedError."""
    with reading(archive.path):
        return _recover(archive, table)


def _recover(archive: Archive, table: Table) -> Recovered:
    start = archive.last_start()
    if start is None:
        return Recovered(new_table(table), fresh=True, changed=False, replayed=0)
    before = _start_of(archive, next(archive.records(start.n - 1)).record).table
    snapshot = archive.last_snapshot()
    if snapshot is None:
        raise JournalRefusedError(f"The journal {archive.path} has records, but no snapshot to start from.")
    n, text = snapshot
    state = state_from_json(text, before, f"The snapshot after record {n} of {archive.path}")
    replayed = 0
    for stored in archive.records(n):
        if stored.record.kind == "event":
            state, _, _ = again(archive, stored.record, state, before.game)
            replayed += 1
    state, changed = resume(state, table)
    return Recovered(state, fresh=changed, changed=changed, replayed=replayed)


def resume(state: State, table: Table) -> tuple[State, bool]:
    """The state that a start under this table line goes on from, and whether the line or the rules have changed.

    Raises JournalRefusedError where they have in the middle of a round.
    """
    now, then = view(new_table(table)).rules_hash, view(state).rules_hash
    if now == then:
        return state, False
    if view(state).phase != IDLE:
        raise OtherRulesError(
            f"Round {view(state).round} is open under the table line and rules of hash {then[:12]}, but this"
            f" configuration with rules {RULES_VERSION} gives {now[:12]}: put them back until the round has ended."
        )
    return retable(state, table), True


def last_start(archive: Archive) -> Start | None:
    """What the journal's last start says, if there is one; raises JournalRefusedError."""
    with reading(archive.path):
        found = archive.last_start()
        return None if found is None else _start_of(archive, next(archive.records(found.n - 1)).record)


def _start_of(archive: Archive, start: Record) -> Start:
    try:
        return read_start(archive.clear_body(start), table_from_record)
    except StartRecordError as error:
        raise JournalRefusedError(f"Record {start.n} of {archive.path}: {error}") from error


def again(archive: Archive, record: Record, state: State, game: str) -> tuple[State, AnyEvent, list[Effect]]:
    """The rules over a recorded event once more; raises JournalRefusedError where they give another result now."""
    text = record.body if isinstance(record.body, str) else archive.clear_body(record)
    begun, _, done = text.partition(_EFFECTS)
    event = (_known.__wrapped__ if record.sealed else _known)(begun, game)
    if event is not None:
        after, effects = decide(state, event, record.n)
        done_now = effects_to_json(effects)
        if done == f"{done_now}}}" or (done.startswith(done_now) and _is_asked(done[len(done_now) :])):
            return after, event, effects
    try:
        body = json.loads(text)
        event = read_event(dumps(body["event"]), game=game, file=str(archive.path), line=record.n)
    except MalformedLine as error:  # what is there instead is not shown: the record may have been sealed
        text = f"Record {record.n} of {archive.path} holds no event: `{error.field}` is to be {error.expected}."
        raise JournalRefusedError(text) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        text = f"Record {record.n} of {archive.path} holds no event: {type(error).__name__}."
        raise JournalRefusedError(text) from None
    state, effects = decide(state, event, record.n)
    if event_body(event, effects, body.get("asked")) != text:
        raise OtherRulesError(
            f"Record {record.n} of {archive.path} (`{event.type}`) gives another result now than it gave then:"
            " these are not the rules that wrote it."
        )
    return state, event, effects


@lru_cache(maxsize=256)
def _is_asked(rest: str) -> bool:
    """Whether this is what the body goes on with behind the effects where somebody asked: mostly the same again."""
    asked = rest.removeprefix(_ASKED).removesuffix("}")
    try:
        return rest.startswith(_ASKED) and asked.startswith("{") and dumps(json.loads(asked)) == asked
    except (ValueError, RecursionError):
        return False


_EVENT: Final = '{"event":'
_ASKED: Final = ',"asked":'
_EFFECTS: Final = ',"effects":'
"""No text inside an event can hold this: its quotes would be escaped."""


@lru_cache(maxsize=4096)
def _known(begun: str, game: str) -> AnyEvent | None:
    """The event whose one JSON text stands behind its key; None for every other. Most of a round's come again.

    Not kept of a sealed record: it may name a card that nobody may see yet.
    """
    text = begun.removeprefix(_EVENT)
    if text == begun:
        return None
    try:
        event = read_event(text, game=game)
    except ValueError:
        return None
    return event if text_of(event_to_json(event)) == text else None


_adapters: dict[type, TypeAdapter[Any]] = {}


def _adapter(state: State) -> TypeAdapter[Any]:
    """Pydantic's reader and writer of this game's state."""
    cls = type(state)
    if cls not in _adapters:
        _adapters[cls] = TypeAdapter(cls)
    return _adapters[cls]
