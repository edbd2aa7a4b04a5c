"""Two trees given the same random events: the same states and effects to the byte. Here: interpreted and compiled.

    python -m tests.games.same_steps compare TREE TREE --steps 1000000 --seed 1      `make compiled` does it
    python -m tests.games.same_steps write FILE; … play FILE                         the same by hand

Rounds are played by random legal moves, at an unruly table too; each is then played again and again from the table
before it with its events dropped, doubled, exchanged and changed, with irregularities, corrections and rulings put in,
so that a part of them is refused. `play` prints a digest over each thousand steps, and one over all: of the state as a
snapshot has it, and of the effects with the codes and parameters of refusals. It also looks whether a step left its
table as it was.
"""

import argparse
import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from controller.core.cards import UNKNOWN
from controller.core.effects import Effect, Rejected, RoundEnded
from controller.core.events import AnyEvent, BetsOpen, BlindsOpen, CardDrawn, CardRead, Change, Correction
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import PokerTable, Rake, TwentyOneTable
from controller.core.writer import effect_to_json, event_to_json
from controller.games import State, new_table, step
from controller.games.reading import read_event, read_table
from controller.games.registry import BUILT_IN, find
from controller.odds.random_player import RandomPlayer
from controller.odds.random_poker_player import RandomPokerPlayer
from controller.table.recovery import state_to_json
from tests.games.corrected import OPENING, changes
from tests.games.twenty_one.unruly import LAID_OUT, OTHERS, RANKS, Unruly

HERE: Final = Path(__file__).parents[2]
TAKES: Final = 5
"""How often a round is played again with other events."""

POKER_KINDS: Final = (
    "foreign_card", "hole_cards_exposed", "wrong_hole_count", "hand_left_out", "extra_hand", "face_up_card",
    "first_burn_missed", "burn_missed", "flop_exposed", "too_many_community", "community_exposed", "hole_exposed",
    "power_failure", "other", "no_such_kind",
)  # fmt: skip
ROUNDS: Final = 15
MOST_OF_A_TABLE: Final = 5000
"""Rounds and lines of one table before the next game's turn."""


def twenty_one(game: str, chance: random.Random) -> TwentyOneTable:
    """A table line, any way it may be."""
    kinds = find(game).words["kind"]
    limits = {} if chance.random() < 0.5 else {kind: (1000, 20_000) for kind in kinds if chance.random() < 0.7}
    return TwentyOneTable(
        game=game, areas=chance.choice((None, 7)), burn=chance.random() < 0.3, limits=limits,
        limits_policy=chance.choice(("reject", "settle")), decisions=chance.choice(("called", "called", "drawn")),
    )  # fmt: skip


def poker(game: str, chance: random.Random) -> PokerTable:
    """The same of poker."""
    dealing: Any = chance.choice(("shoe", "shuffler"))
    return PokerTable(game=game, dealing=dealing, rake=Rake(percent=chance.choice(("0", "2.5")), cap=1500))


def rounds(game: str, chance: random.Random) -> Iterator[str]:
    """The lines of one table: its rounds, each with other takes of it."""
    seed = chance.randrange(1 << 30)
    table = poker(game, chance) if game == "poker" else twenty_one(game, chance)
    yield "T" + dumps(to_json_object(table))
    events: list[AnyEvent] = []
    for event, effects in _played(table, seed, chance):
        if isinstance(event, OPENING) and not (effects and isinstance(effects[0], Rejected)):
            yield "R"
            events = []
        events.append(event)
        yield dumps(event_to_json(event))
        if any(isinstance(effect, RoundEnded) for effect in effects) and isinstance(events[0], BetsOpen | BlindsOpen):
            for _ in range(TAKES):
                yield "B"
                yield from (dumps(event_to_json(one)) for one in _bent(game, events, chance))
            yield "B"
            yield from (dumps(event_to_json(one)) for one in events)


def _played(table: Any, seed: int, chance: random.Random) -> Iterator[tuple[AnyEvent, list[Effect]]]:
    if isinstance(table, PokerTable):
        for event, _, effects in RandomPokerPlayer(table, seed).rounds(ROUNDS):
            yield event, effects
        return
    if chance.random() < 0.5:
        unruly = Unruly(table, seed)
        for _ in range(ROUNDS):
            for event in unruly.round():
                unruly.state, effects = step(unruly.state, event)
                yield event, effects
        return
    for event, _, effects in RandomPlayer(table, seed).shoes(1):
        yield event, effects


def _bent(game: str, events: Sequence[AnyEvent], chance: random.Random) -> list[AnyEvent]:
    """The events of a round as somebody might have said them who gets them wrong."""
    deck = find(game).deck
    bent = list(events)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(1, len(bent)) if len(bent) > 1 else 0
        match chance.choice(("drop", "double", "swap", "other", "strange", "unread", "correct", "correct")):
            case "drop" if at:
                del bent[at]
            case "double":
                bent.insert(at, bent[at])
            case "swap" if at > 1:
                bent[at - 1], bent[at] = bent[at], bent[at - 1]
            case "other" if len(bent) > 1:
                bent = _changed(bent, deck, chance) or bent
            case "strange":
                bent.insert(chance.randint(at, len(bent)), _strange(game, bent, chance))
            case "unread" if game != "poker":
                _unread(bent, chance)
            case "correct" if len(bent) > 1:
                bent.insert(chance.randint(at + 1, len(bent)), _correction(bent, deck, chance))
            case _:
                pass
    return bent


def _unread(events: list[AnyEvent], chance: random.Random) -> None:
    """One of the cards comes without its face, which is entered later, or never."""
    places = [at for at, one in enumerate(events) if isinstance(one, CardDrawn) and one.card != UNKNOWN]
    if not places:
        return
    at = chance.choice(places)
    card = events[at]
    assert isinstance(card, CardDrawn)
    events[at] = replace(card, card=UNKNOWN)
    if chance.random() < 0.8:
        events.insert(chance.randint(at + 1, len(events)), CardRead(card=card.card))


def _changed(events: list[AnyEvent], deck: Sequence[str], chance: random.Random) -> list[AnyEvent] | None:
    plain = [one for one in events if not isinstance(one, Correction)]
    return changes(plain, deck, chance)[1] if _has_choice(plain) else None


def _has_choice(events: Sequence[AnyEvent]) -> bool:
    return any(one.type in {"card", "wager", "decision", "action"} for one in events[1:])


def _correction(events: Sequence[AnyEvent], deck: Sequence[str], chance: random.Random) -> Correction:
    plain = [one for one in events if not isinstance(one, Correction)]
    change = changes(plain, deck, chance)[0] if _has_choice(plain) else Change(of=2, event=None)
    return Correction(changes=(change,), reason="seen on the table", authority=chance.choice(RANKS))


def _strange(game: str, events: Sequence[AnyEvent], chance: random.Random) -> AnyEvent:
    cards = [one.card for one in events if one.type == "card"][-2:] or ["AS"]
    place = chance.randint(1, 7)
    if chance.random() < 0.15:
        return read_event(
            dumps({"type": "round.void", "reason": "so it is", "authority": chance.choice(RANKS)}), game=game
        )
    if chance.random() < 0.15:
        return read_event(dumps({"type": "card", "card": chance.choice((*cards, "??"))}), game=game)
    body: dict[str, Any] = {"type": "irregularity", "authority": chance.choice(RANKS), "decision": "as decided"}
    if game == "poker":
        body |= {
            "kind": chance.choice(POKER_KINDS), "seat": place, "seats": [place], "looked": chance.random() < 0.5,
            "reconstructable": chance.random() < 0.5, "street": chance.choice(("flop", "turn", "river")),
        }  # fmt: skip
    else:
        body |= {
            "kind": chance.choice((*LAID_OUT, *OTHERS, "foreign_card", "extra_card")), "area": place, "amount": 100,
            "player": chance.choice((f"P{place}", "A")), "reconstructable": chance.random() < 0.7, "card": cards[-1],
            "option": chance.choice(("act", "withdraw")), "since": chance.choice((None, "deal", "interim")),
            "cards": cards, "disclosed": cards[:1], "chosen": cards[-1:],
        }  # fmt: skip
    return read_event(dumps(body), game=game)


def write(path: Path, steps: int, seed: int) -> None:
    """So many events, the games in turn."""
    chance = random.Random(seed)
    turn, written = min(MOST_OF_A_TABLE, steps // len(BUILT_IN)), 0
    with path.open("w", encoding="utf-8") as file:
        while written < steps:
            for game in BUILT_IN:
                for line in islice(rounds(game, chance), turn):
                    file.write(line + "\n")
                    written += line[0] == "{"
                    if written >= steps:
                        return


def play(path: Path, only: int | None = None) -> Iterator[str]:
    """A digest for each thousand steps; with `only` what the steps of that thousand gave."""
    state: State | None = None
    mark: tuple[State, bytes] | None = None
    text, game = b"", ""
    digest, whole, done, refused = hashlib.sha256(), hashlib.sha256(), 0, 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[0] == "T":
            table = read_table(line[1:])
            game = table.game
            state = new_table(table)
            text = state_to_json(state)
            continue
        assert state is not None
        if line[0] == "R":
            mark = state, text
            continue
        if line[0] == "B":
            assert mark is not None
            state, text = mark
            continue
        event = read_event(line, game=game)
        after, effects = step(state, event)
        told = dumps([effect_to_json(one) for one in effects])
        if effects and isinstance(effects[0], Rejected):
            told += dumps(effects[0].named)
            assert after is state, "a refusal changed the table"
            refused += 1
        if state_to_json(state) != text:
            raise AssertionError(f"step {done} changed the table that it was given: {line}")
        state, text = after, state_to_json(after)
        digest.update(told.encode())
        digest.update(text)
        if only is not None and done // 1000 == only:
            yield f"{done} {line} {told} {hashlib.sha256(text).hexdigest()[:12]} {text.decode()}"
        done += 1
        if done % 1000 == 0:
            if only is None:
                yield digest.hexdigest()[:24]
            whole.update(digest.digest())
            digest = hashlib.sha256()
    whole.update(digest.digest())
    yield f"{done} steps, {refused} of them refused, {whole.hexdigest()[:24]}"


def compare(trees: Sequence[Path], steps: int, seed: int) -> int:
    """Plays the same events in every tree at once, each with this file; the exit status is 1 where they differ.

    What a tree lacks of `tests`, as what a package installs lacks all of it, comes from this one.
    """
    with TemporaryDirectory() as folder:
        events = Path(folder) / "events"
        write(events, steps, seed)
        command = [sys.executable, "-P", __file__, "play", str(events)]
        paths = [f"{tree}{os.pathsep}{HERE}" for tree in trees]
        playing = [
            subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True)
            for path in paths
        ]
        printed = [one.communicate()[0].splitlines() for one in playing]
    if any(one.returncode for one in playing):
        return 1
    for thousand, lines in enumerate(zip(*printed, strict=True)):
        if len(set(lines)) > 1:
            sys.stdout.write(f"the trees differ in steps {thousand}000 to {thousand}999: {' '.join(lines)}\n")
            return 1
    sys.stdout.write(f"the same in {' and '.join(str(tree) for tree in trees)}: {printed[0][-1]}\n")
    return 0


def main() -> int:
    """`compare`, `write` or `play`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("compare", "write", "play"))
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="of `play`: what the steps of this thousand gave")
    asked = parser.parse_args()
    if asked.what == "compare":
        return compare([path.resolve() for path in asked.paths], asked.steps, asked.seed)
    if asked.what == "write":
        write(asked.paths[0], asked.steps, asked.seed)
    else:
        for line in play(asked.paths[0], asked.only):
            sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
