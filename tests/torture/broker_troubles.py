"""What happens to the broker during the torture: killed, stopped in order, its database lost, frozen, gone for long."""

import asyncio
import random
from collections import Counter
from typing import Final

from tests.broker import Broker

TROUBLES: Final = ("killed", "stopped", "database lost", "frozen", "gone for long")
BETWEEN_S: Final = (3.0, 12.0)
AWAY_S: Final = (0.0, 2.0)
FROZEN_S: Final = (0.5, 13.0)
"""Up to more than the daemon waits for an acknowledgement."""
LONG_S: Final = (8.0, 20.0)


class BrokerTroubles:
    """Makes trouble until cancelled and leaves the broker running; `counts` by kind."""

    def __init__(self, broker: Broker, chance: random.Random) -> None:
        self.counts: Counter[str] = Counter()
        self._broker = broker
        self._chance = chance

    async def run(self) -> None:
        """For the torture's life."""
        while True:
            await asyncio.sleep(self._chance.uniform(*BETWEEN_S))
            trouble = self._chance.choices(TROUBLES, (4, 3, 4, 3, 1))[0]
            self.counts[trouble] += 1
            if trouble == "frozen":
                await self._freeze()
            else:
                await self._away(trouble)

    async def _freeze(self) -> None:
        self._broker.freeze()
        try:
            await asyncio.sleep(self._chance.uniform(*FROZEN_S))
        finally:
            self._broker.thaw()

    async def _away(self, trouble: str) -> None:
        if trouble in ("killed", "gone for long"):
            self._broker.kill()
        else:
            await asyncio.to_thread(self._broker.stop)
        if trouble == "database lost":
            self._broker.forget()
        try:
            await asyncio.sleep(self._chance.uniform(*(LONG_S if trouble == "gone for long" else AWAY_S)))
        finally:
            self._broker.start()
