"""The person at the demonstration's page: takes the table over between two rounds, deals, and gives it back.

While he deals the virtual dealer waits. His taps draw cards from the virtual shoe and press the virtual button;
everything else he enters at the page, as at a table.
"""

import asyncio
import random
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from controller.demo.players.shoe import StackedShoe
from controller.people.pins import hashed
from controller.people.register import Person, Register
from controller.table.recovery import IDLE
from controller.web.training import Mode
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.shoe import VirtualShoe

HOST: Final = "127.0.0.1"
PORT: Final = 8470
"""Where the page is, if nobody else is there."""
BADGE: Final = "demo"
PASSPHRASE: Final = "the demonstration table"  # noqa: S105 - the page knows it, too
"""Nothing is guarded by it: the page signs in by itself."""
REGISTER: Final = "people.json"
SENT_S: Final = 5.0


class Hands:
    """What a person does at the virtual devices; `mode` says whose the table is.

    `state` gives the table's last published state. `shared`: the virtual dealer can go on where a person has played.
    """

    def __init__(
        self,
        *,
        shoe: VirtualShoe,
        button: VirtualButton,
        deck: Sequence[str],
        deck_a_round: bool,
        state: Callable[[], dict[str, Any]],
        shared: bool,
    ) -> None:
        self.mode: Mode = "watch"
        self.changed: Callable[[], None] = lambda: None
        self._shoe = shoe
        self._button = button
        self._cards = StackedShoe(deck, random.SystemRandom())
        self._deck_a_round = deck_a_round
        self._state = state
        self._shared = shared
        self._round = -1
        self._back = asyncio.Event()

    async def do(self, what: str) -> str | None:
        """One tap; the sentence that refuses."""
        match what:
            case "mine":
                return self._take_over()
            case "yours":
                return self._give_back()
        if self.mode != "deal":
            return "The virtual dealer plays: take the table over first."
        return await (self._press() if what == "press" else self._card())

    def begin(self) -> None:
        """The table is the person's from the start."""
        self.mode = "deal"

    @property
    def wanted(self) -> bool:
        """Whether the person waits for the table."""
        return self.mode == "leaving"

    async def until_given_back(self) -> None:
        """The table is the person's until he gives it back."""
        self.mode = "deal"
        self.changed()
        self._back.clear()
        await self._back.wait()

    def _take_over(self) -> str | None:
        if not self._shared and self.mode != "deal":
            return "At this game the virtual dealer cannot be relieved: `tabled demo --game poker --deal`."
        if self.mode == "watch":
            self.mode = "leaving"
        return None

    def _give_back(self) -> str | None:
        if not self._shared:
            return "There is no virtual dealer."
        if self._state().get("phase", IDLE) != IDLE:
            return "End the round first."
        self.mode = "watch"
        self._back.set()
        return None

    async def _press(self) -> str | None:
        if not self._button.lit:
            return "The button is not lit: no press is awaited."
        await self._button.push()
        return None

    async def _card(self) -> str | None:
        round_ = self._state().get("round", 0)
        if round_ != self._round and (self._deck_a_round or self._cards.cut):
            self._cards.shuffle()
        self._round = round_
        if not self._deck_a_round and self._cards.cut_card_due():
            self._shoe.cut_card()
        self._shoe.deal(self._cards.draw())
        try:
            async with asyncio.timeout(SENT_S):
                await self._shoe.drained()
        except TimeoutError:
            return "The virtual shoe does not reach the table: put its plug back."
        return None


def free_port() -> int:
    """The page's port, or another where that is taken."""
    for port in (PORT, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    return PORT


def admit_a_person(folder: Path) -> None:
    """Whoever opens the page may do everything at this table."""
    with Register(folder / REGISTER).change() as contents:
        pin = hashed(PASSPHRASE)
        contents.people = {BADGE: Person(name="You", role="shift_manager", pin=pin, passphrase=True)}
