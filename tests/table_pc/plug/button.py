"""A USB button in a player's hand, with the three things that are tried with it while the table waits for a press.

pressed     pressed and let go: a multiplier is drawn and the sign shows it
unplugged   pulled while it is armed: the table says so; pressed meanwhile: nothing; put back and pressed: as above
held        held down since before it was armed: nothing; let go and pressed anew: as above
"""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable
from typing import Final

from tests.table_pc.plug.alerts import Alerts
from tests.table_pc.plug.places import WritingSign
from tests.table_pc.plug.usb_hand import UsbHand
from tests.torture.subscriber import Subscriber

TRIALS: Final = ("pressed", "unplugged", "held")
NOTHING_S: Final = 3.0
"""So long nothing has to come of what is no press; one that counts is on the sign within a second or two."""
FINGER_S: Final = 0.15
ANSWER_S: Final = 30.0
MISSED_S: Final = 2.0


class TriedButton:
    """What the dealer presses; `device` is its name in the hand.

    Without a lamp the sign says when it is armed.
    """

    def __init__(
        self, device: str, *, hand: UsbHand, alerts: Alerts, subscriber: Subscriber, sign: WritingSign, times: int,
        has_lamp: bool, told: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.done: Counter[str] = Counter(dict.fromkeys(TRIALS, 0))
        self.findings: list[str] = []
        self.finished = asyncio.Event()
        self._device = device
        self._hand = hand
        self._alerts = alerts
        self._subscriber = subscriber
        self._sign = sign
        self._has_lamp = has_lamp
        self._told = told
        self._due = deque(TRIALS * times)
        self._down: asyncio.Task[None] | None = None
        self._releasing: asyncio.Task[None] | None = None

    @property
    def lit(self) -> bool:
        return self._hand.lit if self._has_lamp else self._sign.state == "armed"

    def round_begins(self) -> None:
        """The cards come: who wants to be found holding the button has it down from now on."""
        if self._down is None and self._due and self._due[0] == "held":
            self._down = asyncio.create_task(self._hand.do(self._device, "press"), name="hold the button")

    def round_ends(self) -> None:
        """Nobody holds it for nothing."""
        if self._down is not None and (self._releasing is None or self._releasing.done()):
            self._releasing = asyncio.create_task(self.let_go(), name="let the button go")

    async def let_go(self) -> None:
        """It is up, whoever held it."""
        if self._down is not None:
            await self._down
            self._down = None
            await self._hand.do(self._device, "release")

    async def push(self, held_s: float) -> None:
        """The next trial, or just a press; returns when the multiplier is there or long overdue."""
        del held_s
        trial = self._due[0] if self._due else "pressed"
        known, shown, before = len(self._subscriber.multipliers), len(self._sign.shown), self._alerts.now
        if trial == "unplugged":
            await self._unplug(known)
        if trial == "held" and self._down is None:  # Armed before anybody could take hold of it.
            trial = "pressed"
        elif trial == "held":
            await self._nothing_comes(known, "held since before it was armed")
            await self.let_go()
            await asyncio.sleep(FINGER_S)
        await self._press()
        if not await self._drawn_after(known):
            return
        multiplier = self._subscriber.multipliers[known]
        if await self._shown_after(shown, multiplier, before):
            if self._due and self._due[0] == trial:
                self._due.popleft()
                self.done[trial] += 1
            self._told(f"{trial}: {multiplier} drawn and shown")
        elif not self._alerts.is_lost("sign", since=before):
            self.findings.append(f"the sign did not show {multiplier}, which was drawn")
        if not self._due:
            self.finished.set()

    async def _unplug(self, known: int) -> None:
        before = self._alerts.now
        await self._hand.do(self._device, "pull")
        await self._alerts.wait("device_lost", "button", after=before)
        await self._press()
        await self._nothing_comes(known, "pressed while it was unplugged")
        back = self._alerts.now
        await self._hand.do(self._device, "plug")
        await self._alerts.wait("device_lost", "button", after=back, cleared=True)
        async with asyncio.timeout(ANSWER_S):
            while not self.lit:
                self._hand.lamp_changed.clear()
                await self._hand.lamp_changed.wait()

    async def _press(self) -> None:
        await self._hand.do(self._device, "press")
        await asyncio.sleep(FINGER_S)
        await self._hand.do(self._device, "release")

    async def _nothing_comes(self, known: int, what: str) -> None:
        await asyncio.sleep(NOTHING_S)
        if len(self._subscriber.multipliers) != known:
            self.findings.append(f"a multiplier was drawn by a button {what}")

    async def _drawn_after(self, known: int) -> bool:
        """Whether a multiplier comes; the dealer presses again where none does."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                while len(self._subscriber.multipliers) == known:
                    self._subscriber.news.clear()
                    await self._subscriber.news.wait()
        return len(self._subscriber.multipliers) > known

    async def _shown_after(self, shown: int, multiplier: int, before: int) -> bool:
        """Whether the sign shows it; one that the table has missed meanwhile may be told to show what comes next."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MISSED_S if self._alerts.is_lost("sign", since=before) else ANSWER_S):
                while multiplier not in self._sign.shown[shown:]:
                    self._sign.changed.clear()
                    await self._sign.changed.wait()
        return multiplier in self._sign.shown[shown:]
