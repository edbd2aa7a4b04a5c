"""What a real table publishes while it plays, recorded at a broker; and the same as that of another table.

The table is the demonstration's: the daemon with seven areas, its devices on ptys, a virtual dealer. Played again, each
message has the time of its sending, the name, the numbers and the key of the table that it is played as.
"""

import asyncio
import json
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import aiomqtt

from controller.core.outcomes import dumps
from controller.demo.pace import FAST
from controller.demo.players.twenty_one_dealer import TwentyOneDealer
from controller.demo.subscriber import Tally
from controller.demo.virtual_table import SITE, TABLE, demonstration_table, table_running
from controller.games.registry import find
from controller.games.twenty_one.game import TwentyOneGame
from controller.journal.clock import rfc3339
from controller.journal.files.keys import DeviceKey
from controller.journal.signature import signed
from controller.mqtt.messages import HEALTH, NOT_RETAINED

GAME: Final = "pontoon-pandemonium"
LIFE: Final = "0123456789ab"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The messages of so many whole rounds in their order, by topic below the prefix; and one `health`."""

    rounds: int
    messages: tuple[tuple[str, dict[str, Any]], ...]
    health: dict[str, Any]


async def record(folder: Path, rounds: int) -> Recorded:
    """Play so many rounds, and keep what is published of them."""
    game = find(GAME)
    assert isinstance(game, TwentyOneGame)
    heard: list[tuple[str, dict[str, Any]]] = []
    async with (
        table_running(folder, demonstration_table(game), FAST, Tally()) as virtual,
        aiomqtt.Client("127.0.0.1", virtual.port) as reader,
    ):
        await reader.subscribe(f"casino/{SITE}/{TABLE}/#", qos=1)
        playing = asyncio.create_task(TwentyOneDealer(game, virtual, random.Random(7), FAST).play(rounds + 1))
        ends, health = 0, None
        async for message in reader.messages:
            assert isinstance(message.payload, bytes)
            topic = message.topic.value.split("/", 3)[3]
            if topic == HEALTH:
                health = json.loads(message.payload)
            elif topic not in ("availability", "heartbeat"):
                heard.append((topic, json.loads(message.payload)))
                ends += topic == "outcome/last"
            if ends == rounds and health is not None:
                break
        playing.cancel()
    assert health is not None
    return Recorded(rounds, tuple(heard), health)


class Played:
    """The stream as the table `name`, from somewhere in it on, for ever."""

    def __init__(self, recorded: Recorded, name: str, chance: random.Random) -> None:
        self.name = name
        self.key = DeviceKey(chance.randbytes(32))
        self._recorded = recorded
        self._next = chance.randrange(len(recorded.messages))
        self._seq = 0

    def message(self) -> tuple[str, bytes, bool]:
        """The next one: topic, payload, whether it is retained."""
        topic, body = self._recorded.messages[self._next]
        self._next = (self._next + 1) % len(self._recorded.messages)
        self._seq += 1
        numbered = {"id": f"{self.name}-{LIFE}-{self._seq}", "seq": self._seq}
        if topic == "about":
            numbered["public_key"] = self.key.public.hex()
        return topic, self._signed(topic, body | numbered), topic not in NOT_RETAINED

    def health(self) -> bytes:
        """How it is."""
        return self._signed(HEALTH, self._recorded.health)

    def _signed(self, topic: str, body: dict[str, Any]) -> bytes:
        stamped = body | {"at": rfc3339(time.time_ns()), "table": self.name}
        del stamped["sig"]
        return signed(self.key, topic, dumps(stamped)).encode()
