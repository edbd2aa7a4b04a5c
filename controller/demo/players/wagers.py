"""Who sits at the demonstration table and what they wager: several areas, others behind them, side wagers."""

import random
from collections.abc import Iterator
from typing import Final

from controller.core.events import Wager
from controller.core.tables import TwentyOneTable
from controller.demo.players.scenes import Scene

BEHIND: Final = ("G1", "G2")
"""Guests who stand behind the seated players and wager on their areas."""
MAIN: Final = (1000, 1500, 2000, 2500, 5000, 10000)
SIDE: Final = (200, 500, 1000)
SIDE_CHANCE: Final = 0.35
BEHIND_CHANCE: Final = 0.3


def seated(area: int) -> str:
    """The player whose seat is at this area."""
    return f"P{area}"


class Wagers:
    """Makes the wagers of a round for a scene."""

    def __init__(self, table: TwentyOneTable, chance: random.Random) -> None:
        self._areas = range(1, (table.areas or 1) + 1)
        self._sides = [kind for kind in table.limits if kind != "main"]
        self._chance = chance

    def occupied(self, scene: Scene) -> tuple[list[int], list[int]]:
        """The areas in play, in order, and those that the scene is about."""
        count = self._chance.randint(max(3, scene.areas), min(6, len(self._areas)))
        areas = sorted(self._chance.sample(self._areas, count))
        if scene.drawn:  # only the first to act knows which card he will draw
            return areas, areas[:1]
        return areas, sorted(self._chance.sample(areas, scene.areas))

    def make(self, scene: Scene, areas: list[int], about: list[int]) -> Iterator[Wager]:
        """The wagers, main ones first on each area."""
        chance = self._chance
        for area in areas:
            stakes = [(seated(area), chance.choice(MAIN))]
            if chance.random() < BEHIND_CHANCE:
                stakes.append((chance.choice(BEHIND), chance.choice(MAIN)))
            for player, amount in stakes:
                yield Wager(area=area, kind="main", amount=amount, player=player)
            for kind in self._sides:
                wanted = area in about and kind == scene.kind
                if wanted or chance.random() < SIDE_CHANCE:
                    player = seated(area) if wanted else chance.choice(stakes)[0]
                    yield Wager(area=area, kind=kind, amount=chance.choice(SIDE), player=player)
