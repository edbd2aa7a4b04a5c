"""What the table says of itself while somebody works at it: its alerts, in the order of their messages."""

import asyncio
import json
from typing import Any, Final

from tests.torture.subscriber import Subscriber

SOON_S: Final = 120.0
"""A back-off of five seconds and all that an emulated PC has to do; nothing is measured by it."""


class NeverSaidError(Exception):
    """An alert has not come; the text says which."""


class Alerts:
    """The alerts that a subscriber hears of one table."""

    def __init__(self, subscriber: Subscriber) -> None:
        self._subscriber = subscriber

    @property
    def now(self) -> int:
        """The number of the newest message: a time to look from."""
        return max(self._subscriber.heard.texts, default=0)

    async def wait(self, code: str, device: str, *, after: int, cleared: bool = False) -> dict[str, Any]:
        """The first such alert after message `after`, raised or cleared. Raises NeverSaidError."""
        state = "cleared" if cleared else "raised"
        try:
            async with asyncio.timeout(SOON_S):
                while True:
                    for body in self._after(after):
                        if (body["code"], body["device"], body["state"]) == (code, device, state):
                            return body
                    self._subscriber.news.clear()
                    await self._subscriber.news.wait()
        except TimeoutError:
            said = [f"{body['code']} of {body['device']} {body['state']}" for body in self._after(after)]
            raise NeverSaidError(f"{code} of {device} was not {state} within {SOON_S:.0f} s, but {said}") from None

    def is_lost(self, device: str, *, since: int) -> bool:
        """Whether the table has missed this device at any time since message `since`."""
        told = [
            (n, body["state"] == "raised")
            for n, body in self._numbered()
            if (body["code"], body["device"]) == ("device_lost", device)
        ]
        before = [lost for n, lost in told if n <= since]
        return before[-1:] == [True] or any(lost for n, lost in told if n > since)

    def _after(self, seq: int) -> list[dict[str, Any]]:
        return [body for n, body in self._numbered() if n > seq]

    def _numbered(self) -> list[tuple[int, dict[str, Any]]]:
        texts = self._subscriber.heard.texts
        return [(n, json.loads(texts[n][1])) for n in sorted(texts) if texts[n][0] == "alert"]
