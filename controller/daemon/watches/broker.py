"""A broker watched from the table: its alert raised when it has been out of reach for a while, cleared at a connect.

Of several each has an alert of its own, under its address. While another one is reached it is only a warning: who reads
there misses nothing.

The alert waits in the outbox like every message: readers get it after the fact, raised and cleared in order, and know
from when to when the table was cut off. A broker that comes and goes is one alert: raised again soon after it was
cleared, it stays active until the connection has held. Out of reach for another reason, which has held, it is raised
anew with that.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final, NoReturn

from controller.alerts.notices import Alert, AlertCleared
from controller.beat import beat
from controller.core.alerts import ActiveAlert, Severity
from controller.mqtt.publisher import Publisher

UNREACHABLE: Final = "broker_unreachable"
AFTER_S: Final = 5.0
"""A broker that is started anew is back sooner."""
STEADY_S: Final = 60.0
"""Raised again within this after it was cleared, the alert ends when the connection has held for as long."""
HELD_S: Final = 60.0
"""Another reason is told when it has held this long: what comes and goes between two is not."""
LOOK_EVERY_S: Final = 1.0


async def watch_broker(
    publisher: Publisher,
    *,
    others: Collection[Publisher] = (),
    active: Mapping[tuple[str, str], ActiveAlert],
    notify: Callable[[Alert | AlertCleared], Awaitable[object]],
) -> NoReturn:
    """Raise and clear the broker's alert for the daemon's life."""
    loop = asyncio.get_running_loop()
    at = publisher.broker.at
    reached, since, cleared_at, steady_s = publisher.reached, loop.time(), float("-inf"), 0.0
    reason, reason_since = publisher.reason, loop.time()
    raised_with = None if others else False
    while True:
        now = loop.time()
        if publisher.reached != reached:
            reached, since = publisher.reached, now
        if publisher.reason != reason:
            reason, reason_since = publisher.reason, now
        alert = active.get((UNREACHABLE, at))
        another = alert is not None and now - reason_since >= HELD_S and _because(publisher) not in alert.text
        reached_elsewhere = any(other.reached for other in others)
        if reached and alert is not None and now - since >= steady_s:
            await notify(AlertCleared(code=UNREACHABLE, device=at))
            cleared_at = now
        elif not reached and now - since >= AFTER_S and (alert is None or raised_with != reached_elsewhere or another):
            steady_s = STEADY_S if now - cleared_at < STEADY_S else 0.0
            raised_with = reached_elsewhere
            lesser: Severity | None = "warning" if reached_elsewhere else None
            text = _text(publisher, steady_s, reached_elsewhere=reached_elsewhere)
            await notify(Alert(code=UNREACHABLE, device=at, text=text, lesser=lesser))
        await beat(LOOK_EVERY_S)


def _text(publisher: Publisher, steady_s: float, *, reached_elsewhere: bool) -> str:
    waits = "its messages wait for it and go out elsewhere" if reached_elsewhere else "its messages wait"
    comes_and_goes = f" It comes and goes: this ends when it has held for {steady_s:.0f} s." if steady_s else ""
    return (
        f"The broker at {publisher.broker} is unreachable{_because(publisher)} The table goes on,"
        f" {waits}.{comes_and_goes}"
    )


def _because(publisher: Publisher) -> str:
    return f": {publisher.reason or 'no answer yet'}."
