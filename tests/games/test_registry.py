"""Every game of this tree is complete: what the recipe for a new one asks for is there, under the game's name."""

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from controller.core.events import BetsOpen, BlindsOpen, Join
from controller.demo.virtual_table import demonstrated
from controller.games import new_table, step, view
from controller.games.game import Game
from controller.games.reading import read_table
from controller.games.registry import BUILT_IN, find
from tests.games.disable_clauses import GAMES

CONFIG: Final = Path(__file__).parents[2] / "config"

every = pytest.mark.parametrize("game", BUILT_IN.values(), ids=BUILT_IN)


@every
def test_its_package_offers_it(game: Game) -> None:
    """The package is called by the game's name."""
    package = import_module(f"controller.games.{game.name.replace('-', '_')}")
    assert package.GAME is game is find(game.name)


@every
def test_its_clauses_are_told(game: Game) -> None:
    """The clause of a power failure is a row of its table, and every decided row can be disabled."""
    assert game.power_failure in {clause.number for clause in game.clauses}
    assert GAMES[game.name][0] == game.clauses


@every
def test_it_has_an_example_and_a_demonstration(game: Game) -> None:
    """`config/` holds a table of it, and `tabled demo` plays it."""
    example = tomllib.loads((CONFIG / f"{game.name}.toml").read_text(encoding="utf-8"))
    assert example["table"]["game"] == game.name
    assert ("jackpot" in example) == bool(game.multipliers)
    assert game.name in demonstrated()


@every
def test_its_states_tell_their_game(game: Game) -> None:
    """Before its first round and in it a state has the game's name, by which its record is found."""
    state = new_table(read_table(f'{{"type":"table","game":"{game.name}"}}'))
    assert (state.game, view(state).phase) == (game.name, "idle")
    for event in (BetsOpen(), Join(seat=1, player="A", stack=5000), Join(seat=2, player="B", stack=5000), BlindsOpen()):
        state, _ = step(state, event)
    assert state.game == game.name
    assert view(state).phase != "idle"


@every
def test_its_deck_is_of_the_cards(game: Game) -> None:
    """A deck has no card twice; only the two documents that say so leave out the tens."""
    assert len(game.deck) == len({*game.deck}) in {48, 52}
    assert (len(game.deck) == 48) == ("Pontoon" in game.title)
