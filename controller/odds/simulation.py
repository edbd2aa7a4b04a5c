"""Whole shoes played by random legal moves: every round ends settled or void, no listed move is refused, money adds up.

A poker table has no shoe: there so many rounds are played, each with its own deck, at tables of every size and both
ways of dealing.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Final, NamedTuple

from controller.core.effects import Effect, Rejected, RoundEnded
from controller.core.events import AnyEvent
from controller.core.families import POKER
from controller.core.outcomes import Outcome, PokerOutcome
from controller.core.tables import PokerTable, Rake, TwentyOneTable
from controller.games import State, view
from controller.games.poker.state import NAME
from controller.games.registry import find
from controller.odds.random_player import RandomPlayer
from controller.odds.random_poker_player import RandomPokerPlayer

ROUNDS: Final = 50
"""Of a poker table; about as many as a shoe of eight decks gives the other games."""


class ShoeReport(NamedTuple):
    """What came of one shoe: outcomes by status, the number of events, and sentences about what must not be."""

    outcomes: Counter[str]
    events: int
    faults: tuple[str, ...]


def poker_table(seed: int, game: str = NAME) -> PokerTable:
    """A table for the seed: two to nine seats, shoe or shuffler, with and without limits."""
    return PokerTable(
        game=game,
        seats=2 + seed % 8,
        dealing="shuffler" if seed % 3 == 0 else "shoe",
        stake=(20000, 200000) if seed % 2 else None,
        rake=Rake(percent="5", cap=1500 if seed % 5 else None),
    )


def play_shoe(game: str, seed: int) -> ShoeReport:
    """Plays one shoe of the game from this seed."""
    outcomes: Counter[str] = Counter()
    faults: list[str] = []
    events = 0
    open_ = False
    for event, state, effects in _played(game, seed):
        events += 1
        open_ = view(state).phase != "idle"
        for effect in effects:
            if isinstance(effect, RoundEnded):
                outcomes[effect.outcome.status] += 1
                faults += _uneven(effect.outcome)
            elif isinstance(effect, Rejected):
                faults.append(f"a legal move was refused: {event}: {effect.reason}")
    if open_:
        faults.append("a round did not end")
    return ShoeReport(outcomes, events, tuple(faults))


def play_shoes(game: str, shoes: int, first_seed: int, workers: int) -> Iterator[ShoeReport]:
    """Plays many shoes in worker processes, one report as each ends."""
    with ProcessPoolExecutor(workers) as pool:
        try:
            for future in as_completed([pool.submit(play_shoe, game, first_seed + at) for at in range(shoes)]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)  # whoever asked may have left


def _played(game: str, seed: int) -> Iterator[tuple[AnyEvent, State, list[Effect]]]:
    if find(game).family is POKER:
        yield from RandomPokerPlayer(poker_table(seed, game), seed).rounds(ROUNDS)
    else:
        yield from RandomPlayer(TwentyOneTable(game=game), seed).play_shoe()


def _uneven(outcome: Outcome) -> Iterator[str]:
    """At poker what some lose others win, but for the rake; in the other games the lines make the sum."""
    nets = sum(line.net for line in outcome.ledger)
    expected = -outcome.rake if isinstance(outcome, PokerOutcome) else outcome.net
    if nets != expected:
        yield f"round {outcome.round}: the nets make {nets}, not {expected}"
