"""Tables on which anything happens, for the tests of what the floor sees: every state on their way."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from controller.core.effects import Effect
from controller.core.events import AnyEvent, CardDrawn
from controller.core.tables import PokerTable, Rake, TwentyOneTable
from controller.games import State, step
from controller.odds.random_player import RandomPlayer
from controller.odds.random_poker_player import RandomPokerPlayer
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.unruly import Unruly

TWENTY_ONE: Final = tuple(RULEBOOKS)
LIMITS: Final = {"main": (500, 5000), "pair": (100, 2000)}

Step = tuple[AnyEvent, State, list[Effect]]


def unruly(game: str, seed: int, rounds: int = 4, *, face_down: float = 0.2) -> Iterator[Step]:
    """Errors, wrong turns and unread cards, and now and then a card face down."""
    chance = random.Random(seed)
    decisions: Any = chance.choice(("called", "drawn"))
    player = Unruly(TwentyOneTable(game=game, areas=5, decisions=decisions), seed)
    for _ in range(rounds):
        for said in player.round():
            event: AnyEvent = said
            if isinstance(said, CardDrawn) and said.card != "??" and chance.random() < face_down:
                event = replace(said, face_down=True)
            player.state, effects = step(player.state, event)
            yield event, player.state, effects


def orderly(game: str, seed: int, **table: Any) -> Iterator[Step]:
    """One shoe of legal moves, without any error."""
    yield from RandomPlayer(TwentyOneTable(game=game, areas=5, decks=4, **table), seed).shoes(1)


def poker(dealing: Any, seed: int, rounds: int = 20) -> Iterator[Step]:
    """Rounds of short stacks with many side pots, raked."""
    table = PokerTable(game="poker", seats=6, dealing=dealing, rake=Rake(percent="5", cap=1500))
    yield from RandomPokerPlayer(table, seed).rounds(rounds)
