"""Random rounds, each with one event said wrongly and then corrected: as if it had been said rightly at once.

    make corrections ARGS="--rounds 1000 --game NAME --seed N"

A round is played by random legal moves. Then one of its events is changed, taken back or put in, and two tables are
compared: one on which the round is played with the right events from the beginning, and one on which the first round
is corrected. Where the right events would not all have been accepted, the correction has to be refused and leave its
table as it was; else both tables are the same but for the record of what was said, and so is the outcome but for its
revision. Rounds with a press are corrected only where the press is for the same wager: a multiplier once drawn stays.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from controller.core.effects import Effect, Rejected, RoundEnded, RoundReopened
from controller.core.events import (
    AnyEvent,
    BetsOpen,
    BlindsOpen,
    ButtonPressed,
    CardDrawn,
    Change,
    Correction,
    Decision,
    PokerAction,
    Wager,
)
from controller.core.families import POKER
from controller.core.outcomes import Outcome
from controller.core.tables import TwentyOneTable
from controller.games import State, step, view
from controller.games.registry import GAMES, find
from controller.games.view import IDLE
from controller.odds.random_player import RandomPlayer
from controller.odds.random_poker_player import RandomPokerPlayer
from controller.odds.simulation import poker_table

OPENING: Final = (BetsOpen, BlindsOpen)
DECISIONS: Final = ("hit", "stand", "double", "split", "surrender")
ACTIONS: Final = ("fold", "check", "call", "all_in")


class Round(NamedTuple):
    """The table before a round, and the round's events; the first opens it."""

    before: State
    events: list[AnyEvent]


class Result(NamedTuple):
    """The table after events, their last outcome, and the first that was refused."""

    state: State
    outcome: Outcome | None
    refused: int | None


def rounds(game: str, seed: int, count: int) -> Iterator[Round]:
    """So many rounds from the seed."""
    player: Any
    if find(game).family is POKER:
        player = RandomPokerPlayer(poker_table(seed, game), seed)
        played = player.rounds(count + 1)
    else:
        player = RandomPlayer(TwentyOneTable(game=game), seed)
        played = player.shoes(count)
    state, found = player.state, None
    given = 0
    for event, after, effects in played:
        if isinstance(event, OPENING):
            found = Round(state, [])
        if found is not None:
            found.events.append(event)
            if any(isinstance(effect, RoundEnded) for effect in effects):
                yield found
                given, found = given + 1, None
                if given == count:
                    return
        state = after


def changes(events: Sequence[AnyEvent], deck: Sequence[str], chance: random.Random) -> tuple[Change, list[AnyEvent]]:
    """One change and the events as they should have been. Event `n` is the one at place n - 1; the opening stays."""
    while True:
        at = chance.randrange(1, len(events))
        right = list(events)
        kind = chance.choice(("other", "other", "other", "none", "more"))
        if kind == "more":
            if not isinstance(events[at], CardDrawn | Wager | Decision | PokerAction):
                continue
            new = other(events[at], deck, chance)
            right.insert(at + 1, new)
            return Change(after=at + 1, event=new), right
        if not isinstance(events[at], CardDrawn | Wager | Decision | PokerAction):
            continue
        if kind == "none":
            del right[at]
            return Change(of=at + 1, event=None), right
        right[at] = other(events[at], deck, chance)
        return Change(of=at + 1, event=right[at]), right  # type: ignore[arg-type]


def other(event: AnyEvent, deck: Sequence[str], chance: random.Random) -> Any:
    """Another event of the kind."""
    match event:
        case CardDrawn():
            return replace(event, card=chance.choice(deck))
        case Wager():
            return replace(event, amount=event.amount + chance.choice((-100, 100, 1000)))
        case Decision():
            return replace(event, action=chance.choice(DECISIONS), amount=None)
        case PokerAction():
            return replace(event, action=chance.choice(ACTIONS), amount=None)
    raise AssertionError(event)


def played(state: State, events: Sequence[AnyEvent]) -> Result:
    """The events in order, numbered from 1, up to the first that is refused."""
    outcome = None
    for n, event in enumerate(events, start=1):
        state, effects = step(state, event, n)
        if any(isinstance(effect, Rejected) for effect in effects):
            return Result(state, outcome, n)
        outcome = next((effect.outcome for effect in effects if isinstance(effect, RoundEnded)), outcome)
    return Result(state, outcome, None)


def bare(state: Any) -> Any:
    """The table without the record of its round and what goes with it."""
    names = {"before": None, "said": (), "revision": 0, "drawn": (), "promised": ()}
    return state._replace(**{name: empty for name, empty in names.items() if hasattr(state, name)})


def compared(one: Round, deck: Sequence[str], chance: random.Random) -> tuple[str, str | None]:
    """What came of one correction, and a sentence where that must not be."""
    change, right = changes(one.events, deck, chance)
    wrong, wanted = played(one.before, one.events), played(one.before, right)
    correction = Correction(changes=(change,), reason="seen on the table", authority="pit_manager")
    after, effects = step(wrong.state, correction, len(one.events) + 1)
    refusal = next((effect for effect in effects if isinstance(effect, Rejected)), None)
    if refusal is not None:
        if after != wrong.state or len(effects) != 1:
            return "refused", "a refused correction changed the table"
        if wanted.refused is None and "nobody may see" not in refusal.reason:
            return "refused", f"refused, though every event would have been accepted: {refusal.reason}"
        return "refused", None
    if any(isinstance(event, ButtonPressed) for event in one.events):
        return "with a press", None  # its multipliers stay with their wagers: tests/games/pontoon_pandemonium
    if wanted.refused is not None:
        return "accepted", f"accepted, though event {wanted.refused} would have been refused"
    return _outcomes(wrong.outcome, wanted, after, effects)


def _outcomes(first: Outcome | None, wanted: Result, after: State, effects: Sequence[Effect]) -> tuple[str, str | None]:
    told = next((effect.outcome for effect in effects if isinstance(effect, RoundEnded)), None)
    if bare(after) != bare(wanted.state):
        return "accepted", "the corrected table is another than the one that was right at once"
    if wanted.outcome is None:
        if not any(isinstance(effect, RoundReopened) for effect in effects) or view(after).phase == IDLE:
            return "opened again", "the round is not over, and did not open again"
        return "opened again", None
    if told is None:
        same = first == wanted.outcome
        return "the same", None if same else "another outcome was not told"
    if replace(told, revision=None) != wanted.outcome or told.revision != 2:
        return "revised", "the revision is another outcome than the one that was right at once"
    return "revised", None


def run(game: str, seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """So many corrections; how often each kind came, and what must not be."""
    chance = random.Random(seed)
    deck = find(game).deck
    seen: Counter[str] = Counter()
    faults = []
    for at, one in enumerate(rounds(game, seed, count)):
        kind, fault = compared(one, deck, chance)
        seen[kind] += 1
        if fault is not None:
            faults.append(f"{game}, seed {seed}, round {at + 1}: {fault}")
    return seen, faults


def main() -> int:
    """Exit status 1 where anything was found."""
    parser = argparse.ArgumentParser(description="random rounds, each with one correction")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = 0
    for game in arguments.game or GAMES:
        seen, faults = run(game, arguments.seed, arguments.rounds)
        counts = ", ".join(f"{kind} {count}" for kind, count in seen.most_common())
        sys.stdout.write(f"{game}: {sum(seen.values())} rounds: {counts}; {len(faults)} faults\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in faults[:10])
        found += len(faults)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
