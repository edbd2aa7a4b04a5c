"""`tablectl replay`: plays the journal again and prints every outcome, each held to the recorded bytes."""

from collections.abc import Iterator
from typing import Annotated

import typer

from controller.audit.elsewhere import cores
from controller.audit.explain.rounds import explain_round
from controller.audit.journal_file import JournalFile
from controller.audit.replay import PlayedAgain, outcomes, rounds
from controller.audit.rerun import Refusal
from controller.audit.span import NoSuchRoundError, span_of_rounds
from controller.cli import journals
from controller.core.outcomes import dumps, to_json_object
from controller.games.registry import find
from controller.journal.clock import rfc3339
from controller.terminal.printable import complain, say


def command(
    *,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round, explained to a person too.")
    ] = None,
    jobs: journals.JobsOption = None,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Exit status: 0 every outcome was given again, 1 one was not or there is no such round, 2 cannot be read."""

    def act(file: JournalFile) -> int:
        try:
            span = None if number is None else span_of_rounds(file, number, number)
        except NoSuchRoundError as error:
            complain(f"tablectl: {error}")
            return 1
        clean, found = True, False
        with journals.bar(file.count() if span is None else span.last, "replaying") as progress:
            file.let_go()
            for played in (
                outcomes(file, progress=progress, jobs=jobs or cores())
                if span is None
                else rounds(file, span, progress=progress)
            ):
                if isinstance(played, Refusal):
                    clean = False
                    complain(f"tablectl: {played.text}")
                    continue
                found = True
                if isinstance(played, PlayedAgain):
                    say(dumps(to_json_object(played.outcome)), *_told(played), "")
                else:
                    say(played.text)
        if not found and span is not None:
            complain(f"tablectl: round {number} is in the journal, but it cannot be played again here.")
            return 1
        if not found:
            ended = next(file.rows("SELECT 1 FROM records WHERE ended = 1"), None)
            complain("No round was played again." if ended else "No round has ended yet.")
        return 0 if clean else 1

    return journals.look(journals.Asked(config, journal, key, seal, public_key), act)


def _told(played: PlayedAgain) -> Iterator[str]:
    """A round for a person."""
    about = {clause.number: clause.about for clause in find(played.outcome.game).clauses}
    yield ""
    yield f"Ended with record {played.record.n} at {rfc3339(played.record.utc_ns)}"
    yield from explain_round(played.steps, played.outcome, about)
