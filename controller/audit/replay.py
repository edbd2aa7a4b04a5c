"""The rounds of a journal played again from its records: every outcome anew, the same to the byte, or a refusal."""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.audit.explain.wording import Done
from controller.audit.findings import Progress
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Again, Refusal
from controller.audit.signed import signed_records
from controller.audit.span import Span
from controller.audit.verify.verification import PROGRESS_EVERY
from controller.core.effects import RoundEnded
from controller.core.outcomes import Outcome
from controller.journal.archive import JournalRefusedError
from controller.journal.chain import Record


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A round: its outcome, the record that ended it, and what was done since the round before."""

    outcome: Outcome
    record: Record
    steps: tuple[Done, ...]


def rounds(
    file: JournalFile, span: Span | None = None, *, progress: Progress = lambda _: None
) -> Iterator[PlayedAgain | Refusal]:
    """Every round in order, or those of `span`, and once for each stretch that cannot be played again why not.

    Those of a span are played from the newest signed snapshot before it.
    """
    again = Again(file.archive, has_vault=file.has_vault)
    begun = again.begin(span.after) if span else 0
    told: Refusal | None = None
    steps: list[Done] = []
    try:
        for stored in signed_records(file.archive, begun):
            if span and stored.record.n > span.last:
                break
            if stored.record.n % PROGRESS_EVERY == 0:
                progress(stored.record.n)
            step = again.take(stored.record)
            if step is None:
                steps = []
                if again.refusal is not None and again.refusal is not told:
                    told = again.refusal
                    yield told
            elif step.event is not None:
                steps.append((stored.record.n, step.event, list(step.effects)))
                for effect in step.effects:
                    if isinstance(effect, RoundEnded):
                        if span is None or stored.record.n > span.after:
                            yield PlayedAgain(effect.outcome, stored.record, tuple(steps))
                        steps = []
    except JournalRefusedError as error:
        yield Refusal(str(error), True)
