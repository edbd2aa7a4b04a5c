"""The dealer and the players of the tortured table: random rounds over the devices, through every death of the daemon.

What happens at the table happens once: a card is drawn, a word is said. The devices repeat it until the daemon has it
on its disk. So the dealer can follow the round in his head, by the rules' own `step`, without asking anybody; what he
has in his head at the end is what the journal and the broker have to say. Only the multiplier he has to be told: he
reads it where it is published.
"""

import asyncio
import random
from collections.abc import Iterator
from typing import Any, Final, Protocol

from controller.core.cards import ALL_CARDS
from controller.core.effects import RoundEnded
from controller.core.events import AnyEvent, ButtonPressed, CardDrawn, CutCard, MultiplierDrawn, ShoeNew
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import TwentyOneTable
from controller.core.writer import event_to_json
from controller.games import State, legal_moves, new_table, step, view
from controller.games.moves import LegalMove
from controller.games.reading import read_event
from controller.games.twenty_one.state import State as TwentyOneState
from controller.games.view import TableView
from tests.torture.phases import phase_of
from tests.torture.subscriber import Subscriber

CUT_AT: Final = 0.75
JACKPOTS: Final = 0.6
"""Share of areas with a pandemonium wager whose initial cards are a Pontoon, so that the button is pressed often."""
NONSENSE: Final = 0.04
"""Share of acts before which something is asked that the rules refuse."""
PRESS_AGAIN_S: Final = 0.7
"""Who sees no multiplier and a lit button presses again."""
STUCK_S: Final = 120.0
"""Longer than any trouble with broker and daemon together."""


class Doom(Protocol):
    """Who ends the daemon: told of every act before it, and `enough` when there is no more to come."""

    enough: asyncio.Event

    def about_to(self, phase: str, *, ends: bool) -> None: ...


class Shoe(Protocol):
    """Where cards come from; `drained` returns when all that was said is on the disk."""

    def new_shoe(self, decks: int, /) -> None: ...

    def cut_card(self) -> None: ...

    def deal(self, card: str, /) -> None: ...

    async def drained(self) -> None: ...


class Button(Protocol):
    """What players press."""

    @property
    def lit(self) -> bool: ...

    async def push(self, held_s: float = ...) -> None: ...


class Console(Protocol):
    """Where the dealer speaks; `drained` as a shoe's."""

    def send(self, event: dict[str, Any], /) -> None: ...

    async def drained(self) -> None: ...


class Hands(Protocol):
    """The devices that the dealer and the players have their hands on."""

    @property
    def shoe(self) -> Shoe: ...

    @property
    def button(self) -> Button: ...

    @property
    def console(self) -> Console: ...


class Dealer:
    """`said` is all that was handed in, in order, without the presses; `outcomes` are the rounds as they ended."""

    def __init__(
        self,
        *,
        table: TwentyOneTable,
        devices: Hands,
        subscriber: Subscriber,
        killer: Doom,
        chance: random.Random,
        stuck_s: float = STUCK_S,
    ) -> None:
        self.said: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any]] = []
        self.presses = 0
        self._table = table
        self._state: State = new_table(table)
        self._devices = devices
        self._subscriber = subscriber
        self._killer = killer
        self._chance = chance
        self.pace_s = 0.0
        """The pause behind each thing that is said or dealt."""
        self._stuck_s = stuck_s
        self._shoe: list[str] = []
        self._cut_in = 0
        self._acted = asyncio.Event()

    async def play(self) -> None:
        """Rounds until there have been enough kills; ends between two rounds."""
        while not self._killer.enough.is_set():
            await self.play_round()

    async def play_round(self) -> None:
        """One round, behind a shuffle where one is due."""
        if self._cut_in <= 0:
            await self._shuffle()
        await self._say(type="bets.open")
        for wager in self._wagers():
            await self._say(**wager)
        await self._say(type="bets.closed")
        while self._round_is_open:
            await self._go_on()

    async def next_act(self) -> None:
        """Wait until the table has taken another event."""
        self._acted.clear()
        await self._acted.wait()

    @property
    def view(self) -> TableView:
        """The table as the dealer has it in his head."""
        return view(self._state)

    @property
    def _round_is_open(self) -> bool:
        return view(self._state).phase != "idle"

    def _wagers(self) -> Iterator[dict[str, Any]]:
        for area in sorted(self._chance.sample(range(1, len(self._twenty_one.seats) + 1), self._chance.randint(1, 3))):
            for kind, share in (("main", 1.0), ("pandemonium", 0.5), ("pair", 0.3)):
                if self._chance.random() < share:
                    yield {"type": "wager", "area": area, "kind": kind, "amount": self._chance.randint(1, 50) * 200}
            if self._chance.random() < 0.1:
                yield {"type": "wager", "area": area, "kind": "main", "amount": 1000, "player": f"B{area}"}
            if self._chance.random() < 0.05:
                yield {"type": "wager.withdrawn", "area": area, "kind": "pair"}

    async def _go_on(self) -> None:
        """One act."""
        state = self._twenty_one
        assert state.round is not None
        if self._chance.random() < NONSENSE:
            await self._say(type="bets.closed")
        moves = [move for move in legal_moves(state) if move.type != "multiplier.drawn"]
        presses = [move for move in moves if move.type == "button.pressed"]
        if view(state).button.lit and (presses or self._chance.random() < 0.3):
            await self._press()
            return
        cards = [move for move in moves if move.type == "card"]
        if cards and self._chance.random() < 0.85:
            await self._deal()
        else:
            await self._take(self._chance.choice([move for move in moves if move.type != "card"] or cards))

    # --- cards ----------------------------------------------------------------------------------------------------

    async def _shuffle(self) -> None:
        self._shoe = [card for card in ALL_CARDS if card[0] != "T"] * self._table.decks
        self._chance.shuffle(self._shoe)
        self._cut_in = int(len(self._shoe) * CUT_AT)
        self._about_to(event := ShoeNew(decks=self._table.decks))
        self._devices.shoe.new_shoe(self._table.decks)
        await self._drained(self._devices.shoe.drained())
        self._follow(event)

    async def _deal(self) -> None:
        self._cut_in -= 1
        if self._cut_in == 0:
            self._about_to(CutCard())
            self._devices.shoe.cut_card()
            await self._drained(self._devices.shoe.drained())
            self._follow(CutCard())
        event = CardDrawn(card=self._next_card())
        self._about_to(event)
        self._devices.shoe.deal(event.card)
        await self._drained(self._devices.shoe.drained())
        self._follow(event)

    def _next_card(self) -> str:
        """The shoe's next card, or one that makes a Pontoon where a jackpot is to be won."""
        state = self._twenty_one
        round_ = state.round
        assert round_ is not None
        wanted = ""
        if round_.phase == "dealing" and round_.place is not None and round_.place[0] >= 0:
            area = round_.areas[round_.place[0]]
            if any(side.kind == "pandemonium" for side in area.sides) and self._chance.random() < JACKPOTS:
                held = area.hands[0].cards
                wanted = "A" if not held else "JQK" if held[0][0] == "A" else ""
        at = next((at for at in range(len(self._shoe)) if self._shoe[-1 - at][0] in wanted), 0)
        return self._shoe.pop(-1 - at)

    # --- players --------------------------------------------------------------------------------------------------

    async def _take(self, move: LegalMove) -> None:
        if move.type == "card":
            await self._deal()
            return
        record: dict[str, Any] = {"type": move.type, **dict(move.fields)}
        if move.amounts is not None:
            record["amount"] = self._chance.choice(move.amounts)
        await self._say(**record)

    async def _press(self) -> None:
        """Somebody presses while the button is lit, until there is a multiplier; every one counts for one press."""
        self._killer.about_to("armed", ends=False)
        for phase in ("pressed", "drawn"):
            self._killer.about_to(phase, ends=False)
        known = self.presses
        async with asyncio.timeout(self._stuck_s):
            while len(self._subscriber.multipliers) == known:
                if self._devices.button.lit:
                    await self._devices.button.push(held_s=0.005)
                await self._news_within(PRESS_AGAIN_S, known)
        self.presses += 1
        self._follow(ButtonPressed())
        self._follow(MultiplierDrawn(value=self._subscriber.multipliers[known]))

    async def _news_within(self, timeout_s: float, known: int) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + timeout_s
        while len(self._subscriber.multipliers) == known and (left := until - loop.time()) > 0:
            self._subscriber.news.clear()
            try:
                await asyncio.wait_for(self._subscriber.news.wait(), left)
            except TimeoutError:
                return

    # --- what is said and what he has in his head -----------------------------------------------------------------

    async def _say(self, **record: Any) -> None:
        event = read_event(dumps(record), game=self._table.game)
        self._about_to(event)
        self._devices.console.send(record)
        await self._drained(self._devices.console.drained())
        self._follow(event)

    def _about_to(self, event: AnyEvent) -> None:
        state, effects = step(self._state, event)
        ends = any(isinstance(effect, RoundEnded) for effect in effects)
        phase = phase_of(view(self._state))
        self._killer.about_to(phase_of(view(state)) if phase == "idle" else phase, ends=ends)

    async def _drained(self, drained: Any) -> None:
        async with asyncio.timeout(self._stuck_s):
            await drained
        await asyncio.sleep(self.pace_s)

    def _follow(self, event: AnyEvent) -> None:
        self._state, effects = step(self._state, event)
        self._acted.set()
        if not isinstance(event, ButtonPressed | MultiplierDrawn):
            self.said.append(event_to_json(event))
        self.outcomes += [to_json_object(effect.outcome) for effect in effects if isinstance(effect, RoundEnded)]

    @property
    def _twenty_one(self) -> TwentyOneState:
        assert isinstance(self._state, TwentyOneState)
        return self._state
