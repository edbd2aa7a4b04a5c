"""The hands at the table: a card comes out of any shoe, a press goes to any lit button, a word to any console.

What a device recalls it says until it is on the disk. What any other says once may be lost with its plug: then whoever
drew the card or pressed the key sees that nothing has come of it, and the word is said at the dealer's console, which
recalls. A thing said and lost without its plug having been pulled is a finding, and so is one that the daemon has not
told the loss of its device with.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.pulls import tabled_with_gpio as gpio
from tests.pulls.daemon import Daemon
from tests.pulls.things import CODE_OF, KEY, KEYPAD, Thing, Things
from tests.torture.dealer import Shoe

LOST_S: Final = 1.5
"""What has not been taken so long after the plug was pulled never will be; it takes some hundredths."""
TAKEN_S: Final = 20.0
"""What a plugged device has said is taken at once; more is standing still."""
HELD_S: Final = 0.08
"""As long as a finger stays."""
FIRM: Final = 0.95
"""How often a device is chosen that is known to be there; else any that recalls, plugged or not."""
SHOE_PACE_S: Final = 0.3
"""A hand does not draw sooner from the shoes that tell a copy from a card by time."""


class Hands:
    """What the three have in common. `said` and `lost` count by device; `findings` are sentences."""

    def __init__(
        self, *, things: Things, daemon: Daemon, chance: random.Random, speaks: Callable[[Thing], None]
    ) -> None:
        self.said: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.findings: list[str] = []
        self._things = things
        self._daemon = daemon
        self._chance = chance
        self._speaks = speaks

    async def choose(self, names: list[str]) -> Thing:
        """One of these devices; waits until there is one."""
        things = [self._things.named(name) for name in names]
        if self._chance.random() > FIRM and (recalling := [thing for thing in things if thing.recalls]):
            return self._chance.choice(recalling)
        there: list[Thing] = []

        def any_there() -> bool:
            there[:] = [thing for thing in things if self.is_there(thing)]
            return bool(there)

        while not await self._daemon.until(any_there, LOST_S):
            pass
        return self._chance.choice(there)

    def is_there(self, thing: Thing) -> bool:
        """Plugged in, and connected since its plug was pulled last."""
        return thing.plugged and self._daemon.there.get(thing.name, -1.0) > thing.pulled_at

    async def once(self, thing: Thing, kind: str, say: Callable[[], Awaitable[None] | None]) -> bool:
        """Say something over a device that says it once; whether it was taken."""
        daemon, pulls = self._daemon, thing.pulls
        before, losses = daemon.events[thing.name, kind], daemon.notices[thing.name, "device_lost"]
        self._speaks(thing)
        if (saying := say()) is not None:
            await saying
        loop = asyncio.get_running_loop()
        until = loop.time() + TAKEN_S
        while loop.time() < until:
            if await daemon.until(lambda: daemon.events[thing.name, kind] > before, 0.1):
                return True
            if thing.pulls > pulls and until > loop.time() + LOST_S:
                until = loop.time() + LOST_S
        self.lost[thing.name] += 1
        if thing.pulls == pulls:
            self.findings.append(f"{thing.name} said `{kind}` while it was plugged in, and it was not taken")
        elif not await daemon.until(lambda: daemon.notices[thing.name, "device_lost"] > losses, TAKEN_S):
            self.findings.append(f"{thing.name} lost `{kind}` with its plug, and its loss was not told")
        return False


class AnyShoe:
    """Where the dealer draws. The shoe that shuffles and holds the cutting card changes with every shuffle."""

    def __init__(self, hands: Hands, things: Things, by_hand: Callable[[str], Awaitable[None]]) -> None:
        self._hands = hands
        self._things = things
        self._by_hand = by_hand
        self._pending: Callable[[], Awaitable[None]] = _nothing
        self._counting: list[tuple[str, Shoe]] = [
            ("shoe", things.shoe), ("shoe_usb", things.shoe_usb), ("shoe_line", things.two_letter)
        ]  # fmt: skip
        self._drawn_at: dict[str, float] = {}
        self._once: dict[str, Callable[[str], Awaitable[None] | None]] = {
            "shoe_angel": things.angel.deal,
            "shoe_numeric": things.numeric.deal,
            "shoe_barcode": lambda card: things.barcode.twin.type(CODE_OF[card]),
        }

    def new_shoe(self, decks: int) -> None:
        self._counting.append(self._counting.pop(0))
        twin = self._counting[0][1]
        twin.new_shoe(decks)
        self._pending = twin.drained

    def cut_card(self) -> None:
        twin = self._counting[0][1]
        twin.cut_card()
        self._pending = twin.drained

    def deal(self, card: str) -> None:
        self._pending = lambda: self._deal(card)

    async def drained(self) -> None:
        """Returns when what was said last is on the disk."""
        await self._pending()
        self._pending = _nothing

    async def _deal(self, card: str) -> None:
        loop, counting = asyncio.get_running_loop(), dict(self._counting)
        rested = [name for name in self._once if loop.time() >= self._drawn_at.get(name, 0.0) + SHOE_PACE_S]
        thing = await self._hands.choose([*counting, *rested])
        self._hands.said[thing.name] += 1
        if thing.name in counting:
            counting[thing.name].deal(card)
            await counting[thing.name].drained()
            return
        say = self._once[thing.name]
        taken = await self._hands.once(thing, "card", lambda: say(card))
        self._drawn_at[thing.name] = loop.time()
        if not taken:
            await self._by_hand(card)


class AnyConsole:
    """Where the dealer speaks: keypads have keys for some of it, the console says everything."""

    def __init__(self, hands: Hands, things: Things) -> None:
        self._hands = hands
        self._console = things.console
        self._keypad = things.keypad
        self._keys: dict[str, Callable[[int], None]] = {
            "keypad_xkeys": lambda key: _tap(things.keypad_xkeys, key),
            "keypad_evdev": lambda key: _tap(things.keypad_evdev.twin, f"KEY_F{key + 1}"),
        }
        self._record: dict[str, Any] = {}

    def send(self, record: dict[str, Any]) -> None:
        self._record = record

    async def drained(self) -> None:
        """Returns when what was said last is on the disk."""
        kind = self._record["type"]
        if kind not in KEYPAD:
            await self.say(self._record)
            return
        thing = await self._hands.choose(["console", "keypad", *self._keys])
        key = KEYPAD.index(kind)
        self._hands.said[thing.name] += 1
        if thing.name == "keypad":
            self._keypad.queue("Y", f"F{key + 1}")
            await self._keypad.drained()
        elif thing.name not in self._keys or not await self._hands.once(
            thing, kind, lambda: self._keys[thing.name](key)
        ):
            await self.say(self._record)

    async def card(self, card: str) -> None:
        """The floor enters a card that its shoe could not tell; other shoes are there, so a pit supervisor does it."""
        await self.say({"type": "card", "card": card, "authority": "pit_supervisor"})

    async def say(self, record: dict[str, Any]) -> None:
        """Say it at the console."""
        self._console.send(record)
        await self._console.drained()
        while not self._console.answers.empty():
            self._console.answers.get_nowait()


class AnyButton:
    """What is pressed: any button whose lamp shows that it is armed, and the one without a lamp beside them."""

    def __init__(self, hands: Hands, things: Things) -> None:
        self._hands = hands
        self._things = things
        self._lamps: dict[str, Callable[[], bool]] = {
            "button": lambda: things.button.lit,
            "button_ultimarc": lambda: any(things.ultimarc.colour),
            "button_delcom": lambda: things.delcom.lit,
            "button_xkeys": lambda: things.xkeys.lit.get(KEY, False),
            "button_modem": lambda: things.modem.twin.lit,
            "button_gpio": lambda: things.gpio.lit,
        }

    @property
    def lit(self) -> bool:
        return any(self.lamps().values())

    def lamps(self) -> dict[str, bool]:
        """The lamps of those that are plugged in."""
        return {name: lamp() for name, lamp in self._lamps.items() if self._things.named(name).plugged}

    async def push(self, held_s: float = 0.0) -> None:
        """Press and release one of them."""
        del held_s
        lit = [name for name, lit in self.lamps().items() if lit]
        thing = await self._hands.choose([*lit, "button_evdev"])
        self._hands.said[thing.name] += 1
        down, up = self._ways(thing.name)
        down()
        await asyncio.sleep(HELD_S)
        up()

    def _ways(self, name: str) -> tuple[Callable[[], None], Callable[[], None]]:
        things = self._things
        match name:
            case "button":
                return things.button.press, things.button.release
            case "button_ultimarc":
                return things.ultimarc.press, things.ultimarc.release
            case "button_delcom":
                return (lambda: setattr(things.delcom, "down", True)), (lambda: setattr(things.delcom, "down", False))
            case "button_xkeys":
                return (lambda: things.xkeys.press(KEY)), (lambda: things.xkeys.release(KEY))
            case "button_modem":
                return things.modem.twin.press, lambda: things.modem.twin.press(down=False)
            case "button_gpio":
                return (lambda: things.gpio.say(gpio.DOWN)), (lambda: things.gpio.say(gpio.UP))
        return (lambda: things.evdev.twin.press("KEY_ENTER")), (lambda: things.evdev.twin.release("KEY_ENTER"))


def _tap(twin: Any, key: Any) -> None:
    twin.press(key)
    twin.release(key)


async def _nothing() -> None:
    return
