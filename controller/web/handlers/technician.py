"""What the technician's page asks for: how the table is, its devices, what `tablectl` says, a bundle of it all."""

from aiohttp import web

from controller.web.context import CONTEXT
from controller.web.gate import refusal
from controller.web.tools import TOOLS


async def page(request: web.Request) -> web.Response:
    """The technician's page."""
    return request.app[CONTEXT].assets.shell("technician")


async def health(request: web.Request) -> web.Response:
    """GET health: record, commits, outbox, disk, clock, memory, release and hashes."""
    return web.json_response(request.app[CONTEXT].inside.health())


async def devices(request: web.Request) -> web.Response:
    """GET devices: each with its last frame and its errors."""
    return web.json_response({"devices": request.app[CONTEXT].inside.devices()})


async def frames(request: web.Request) -> web.Response:
    """GET devices/NAME/frames: the last of the flight recorder, unseen faces masked."""
    name = request.match_info["name"]
    lines = request.app[CONTEXT].inside.frames(name)
    if lines is None:
        return refusal(404, "device", f"This table has no device {name} with a port.")
    return web.json_response({"device": name, "frames": lines})


async def tool(request: web.Request) -> web.Response:
    """GET tools/NAME: what `tablectl` prints of this table."""
    name = request.match_info["name"]
    if name not in TOOLS:
        return refusal(404, "tool", f"Expected one of {', '.join(TOOLS)}; got {name}.")
    context = request.app[CONTEXT]
    if context.source.rolling.left_s() > 0:
        return refusal(503, "rolling", "The meter rolls: ask again when it shows its value.")
    if context.tools.busy:
        return refusal(429, "tools", "Others are looking: ask again in a moment.")
    status, text = await context.tools.run(name)
    return web.json_response({"ended": status, "text": text})


async def bundle(request: web.Request) -> web.Response:
    """GET bundle: a ZIP for whoever helps from afar, without secrets and without unseen cards."""
    context = request.app[CONTEXT]
    if context.source.rolling.left_s() > 0:
        return refusal(503, "rolling", "The meter rolls: ask again when it shows its value.")
    if context.tools.busy:
        return refusal(429, "tools", "Others are looking: ask again in a moment.")
    inside = context.inside
    found = inside.devices()
    seen = {
        "health": inside.health(),
        "devices": found,
        "configuration": inside.configuration(),
        "frames": {one["name"]: inside.frames(one["name"]) for one in found},
    }
    body = await context.tools.bundle(seen)
    name = f"{context.source.name}-diagnostics.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=body, content_type="application/zip", headers=headers)
