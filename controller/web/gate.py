"""What no peer of the pages gets around: how long, how large, how often, from where; and the headers of every answer.

aiohttp closes no connection that is silent, stops in the middle of a head or body, or takes nothing; this does, in ten
seconds. Limits: OWASP API4:2023. Headers: OWASP Secure Headers; the policy allows our own files and nothing else.
"""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

import structlog
from aiohttp import web

from controller.people.register import RegisterError
from controller.web.peers import Place

DEADLINE_S: Final = 10.0
"""For a head, for a body, and for a peer that takes nothing."""
IDLE_S: Final = 20.0
"""Between two requests on one connection."""
LARGEST_BODY: Final = 64 * 1024
WRITE_COSTS: Final = 2
"""Of what a peer may ask; who has spent it waits, alone."""

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

_log = structlog.get_logger("web")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guarded(asyncio.Protocol):
    """aiohttp's protocol in its place and behind a deadline; the middleware says when a request is whole."""

    def __init__(self, inner: asyncio.Protocol, place: Place, guards: "Guards") -> None:
        self.place = place
        self._inner = inner
        self._guards = guards
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - an accepted socket makes no other
        self._transport = transport
        self.place.close = transport.abort
        self._guards[transport] = self
        self._inner.connection_made(transport)
        self._within(DEADLINE_S)

    def data_received(self, data: bytes) -> None:
        self.place.idle_since = None
        if not self._busy and self._timer is None:
            self._within(DEADLINE_S)
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """The peer takes nothing."""
        self._within(DEADLINE_S)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._within(None)
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self.place.leave()
        if self._transport is not None:
            self._guards.pop(self._transport, None)
            self._inner.connection_lost(exc)

    def busy(self, busy: bool) -> None:
        """A request is whole and is answered, or has been."""
        self._busy = busy
        self.place.idle_since = None if busy else asyncio.get_running_loop().time()
        self._within(None if busy else IDLE_S)

    def _within(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and self._transport is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)


Guards = dict[asyncio.BaseTransport, Guarded]


def hardened(*, tls: bool) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """What every answer to a request goes through, also one that no handler made."""

    async def prepare(_: web.Request, response: web.StreamResponse) -> None:
        harden(response, tls=tls)

    return prepare


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
                cost = 1 if request.method in _READS else WRITE_COSTS
                await asyncio.sleep(guard.place.peer.requests.owe_s(asyncio.get_running_loop().time(), cost))
            response = await handler(request)
        except web.HTTPException as error:
            response = refusal(error.status, "http", error.text or error.reason)
        except TimeoutError:
            response = refusal(408, "slow", "The request did not come whole within ten seconds.")
        except RegisterError as error:
            response = refusal(503, "register", str(error))
        except Exception as error:  # noqa: BLE001 - a fault here ends this request, never the table
            response = fault(repr(error), method=request.method, path=request.path)
        _log.debug("web_request", method=request.method, path=request.path, status=response.status)
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


class Answering(web.RequestHandler):
    """aiohttp's protocol, whose answer to what is no HTTP is one of ours, and no traceback in the log."""

    __slots__ = ("_tls",)

    def __init__(self, manager: web.Server, *, tls: bool) -> None:
        super().__init__(
            manager, loop=asyncio.get_running_loop(), access_log=None, keepalive_timeout=IDLE_S,  # type: ignore[arg-type]
            max_line_size=8190, max_field_size=8190, lingering_time=DEADLINE_S, auto_decompress=False,
        )  # fmt: skip
        self._tls = tls

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, _: str | None = None
    ) -> web.StreamResponse:
        if request.writer.output_size > 0:
            raise ConnectionError("an answer has been begun")
        if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            response = refusal(status, "http", "Expected a request of HTTP/1.1.")
        else:
            response = fault(repr(exc), method=request.method, path=request.path)
        harden(response, tls=self._tls)
        response.force_close()
        return response


def refusal(status: int, code: str, reason: str, **more: Any) -> web.Response:
    """The one shape of a refused request."""
    return web.json_response({"code": code, "reason": reason, **more}, status=status)


def fault(error: str, **where: str) -> web.Response:
    """The answer where the pages themselves failed; it is logged."""
    _log.error("web_fault", error=error, **where)
    return refusal(500, "fault", "The table's pages have a fault here; it is in the log.")


def _check(request: web.Request, *, hosts: frozenset[str], tls: bool) -> None:
    """Raises HTTPException: a name that is not ours (DNS rebinding), a write from another page (CSRF)."""
    if request.host not in hosts:
        raise web.HTTPMisdirectedRequest(text="This is not the address of the table's pages.")
    if request.method in _READS:
        return
    if "Content-Encoding" in request.headers:
        raise web.HTTPUnsupportedMediaType(text="Expected a body without Content-Encoding.")
    own = f"{'https' if tls else 'http'}://{request.host}"
    if request.headers.get("Origin") != own:
        raise web.HTTPForbidden(text="A change has to come from the table's own page (Origin).")
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise web.HTTPForbidden(text="A change has to come from the table's own page (Sec-Fetch-Site).")
    if request.content_type != "application/json" and request.can_read_body:
        raise web.HTTPUnsupportedMediaType(text="Expected application/json.")
