"""What monitoring asks for: whether the table lives, whether it is open, its metrics."""

from typing import Final

from aiohttp import web

from controller.web.context import CONTEXT
from controller.web.gate import refusal

STUCK_S: Final = 10.0
"""A commit that takes so long hangs: systemd ends the table soon."""
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


async def health(request: web.Request) -> web.Response:
    """GET healthz: it answers, and no commit hangs."""
    if request.app[CONTEXT].inside.stuck_s() > STUCK_S:
        return web.json_response({"status": "stuck"}, status=503)
    return web.json_response({"status": "ok"})


async def ready(request: web.Request) -> web.Response:
    """GET readyz: a round may be opened, or is."""
    context = request.app[CONTEXT]
    if context.inside.stuck_s() > STUCK_S:
        return web.json_response({"status": "stuck"}, status=503)
    if context.table.why_closed() is not None:
        return web.json_response({"status": "closed"}, status=503)
    return web.json_response({"status": "open"})


async def metrics(request: web.Request) -> web.Response:
    """GET metrics: as Prometheus reads them, for the listed addresses alone."""
    context = request.app[CONTEXT]
    if context.place(request).address not in context.metrics:
        return refusal(403, "address", "This address is not listed in `metrics` of [web].")
    return web.Response(body=await context.inside.metrics(), headers={"Content-Type": TEXT})
