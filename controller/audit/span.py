"""Which records rounds are made of: from the end of the round before to their own end."""

from dataclasses import dataclass

from controller.audit.journal_file import JournalFile
from controller.audit.telling import counted


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
    which = f"there is no round {first}" if first == last else f"there is no round from {first} to {last}"
    return _span(file, "round BETWEEN ? AND ?", (first, last), which)


def span_of_day(file: JournalFile, day: str) -> Span:
    """The records of the rounds that ended on a day of UTC, as in `2026-01-31`; raises NoSuchRoundError."""
    where = "date(utc_ns / 1000000000, 'unixepoch') = ?"
    return _span(file, where, (day,), f"no round has ended on {day}")


def _span(file: JournalFile, where: str, parameters: tuple[object, ...], nothing: str) -> Span:
    statement = f"SELECT min(n), max(n), count(*) FROM records WHERE ended = 1 AND {where}"  # noqa: S608 - our own words
    first, last, rounds = next(file.rows(statement, *parameters))
    if first is None:
        ((ended,),) = file.rows("SELECT count(*) FROM records WHERE ended = 1")
        held = f"the journal holds {counted(ended, 'round')}" if ended else "none has ended yet"
        raise NoSuchRoundError(f"{nothing}: {held}.")
    (before,) = next(file.rows("SELECT max(n) FROM records WHERE ended = 1 AND n < ?", first))
    return Span(before or 0, last, rounds)
