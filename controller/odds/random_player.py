"""A player who does at random what is legal: it drives whole shoes by the legal moves alone, from a seed.

Used to simulate, to test and to demonstrate; the same seed plays the same events. Cards come from a real shoe of the
decks in use, shuffled by the seed; a multiplier is one of the meter's. Nothing here is a source of chance for a table.
"""

import random
from collections.abc import Iterator
from typing import Final

from controller.core.effects import Effect, RoundEnded
from controller.core.events import AnyEvent, BetsOpen, ButtonPressed, CardDrawn, CutCard, MultiplierDrawn, ShoeNew
from controller.core.outcomes import dumps
from controller.core.tables import TwentyOneTable
from controller.games import State, legal_moves, new_table, step
from controller.games.moves import LegalMove
from controller.games.reading import read_event
from controller.games.registry import find
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS

CUT_AT: Final = 0.75
"""The cutting card lies three quarters down the shoe."""


class RandomPlayer:
    """Plays one table; `events` yields what is done with the state and the effects after it."""

    def __init__(self, table: TwentyOneTable, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - chance for tests, never for a table
        self.table = table
        self.state: State = new_table(table)
        self.shoe: list[str] = []
        self.cut_in = 0

    def shoes(self, count: int) -> Iterator[tuple[AnyEvent, State, list[Effect]]]:
        """Plays so many shoes to their cutting cards."""
        for _ in range(count):
            yield from self.play_shoe()

    def play_shoe(self) -> Iterator[tuple[AnyEvent, State, list[Effect]]]:
        """One shoe: rounds until the cutting card has come out and its round is over."""
        yield self._do(ShoeNew())
        self._shuffle()
        while self.cut_in > 0:
            yield self._do(BetsOpen())
            ended = False
            while not ended:
                for event in self._next():
                    done = self._do(event)
                    yield done
                    ended = ended or any(isinstance(effect, RoundEnded) for effect in done[2])

    def _shuffle(self) -> None:
        self.shoe = [*find(self.table.game).deck] * self.table.decks
        self.random.shuffle(self.shoe)
        self.cut_in = int(len(self.shoe) * CUT_AT)

    def _do(self, event: AnyEvent) -> tuple[AnyEvent, State, list[Effect]]:
        self.state, effects = step(self.state, event)
        return event, self.state, effects

    def _next(self) -> Iterator[AnyEvent]:
        """The next event, chosen among the legal moves; a card brings the cutting card when it is its time."""
        moves = legal_moves(self.state)
        move = self._choose(moves)
        if move.type == "card":
            self.cut_in -= 1
            if self.cut_in == 0:
                yield CutCard()
            yield CardDrawn(card=self.shoe.pop())
        elif move.type == "button.pressed":
            yield ButtonPressed()
            yield MultiplierDrawn(value=self.random.choice(MULTIPLIERS))
        elif move.type == "multiplier.drawn":
            yield MultiplierDrawn(value=self.random.choice(MULTIPLIERS))
        else:
            yield self._event(move)

    def _choose(self, moves: tuple[LegalMove, ...]) -> LegalMove:
        closing = [move for move in moves if move.type == "bets.closed"]
        if closing and self.random.random() < 0.1:
            return closing[0]
        placing = [move for move in moves if move.type not in ("bets.closed", "wager.withdrawn")]
        cards = [move for move in moves if move.type in ("card", "button.pressed")]
        if cards and self.random.random() < 0.8:
            return cards[0]
        return self.random.choice(placing or list(moves))

    def _event(self, move: LegalMove) -> AnyEvent:
        record: dict[str, object] = {"type": move.type, **dict(move.fields)}
        if move.amounts is not None:
            record["amount"] = self._amount(*move.amounts)
        if move.type == "wager" and record["kind"] not in (*self.table.limits, "under13", "over13"):
            # the amounts of a listed wager are those of the area's own player; without bounds others may place it too
            record["player"] = self.random.choice((f"P{record['area']}", "A", "B"))
        return read_event(dumps(record), game=self.table.game)

    def _amount(self, least: int, most: int) -> int:
        chip = self.table.chip
        steps = min((most - least) // chip, 100)
        return least + self.random.randint(0, steps) * chip
