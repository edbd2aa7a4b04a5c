"""The virtual dealer of the poker table and his players: seats, blinds, cards with their burns, betting, showdown.

In every other round the deck is stacked: two seats get high pairs and the board helps one of them, so that chips move
and side pots are made.
"""

import itertools
import random
from typing import Final

from controller.core.cards import ALL_CARDS
from controller.core.events import BlindsOpen, Join, Showdown, StackAdd
from controller.demo.pace import Pace
from controller.demo.players.dealer import Dealer
from controller.demo.players.poker_players import choose, promise
from controller.demo.players.shoe import StackedShoe
from controller.demo.virtual_table import VirtualTable
from controller.demo.words import words
from controller.games import legal_moves
from controller.games.moves import LegalMove
from controller.games.poker.showdown.showing import first_to_show
from controller.games.poker.state import Hand, hole_cards
from controller.games.poker.state import State as PokerState

PLAYERS: Final = 6
BRINGS: Final = (40000, 60000, 80000, 100000)
SHOWN_ALL_THE_SAME: Final = 30
"""How many of a hundred beaten players show their cards although they need not."""


class PokerDealer(Dealer[PokerState]):
    """Deals from the shoe."""

    def __init__(self, virtual: VirtualTable, chance: random.Random, pace: Pace) -> None:
        super().__init__(virtual, chance, pace, PokerState)
        self._deck = StackedShoe(ALL_CARDS, chance)
        self._rounds = itertools.count(1)

    async def _open(self) -> None:
        seats = sorted(self._chance.sample(range(1, len(self.state.seats) + 1), PLAYERS))
        for seat in seats:
            stack = self._chance.choice(BRINGS)
            await self._say(Join(seat=seat, player=f"P{seat}", stack=stack), f"P{seat} sits down.", self._pace.wager_s)

    async def _round(self) -> None:
        number = next(self._rounds)
        self._virtual.shuffler.state("shuffling", cycle=number)
        self._deck.shuffle()
        self._virtual.shuffler.state("ready", cycle=number, count=len(ALL_CARDS))
        await self._refill()
        await self._say(BlindsOpen(), "Place your Blind Bets, please.", self._pace.decision_s)
        hand = self.state.hand
        if number % 2 and hand is not None:
            self._stack(len(hand.order))
        while (hand := self.state.hand) is not None:
            await self._go_on(hand, {move.type: move for move in legal_moves(self.state)})

    async def _refill(self) -> None:
        """Who has not enough for two big blinds adds chips (3.6.1)."""
        blind = self.state.settings.big_blind
        for number, seat in enumerate(self.state.seats, start=1):
            if seat is not None and seat.stack < 2 * blind:
                amount = BRINGS[0] - seat.stack
                await self._say(StackAdd(seat=number, amount=amount), f"{seat.player} adds chips.", self._pace.wager_s)

    def _stack(self, count: int) -> None:
        """Aces and Kings for two seats, and a King among the flop."""
        one, other = self._chance.sample(range(count), 2)
        wanted = {1 + one: ("A",), 1 + count + one: ("A",), 1 + other: ("K",), 1 + count + other: ("K",)}
        self._deck.stack(wanted | {2 * count + 2 + self._chance.randint(0, 2): ("K",)})

    async def _go_on(self, hand: Hand, moves: dict[str, LegalMove]) -> None:
        """The next thing that somebody does."""
        if "card" in moves:
            await self._deal(self._deck.draw())
        elif "action" in moves:
            await self._act(hand)
        elif "showdown" in moves:
            await self._say(Showdown(), "Showdown.", self._pace.decision_s)
        else:
            await self._show(hand)

    async def _act(self, hand: Hand) -> None:
        seat, position = hand.order[hand.betting.actor], hand.betting.actor
        moves = {str(dict(move.fields)["action"]): move for move in legal_moves(self.state) if move.type == "action"}
        promised = promise(hole_cards(self.state.settings, hand, position), hand.deal.board)
        action, amount = choose(moves, promised, self.state.settings.big_blind, self._chance)
        await self._do(moves[action], f"P{seat}: {words(action)}.", amount)

    async def _show(self, hand: Hand) -> None:
        """Who has to show first does so; the others show, or give up a beaten hand."""
        first = hand.order[first_to_show(hand)]
        moves = [move for move in legal_moves(self.state) if move.type in ("show", "muck")]
        seats = [int(dict(move.fields)["seat"]) for move in moves]
        seat = first if first in seats else seats[0]
        kinds = {move.type: move for move in moves if dict(move.fields)["seat"] == seat}
        mucks = "muck" in kinds and self._chance.randint(1, 100) > SHOWN_ALL_THE_SAME
        kind = "muck" if mucks else "show"
        await self._do(kinds[kind], f"P{seat}: {kind}.")
