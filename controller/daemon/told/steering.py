"""What a technician wishes of the daemon itself: to see how it is, other log levels, the configuration read anew."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, NoReturn

import structlog

from controller.configuration.config import ConfigError
from controller.configuration.secrets import shown
from controller.core.effects import Rejected
from controller.daemon.consoles.requests import Compare, LogLevel, Look, OfTheDaemon
from controller.daemon.logs import levels
from controller.daemon.systemd import Notifier
from controller.daemon.told.reload import BY_SIGNAL, Reloaded, Reloading
from controller.table.desk import Line

_log = structlog.get_logger()


class Steering:
    """`seen` is how the table is, `status` its line for systemd."""

    def __init__(
        self,
        *,
        reloading: Reloading,
        notifier: Notifier,
        seen: Callable[[], Awaitable[dict[str, Any]]],
        status: Callable[[], str],
    ) -> None:
        self._reloading = reloading
        self._notifier = notifier
        self._seen = seen
        self._status = status

    async def answer(self, request: OfTheDaemon, login: str) -> Line:
        """To a login at the console socket: whoever is let in there is a technician at least."""
        if isinstance(request, Look):
            seen = await self._seen()
            return {"type": "accepted", "n": seen["n"], "seen": seen}
        if isinstance(request, LogLevel):
            levels.change(request.part, request.level, for_s=request.for_s, login=login)
            return {"type": "accepted", "n": None}
        if isinstance(request, Compare):
            return await self._compared()
        found = await self._reload(login)
        return Rejected(found.refused, None) if found.refused else {"type": "accepted", "n": None, **asdict(found)}

    async def _compared(self) -> Line:
        try:
            found = await self._reloading.compared()
        except ConfigError as error:
            return Rejected(str(error), None)
        differences = [
            {**one._asdict(), "before": shown(one.key, one.before), "after": shown(one.key, one.after)} for one in found
        ]
        return {"type": "accepted", "n": None, "differences": differences}

    async def obey(self, hangup: asyncio.Event) -> NoReturn:
        """A reload at each signal; for the daemon's life."""
        while True:
            await hangup.wait()
            hangup.clear()
            _log.info("reloaded", **asdict(await self._reload(BY_SIGNAL)))

    async def _reload(self, login: str) -> Reloaded:
        self._notifier.reloading()
        try:
            return await self._reloading.reload(login)
        finally:
            self._notifier.ready(self._status())
