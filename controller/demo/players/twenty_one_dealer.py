"""The virtual dealer of the twenty-one games and his players: seats, wagers, options, decisions, jackpots.

A scene stacks the shoe for each round; what players do with their cards is the plain strategy of the game. The
multiplier is read where it is published.
"""

import asyncio
import itertools
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from controller.core.events import (
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CutCard,
    MultiplierDrawn,
    OffersClosed,
    Seat,
    ShoeNew,
)
from controller.demo.pace import Pace
from controller.demo.players.dealer import Dealer
from controller.demo.players.scenes import Scene, scenes_of
from controller.demo.players.shoe import StackedShoe
from controller.demo.players.strategy import choose, surrenders
from controller.demo.players.wagers import Wagers, seated
from controller.demo.virtual_table import VirtualTable
from controller.demo.words import money, wager_name, words
from controller.games import legal_moves
from controller.games.moves import LegalMove
from controller.games.twenty_one.game import TwentyOneGame
from controller.games.twenty_one.hands import total_of
from controller.games.twenty_one.state import Hand
from controller.games.twenty_one.state import State as TwentyOneState

LESS_CHANCE: Final = 0.2
PRESS_AGAIN_S: Final = 2.0
"""A player whose button stays lit presses again: a press while the plug is out is lost."""


class TwentyOneDealer(Dealer[TwentyOneState]):
    """Deals any game that is played by the twenty-one mechanics."""

    def __init__(self, game: TwentyOneGame, virtual: VirtualTable, chance: random.Random, pace: Pace) -> None:
        super().__init__(virtual, chance, pace, TwentyOneState)
        table = self.state.table
        self.rules = game.rules
        self._shoe = StackedShoe(game.deck * table.decks, chance)
        self._wagers = Wagers(table, chance)
        self._scenes = self._in_turn(scenes_of(game.rules))
        self._shuffles = itertools.count(1)
        self._asked: set[object] = set()
        """What was offered already in this round."""

    async def _open(self) -> None:
        for area in range(1, len(self.state.seats) + 1):
            await self._say(Seat(area=area, player=seated(area)), "")

    def _go_on_after(self, rounds: int) -> None:
        """With a shoe of his own."""
        super()._go_on_after(rounds)
        self.state = self.state._replace(rounds=rounds)
        self._shoe.cut = True

    def _in_turn(self, scenes: tuple[Scene, ...]) -> Iterator[Scene]:
        yield scenes[0]
        while True:
            yield from self._chance.sample(scenes, len(scenes))

    # --- a round --------------------------------------------------------------------------------------------------

    async def _round(self) -> None:
        scene = next(self._scenes)
        if self._shoe.cut:
            await self._shuffle()
        await self._say(BetsOpen(), "Place your bets, please.")
        areas, about = self._wagers.occupied(scene)
        for wager in self._wagers.make(scene, areas, about):
            await self._say(
                wager, f"{wager.player} wagers {money(wager.amount)} on {wager_name(wager.kind)}.", self._pace.wager_s
            )
        self._stack(scene, areas, about)
        await self._say(BetsClosed(), "No more bets.", self._pace.decision_s)
        self._asked.clear()
        while self.state.round is not None:
            await self._go_on()

    def _stack(self, scene: Scene, areas: list[int], about: list[int]) -> None:
        """Put the scene's cards where the initial deal will take them from."""
        wanted = {len(areas): scene.dealer, 2 * len(areas) + 1: scene.drawn}
        for place, area in enumerate(areas):
            if area in about:
                wanted |= {place: scene.first, len(areas) + 1 + place: scene.second}
        self._shoe.stack({place: faces for place, faces in wanted.items() if faces})

    async def _go_on(self) -> None:
        """The next thing that somebody does."""
        round_ = self.state.round
        assert round_ is not None  # noqa: S101 - whoever calls has looked
        if self.state.button.lit:
            await self._press()
        elif (move := self._offer()) is not None:
            await self._take(move)
        elif round_.offers_open and self.rules.offers_close_by_word:
            await self._say(OffersClosed(), "Insurance and surrender are closed.")
        elif round_.awaits == "card":
            await self._draw()
        else:
            await self._decide()

    # --- cards ----------------------------------------------------------------------------------------------------

    async def _shuffle(self) -> None:
        self.said = "The shoe is shuffled."
        self._virtual.shuffler.state("shuffling", cycle=next(self._shuffles))
        await asyncio.sleep(self._pace.round_s)
        self._virtual.shuffler.state("ready", count=self._shoe.count)
        self._shoe.shuffle()
        self._virtual.shoe.new_shoe(self.state.table.decks)
        await self._drained()
        await self._follow(ShoeNew(decks=self.state.table.decks))

    async def _draw(self) -> None:
        if self._shoe.cut_card_due():
            self.said = "The cutting card: last round of this shoe."
            self._virtual.shoe.cut_card()
            await self._drained()
            await self._follow(CutCard())
        await self._deal(self._shoe.draw())

    # --- what players say -----------------------------------------------------------------------------------------

    def _offer(self) -> LegalMove | None:
        """An option that somebody takes; each is thought about once."""
        for move in legal_moves(self.state):
            fields = dict(move.fields)
            kind = fields.get("action", move.type)
            if kind not in ("insure", "surrender", "even_money", "rescue", "follow"):
                continue
            round_ = self.state.round
            key = (move.fields, None if round_ is None else (round_.following, round_.rescuable))
            if key in self._asked:
                continue
            self._asked.add(key)
            if self._wants(str(kind), int(fields["area"])):
                return move
        return None

    def _wants(self, kind: str, area: int) -> bool:
        round_ = self.state.round
        assert round_ is not None  # noqa: S101 - a move was legal
        dealer = round_.dealer[0]
        match kind:
            case "surrender":
                return surrenders(round_.areas[area - 1].hands[0], dealer) and self._chance.random() < 0.6
            case "rescue":
                assert round_.rescuable is not None  # noqa: S101 - the move was legal
                hand = _hand(round_.areas[area - 1].hands, round_.rescuable[1])
                return total_of(self.rules, hand)[0] <= 14 and dealer[0] not in "23456"
            case "follow":
                return self._chance.random() < 0.8
            case _:
                return self._chance.random() < 0.5

    async def _decide(self) -> None:
        round_ = self.state.round
        assert round_ is not None  # noqa: S101 - whoever calls has looked
        assert round_.turn is not None  # noqa: S101 - a decision is awaited
        area, hand_id = round_.turn
        moves = {
            dict(move.fields)["action"]: move
            for move in legal_moves(self.state)
            if move.type == "decision" and dict(move.fields)["area"] == area + 1
        }
        allowed = {str(action) for action in moves}
        action = choose(self.rules, _hand(round_.areas[area].hands, hand_id), round_.dealer[0], allowed)
        if action == "hit" and self.state.table.decisions == "drawn":
            self.said = f"Area {area + 1} takes a card."
            await self._draw()
        else:
            await self._take(moves[action])

    async def _take(self, move: LegalMove) -> None:
        """A player takes the move, with the most where it has an amount; some double for the least."""
        fields = dict(move.fields)
        action = fields.get("action", move.type)
        amount = move.amounts[1] if move.amounts is not None else None
        if action == "double":  # without an amount it is the original wager
            less = move.amounts is not None and self._chance.random() < LESS_CHANCE
            amount = move.amounts[0] if less and move.amounts is not None else None
        who = fields.get("player", f"Area {fields['area']}")
        await self._do(move, f"{who}: {words(str(action))}.", amount)

    async def _press(self) -> None:
        """The player at the lit button presses it; the multiplier is read where it is published."""
        button = self._virtual.button
        async with self._virtual.plugs.in_time():
            while not button.lit:
                button.lamp_changed.clear()
                await button.lamp_changed.wait()
        self.said = f"{self.state.button.player} presses the button."
        await asyncio.sleep(self._pace.press_s)
        async with self._virtual.plugs.in_time():
            value: int | None = None
            while value is None:
                if button.lit:
                    await button.push(self._pace.held_s)
                    await button.drained()
                with suppress(TimeoutError):
                    async with asyncio.timeout(PRESS_AGAIN_S):
                        value = await self._virtual.subscriber.multipliers.get()
        await asyncio.sleep(self._pace.roll_s + self._pace.held_s)
        self.said = f"{value} to 1!"
        await self._follow(ButtonPressed())
        await self._follow(MultiplierDrawn(value=value))
        await asyncio.sleep(self._pace.show_s)


def _hand(hands: tuple[Hand, ...], hand_id: int) -> Hand:
    return next(hand for hand in hands if hand.id == hand_id)
