"""The configuration read anew by a running table: taken or refused whole, each change in the record before it holds.

    tablectl reload, SIGHUP -> read and checked as at a start -> what has changed, and when each is taken
    refused -> nothing is changed; alert `config_refused` until a reload is taken
    now -> recorded, taken;  between_rounds -> recorded, waits for the round's end (`table.changes`);  restart -> named

What needs a restart is recorded, too, once for each file.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from controller.alerts.notices import Alert, AlertCleared, ConfigurationNotice, Notice
from controller.configuration.config import Config, ConfigError, load
from controller.configuration.takes import Change, Takes, changes, differences, settings_of, with_what_holds_now
from controller.core.dataclass import dataclass
from controller.core.outcomes import to_json_object
from controller.core.tables import TableError, limits_of, with_limits
from controller.games import new_table
from controller.table.task import TableTask

CONFIG_REFUSED: Final = "config_refused"
BY_SIGNAL: Final = "SIGHUP"
"""Who has asked where nobody gave a name: `systemctl reload`."""


@dataclass(frozen=True, slots=True)
class Reloaded:
    """`refused` is the sentence; else the keys of what was taken, what waits, and what needs a restart."""

    refused: str = ""
    taken: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    restart: tuple[str, ...] = ()


class Reloading:
    """Of the table that runs with `config`, as its file was at the start; `take` makes what is taken now hold."""

    def __init__(
        self,
        config: Config,
        *,
        table: TableTask,
        notify: Callable[[Notice], Awaitable[None]],
        take: Callable[[Config], None],
    ) -> None:
        self._at_start = config
        self._before = config
        self._table = table
        self._notify = notify
        self._take = take
        self._one = asyncio.Lock()

    async def reload(self, login: str) -> Reloaded:
        """Returns when it is recorded and taken, or refused."""
        async with self._one:
            try:
                after = await asyncio.to_thread(self._read)
                notice = self._noted(after, login)
            except (ConfigError, TableError) as error:
                return await self._refused(str(error))
            found = changes(self._before, after)
            if found:
                await self._notify(notice)
                self._take(after)
                self._before = after
            if (CONFIG_REFUSED, "") in self._table.active_alerts:
                await self._notify(AlertCleared(code=CONFIG_REFUSED))
            left = tuple(one.key for one in changes(self._at_start, after) if one.takes == "restart")
            return Reloaded("", _keys(found, "now"), _keys(found, "between_rounds"), left)

    async def compared(self) -> list[Change]:
        """What the file on the disk has otherwise than the table as it runs; raises ConfigError."""
        after = await asyncio.to_thread(self._read)
        return differences(self._running(), settings_of(after))

    def _read(self) -> Config:
        """The file; raises ConfigError, also where it needs a module that is of another release by now."""
        file = self._at_start.file
        try:
            return load(file)
        except ImportError as error:
            text = f"it needs what is not loaded, and another release lies there by now ({error}): restart the table"
            raise ConfigError(file=file, line=1, key="", text=text) from error

    def _running(self) -> dict[str, Any]:
        """As at the start, with what was taken since; limits and weights as they are in force, by a request, too."""
        read = settings_of(self._before)
        found = with_what_holds_now(settings_of(self._at_start), read)
        found["table"] = json.loads(json.dumps(to_json_object(self._table.line)))
        weights, jackpot = self._table.start.weights, read.get("jackpot")
        if weights is not None and jackpot is not None and found.get("jackpot") is not None:
            found["jackpot"] |= {"weights": [jackpot["weights"][0], list(weights)]}
        return found

    async def _refused(self, sentence: str) -> Reloaded:
        active = self._table.active_alerts.get((CONFIG_REFUSED, ""))
        if active is None or active.text != sentence:
            await self._notify(Alert(code=CONFIG_REFUSED, text=sentence))
        return Reloaded(sentence)

    def _noted(self, after: Config, login: str) -> ConfigurationNotice:
        """Its record; raises TableError where the table as it runs cannot be played by the new limits."""
        found = changes(self._before, after)
        waits = _keys(found, "between_rounds")
        limits: Any = {}
        if any(key.startswith("table.") for key in waits):
            limits = to_json_object(limits_of(after.table))
            new_table(with_limits(self._table.line, limits_of(after.table)))
        weights = after.weights if "jackpot.weights" in waits else None
        return ConfigurationNotice(
            status="accepted",
            login=login,
            config_hash=after.hash,
            changes=tuple(one._asdict() for one in found),
            when="next_round" if waits else "now",
            limits=limits,
            weights=() if weights is None else weights.tickets,
            weights_hash="" if weights is None else str(after.weights_hash),
        )


def _keys(found: list[Change], takes: Takes) -> tuple[str, ...]:
    return tuple(one.key for one in found if one.takes == takes)


def told(reloaded: Reloaded) -> Iterator[str]:
    """What a person reads of it."""
    if reloaded.refused:
        yield f"Refused, nothing is changed: {reloaded.refused}"
    elif not (reloaded.taken or reloaded.waits or reloaded.restart):
        yield "Nothing has changed."
    for what, keys in (
        ("taken now", reloaded.taken),
        ("taken when the next round opens", reloaded.waits),
        ("needs a restart between rounds", reloaded.restart),
    ):
        for key in keys:
            yield f"{what}: {key}"
