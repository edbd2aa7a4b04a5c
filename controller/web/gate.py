"""What no peer of the pages gets around: how many, how long, how large, from where; and the headers of every answer.

aiohttp closes no connection that is silent, stops in the middle of a head or body, or takes nothing; this does, in ten
seconds. Limits: OWASP API4:2023. Headers: OWASP Secure Headers; the policy allows our own files and nothing else.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from aiohttp import web

from controller.people.register import RegisterError

DEADLINE_S: Final = 10.0
"""For a head, for a body, and for a peer that takes nothing."""
IDLE_S: Final = 20.0
"""Between two requests on one connection."""
A_PEER: Final = 16
IN_ALL: Final = 128
LARGEST_BODY: Final = 64 * 1024

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
        " require-trusted-types-for 'script'; trusted-types lit-html"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "",
    "Cache-Control": "no-store",
}
HSTS: Final = "max-age=31536000"
_READS: Final = frozenset(("GET", "HEAD"))

_log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Peers:
    """How many connections there are, by address."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Whether one more may come; it has then been counted."""
        if self._count[address] >= A_PEER or self._count.total() >= IN_ALL:
            return False
        self._count[address] += 1
        return True

    def gone(self, address: str) -> None:
        """One has left."""
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]


class Guarded(asyncio.Protocol):
    """aiohttp's protocol behind a counter and a deadline; the middleware says when a request is whole."""

    def __init__(self, inner: asyncio.Protocol, peers: Peers, guards: "Guards") -> None:
        self._inner = inner
        self._peers = peers
        self._guards = guards
        self._address: str | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counted, or closed at once."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream server makes no other
        address = address_of(transport.get_extra_info("peername"))
        if not self._peers.admit(address):
            transport.abort()
            return
        self._address = address
        self._transport = transport
        self._guards[transport] = self
        self._inner.connection_made(transport)
        self._within(DEADLINE_S)

    def data_received(self, data: bytes) -> None:
        if self._address is None:
            return
        if not self._busy and self._timer is None:
            self._within(DEADLINE_S)
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._address is not None else None

    def pause_writing(self) -> None:
        """The peer takes nothing."""
        self._within(DEADLINE_S)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._within(None)
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        if self._address is not None:
            self._peers.gone(self._address)
            if self._transport is not None:
                self._guards.pop(self._transport, None)
            self._address = None
            self._inner.connection_lost(exc)

    def busy(self, busy: bool) -> None:
        """A request is whole and is answered, or has been."""
        self._busy = busy
        self._within(None if busy else IDLE_S)

    def _within(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and self._transport is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)


Guards = dict[asyncio.BaseTransport, Guarded]


def address_of(peer: Any) -> str:
    """The peer's address without its port; empty for a Unix socket."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def gate(guards: Guards, *, hosts: frozenset[str], tls: bool) -> Any:
    """The middleware of every request: `hosts` are what the Host header may say."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        guard = guards.get(request.transport) if request.transport is not None else None
        try:
            _check(request, hosts=hosts, tls=tls)
            if request.method not in _READS:
                async with asyncio.timeout(DEADLINE_S):
                    await request.read()
            if guard is not None:
                guard.busy(True)
            response = await handler(request)
        except web.HTTPException as error:
            response = refusal(error.status, "http", error.text or error.reason)
        except TimeoutError:
            response = refusal(408, "slow", "The request did not come whole within ten seconds.")
        except RegisterError as error:
            response = refusal(503, "register", str(error))
        except Exception as error:  # noqa: BLE001 - a fault here ends this request, never the table
            _log.error("web_fault", method=request.method, path=request.path, error=repr(error))
            response = refusal(500, "fault", "The table's pages have a fault here; it is in the log.")
        if not response.prepared:
            harden(response, tls=tls)
        if guard is not None:
            guard.busy(False)
        return response

    return middleware


def harden(response: web.StreamResponse, *, tls: bool) -> None:
    """The headers that every answer has; one that is there already stays."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if tls:
        response.headers.setdefault("Strict-Transport-Security", HSTS)


def refusal(status: int, code: str, reason: str, **more: Any) -> web.Response:
    """The one shape of a refused request."""
    return web.json_response({"code": code, "reason": reason, **more}, status=status)


def _check(request: web.Request, *, hosts: frozenset[str], tls: bool) -> None:
    """Raises HTTPException: a name that is not ours (DNS rebinding), a write from another page (CSRF)."""
    if request.host not in hosts:
        raise web.HTTPMisdirectedRequest(text="This is not the address of the table's pages.")
    if request.method in _READS:
        return
    own = f"{'https' if tls else 'http'}://{request.host}"
    if request.headers.get("Origin") != own:
        raise web.HTTPForbidden(text="A change has to come from the table's own page (Origin).")
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise web.HTTPForbidden(text="A change has to come from the table's own page (Sec-Fetch-Site).")
    if request.content_type != "application/json" and request.can_read_body:
        raise web.HTTPUnsupportedMediaType(text="Expected application/json.")
