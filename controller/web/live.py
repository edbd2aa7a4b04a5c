"""The numbered stream of what is seen, as server-sent events; it stays right through sleep, restarts and slow readers.

    snapshot  {v, life, n, at, build, parts}   first, and whenever whoever reads is behind
    change    {n, prev, parts}                 parts whole; `prev` is the n before: if another, some are missing
    beat      {n, at}                          every two seconds; five without one and a page is stale
    gone      {why}                            the session is over

`id:` of each is LIFE-N. `Last-Event-ID` of this life within the last 256 changes is answered with those, else with a
snapshot. A page shows nothing older than what it was last sent, and locks its acts while it is stale.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web

from controller.games.registry import GAMES
from controller.people.sessions import Session
from controller.web.rolling import held_back
from controller.web.seen import Parts, Source, allowed
from controller.web.sign import Sign

VERSION: Final = 1
BEAT_S: Final = 2.0
KEPT: Final = 256
QUEUE: Final = 16
IN_ALL: Final = 32
A_SESSION: Final = 4


@dataclass(frozen=True, slots=True)
class Change:
    """The parts that record `n` changed, behind `prev`."""

    n: int
    prev: int
    parts: Parts


@dataclass(eq=False, slots=True)
class Reader:
    """One open stream; `changes` is None in its place where it fell behind."""

    session: Session | None
    changes: asyncio.Queue[Change | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))


class Live:
    """What is seen now, kept while somebody looks."""

    def __init__(self, source: Source, *, build: str, utc: Callable[[], str]) -> None:
        self._source = source
        self._build = build
        self._utc = utc
        self._readers: set[Reader] = set()
        self._changed = asyncio.Event()
        self._kept: deque[Change] = deque(maxlen=KEPT)
        self._parts: Parts = {}
        self._n = 0
        self._sign = Sign(GAMES[source.game])
        self._looking = asyncio.Lock()

    def committed(self) -> None:
        """Something was recorded; costs nothing while nobody looks."""
        if self._readers:
            self._changed.set()

    async def run(self) -> None:
        """Tell the readers of changes, for the daemon's life."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self.look()

    async def look(self) -> None:
        """Make the parts anew, and tell every reader what has changed."""
        async with self._looking:
            n, state = self._source.table.n, self._source.table.state
            alerts = list(self._source.table.active_alerts.values())
            parts = await asyncio.to_thread(self._source.parts, state, alerts)
            if (left_s := self._source.rolling.left_s()) > 0:
                parts = held_back(parts)
                asyncio.get_running_loop().call_later(left_s, self._changed.set)
            parts["sign"] = self._sign.of(parts, self._source.table.line)
            if (changes := await self._source.revised.changes(parts["table"])) is not None:
                parts["changes"] = changes
            parts["devices"] = self._source.devices()
            parts["shoe"] = any(one["role"] == "shoe" and one["connected"] for one in parts["devices"])
            parts["events"] = list(self._source.table.recent)
            if (trial := self._source.trial()) is not None:
                parts["trial"] = trial
            new = {name: part for name, part in parts.items() if self._parts.get(name) != part}
            new |= {name: None for name in self._parts if name not in parts}
            prev, self._n, self._parts = self._n, n, parts
            if prev and (new or n != prev):  # also where nothing visible came of a record: the page acts by its number
                change = Change(n, prev, new)
                self._kept.append(change)
                for reader in self._readers:
                    _put(reader, change)

    def current(self) -> tuple[int, Parts]:
        """As it was last made."""
        return self._n, self._parts

    def full(self, session: Session | None) -> bool:
        """Whether no further stream is opened now."""
        if len(self._readers) >= IN_ALL:
            return True
        mine = sum(1 for reader in self._readers if reader.session is session and session is not None)
        return mine >= A_SESSION

    async def serve(
        self, request: web.Request, session: Session | None, *, role: str, me: Parts, ended: Callable[[], str | None]
    ) -> web.StreamResponse:
        """One stream to its end; `ended` says why it is over."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
        reader = Reader(session)
        self._readers.add(reader)  # before anything is waited for: it is counted
        try:
            await self.look()
            await response.prepare(request)
            sent = await self._resume(response, request.headers.get("Last-Event-ID", ""), role, me)
            while (why := ended()) is None:
                try:
                    change = await asyncio.wait_for(reader.changes.get(), BEAT_S)
                except TimeoutError:
                    await self._send(response, "beat", {"n": sent, "at": self._utc()}, sent)
                    continue
                if change is None or change.prev != sent:
                    if change is None or change.n > sent:
                        sent = await self._snapshot(response, role, me)
                    continue
                parts = allowed(change.parts, role)
                await self._send(response, "change", {"n": change.n, "prev": change.prev, "parts": parts}, change.n)
                sent = change.n
            await self._send(response, "gone", {"why": why}, sent)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._readers.discard(reader)
        return response

    async def _resume(self, response: web.StreamResponse, last: str, role: str, me: Parts) -> int:
        """Send what is missing behind `last`, else everything; the number up to which all is sent."""
        life, _, number = last.rpartition("-")
        kept = list(self._kept)
        if life == self._source.life and number.isascii() and number.isdigit() and len(number) < 16:
            at = int(number)
            missing = [change for change in kept if change.n > at]
            if at == self._n or (missing and missing[0].prev == at):
                for change in missing:
                    parts = allowed(change.parts, role)
                    body = {"n": change.n, "prev": change.prev, "parts": parts}
                    await self._send(response, "change", body, change.n)
                await self._send(response, "beat", {"n": self._n, "at": self._utc()}, self._n)
                return self._n
        return await self._snapshot(response, role, me)

    async def _snapshot(self, response: web.StreamResponse, role: str, me: Parts) -> int:
        n, parts = self._n, allowed(self._parts, role) | ({"me": me} if me else {})
        body = {
            "v": VERSION,
            "life": self._source.life,
            "n": n,
            "at": self._utc(),
            "build": self._build,
            "parts": parts,
        }
        await self._send(response, "snapshot", body, n)
        return n

    async def _send(self, response: web.StreamResponse, event: str, body: dict[str, Any], n: int) -> None:
        data = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        await response.write(f"id: {self._source.life}-{n}\nevent: {event}\ndata: {data}\n\n".encode())

    def __len__(self) -> int:
        """Open streams."""
        return len(self._readers)


def _put(reader: Reader, change: Change) -> None:
    """Full: everything waiting is dropped, and the reader gets a snapshot."""
    try:
        reader.changes.put_nowait(change)
    except asyncio.QueueFull:
        while not reader.changes.empty():
            reader.changes.get_nowait()
        reader.changes.put_nowait(None)
