"""The broker watched from the table: its alert raised when it has been out of reach for a while, cleared at a connect.

The alert waits in the outbox like every message: readers get it after the fact, raised and cleared in order, and know
from when to when the table was cut off. A broker that comes and goes is one alert: raised again soon after it was
cleared, it stays active until the connection has held.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container
from typing import Final, NoReturn

from controller.alerts.notices import Alert, AlertCleared
from controller.daemon.tasks import beat
from controller.mqtt.publisher import Publisher

UNREACHABLE: Final = "broker_unreachable"
AFTER_S: Final = 5.0
"""A broker that is started anew is back sooner."""
STEADY_S: Final = 60.0
"""Raised again within this after it was cleared, the alert ends when the connection has held for as long."""
LOOK_EVERY_S: Final = 1.0


async def watch_broker(
    publisher: Publisher,
    *,
    active: Container[tuple[str, str]],
    notify: Callable[[Alert | AlertCleared], Awaitable[object]],
) -> NoReturn:
    """Raise and clear the broker's alert for the daemon's life."""
    loop = asyncio.get_running_loop()
    reached, since, cleared_at, steady_s = publisher.reached, loop.time(), float("-inf"), 0.0
    while True:
        now = loop.time()
        if publisher.reached != reached:
            reached, since = publisher.reached, now
        is_active = (UNREACHABLE, "") in active
        if reached and is_active and now - since >= steady_s:
            await notify(AlertCleared(code=UNREACHABLE))
            cleared_at = now
        elif not reached and not is_active and now - since >= AFTER_S:
            steady_s = STEADY_S if now - cleared_at < STEADY_S else 0.0
            await notify(Alert(code=UNREACHABLE, text=_text(publisher, steady_s)))
        await beat(LOOK_EVERY_S)


def _text(publisher: Publisher, steady_s: float) -> str:
    comes_and_goes = f" It comes and goes: this ends when it has held for {steady_s:.0f} s." if steady_s else ""
    return (
        f"The broker at {publisher.broker} is unreachable: {publisher.reason or 'no answer yet'}. The table goes on,"
        f" its messages wait.{comes_and_goes}"
    )
