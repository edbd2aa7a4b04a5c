"""The last rounds as the journal recorded them: read on the spot, without a broker and without the rules.

A round is shown only where the seal of its end is this device's; the others say that they are not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import ConfigDict, TypeAdapter

from controller.audit.explain.poker import fate as seat_fate
from controller.audit.explain.twenty_one import fate as wager_fate
from controller.audit.explain.wording import money, named, scored
from controller.audit.journal_file import JournalFile
from controller.audit.signed import signed_records
from controller.audit.span import GREATEST
from controller.core.outcomes import Outcome, PokerOutcome
from controller.journal.archive import NOT_AS_WRITTEN, JournalRefusedError
from controller.journal.chain import Record
from controller.terminal.instants import instant

_OUTCOME: Final[TypeAdapter[Outcome]] = TypeAdapter(Outcome, config=ConfigDict(defer_build=True))
"""Of the two shapes an outcome has the one whose fields it has."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round that ended with `record`; `outcome` None where its record is sealed and the key is not at hand.

    `refused` says why a round is not shown: its record is not as this device wrote it.
    """

    record: Record
    outcome: Outcome | None
    refused: str | None = None


def last_rounds(file: JournalFile, count: int) -> list[Recalled]:
    """The last `count` rounds, the newest last."""
    statement = "SELECT max(n) FROM records WHERE ended = 1 GROUP BY round ORDER BY 1 DESC LIMIT ?"
    rows = list(file.rows(statement, min(count, GREATEST)))
    return [_recalled(file, n) for (n,) in rows][::-1]


def _recalled(file: JournalFile, n: int) -> Recalled:
    try:
        return _read(file, next(signed_records(file.archive, n - 1)).record)
    except JournalRefusedError as error:
        return Recalled(file.archive.record(n), None, str(error))


def _read(file: JournalFile, record: Record) -> Recalled:
    if record.sealed and not file.has_vault:
        return Recalled(record, None)
    try:
        (found,) = [effect for effect in file.told(record, "effects") if effect["type"] == "outcome"]
        return Recalled(record, _OUTCOME.validate_python(found))
    except NOT_AS_WRITTEN as error:
        raise JournalRefusedError(f"Record {record.n} of {file.path} holds no outcome of the contract.") from error


def tell(recalled: Recalled) -> Iterator[str]:
    """A round in a few lines."""
    record, outcome = recalled.record, recalled.outcome
    when = instant(record.utc_ns) + ("" if record.synchronised else ", clock not synchronised")
    if recalled.refused is not None:
        yield f"Round {record.round}  is not shown: {recalled.refused}"
        return
    if outcome is None:
        yield f"Round {record.round}  {when}  sealed, the key is not at hand (record {record.n})"
        return
    status = outcome.status + (f" by {outcome.rule}" if outcome.rule else "")
    revised = f", revision {outcome.revision}" if outcome.revision else ""
    yield f"Round {outcome.round}{revised}  {when}  {status}  (record {record.n})"
    if isinstance(outcome, PokerOutcome):
        board, by = " ".join(outcome.board) or "-", _by(outcome.rules)
        yield f"  board {board}, button at seat {outcome.button}, rake {money(outcome.rake)}{by}"
        yield from (f"  {seat_fate(line)}" for line in outcome.ledger)
        return
    dealer = outcome.dealer
    yield f"  Dealer {' '.join(dealer.cards) or '-'}: {scored(dealer.total, dealer.result)}"
    for hand in outcome.hands:
        doubled = ", doubled" if hand.doubled else ""
        number = f" hand {hand.hand}" if hand.hand > 1 or hand.split else ""
        yield f"  area {hand.area}{number} {' '.join(hand.cards)}: {scored(hand.total, hand.result)}{doubled}"
    for line in outcome.ledger:
        shown = f" (multiplier {line.multiplier})" if line.multiplier else ""
        yield f"    {wager_fate(line)}{shown}{_by(line.rules)}"
    yield f"  the players' gain {money(outcome.net)}"


def _by(rules: Sequence[str]) -> str:
    """The clauses, where some decided."""
    return f"  [{', '.join(map(named, rules))}]" if rules else ""
