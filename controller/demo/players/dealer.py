"""The virtual dealer: he plays rounds as people would, with everything going out as bytes of devices.

What he and his players do goes out through the shoe, the shuffler, the button and the console. What they know they know
as people do: the dealer follows the round in his head, which is the rules' own `step` over the same events, and the
outcome that comes back from the broker must be the one that he has in his head. Each game has a dealer of its own.
"""

import asyncio
import itertools
import random
from abc import ABC, abstractmethod
from typing import Any, Final, Generic, TypeVar

from controller.core.effects import Rejected, RoundEnded
from controller.core.events import AnyEvent, CardDrawn
from controller.core.outcomes import to_json_object
from controller.demo.pace import Pace
from controller.demo.plugs import ANSWER_S
from controller.demo.virtual_table import VirtualTable
from controller.games import State, new_table, step
from controller.games.floor.moves import event_of
from controller.games.moves import LegalMove
from controller.games.poker.state import State as PokerState
from controller.games.registry import find
from controller.games.twenty_one.state import State as TwentyOneState

LOST_S: Final = 2.0
"""An answer that has not come so long after the plug was put back was lost while it was out."""

StateT = TypeVar("StateT", bound=TwentyOneState | PokerState)


class DemonstrationError(Exception):
    """The table did something else than the dealer expected; the text is a sentence."""


class Dealer(ABC, Generic[StateT]):
    """Plays at the virtual table; `state` is the round as he has it in his head, `said` his last words."""

    def __init__(self, virtual: VirtualTable, chance: random.Random, pace: Pace, kind: type[StateT]) -> None:
        self._kind = kind
        self.state: StateT = self._own(new_table(virtual.table))
        self.said = ""
        self._virtual = virtual
        self._chance = chance
        self._pace = pace

    async def play(self, rounds: int | None) -> None:
        """Play so many rounds, or until cancelled; raises DemonstrationError."""
        try:
            await self._open()
            for _ in itertools.count() if rounds is None else range(rounds):
                if self._virtual.hands.wanted:
                    await self._relieved()
                await self._round()
                await asyncio.sleep(self._pace.round_s)
        except TimeoutError:
            raise DemonstrationError(f"Expected an answer of the table within {ANSWER_S:.0f} s, got none.") from None

    async def _relieved(self) -> None:
        """A person deals until he gives the table back; then the round in the dealer's head is the table's again."""
        self.said = "You deal, at the page."
        await self._virtual.hands.until_given_back()
        self._virtual.console.forget_answers()
        self._virtual.subscriber.forget_what_came()
        self._go_on_after(int(self._virtual.subscriber.state["round"]))
        await self._open()

    def _go_on_after(self, rounds: int) -> None:
        """The table between rounds, after so many that somebody else has dealt."""
        game = find(self._virtual.table.game)
        self.state = self._own(game.renew(new_table(self._virtual.table), self.state, rounds))

    @abstractmethod
    async def _open(self) -> None:
        """What is done once, before the first round."""

    @abstractmethod
    async def _round(self) -> None:
        """One round, from its opening to its outcome."""

    # --- the devices ----------------------------------------------------------------------------------------------

    async def _deal(self, card: str) -> None:
        """Draw a card from the shoe."""
        self._virtual.shoe.deal(card)
        await self._drained()
        await self._follow(CardDrawn(card=card))
        await asyncio.sleep(self._pace.card_s)

    async def _drained(self) -> None:
        async with self._virtual.plugs.in_time():
            await self._virtual.shoe.drained()

    async def _say(self, event: AnyEvent, words: str, pause_s: float = 0.0) -> None:
        """Enter it at the console and wait until the table has it."""
        self.said = words
        moves = self._virtual.plugs.moves
        self._virtual.console.send(event)
        async with self._virtual.plugs.in_time():
            await self._virtual.console.drained()
            answer = await self._answer(moves)
        refused = await self._follow(event)
        if answer is not None and answer["type"] != ("rejected" if refused else "accepted"):
            raise DemonstrationError(f"The table answered {answer} to {event}, which the rules see otherwise.")
        await asyncio.sleep(pause_s)

    async def _answer(self, moves: int) -> dict[str, Any] | None:
        """What the table answers to what it has; None where a plug was moved since `moves` and the answer was lost."""
        answers = self._virtual.console.answers
        while True:
            try:
                async with asyncio.timeout(LOST_S):
                    answer = await answers.get()
            except TimeoutError:
                if self._virtual.plugs.moves != moves and not self._virtual.plugs.out:
                    return None
            else:
                if answer["type"] in ("accepted", "rejected"):
                    return answer

    async def _do(self, move: LegalMove, words: str, amount: int | None = None) -> None:
        """Enter what somebody does."""
        event = event_of(find(self._virtual.table.game), move, amount)
        await self._say(event, words, self._pace.decision_s)

    # --- the round in his head ------------------------------------------------------------------------------------

    async def _follow(self, event: AnyEvent) -> bool:
        """What the event does to the round in the dealer's head; whether the rules refuse it."""
        state, effects = step(self.state, event)
        self.state = self._own(state)
        for effect in effects:
            if isinstance(effect, RoundEnded):
                await self._compare(to_json_object(effect.outcome))
        return any(isinstance(effect, Rejected) for effect in effects)

    async def _compare(self, expected: dict[str, Any]) -> None:
        async with self._virtual.plugs.in_time():
            received = await self._virtual.subscriber.outcome()
        if {key: received.get(key) for key in expected} != expected:
            raise DemonstrationError(f"Expected the outcome {expected} from the broker, got {received}.")
        self.said = f"Round {received['round']} is {received['status']}."

    def _own(self, state: State) -> StateT:
        assert isinstance(state, self._kind)  # noqa: S101 - the virtual table is this dealer's
        return state
