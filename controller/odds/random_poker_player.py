"""Poker players who do at random what is legal, and a dealer with a fresh deck each round, from a seed.

Between rounds seats come, go, stay away and add chips, as far as the legal moves say; in a round everybody bets, folds
and shows by them, with amounts between their bounds. Nothing here is a source of chance for a table.
"""

import random
from collections.abc import Iterator
from typing import Any, Final

from controller.core.cards import ALL_CARDS
from controller.core.effects import Effect, RoundEnded
from controller.core.events import AnyEvent
from controller.core.outcomes import dumps
from controller.core.tables import PokerTable
from controller.games import legal_moves, new_table, step
from controller.games.moves import LegalMove
from controller.games.poker.state import State as PokerState
from controller.games.reading import read_event

SEATED: Final = 4
"""While so many have chips, rounds follow each other mostly without coming and going."""
MOST_BLINDS: Final = 40
"""A stack without limits has at most so many big blinds: short ones make many side pots."""
WEIGHTS: Final = {"fold": 1, "check": 6, "call": 6, "bet": 3, "raise": 2, "all_in": 1}
"""How often an action is taken beside the others that are legal."""


class RandomPokerPlayer:
    """Plays one table; `rounds` gives what is done with the state and the effects after it."""

    def __init__(self, table: PokerTable, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - chance for tests, never for a table
        self.table = table
        self.state = _poker(new_table(table))
        self.deck: list[str] = []

    def rounds(self, count: int) -> Iterator[tuple[AnyEvent, PokerState, list[Effect]]]:
        """Plays so many rounds to their ends."""
        played = 0
        while played < count:
            done = self._do(self._event(self._choose(legal_moves(self.state))))
            yield done
            played += sum(isinstance(effect, RoundEnded) for effect in done[2])

    def _do(self, event: AnyEvent) -> tuple[AnyEvent, PokerState, list[Effect]]:
        state, effects = step(self.state, event)
        self.state = _poker(state)
        return event, self.state, effects

    def _choose(self, moves: tuple[LegalMove, ...]) -> LegalMove:
        if self.state.hand is None:
            return self._between_rounds(moves)
        weights = [WEIGHTS.get(str(dict(move.fields).get("action")), 3) for move in moves]
        return self.random.choices(moves, weights)[0]

    def _between_rounds(self, moves: tuple[LegalMove, ...]) -> LegalMove:
        opening = [move for move in moves if move.type == "blinds.open"]
        seated = sum(seat is not None and seat.stack > 0 and not seat.away for seat in self.state.seats)
        if opening and (seated >= min(SEATED, self.table.seats) or self.random.random() < 0.3):
            if self.random.random() < 0.8:
                return opening[0]
        elif coming := [move for move in moves if move.type in {"join", "back", "stack.add"}]:
            return self.random.choice(coming)
        return self.random.choice(moves)

    def _event(self, move: LegalMove) -> AnyEvent:
        record: dict[str, Any] = {"type": move.type, **dict(move.fields)}
        match move.type:
            case "blinds.open":
                self.deck = list(ALL_CARDS)
                self.random.shuffle(self.deck)
            case "card":
                record["card"] = self.deck.pop()
            case "set":
                hand = self.state.hand
                record["cards"] = [self.deck.pop() for _ in range(2 if hand is not None and hand.deal.community else 5)]
            case "join":
                record |= {"player": f"P{record['seat']}", "stack": self._amount(move)}
                record["as"] = self.random.choice(("new", "new", "relocated"))
            case "action" | "stack.add" if move.amounts is not None or move.type == "stack.add":
                record["amount"] = self._amount(move)
        return read_event(dumps(record), game=self.table.game)

    def _amount(self, move: LegalMove) -> int:
        """Mostly near the least, sometimes all there is."""
        chip, (_, big) = self.table.chip, self.table.blinds
        least, most = move.amounts or (chip, MOST_BLINDS * big)
        if self.random.random() < 0.1:
            return most
        steps = min((most - least) // chip, 4 * big // chip)
        return least + self.random.randint(0, steps) * chip


def _poker(state: object) -> PokerState:
    assert isinstance(state, PokerState)  # noqa: S101 - the table line is poker's
    return state
