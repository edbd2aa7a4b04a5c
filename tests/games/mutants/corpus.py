"""The fixed corpus: scripts of the four twenty-one games, the same in every run, that a mutant is played through.

It has four parts. The scripts of the unit tests, each round played to its end; tables where much goes wrong, every
other one without side wagers; scripts of the oracle's generator; and whole shoes of the random player. Rounds of every
reading, both limits policies and all sorts of tables are among them, and requests that are refused.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from unittest.mock import patch

import pytest

from controller.core.events import AnyEvent, Event
from controller.core.outcomes import dumps
from controller.core.tables import TwentyOneTable
from controller.games.reading import read_event, read_table
from controller.odds.random_player import RandomPlayer
from tests.games.mutants.careless import CarelessTable
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one import rounds
from tests.oracle.generate import Generator, generate

TESTS: Final = Path(__file__).parents[1]
ROOMS: Final = ("blackjack", "free_bet_blackjack", "pontoon", "pontoon_pandemonium", "twenty_one")

SEEDS: Final = 20
"""So many tables a game with irregularities, and so many scripts of the oracle; a tenth of it whole shoes."""

ROUNDS: Final = 40
"""Of a script."""


class Script(NamedTuple):
    """A table and all that happens at it."""

    name: str
    table: TwentyOneTable
    events: tuple[AnyEvent, ...]


def corpus(seeds: int = SEEDS) -> list[Script]:
    """All scripts; those that vary most stand first, so that a difference is found early."""
    return [*of_the_tests(), *careless_tables(seeds), *oracle_scripts(seeds), *random_shoes(seeds // 10)]


def careless_tables(seeds: int) -> Iterator[Script]:
    """Rounds with irregularities, at tables as the oracle's generator draws them."""
    for seed in range(seeds):
        for game in RULEBOOKS:
            table = table_of(Generator(game, seed, clear=False, avoid=frozenset()).table_line())
            if table.decks >= 4:  # fewer could not give the rounds of the corpus their cards
                events = CarelessTable(table, seed, mains_only=seed % 2 == 1).play_rounds(ROUNDS)
                yield Script(f"careless {game} {seed}", table, tuple(events))


def oracle_scripts(seeds: int) -> Iterator[Script]:
    """Scripts of the oracle's generator, what it finds unclear included: here only the engine is asked."""
    for seed in range(seeds):
        for game in RULEBOOKS:
            first, *lines = generate(game, seed, ROUNDS, clear=False)
            events = tuple(read_event(dumps(line), game=game) for line in lines)
            yield Script(f"oracle {game} {seed}", table_of(first), events)


def random_shoes(seeds: int) -> Iterator[Script]:
    """Whole shoes by legal moves alone."""
    for seed in range(seeds):
        for game in RULEBOOKS:
            table = TwentyOneTable(game=game)
            events = tuple(event for event, _, _ in RandomPlayer(table, seed).shoes(1))
            yield Script(f"random {game} {seed}", table, events)


def table_of(line: dict[str, Any]) -> TwentyOneTable:
    """The twenty-one table of a table line."""
    table = read_table(dumps(line))
    assert isinstance(table, TwentyOneTable)
    return table


class Recorder:
    """Notes what the tests do at each table while they run."""

    def __init__(self) -> None:
        self.told: dict[int, tuple[rounds.Played, TwentyOneTable, tuple[Event, ...]]] = {}
        """By the identity of a table so far: itself, kept alive, its table line and its events."""
        self.went_on: set[int] = set()
        self._table, self._answered = rounds.table, rounds._answered

    def table(self, game: str, **options: Any) -> rounds.Played:
        """In the place of `rounds.table`."""
        played = self._table(game, **options)
        self.told[id(played)] = (played, played.state.table, ())
        return played

    def answered(self, played: rounds.Played, expected: rounds.Answered) -> rounds.Played:
        """In the place of `rounds._answered`."""
        after = self._answered(played, expected)
        if id(played) in self.told:
            _, table, events = self.told[id(played)]
            self.told[id(after)] = (after, table, (*events, *rounds._events(expected.step)))
            self.went_on.add(id(played))
        return after


def of_the_tests() -> list[Script]:
    """What the unit tests play, an open round played to its end."""
    recorder = Recorder()
    with patch.object(rounds, "table", recorder.table), patch.object(rounds, "_answered", recorder.answered):
        ignored = f"--ignore={TESTS / 'twenty_one' / 'test_machine.py'}"
        status = pytest.main(
            [
                "-q",
                "--no-header",
                "--no-summary",
                "-p",
                "no:cacheprovider",
                ignored,
                *(str(TESTS / room) for room in ROOMS),
            ]
        )
    assert status == 0, f"the unit tests ended with status {status}, expected 0"
    scripts = []
    for seed, (key, (played, table, events)) in enumerate(recorder.told.items()):
        if key not in recorder.went_on and events:
            ending = CarelessTable(table, seed).finish(played.state)
            scripts.append(Script(f"test {seed}", table, (*cast(tuple[AnyEvent, ...], events), *ending)))
    return scripts
