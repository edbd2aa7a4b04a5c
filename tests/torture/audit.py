"""What must be true when the torture is over, checked from outside: three records of one table have to agree.

The dealer's head, the separate subscriber's messages and the journal, replayed from its first record, are three
accounts of the same rounds. Each finding is a sentence; none means that nothing was lost, doubled or drawn twice.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.core.events import ButtonPressed, MultiplierDrawn
from controller.core.outcomes import dumps
from controller.core.writer import event_to_json
from tests.table.table_bench import ROOT
from tests.torture.dealer import Dealer
from tests.torture.record import Replayed, Step, published
from tests.torture.subscriber import Heard

ENVELOPE = {"v", "id", "seq", "at", "table", "journal", "sig"}


def findings(*, dealer: Dealer, heard: Heard, replayed: Replayed, shown: list[tuple[int, int]]) -> list[str]:
    """Everything that is not as it must be."""
    return [
        *heard.faults,
        *_numbers(heard, replayed),
        *_outcomes(dealer, heard, replayed),
        *_events(dealer, replayed),
        *_draws(dealer, replayed.steps),
        *_meter(replayed.steps, shown),
    ]


def tool_findings(journal: Path, *, dealer: Dealer, heard: Heard) -> list[str]:
    """What the technician's own commands say: `verify` against the messages heard, and every outcome by `replay`."""
    published_file = journal.with_name("published.jsonl")
    published_file.write_text("".join(f"{text}\n" for _, (_, text) in sorted(heard.texts.items())))
    verified = _tablectl("verify", "--journal", str(journal), "--published", str(published_file))
    again = _tablectl("replay", "--journal", str(journal))
    found = []
    if verified.returncode != 0:
        found.append(f"tablectl verify ends with {verified.returncode}: {verified.stdout}{verified.stderr}")
    if again.stdout != "".join(f"{dumps(outcome)}\n" for outcome in dealer.outcomes) or again.returncode != 0:
        found.append(f"tablectl replay ends with {again.returncode} and other outcomes: {again.stderr}")
    return found


def _tablectl(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli.tablectl", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def _numbers(heard: Heard, replayed: Replayed) -> Iterator[str]:
    last = replayed.published
    if replayed.parked:
        yield f"{replayed.parked} messages are parked, though the broker refuses none"
    if max(heard.texts, default=0) > last:
        yield f"the subscriber heard message {max(heard.texts)}, but the journal has only {last}"
    missing = [seq for seq in range(1, last + 1) if seq not in heard.texts]
    if missing:
        yield f"the subscriber never heard {len(missing)} of {last} messages, the first {missing[0]}"
    if len(heard.ids) != len(heard.texts):
        yield f"{len(heard.texts)} messages have {len(heard.ids)} ids"


def _outcomes(dealer: Dealer, heard: Heard, replayed: Replayed) -> Iterator[str]:
    messages = list(published(heard.texts))
    of_broker = [{key: value for key, value in body.items() if key not in ENVELOPE} for body in messages]
    of_journal = [step.outcome for step in replayed.steps if step.outcome is not None]
    doubled = [round_ for round_, count in Counter(body["round"] for body in messages).items() if count > 1]
    if doubled:
        yield f"rounds {doubled} have more than one outcome by id"
    yield from _compare("outcome", "the dealer", dealer.outcomes, "the subscriber", of_broker)
    yield from _compare("outcome", "the subscriber", of_broker, "the replay", of_journal)


def _events(dealer: Dealer, replayed: Replayed) -> Iterator[str]:
    """What happened, by whatever rank it was said: a card that its shoe lost is entered by a pit supervisor."""
    kept = [
        {key: value for key, value in event_to_json(step.event).items() if key != "authority"}
        for step in replayed.steps
        if not isinstance(step.event, ButtonPressed | MultiplierDrawn)
    ]
    yield from _compare("event", "the table", dealer.said, "the journal", kept)


def _draws(dealer: Dealer, steps: list[Step]) -> Iterator[str]:
    """Each press that counts is followed by its one multiplier, before anything else happens."""
    owed = False
    drawn = 0
    for step in steps:
        if step.drawn is not None:
            drawn += 1
            if not owed:
                yield f"record {step.n} is a multiplier that no press waits for"
        elif owed:
            yield f"record {step.n} comes between a press and its multiplier"
        owed = step.orders_draw
    if owed:
        yield "the last press has no multiplier"
    if drawn != dealer.presses:
        yield f"{dealer.presses} presses count at the table, but {drawn} multipliers are in the journal"


def _meter(steps: list[Step], shown: list[tuple[int, int]]) -> Iterator[str]:
    """The meter shows drawn multipliers in their order and nothing else; the same one again after a restart."""
    draws = [(step.utc_ns, step.drawn) for step in steps if step.drawn is not None]
    at = 0
    for when, value in shown:
        while at < len(draws) and draws[at][1] != value:
            at += 1
        if at == len(draws):
            yield f"the meter showed {value}, which was not drawn then"
            return
        if when < draws[at][0]:
            yield f"the meter showed {value} before it was drawn"


def _compare(what: str, first: str, ones: list[Any], second: str, others: list[Any]) -> Iterator[str]:
    if len(ones) != len(others):
        yield f"{first} has {len(ones)} {what}s, {second} has {len(others)}"
    for number, (one, other) in enumerate(zip(ones, others, strict=False), start=1):
        if one != other:
            yield f"{what} {number} is {json.dumps(one)} by {first}, but {json.dumps(other)} by {second}"
            return
