"""What systemd wants to know of a service of `Type=notify`: one datagram a message to `$NOTIFY_SOCKET` (sd_notify(3)).

Without the variable nothing is sent.
"""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NoReturn

from controller.alerts.wording import named
from controller.beat import beat
from controller.core.alerts import ActiveAlert
from controller.games.view import TableView

TELL_EVERY_S: Final = 1.0
NAMED: Final = 3
"""Alerts that the status names; the others are counted."""


class Notifier:
    """Sends READY, RELOADING, STATUS, WATCHDOG and STOPPING.

    `watchdog_s` is half of what systemd allows, None where nothing watches.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET")
        self._address = "\0" + address[1:] if address and address.startswith("@") else address
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        interval_us = int(environment.get("WATCHDOG_USEC", "0")) if watched else 0
        self.watchdog_s = interval_us / 2_000_000 if interval_us else None

    @property
    def is_there(self) -> bool:
        """Whether systemd has started this process, and starts it again."""
        return self._socket is not None

    def ready(self, status: str) -> None:
        self._send(f"READY=1\nSTATUS={status}")

    def reloading(self) -> None:
        """READY ends it."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def status(self, status: str) -> None:
        self._send(f"STATUS={status}")

    def watchdog(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self, status: str) -> None:
        self._send(f"STOPPING=1\nSTATUS={status}")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _send(self, message: str) -> None:
        if self._socket is None or self._address is None:
            return
        try:
            self._socket.sendto(message.encode(), self._address)
        except OSError:
            return  # systemd's socket is full or gone: the next message replaces this one


async def keep_alive(notifier: Notifier, *, stuck_s: Callable[[float], float]) -> None:
    """Send WATCHDOG while no commit hangs; `stuck_s` gives for how long one has, at a loop time."""
    if notifier.watchdog_s is None:
        return
    loop = asyncio.get_running_loop()
    while True:
        if stuck_s(loop.time()) < notifier.watchdog_s:
            notifier.watchdog()
        await beat(notifier.watchdog_s / 2)


async def keep_telling(notifier: Notifier, line: Callable[[], str]) -> NoReturn:
    """Send the status when it has changed, at most once in `TELL_EVERY_S`."""
    told = ""
    while True:
        if (now := line()) != told:
            told = now
            notifier.status(now)
        await beat(TELL_EVERY_S)


def status_line(now: TableView, alerts: Collection[ActiveAlert], *, brokers_reached: Sequence[bool]) -> str:
    """How the table is, in a line; `brokers_reached` of each broker, whether it is."""
    broker = _brokers(brokers_reached)
    line = f"round {now.round} {now.phase}, {broker}, "
    if not alerts:
        return line + "no alert"
    first = ", ".join(named(alert) for alert in list(alerts)[:NAMED])
    more = f" and {len(alerts) - NAMED} more" if len(alerts) > NAMED else ""
    return f"{line}{len(alerts)} alert{'' if len(alerts) == 1 else 's'}: {first}{more}"


def _brokers(reached: Sequence[bool]) -> str:
    if not reached:
        return "no broker"
    if len(reached) > 1 and not all(reached):
        return f"{reached.count(False)} of {len(reached)} brokers unreachable"
    return f"broker{'s' if len(reached) > 1 else ''} {'ok' if reached[0] else 'unreachable'}"
