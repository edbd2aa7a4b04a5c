"""The rounds of a journal played again from its records: every outcome anew, the same to the byte, or a refusal."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from controller.audit.elsewhere import Elsewhere, Ends, stretches
from controller.audit.explain.wording import Done
from controller.audit.findings import Progress
from controller.audit.journal_file import JournalFile, Places, opened
from controller.audit.legible import UnreadableError
from controller.audit.rerun import Again, Refusal
from controller.audit.signed import signed_records
from controller.audit.span import GREATEST, Span
from controller.audit.verify.one_pass import PROGRESS_EVERY
from controller.audit.verify.stretch import digest
from controller.core.effects import RoundEnded
from controller.core.outcomes import Outcome, outcome_to_text
from controller.games import State
from controller.journal.archive import NOT_AS_WRITTEN, JournalRefusedError
from controller.journal.chain import Record
from controller.journal.start_record import Start


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A round: its outcome, the record that ended it, and what was done since the round before."""

    outcome: Outcome
    record: Record
    steps: tuple[Done, ...]


class Ended(NamedTuple):
    """The JSON text of a round's outcome alone."""

    text: str


class _Rounds:
    """Goes on from stretch to stretch; `refusal` is the one that was given last. Steps are kept where they are told."""

    def __init__(self, file: JournalFile, *, keeps_steps: bool = False) -> None:
        self._file = file
        self._keeps_steps = keeps_steps
        self.again = Again(file.archive, has_vault=file.has_vault)
        self.refusal: Refusal | None = None
        self._steps: list[Done] = []

    def played(self, after: int, last: int, progress: Progress) -> Iterator[PlayedAgain | Refusal]:
        """The rounds that ended behind record `after` up to `last`; raises JournalRefusedError."""
        for stored in signed_records(self._file.archive, after):
            if stored.record.n > last:
                return
            if stored.record.n % PROGRESS_EVERY == 0:
                progress(stored.record.n)
            step = self.again.take(stored.record)
            if step is None:
                self._steps = []
                if self.again.refusal is not None and self.again.refusal is not self.refusal:
                    self.refusal = self.again.refusal
                    yield self.refusal
            elif step.event is not None:
                if self._keeps_steps:
                    self._steps.append((stored.record.n, step.event, list(step.effects)))
                for effect in step.effects:
                    if isinstance(effect, RoundEnded):
                        yield PlayedAgain(effect.outcome, stored.record, tuple(self._steps))
                        self._steps = []

    def join(self, found: "_Elsewhere") -> bool:
        """Go on behind a stretch that was played elsewhere, if it began with what is so here."""
        if self.again.state is None or self.again.start != found.begun or digest(self.again.state) != found.state:
            return False
        self.again.go_on(found.start, found.after)
        self._steps = []
        return True


class _Elsewhere(NamedTuple):
    """A stretch that was played: the start and the state that it began with, its outcomes, and how it ended."""

    begun: Start
    state: bytes
    outcomes: list[Ended]
    start: Start
    after: State


def rounds(
    file: JournalFile, span: Span | None = None, *, progress: Progress = lambda _: None
) -> Iterator[PlayedAgain | Refusal]:
    """Every round in order, or those of `span`, and once for each stretch that cannot be played again why not.

    Those of a span are played from the newest signed snapshot before it.
    """
    playing = _Rounds(file, keeps_steps=True)
    begun = playing.again.begin(span.after) if span else 0
    try:
        for played in playing.played(begun, span.last if span else GREATEST, progress):
            if isinstance(played, Refusal) or span is None or played.record.n > span.after:
                yield played
    except JournalRefusedError as error:
        yield Refusal(str(error), True)


def outcomes(file: JournalFile, *, progress: Progress = lambda _: None, jobs: int = 1) -> Iterator[Ended | Refusal]:
    """Every outcome in order and refusals as `rounds` has them; by so many processes."""
    playing, first = _Rounds(file), 0
    found = stretches(file, GREATEST, jobs) if file.has_vault else []
    with Elsewhere(jobs, _played_elsewhere, [(ends, (file.places, ends)) for ends in found]) as others:

        def waiting(n: int) -> None:
            progress(n + others.ahead)

        def here(after: int, last: int) -> Iterator[Ended | Refusal]:
            for played in playing.played(after, last, waiting):
                yield played if isinstance(played, Refusal) else Ended(outcome_to_text(played.outcome))

        try:
            for ends in found:
                if first < ends.after:
                    yield from here(first, ends.after)
                by_others = others.found(ends, partial(waiting, ends.after))
                if by_others is not None and playing.join(by_others):
                    yield from by_others.outcomes
                else:
                    yield from here(*ends)
                first = ends.last
            yield from here(first, GREATEST)
        except JournalRefusedError as error:
            yield Refusal(str(error), True)


def _played_elsewhere(places: Places, ends: Ends) -> _Elsewhere | None:
    """The stretch in a process of its own; None where anything was in the way."""
    try:
        with opened(places) as file:
            playing = _Rounds(file)
            again = playing.again
            if again.begin(ends.after) != ends.after:
                return None
            begun, state = again.start, again.state
            assert begun is not None and state is not None  # noqa: S101, PT018 - `begin` has found them
            found = [
                Ended(outcome_to_text(played.outcome))
                for played in playing.played(*ends, lambda _: None)
                if isinstance(played, PlayedAgain)
            ]
            start, after = again.start, again.state
            if start is None or after is None or playing.refusal is not None:
                return None
            return _Elsewhere(begun, digest(state), found, start, after)
    except (JournalRefusedError, UnreadableError, sqlite3.Error, *NOT_AS_WRITTEN):
        return None
