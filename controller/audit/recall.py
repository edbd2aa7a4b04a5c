"""The last rounds as the journal recorded them: read on the spot, without a broker and without the rules."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter

from controller.audit.explain_poker import fate as seat_fate
from controller.audit.explain_twenty_one import fate as wager_fate
from controller.audit.journal_file import JournalFile
from controller.audit.telling import money, scored
from controller.core.outcomes import Outcome, PokerOutcome, TwentyOneOutcome
from controller.shell.archive import JournalRefusedError
from controller.shell.chain import Record
from controller.shell.clock import rfc3339

_TWENTY_ONE: Final = TypeAdapter(TwentyOneOutcome)
_POKER: Final = TypeAdapter(PokerOutcome)


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round that ended with `record`; `outcome` None where its record is sealed and the key is not at hand."""

    record: Record
    outcome: Outcome | None


def last_rounds(file: JournalFile, count: int) -> list[Recalled]:
    """The last `count` rounds, the newest last; raises JournalRefusedError for a record that cannot be read."""
    rows = list(file.rows("SELECT n FROM records WHERE ended = 1 ORDER BY n DESC LIMIT ?", count))
    return [_recalled(file, next(file.archive.records(n - 1)).record) for (n,) in rows][::-1]


def _recalled(file: JournalFile, record: Record) -> Recalled:
    if record.sealed and not file.has_vault:
        return Recalled(record, None)
    try:
        effects: list[dict[str, Any]] = json.loads(file.archive.clear_body(record))["effects"]
        (found,) = [effect for effect in effects if effect["type"] == "outcome"]
        adapter: TypeAdapter[Any] = _POKER if found["game"] == "poker" else _TWENTY_ONE
        return Recalled(record, adapter.validate_python(found))
    except (ValueError, KeyError, TypeError) as error:
        raise JournalRefusedError(f"Record {record.n} of {file.path} holds no outcome of the contract.") from error


def tell(recalled: Recalled) -> Iterator[str]:
    """A round in a few lines."""
    record, outcome = recalled.record, recalled.outcome
    at = rfc3339(record.utc_ns)[:19].replace("T", " ")
    when = f"{at} UTC" + ("" if record.synchronised else " (clock not synchronised)")
    if outcome is None:
        yield f"Round {record.round}  {when}  sealed, the key is not at hand (record {record.n})"
        return
    status = outcome.status + (f" by {outcome.rule}" if outcome.rule else "")
    yield f"Round {outcome.round}  {when}  {status}  (record {record.n})"
    if isinstance(outcome, PokerOutcome):
        yield f"  board {' '.join(outcome.board) or '-'}, button at seat {outcome.button}, rake {money(outcome.rake)}"
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
        yield f"    {wager_fate(line)}{shown}"
    yield f"  the players' gain {money(outcome.net)}"
