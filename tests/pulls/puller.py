"""Who pulls plugs: at random, some into the middle of an act, and puts each back after a moment or a while."""

import asyncio
import random
from contextlib import suppress
from typing import Final

from tests.pulls.things import Thing, Things

BETWEEN_S: Final = (0.1, 1.2)
INTO_ACT: Final = 0.5
"""Share of pulls that fall some milliseconds into the dealer's next act."""
INTO_ACT_S: Final = 0.03
PATIENCE_S: Final = 2.0
"""A dealer who waits for a device to come back is not waited for."""
AS_IT_SPEAKS: Final = 0.03
"""How often a device that says a thing once is pulled in the very moment in which it does."""
OUT_S: Final = ((0.02, 0.3), (0.3, 2.0), (2.0, 6.0))
"""A wobble, a plug put back at once, a cable that was looked for."""
SHARES: Final = (5, 5, 1)
MOST_OUT: Final = 8
"""So many are out at most: a round goes on."""


class Puller:
    """The dealer's doom: told of every act before it; `enough` ends play and pulling."""

    def __init__(self, *, things: Things, chance: random.Random) -> None:
        self.enough = asyncio.Event()
        self._things = things
        self._chance = chance
        self._acting = asyncio.Event()
        self._putting_back: set[asyncio.Task[None]] = set()

    def about_to(self, phase: str, *, ends: bool) -> None:
        """The dealer acts now."""
        del phase, ends
        self._acting.set()

    def speaks(self, thing: Thing) -> None:
        """A device is about to say something that it says once."""
        if self._chance.random() < AS_IT_SPEAKS and not self.enough.is_set():
            self._pull_for_a_while(thing)

    async def run(self) -> None:
        """Until there is enough; returns with everything plugged in."""
        while not self.enough.is_set():
            await asyncio.sleep(self._chance.uniform(*BETWEEN_S))
            if self._chance.random() < INTO_ACT:
                await self._next_act()
            plugged = [thing for thing in self._things.all if thing.plugged]
            if len(plugged) > len(self._things.all) - MOST_OUT:
                self._pull_for_a_while(self._chance.choice(plugged))
        while self._putting_back:
            await asyncio.wait(self._putting_back)

    def _pull_for_a_while(self, thing: Thing) -> None:
        self.pull(thing)
        task = asyncio.create_task(self._put_back(thing), name=f"put back {thing.name}")
        self._putting_back.add(task)
        task.add_done_callback(self._putting_back.discard)

    async def _next_act(self) -> None:
        self._acting.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await self._acting.wait()
        await asyncio.sleep(self._chance.uniform(0, INTO_ACT_S))

    def pull(self, thing: Thing) -> None:
        """Pull its plug."""
        thing.pulls += 1
        thing.plugged = False
        thing.pulled_at = asyncio.get_running_loop().time()
        thing.pull()

    def plug_in(self, thing: Thing) -> None:
        """Put it back."""
        thing.plug_in()
        thing.plugged = True

    async def _put_back(self, thing: Thing) -> None:
        least_s, most_s = self._chance.choices(OUT_S, SHARES)[0]
        await asyncio.sleep(self._chance.uniform(least_s, most_s))
        self.plug_in(thing)
