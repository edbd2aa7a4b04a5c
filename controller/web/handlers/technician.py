"""What the technician's page asks for: how the table is, its devices, what `tablectl` says, a bundle of it all."""

import asyncio
import time

from aiohttp import web

from controller.alerts.notices import PersonNotice
from controller.web.bodies import TestBody
from controller.web.context import CONTEXT, SIGNED_IN
from controller.web.gate import refusal
from controller.web.handlers.table import ASLEEP
from controller.web.reading import body_of
from controller.web.seen import alert_to_json
from controller.web.tools import TOOLS


async def page(request: web.Request) -> web.Response:
    """The technician's page."""
    return request.app[CONTEXT].assets.shell("technician")


async def health(request: web.Request) -> web.Response:
    """GET health: record, commits, outbox, disk, clock, memory, release and hashes."""
    return web.json_response(await request.app[CONTEXT].inside.health())


async def devices(request: web.Request) -> web.Response:
    """GET devices: each with its last frame and its errors; one that is away with a word on its plug."""
    return web.json_response({"devices": await request.app[CONTEXT].inside.located()})


async def frames(request: web.Request) -> web.Response:
    """GET devices/NAME/frames: the last of the flight recorder, unseen faces masked."""
    name = request.match_info["name"]
    lines = request.app[CONTEXT].inside.frames(name)
    if lines is None:
        return refusal(404, "device", f"This table has no device {name} with a port.")
    return web.json_response({"device": name, "frames": lines})


async def test(request: web.Request) -> web.Response:
    """POST devices/NAME/test: try the meter, the lamp or the shoe's line, between rounds; the stream has its steps."""
    context, session = request.app[CONTEXT], request[SIGNED_IN]
    if session.asleep(time.monotonic()):
        return refusal(401, "pin_needed", ASLEEP)
    await body_of(request, TestBody)
    name = request.match_info["name"]
    if (reason := context.trials.why_not(name)) is not None:
        return refusal(409, "test", reason)
    who = PersonNotice(
        what="tested", badge=session.badge, name=session.name, rank=session.role, console=session.console_name or ""
    )
    await context.trials.begin(name, who)
    return web.json_response({"device": name})


async def recordings(request: web.Request) -> web.Response:
    """GET recordings: the flight recorder's files, the newest first."""
    found = await asyncio.to_thread(request.app[CONTEXT].inside.recorded)
    return web.json_response({"recordings": found})


async def recording(request: web.Request) -> web.Response:
    """GET recordings/NAME: one of them: alerts, then the frames of every device behind them, unseen faces masked."""
    name = request.match_info["name"]
    text = await asyncio.to_thread(request.app[CONTEXT].inside.recording, name)
    if text is None:
        return refusal(404, "recording", f"There is no recording {name}.")
    return web.json_response({"name": name, "text": text})


async def configuration(request: web.Request) -> web.Response:
    """GET configuration: as it is in force, without secrets."""
    return web.json_response(request.app[CONTEXT].inside.configuration())


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
    found = await inside.located()
    seen = {
        "health": await inside.health(),
        "alerts": [alert_to_json(one, context.source.name) for one in context.table.active_alerts.values()],
        "events": list(context.table.recent),
        "devices": found,
        "configuration": inside.configuration(),
        "frames": {one["name"]: inside.frames(one["name"]) for one in found},
    }
    kept = await asyncio.to_thread(inside.last_recordings)
    body = await context.tools.bundle(seen, {f"recordings/{one}": text for one, text in kept.items()})
    name = f"{context.source.name}-diagnostics.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=body, content_type="application/zip", headers=headers)
