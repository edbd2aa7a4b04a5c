"""What is seen of the table, the stream of it, acts, and why not."""

import asyncio
import time
from typing import Any, Final

from aiohttp import web

from controller.games.registry import find
from controller.people.sessions import Session
from controller.table.desk import Asker
from controller.web.acts import Act, Answer
from controller.web.bodies import ClearBody, WhyBody
from controller.web.context import CONTEXT, SIGNED_IN, Context
from controller.web.corrections import forms, said
from controller.web.gate import refusal
from controller.web.handlers.people import me
from controller.web.irregularities import groups
from controller.web.reading import body_of
from controller.web.seen import SIGNAGE, allowed
from controller.web.training import TrainingBody

ASLEEP: Final = "Nobody has acted here for fifteen minutes: enter the PIN."


async def live(request: web.Request) -> web.StreamResponse:
    """GET live: the stream."""
    context, session = _who(request)
    if context.live.full(session):
        return refusal(429, "streams", "So many streams are open already: close a page of this table.")

    role = session.role

    def ended() -> str | None:
        lives = context.sessions.valid(session, context.register.look(), time.monotonic())
        return None if lives and session.role == role else "signed out"

    return await context.live.serve(request, session, role=role, me=me(session), ended=ended)


async def sign(request: web.Request) -> web.StreamResponse:
    """GET signage: the stream of what a sign shows, for the listed addresses alone."""
    context = request.app[CONTEXT]
    if context.place(request).address not in context.signage:
        return refusal(403, "address", "This address is not listed in `signage` of [web].")
    if context.live.full(None):
        return refusal(429, "streams", "So many streams are open already.")
    return await context.live.serve(request, None, role=SIGNAGE, me={}, ended=lambda: None)


async def seen(request: web.Request) -> web.Response:
    """GET table: all parts at once."""
    context, session = _who(request)
    await context.live.look()
    n, parts = context.live.current()
    return web.json_response({"n": n, "parts": allowed(parts, session.role)})


async def act(request: web.Request) -> web.Response:
    """POST acts."""
    context, session = _who(request)
    now = time.monotonic()
    if session.asleep(now):
        return refusal(401, "pin_needed", ASLEEP)
    if context.training is not None and context.training.mode != "deal":
        return refusal(409, "watching", "The virtual dealer plays: take the table over first.")
    asked = await body_of(request, Act)
    session.acted_s = now
    return _response(await context.acts.take(asked, session, now))


async def known(request: web.Request) -> web.Response:
    """GET acts/KEY: what became of a tap whose answer was lost."""
    context, _ = _who(request)
    answer = await context.acts.known(request.match_info["key"])
    return refusal(404, "unknown", "No act of this key was recorded.") if answer is None else _response(answer)


async def why(request: web.Request) -> web.Response:
    """POST why: what would come of an event, or why it would be refused; nothing is recorded."""
    context, session = _who(request)
    asked = await body_of(request, WhyBody)
    return _response(await context.acts.why(asked.event, session.role))


async def desk(request: web.Request) -> web.Response:
    """GET desk: what can have gone wrong at this game, in groups, and the fields of each kind."""
    context, _ = _who(request)
    game = find(context.source.game)
    return web.json_response({"groups": groups(game), "face_down": game.face_down})


async def record(request: web.Request) -> web.Response:
    """GET said: what was accepted in the round at hand, with its numbers, and what a correction may hold."""
    context, _ = _who(request)
    n, state = context.table.n, context.table.state
    rolls = context.source.rolling.left_s() > 0
    game = find(context.source.game)
    told = await asyncio.to_thread(said, game, state, rolls=rolls)  # the round is played again for it
    return web.json_response({"n": n, "said": told, "forms": forms(game)})


async def train(request: web.Request) -> web.Response:
    """POST training: a hand at a virtual device, of the demonstration alone."""
    context, session = _who(request)
    if context.training is None:
        return refusal(404, "training", "This is a table, no demonstration.")
    if session.asleep(time.monotonic()):
        return refusal(401, "pin_needed", ASLEEP)
    asked = await body_of(request, TrainingBody)
    reason = await context.training.do(asked.do)
    await context.live.look()
    return web.json_response({"mode": context.training.mode}) if reason is None else refusal(409, "training", reason)


async def clear(request: web.Request) -> web.Response:
    """POST alerts/CODE/clear."""
    context, session = _who(request)
    if session.asleep(time.monotonic()):
        return refusal(401, "pin_needed", ASLEEP)
    asked = await body_of(request, ClearBody)
    if session.role == "viewer":
        return refusal(403, "rank", "A viewer clears nothing.")
    asker = Asker(device=session.console_name or "web", login=session.badge, by=session.name, authority=session.role)
    reply = await context.desk.clear(asker, request.match_info["code"], asked.device)
    verdict: Any = reply.verdict
    if reply.n is None:
        return refusal(422, "rejected", verdict.reason)
    return web.json_response({"n": reply.n})


def _who(request: web.Request) -> tuple[Context, Session]:
    return request.app[CONTEXT], request[SIGNED_IN]


def _response(answer: Answer) -> web.Response:
    return web.json_response(answer.body, status=answer.status)
