"""Signing in and out, enrolling a console, a yes to an act."""

import time

from aiohttp import web

from controller.alerts.notices import PersonNotice
from controller.people.sessions import Session
from controller.people.sign_in import SignInRefused
from controller.web.bodies import ApprovalBody, EnrolBody, SignInBody
from controller.web.context import CONTEXT, YEARS_S, forget, keep
from controller.web.gate import refusal
from controller.web.reading import body_of


async def begin(request: web.Request) -> web.Response:
    """POST session: badge and PIN."""
    context, asked = request.app[CONTEXT], await body_of(request, SignInBody)
    place = context.place(request)
    try:
        person = await context.sign_in.person(asked.badge, asked.pin, place)
    except SignInRefused as error:
        return refusal(401, "sign_in", str(error))
    token, session = context.sessions.begin(
        badge=asked.badge, name=person.name, role=person.role, console=place.console, console_name=place.name,
        now_s=time.monotonic(), pin=person.pin,
    )  # fmt: skip
    await context.sign_in.notify(
        PersonNotice(what="signed_in", badge=asked.badge, name=person.name, rank=person.role, console=place.name)
    )
    response = web.json_response(me(session))
    keep(response, context.session_cookie, token)
    return response


async def show(request: web.Request) -> web.Response:
    """GET session: who is signed in, and whether this is an enrolled console."""
    context = request.app[CONTEXT]
    session, place = context.session(request), context.place(request)
    return web.json_response({"me": me(session) if session is not None else None, "console": place.name or None})


async def end(request: web.Request) -> web.Response:
    """DELETE session."""
    context = request.app[CONTEXT]
    if (session := context.session(request)) is not None:
        context.sessions.end(session)
        await context.sign_in.notify(
            PersonNotice(
                what="signed_out", badge=session.badge, name=session.name, rank=session.role,
                console=session.console_name,
            )
        )  # fmt: skip
    response = web.json_response({"me": None})
    forget(response, context.session_cookie)
    return response


async def enrol(request: web.Request) -> web.Response:
    """POST console: this screen becomes one of the table's."""
    context, asked = request.app[CONTEXT], await body_of(request, EnrolBody)
    try:
        cookie, name = await context.sign_in.enrol(asked.code)
    except SignInRefused as error:
        return refusal(401, "enrol", str(error))
    response = web.json_response({"console": name})
    keep(response, context.console_cookie, cookie, max_age=YEARS_S)
    return response


async def waiting(request: web.Request) -> web.Response:
    """GET approvals: what waits for a yes."""
    found = request.app[CONTEXT].approvals.waiting(time.monotonic())
    shown = [
        {"id": one.id, "rank": one.rank, "rule": one.rule, "asked_by": one.asked_by, "console": one.console,
         "preview": one.preview}
        for one in found
    ]  # fmt: skip
    return web.json_response({"approvals": shown})


async def state(request: web.Request) -> web.Response:
    """GET approvals/ID: whether somebody has said yes."""
    found = request.app[CONTEXT].approvals.state(request.match_info["id"], time.monotonic())
    if found is None:
        return refusal(404, "over", "This approval is over: ask for it again.")
    return web.json_response({"given": bool(found.by), "by": found.by})


async def give(request: web.Request) -> web.Response:
    """POST approvals: a yes, by whoever's badge and PIN these are; it opens no session."""
    context, asked = request.app[CONTEXT], await body_of(request, ApprovalBody)
    place = context.place(request)
    try:
        person = await context.sign_in.person(asked.badge, asked.pin, place)
    except SignInRefused as error:
        return refusal(401, "sign_in", str(error))
    given = context.approvals.given(asked.id, by=person.name, role=person.role, now_s=time.monotonic())
    if isinstance(given, str):
        return refusal(403, "rank", given)
    await context.sign_in.notify(
        PersonNotice(
            what="approved", badge=asked.badge, name=person.name, rank=person.role, console=place.name,
            reason=given.digest[:16],
        )
    )  # fmt: skip
    return web.json_response({"id": given.id, "by": person.name})


def me(session: Session) -> dict[str, object]:
    """What a page shows of who is signed in."""
    return {
        "badge": session.badge, "name": session.name, "role": session.role, "console": session.console_name,
        "asleep": session.asleep(time.monotonic()),
    }  # fmt: skip
