"""The records once more through the rules, each under the start of its time: the same states, the same effects.

    start under our rules    -> the state goes on; under another table line what that leaves valid (`resume`)
    start under other rules  -> nothing is replayed until a start under ours, whose own snapshot is then the beginning
    in the middle            -> a signed snapshot may be the beginning; all before it is left to a replay of everything
    event                    -> `decide`, held to the recorded bytes

A replay that cannot go on says so once, in a sentence, and takes no further record before the next start that it can
begin from.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from controller.audit.signed import signed_record
from controller.core.effects import Effect
from controller.core.events import AnyEvent
from controller.games import State, new_table, view
from controller.games.reading import table_from_record
from controller.games.rules_hash import RULES_VERSION
from controller.journal.archive import NOT_AS_WRITTEN, Archive, JournalRefusedError
from controller.journal.chain import Record
from controller.journal.start_record import Start, StartRecordError, read_start
from controller.table.recovery import again, resume, state_from_json


class Step(NamedTuple):
    """One record replayed; `notice` is a notice's JSON, `event` and `effects` are an event's."""

    record: Record
    start: Start
    before: State
    after: State
    event: AnyEvent | None = None
    effects: Sequence[Effect] = ()
    notice: dict[str, Any] | None = None


class Refusal(NamedTuple):
    """Why records are not replayed; `fault` where the journal is to blame, not what is at hand here."""

    text: str
    fault: bool


class Again:
    """Takes the records in order. `refusal` is why the last one was not replayed, None when it was."""

    def __init__(self, archive: Archive, *, has_vault: bool) -> None:
        self.refusal: Refusal | None = None
        self.start: Start | None = None
        self.state: State | None = None
        self._archive = archive
        self._has_vault = has_vault

    def begin(self, upto: int) -> int:
        """Begin after the newest signed snapshot of our rules at or before record `upto`; its number, 0 without one."""
        for n in self._archive.snapshots(upto) if self._has_vault else ():
            try:
                begun = signed_record(self._archive, signed_record(self._archive, n).record.start).record
                start = read_start(self._archive.clear_body(begun), table_from_record)
                if start.rules_version != RULES_VERSION:
                    continue
                what = f"The snapshot after record {n}"
                self.go_on(start, state_from_json(self._archive.snapshot(n), start.table, what))
            except (JournalRefusedError, *NOT_AS_WRITTEN):
                continue  # an earlier one will do, and what is wrong with this one is for `verify` to tell
            return n
        return 0

    def go_on(self, start: Start, state: State) -> None:
        """Go on from a state that was replayed elsewhere, in the life of that start."""
        self.refusal, self.start, self.state = None, start, state

    def take(self, record: Record) -> Step | None:
        """The step of the next record, or None where it cannot be replayed."""
        start, state = self.start, self.state
        try:
            if record.kind != "start" and state is None:
                return None
            if record.sealed and not self._has_vault:
                self.stop(Refusal(f"From record {record.n} on: the key that opens sealed records is not here.", False))
                return None
            if record.kind == "event" and start is not None and state is not None:
                return self._stepped(record, start, state)
            return self._take(record)
        except JournalRefusedError as error:
            self.stop(Refusal(str(error), True))
        except StartRecordError as error:
            self.stop(Refusal(f"Record {record.n}: {error}", True))
        except NOT_AS_WRITTEN as error:
            self.stop(Refusal(f"The body of record {record.n} is of no such kind: {type(error).__name__}.", True))
        return None

    def stop(self, refusal: Refusal) -> None:
        """Replay nothing before the next start that stands by itself."""
        self.refusal, self.state = refusal, None

    def _take(self, record: Record) -> Step | None:
        if record.kind == "start":
            return self._started(record)
        assert self.start is not None and self.state is not None  # noqa: S101, PT018 - `take` has looked
        notice = json.loads(self._archive.clear_body(record))["notice"] if record.kind == "notice" else None
        return Step(record, self.start, self.state, self.state, notice=notice)

    def _started(self, record: Record) -> Step | None:
        start = read_start(self._archive.clear_body(record), table_from_record)
        self.start = start
        if start.rules_version != RULES_VERSION:
            text = (
                f"From record {record.n} on: the rules of then were version {start.rules_version} (release"
                f" {start.version}), these are version {RULES_VERSION}. Replay them with that release, which an upgrade"
                " leaves beside the new one (systemd/README.md, `Upgrade`)."
            )
            self.stop(Refusal(text, False))
            return None
        if record.n == 1:
            state = new_table(start.table)
        elif self.state is not None:
            state, changed = resume(self.state, start.table)
            if changed != start.fresh:
                raise JournalRefusedError(f"The start in record {record.n} did not go on from the state before it.")
        elif start.fresh and self._has_vault:
            what = f"The snapshot after record {record.n}"
            state = state_from_json(self._archive.snapshot(record.n), start.table, what)
        else:
            return None  # it went on from a state that was not replayed
        if view(state).rules_hash != start.rules_hash:
            raise JournalRefusedError(f"The start in record {record.n} was under other rules than it says.")
        self.refusal, self.state = None, state
        return Step(record, start, state, state)

    def _stepped(self, record: Record, start: Start, before: State) -> Step:
        self.state, event, effects = again(self._archive, record, before, start.table.game)
        return _new(Step, (record, start, before, self.state, event, effects, None))


_new: Final = tuple.__new__
"""As a named tuple is made, without its detour: there is one for each event."""
