"""THE table of routes: method, path, the least role, what answers. Router and OpenAPI document are made from it.

A route has its role here or does not exist. Roles: none (shells without data, the door itself), viewer, dealer,
supervisor (manager and shift manager above), technician (no say over the game; the pit may look as well).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal

from aiohttp import web
from pydantic import BaseModel

from controller.people.register import Role
from controller.web.acts import Act
from controller.web.bodies import ApprovalBody, ClearBody, EnrolBody, SignInBody, TestBody, WhyBody
from controller.web.context import CONTEXT, SIGNED_IN
from controller.web.gate import refusal
from controller.web.handlers import documents, pages, people, table, technician, watching
from controller.web.training import TrainingBody

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Least = Literal["none", "viewer", "dealer", "supervisor", "technician"]
API: Final = "/api/v1"

ALLOWED: Final[dict[Least, frozenset[Role] | None]] = {
    "none": None,
    "viewer": frozenset(("viewer", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "technician")),
    "dealer": frozenset(("dealer", "pit_supervisor", "pit_manager", "shift_manager")),
    "supervisor": frozenset(("pit_supervisor", "pit_manager", "shift_manager")),
    "technician": frozenset(("technician", "pit_supervisor", "pit_manager", "shift_manager")),
}


@dataclass(frozen=True, slots=True)
class Route:
    """`body` is the model of what is sent; `says` is its sentence in the document."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    least: Least
    handler: Handler
    body: type[BaseModel] | None = None

    @property
    def says(self) -> str:
        return (self.handler.__doc__ or "").strip().partition("\n")[0]


ROUTES: Final = (
    Route("GET", "/", "none", technician.page),
    Route("GET", "/dealer", "none", pages.dealer),
    Route("GET", "/signage", "none", pages.signage),
    Route("GET", "/approve", "none", pages.approve),
    Route("GET", "/assets/{build}/{name:.+}", "none", pages.asset),
    Route("GET", "/healthz", "none", watching.health),
    Route("GET", "/readyz", "none", watching.ready),
    Route("GET", "/metrics", "none", watching.metrics),
    Route("GET", f"{API}/session", "none", people.show),
    Route("POST", f"{API}/session", "none", people.begin, SignInBody),
    Route("DELETE", f"{API}/session", "none", people.end),
    Route("POST", f"{API}/console", "none", people.enrol, EnrolBody),
    Route("GET", f"{API}/signage", "none", table.sign),
    Route("GET", f"{API}/live", "viewer", table.live),
    Route("GET", f"{API}/table", "viewer", table.seen),
    Route("GET", f"{API}/openapi.json", "viewer", documents.openapi),
    Route("GET", f"{API}/asyncapi.json", "viewer", documents.asyncapi),
    Route("GET", f"{API}/schemas/{{type}}", "viewer", documents.schema),
    Route("POST", f"{API}/acts", "dealer", table.act, Act),
    Route("GET", f"{API}/acts/{{key}}", "dealer", table.known),
    Route("GET", f"{API}/desk", "dealer", table.desk),
    Route("GET", f"{API}/said", "dealer", table.record),
    Route("POST", f"{API}/why", "dealer", table.why, WhyBody),
    Route("POST", f"{API}/training", "dealer", table.train, TrainingBody),
    Route("GET", f"{API}/approvals", "supervisor", people.waiting),
    Route("GET", f"{API}/approvals/{{id}}", "dealer", people.state),
    Route("POST", f"{API}/approvals", "none", people.give, ApprovalBody),
    Route("GET", f"{API}/health", "technician", technician.health),
    Route("GET", f"{API}/devices", "technician", technician.devices),
    Route("GET", f"{API}/devices/{{name}}/frames", "technician", technician.frames),
    Route("POST", f"{API}/devices/{{name}}/test", "technician", technician.test, TestBody),
    Route("GET", f"{API}/recordings", "technician", technician.recordings),
    Route("GET", f"{API}/recordings/{{name}}", "technician", technician.recording),
    Route("GET", f"{API}/configuration", "technician", technician.configuration),
    Route("GET", f"{API}/tools/{{name}}", "technician", technician.tool),
    Route("GET", f"{API}/bundle", "technician", technician.bundle),
    Route("POST", f"{API}/alerts/{{code}}/clear", "viewer", table.clear, ClearBody),
)


def add_to(app: web.Application) -> None:
    """Put every route into the router, behind its role."""
    for route in ROUTES:
        app.router.add_route(route.method, route.path, _behind(route))


def _behind(route: Route) -> Handler:
    allowed = ALLOWED[route.least]
    if allowed is None:
        return route.handler

    async def handler(request: web.Request) -> web.StreamResponse:
        session = request.app[CONTEXT].session(request)
        if session is None:
            return refusal(401, "session", "Nobody is signed in here.")
        if session.role not in allowed:
            return refusal(403, "rank", f"This is not for a {session.role.replace('_', ' ')}.")
        request[SIGNED_IN] = session
        return await route.handler(request)

    return handler
