"""Which records rounds are made of: from the end of the round before to their own end; a round is never split.

A round belongs to the day of UTC on which it ended, by the clock of the table PC at that moment, right or wrong: where
the clock was set, or ran unset after a start, the rounds of a day need not follow each other, and a day that never was
may have some.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple, NoReturn

from controller.audit.explain.wording import counted
from controller.audit.journal_file import JournalFile

GREATEST: Final = 2**63 - 1
"""The greatest number that a journal can hold: what is asked for above it is not there."""


class NoSuchRoundError(Exception):
    """No round of that number or day has ended; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Span:
    """Records after `after` up to `last`, in which `rounds` rounds ended."""

    after: int
    last: int
    rounds: int


def span_of_rounds(file: JournalFile, first: int, last: int) -> Span:
    """The records of rounds `first` to `last`; raises NoSuchRoundError."""
    wanted = [max(-GREATEST, min(number, GREATEST)) for number in (first, last)]
    statement = "SELECT min(n), max(n), count(DISTINCT round) FROM records WHERE ended = 1 AND round BETWEEN ? AND ?"
    begun, end, rounds = next(file.rows(statement, *wanted))
    if begun is None:
        _refuse(file, f"there is no round {first}" if first == last else f"there is no round from {first} to {last}")
    (before,) = next(file.rows("SELECT max(n) FROM records WHERE ended = 1 AND n < ?", begun))
    return Span(before or 0, end, rounds)


def spans_of_day(file: JournalFile, day: str) -> tuple[Span, ...]:
    """The records of exactly the rounds that ended on a day of UTC, as in `2026-01-31`; raises NoSuchRoundError.

    Rounds that follow each other share a span; where rounds of other days lie between, another one begins.
    """
    found = tuple(_stretches(file, day))
    if not found:
        _refuse(file, f"no round has ended on {day}")
    return found


def _stretches(file: JournalFile, day: str) -> Iterator[Span]:
    before = 0
    for of_the_day, ends in groupby(_ends(file, day), key=lambda end: end.of_the_day):
        last = list(ends)
        if of_the_day:
            yield Span(before, last[-1].n, len(last))
        before = last[-1].n


class _End(NamedTuple):
    """The last outcome of a round, and whether the first was of the day asked for: a revision may come after it."""

    n: int
    of_the_day: bool


def _ends(file: JournalFile, day: str) -> Iterator[_End]:
    statement = "SELECT n, round, date(utc_ns / 1000000000, 'unixepoch') IS ? FROM records WHERE ended = 1 ORDER BY n"
    for _, outcomes in groupby(file.rows(statement, day), key=lambda end: end[1]):
        found = list(outcomes)
        yield _End(found[-1][0], bool(found[0][2]))


def _refuse(file: JournalFile, nothing: str) -> NoReturn:
    ((ended,),) = file.rows("SELECT count(DISTINCT round) FROM records WHERE ended = 1")
    held = f"the journal holds {counted(ended, 'round')}" if ended else "none has ended yet"
    raise NoSuchRoundError(f"{nothing}: {held}.")
