"""The virtual dealer of a twenty-one table and his players: they play as people would, through the devices alone.

What they do goes out as bytes of the shoe, the shuffler, the button and the console. What they know they know as people
do: the dealer follows the round in his head, which is the rules' own `step` over the same events; the multiplier he
reads where it is published; and the outcome that comes back from the broker must be the one that he has in his head.
"""

import asyncio
import itertools
import random
from collections.abc import Iterator
from typing import Any, Final

from controller.cli.demo.house import House
from controller.cli.demo.pace import Pace
from controller.cli.demo.scenes import SCENES, Scene
from controller.cli.demo.shoe import StackedShoe
from controller.cli.demo.strategy import choose, surrenders
from controller.cli.demo.wagers import Wagers, seated
from controller.core.effects import Effect, Rejected, RoundEnded
from controller.core.events import (
    AnyEvent,
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CutCard,
    MultiplierDrawn,
    OffersClosed,
    Seat,
    ShoeNew,
)  # fmt: skip
from controller.core.outcomes import dumps, to_json_object
from controller.core.reader import read_event
from controller.games import RULEBOOKS, State, legal_moves, new_table, step
from controller.games.moves import LegalMove
from controller.games.twenty_one.hands import total_of
from controller.games.twenty_one.state import Hand
from controller.games.twenty_one.state import State as TwentyOneState

ANSWER_S: Final = 30.0
"""Nothing at the table takes so long; what does has failed."""
LESS_CHANCE: Final = 0.2


class DemonstrationError(Exception):
    """The table did something else than the dealer expected; the text is a sentence."""


class TwentyOneDealer:
    """Plays at the table of `house`; `state` is the round as he has it in his head, `said` his last words."""

    def __init__(self, house: House, chance: random.Random, pace: Pace) -> None:
        self.state = _twenty_one(new_table(house.table))
        self.said = ""
        self._house = house
        self._rules = RULEBOOKS[house.table.game]
        self._chance = chance
        self._pace = pace
        self._shoe = StackedShoe(house.table, chance)
        self._wagers = Wagers(house.table, chance)
        self._scenes = self._in_turn(SCENES[house.table.game])
        self._shuffles = itertools.count(1)
        self._asked: set[object] = set()
        """What was offered already in this round."""

    async def play(self, rounds: int | None) -> None:
        """Play so many rounds, or until cancelled; raises DemonstrationError."""
        try:
            for area in range(1, len(self.state.seats) + 1):
                await self._say(Seat(area=area, player=seated(area)), "")
            for _ in itertools.count() if rounds is None else range(rounds):
                await self._round(next(self._scenes))
        except TimeoutError:
            raise DemonstrationError(f"Expected an answer of the table within {ANSWER_S:.0f} s, got none.") from None

    def _in_turn(self, scenes: tuple[Scene, ...]) -> Iterator[Scene]:
        yield scenes[0]
        while True:
            yield from self._chance.sample(scenes, len(scenes))

    # --- a round --------------------------------------------------------------------------------------------------

    async def _round(self, scene: Scene) -> None:
        if self._shoe.cut:
            await self._shuffle()
        await self._say(BetsOpen(), "Place your bets, please.")
        areas, about = self._wagers.occupied(scene)
        for wager in self._wagers.make(scene, areas, about):
            await self._say(wager, f"{wager.player} wagers on {wager.kind}.", self._pace.wager_s)
        self._stack(scene, areas, about)
        await self._say(BetsClosed(), "No more bets.", self._pace.decision_s)
        self._asked.clear()
        while self.state.round is not None:
            await self._go_on()
        await asyncio.sleep(self._pace.round_s)

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
            await self._take(move, self._pace.decision_s)
        elif round_.offers_open and self._rules.offers_close_by_word:
            await self._say(OffersClosed(), "Insurance and surrender are closed.")
        elif round_.awaits == "card":
            await self._deal()
        else:
            await self._decide()

    # --- cards ----------------------------------------------------------------------------------------------------

    async def _shuffle(self) -> None:
        self.said = "The shoe is shuffled."
        self._house.shuffler.state("shuffling", cycle=next(self._shuffles))
        await asyncio.sleep(self._pace.round_s)
        self._house.shuffler.state("ready", count=self._shoe.count)
        self._shoe.shuffle()
        self._house.shoe.new_shoe(self._house.table.decks)
        await self._drained()
        await self._follow(ShoeNew(decks=self._house.table.decks))

    async def _deal(self) -> None:
        if self._shoe.cut_card_due():
            self.said = "The cutting card: last round of this shoe."
            self._house.shoe.cut_card()
            await self._drained()
            await self._follow(CutCard())
        card = self._shoe.draw()
        self._house.shoe.deal(card)
        await self._drained()
        await self._follow(CardDrawn(card=card))
        await asyncio.sleep(self._pace.card_s)

    async def _drained(self) -> None:
        async with asyncio.timeout(ANSWER_S):
            await self._house.shoe.drained()

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
                return total_of(self._rules, hand)[0] <= 14 and dealer[0] not in "23456"
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
        action = choose(self._rules, _hand(round_.areas[area].hands, hand_id), round_.dealer[0], allowed)
        await self._take(moves[action], self._pace.decision_s)

    async def _take(self, move: LegalMove, pause_s: float) -> None:
        record: dict[str, Any] = {"type": move.type, **dict(move.fields)}
        if record.get("action") == "double":
            self._double_for_less(record, move)
        elif move.amounts is not None:
            record["amount"] = move.amounts[1]
        who = record.get("player", f"Area {record['area']}")
        event = read_event(dumps(record), game=self._house.table.game)
        await self._say(event, f"{who}: {record.get('action', move.type)}.", pause_s)

    def _double_for_less(self, record: dict[str, Any], move: LegalMove) -> None:
        """Some double for the least; without an amount it is the original wager."""
        if move.amounts is not None and self._chance.random() < LESS_CHANCE:
            record["amount"] = move.amounts[0]

    async def _press(self) -> None:
        """The player at the lit button presses it; the multiplier is read where it is published."""
        button = self._house.button
        async with asyncio.timeout(ANSWER_S):
            while not button.lit:
                button.lamp_changed.clear()
                await button.lamp_changed.wait()
        self.said = f"{self.state.button.player} presses the button."
        await asyncio.sleep(self._pace.press_s)
        async with asyncio.timeout(ANSWER_S):
            await button.push(self._pace.held_s)
            await button.drained()
            value = await self._house.listener.multipliers.get()
        await asyncio.sleep(self._pace.roll_s + self._pace.held_s)
        self.said = f"{value} to 1!"
        await self._follow(ButtonPressed())
        await self._follow(MultiplierDrawn(value=value))
        await asyncio.sleep(self._pace.show_s)

    # --- the console ----------------------------------------------------------------------------------------------

    async def _say(self, event: AnyEvent, words: str, pause_s: float = 0.0) -> None:
        """Enter it at the console and wait until the table has it."""
        self.said = words
        self._house.console.send(event)
        async with asyncio.timeout(ANSWER_S):
            while (answer := await self._house.console.answers.get())["type"] not in ("accepted", "rejected"):
                pass
        refused = await self._follow(event)
        if answer["type"] != ("rejected" if refused else "accepted"):
            raise DemonstrationError(f"The table answered {answer} to {event}, which the rules see otherwise.")
        await asyncio.sleep(pause_s)

    async def _follow(self, event: AnyEvent) -> bool:
        """What the event does to the round in the dealer's head; whether the rules refuse it."""
        state, effects = step(self.state, event)
        self.state = _twenty_one(state)
        for effect in effects:
            if isinstance(effect, RoundEnded):
                await self._compare(to_json_object(effect.outcome))
        return _refused(effects)

    async def _compare(self, expected: dict[str, Any]) -> None:
        async with asyncio.timeout(ANSWER_S):
            heard = await self._house.listener.outcome()
        if {key: heard.get(key) for key in expected} != expected:
            raise DemonstrationError(f"Expected the outcome {expected} from the broker, got {heard}.")
        self.said = f"Round {heard['round']} is {heard['status']}."


def _hand(hands: tuple[Hand, ...], hand_id: int) -> Hand:
    return next(hand for hand in hands if hand.id == hand_id)


def _twenty_one(state: State) -> TwentyOneState:
    assert isinstance(state, TwentyOneState)  # noqa: S101 - the house's table is one of theirs
    return state


def _refused(effects: list[Effect]) -> bool:
    return any(isinstance(effect, Rejected) for effect in effects)
