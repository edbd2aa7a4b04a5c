"""The games by name: those of this tree, then those that other installed packages add.

A package adds a game through the entry point group `table_controller.games`: the name is the game's, the object its
`GAME`. A game of this tree cannot be replaced.

    [project.entry-points."table_controller.games"]
    high-card = "high_card:GAME"

Which packages are installed is the one thing that is asked here of the machine, once, and only for a name that this
tree does not know or for the list of all.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from typing import Final

from controller.core.offered import Offered
from controller.core.tables import TableError
from controller.games.game import Game

GROUP: Final = "table_controller.games"

BUILT_IN: Final[Offered[Game]] = Offered(
    "GAME",
    {
        "pontoon-pandemonium": "controller.games.pontoon_pandemonium",
        "pontoon": "controller.games.pontoon",
        "blackjack": "controller.games.blackjack",
        "free-bet-blackjack": "controller.games.free_bet_blackjack",
        "poker": "controller.games.poker",
    },
)


class _Games(Mapping[str, Game]):
    """Every game that is installed, those of this tree first; one that a package adds is loaded when it is asked for.

    Raises TableError, beside KeyError, where what a package adds is no game of that name.
    """

    def __getitem__(self, name: str) -> Game:
        return BUILT_IN[name] if name in BUILT_IN else _added(name)

    def __iter__(self) -> Iterator[str]:
        yield from BUILT_IN
        yield from sorted(_entry_points().names - BUILT_IN.keys())

    def __len__(self) -> int:
        return len(BUILT_IN.keys() | _entry_points().names)


GAMES: Final[Mapping[str, Game]] = _Games()


def find(name: str) -> Game:
    """The game of this name; raises TableError where no such game is installed."""
    try:
        return GAMES[name]
    except KeyError:
        text = f"no game {name!r} is installed here, only {', '.join(GAMES)}"
        raise TableError("game", text) from None


@cache
def _added(name: str) -> Game:
    game = _entry_points()[name].load()
    if not isinstance(game, Game) or game.name != name:
        got = f"that of the name {game.name!r}" if isinstance(game, Game) else type(game).__name__
        raise TableError("game", f"expected the entry point {name!r} of {GROUP} to be the Game of its name, got {got}")
    return game


@cache
def _entry_points() -> EntryPoints:
    return entry_points(group=GROUP)
