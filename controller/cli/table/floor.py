"""`tablectl floor`: every table of a site at its broker: which plays, which is in alarm, silent, behind or another."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.cli.devices.monitor import ForOption
from controller.cli.program import flag
from controller.cli.table import at_broker
from controller.cli.table.floor_keys import keys_of
from controller.cli.table.floor_lines import lines, note, summary
from controller.configuration.config import ConfigError
from controller.core.outcomes import dumps
from controller.mqtt.broker import Broker
from controller.mqtt.following import Connected, Lost, Received, follow_all
from controller.mqtt.site import TOPICS, WRONG, Seen, Site, counts
from controller.terminal.lines import Line, show
from controller.terminal.printable import complain, say

LOOK_EVERY_S: Final = 1.0
SETTLED_S: Final = 0.5
"""With --once: when for so long nothing more has come of what the broker kept, that was all."""
ANSWER_S: Final = 10.0
"""With --once: how long the broker may take."""
AT_MOST_ONCE: Final = 0
"""Each value comes again; a broker has no queue for a picture, and no bound of one cuts what it kept."""


def command(
    *,
    site: Annotated[
        str | None, typer.Option(metavar="PREFIX/SITE", help="As casino/house; else that of the configuration.")
    ] = None,
    once: Annotated[bool, flag("--once", help="Show what the broker has of them now, and end.")] = False,
    json: Annotated[bool, flag("--json", help="Print JSON Lines.")] = False,
    broker: at_broker.BrokerOption = None,
    username: at_broker.UsernameOption = None,
    password_file: at_broker.PasswordOption = None,
    ca: at_broker.CaOption = None,
    cert: at_broker.CertOption = None,
    cert_key: at_broker.CertKeyOption = None,
    for_s: ForOption = None,
    keys: Annotated[
        Path | None,
        typer.Option(metavar="FILE|DIR", help="The tables' public keys: lines `TABLE HEX`, or a file for each table."),
    ] = None,
    config: journals.ConfigOption = None,
) -> int:
    """A table is silent at the latest 25 s after its last sign.

    It is in alarm while an alert of it is critical, behind while a message waits for half a minute; with --keys forged
    where its `health` or `state` is not signed by its key (`tablectl status` prints it there).

    Exit status: 0 all is well, or it was ended without --once; 1 with --once a table is forged, silent, in alarm or
    behind, there is none, or the broker is out of reach; 2 the command line or a file is not good.
    """
    try:
        places = _places(config, site, broker, ca)
        known = None if keys is None else keys_of(keys)
    except (journals.NoJournalError, ConfigError, ValueError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    except OSError as error:
        complain(f"tablectl: {keys} cannot be read: {error.strerror}.")
        return journals.BAD
    watching = Watching(at_broker.reader(places, username, password_file, cert, cert_key), known, json=json)
    try:
        return asyncio.run(watching.once() if once else watching.run(for_s))
    except OSError as error:
        complain(f"tablectl: {error}.")
        return journals.BAD
    except KeyboardInterrupt:
        return 0


def _places(
    config: Path | None, site: str | None, addresses: Sequence[str] | None, ca: Path | None
) -> tuple[Broker, ...]:
    """Where the site is; raises ValueError with a sentence."""
    if site is None:
        found = at_broker.configured(config)
        return tuple(replace(one, prefix=one.prefix.rpartition("/")[0]) for one in found)
    if len(site.split("/")) < 2 or {*"+#"} & {*site} or "" in site.split("/"):
        raise ValueError(f"Expected the topics of a site as casino/house, got {site!r}.")
    return at_broker.named(site, addresses, ca)


class Watching:
    """What is shown of a site."""

    def __init__(self, places: Sequence[Broker], keys: Mapping[str, bytes] | None, *, json: bool) -> None:
        self._places = places
        self._prefix = places[0].prefix
        self._json = json
        self._site = Site(time.monotonic, time.time_ns, keys)
        self._away = {str(place): "no answer yet" for place in places}
        """Why those brokers that cannot be read now cannot."""
        self._kept_s = 0.0
        """When the last of what the broker kept has come."""
        self._shown: dict[str, Seen] = {}

    async def once(self) -> int:
        """What the broker has of the tables; the exit status."""
        began = time.monotonic()
        async with self._following():
            while self._waits(time.monotonic() - began) or time.monotonic() - self._kept_s < SETTLED_S:
                if time.monotonic() - began > ANSWER_S and self._lost is not None:
                    complain(f"tablectl: {self._lost}")
                    return 1
                await asyncio.sleep(SETTLED_S / 10)
        tables = self._site.seen()
        if not tables:
            complain(
                f"tablectl: no table has said anything below {self._prefix} at {at_broker.together(self._places)}."
            )
            return 1
        self._print(tables)
        return 1 if any(one.status in WRONG for one in tables) else 0

    async def run(self, for_s: float | None) -> int:
        """Until the time is over or the task is cancelled; 0."""
        with suppress(TimeoutError):
            async with asyncio.timeout(for_s), self._following():
                if sys.stdout.isatty() and not self._json:
                    await self._live()
                while True:
                    self._changes()
                    await asyncio.sleep(LOOK_EVERY_S)
        return 0

    @asynccontextmanager
    async def _following(self) -> AsyncIterator[None]:
        try:
            async with asyncio.TaskGroup() as group:
                following = group.create_task(self._follow(), name="floor")
                try:
                    yield
                finally:
                    following.cancel()
        except BaseExceptionGroup as errors:  # a file of the broker's that cannot be read
            raise errors.exceptions[0] from None

    async def _follow(self) -> None:
        async for found in follow_all(self._places, TOPICS, qos=AT_MOST_ONCE, kept_s=0):
            match found:
                case Connected():
                    self._away.pop(found.at, None)
                    self._kept_s = time.monotonic()
                    self._site.connected()
                case Lost():
                    self._away[found.at] = found.reason
                case Received():
                    self._site.take(found.topic, found.payload, retained=found.retained, at=found.at)
                    if found.retained:
                        self._kept_s = time.monotonic()

    @property
    def _lost(self) -> str | None:
        """Why nothing can be seen now; of several brokers one is enough."""
        return _unreachable(self._away) if len(self._away) == len(self._places) else None

    def _waits(self, since_s: float) -> bool:
        """With --once: whether a broker is yet to answer; another one's answer is enough after a while."""
        return bool(self._away) and (self._lost is not None or since_s < SETTLED_S)

    # --- what is printed ------------------------------------------------------------------------------------------

    def _print(self, tables: Sequence[Seen]) -> None:
        if self._json:
            for one in tables:
                say(_json(one))
            say(dumps({"type": "site", "site": self._prefix} | counts(tables)), flush=True)
        else:
            show(lines(tables))
            show([Line(), summary(tables)])

    def _changes(self) -> None:
        """A line for each table that is otherwise than it was; none while the broker is away, when nothing shows."""
        if self._lost is not None:
            if self._shown:
                complain(self._lost)
                self._shown = {}
            return
        tables = self._site.seen()
        changed = [one for one in tables if _told(one) != _told(self._shown.get(one.table))]
        self._shown = {one.table: one for one in tables}
        if self._json:
            for one in changed:
                say(_json(one), flush=True)
        else:
            show(lines(changed))

    async def _live(self) -> None:
        """The whole site on a terminal, until cancelled."""
        from controller.cli.table.floor_picture import live  # noqa: PLC0415 - rich, for a terminal alone

        with live() as draw:
            while True:
                place = f"{self._prefix} at {at_broker.together(self._places)}"
                draw(place, self._site.seen(), _unreachable(self._away))
                await asyncio.sleep(LOOK_EVERY_S)


def _unreachable(away: Mapping[str, str]) -> str | None:
    """None where each broker is reached."""
    return "; ".join(f"the broker at {at} is unreachable: {reason}" for at, reason in away.items()) or None


def _json(one: Seen) -> str:
    alerts = [dict(zip(("code", "severity", "device"), alert, strict=True)) for alert in one.alerts]
    return dumps({"type": "table"} | asdict(one) | {"alerts": alerts})


def _told(one: Seen | None) -> object:
    """What makes a new line."""
    return None if one is None else (one.status, one.other_release, one.phase, one.round, one.open, note(one))
