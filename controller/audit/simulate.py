"""Whole shoes played by random legal moves: every round must end settled or void, and no listed move be refused."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

from controller.audit.random_player import RandomPlayer
from controller.core.effects import Rejected, RoundEnded
from controller.core.tables import TwentyOneTable
from controller.games import view


class ShoeReport(NamedTuple):
    """What came of one shoe: outcomes by status, events, and refusals of listed moves (there should be none)."""

    outcomes: Counter[str]
    events: int
    refused: tuple[str, ...]
    unfinished: bool


def play_shoe(game: str, seed: int) -> ShoeReport:
    """Plays one shoe of the game from this seed."""
    player = RandomPlayer(TwentyOneTable(game=game), seed)  # type: ignore[arg-type]
    outcomes: Counter[str] = Counter()
    refused = []
    events = 0
    for event, _, effects in player.play_shoe():
        events += 1
        for effect in effects:
            if isinstance(effect, RoundEnded):
                outcomes[effect.outcome.status] += 1
            elif isinstance(effect, Rejected):
                refused.append(f"{event}: {effect.reason}")
    return ShoeReport(outcomes, events, tuple(refused), view(player.state).phase != "idle")


def play_shoes(game: str, shoes: int, first_seed: int, workers: int) -> Iterator[ShoeReport]:
    """Plays many shoes in worker processes, one report as each ends."""
    with ProcessPoolExecutor(workers) as pool:
        for future in as_completed(pool.submit(play_shoe, game, first_seed + at) for at in range(shoes)):
            yield future.result()
