"""What every handler of the pages gets: the parts of one table's server, and who asks."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from aiohttp import web

from controller.alerts.notices import PersonNotice
from controller.people.approvals import Approvals
from controller.people.register import Register
from controller.people.sessions import Session, Sessions
from controller.people.sign_in import Place, SignIn
from controller.table.desk import Desk
from controller.table.task import TableTask
from controller.web.acts import Acts
from controller.web.assets import Assets
from controller.web.inside import Inside
from controller.web.live import Live
from controller.web.peers import address_of
from controller.web.seen import Source
from controller.web.tools import Tools
from controller.web.training import Training

YEARS_S: Final = 5 * 365 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """One table's."""

    source: Source
    table: TableTask
    desk: Desk
    acts: Acts
    live: Live
    assets: Assets
    register: Register
    sign_in: SignIn
    sessions: Sessions = field(default_factory=Sessions)
    approvals: Approvals
    inside: Inside
    trials: "Trials"
    tools: Tools
    signage: set[str]
    metrics: set[str]
    """Addresses that may ask for the sign, and for the metrics."""
    known: Callable[[str], None]
    """Told the address from which a console or somebody signed in asks."""
    training: Training | None = None

    @property
    def session_cookie(self) -> str:
        """A browser keeps cookies by host and knows no port: tables of one PC have each their own."""
        return f"__Host-session-{self.source.name}"

    @property
    def console_cookie(self) -> str:
        """The same."""
        return f"__Host-console-{self.source.name}"

    def session(self, request: web.Request) -> Session | None:
        """Whose it is; None without one."""
        token = request.cookies.get(self.session_cookie)
        session = None if not token else self.sessions.of(token, self.register.look(), time.monotonic())
        if session is not None:
            self.known(_address(request))
        return session

    def place(self, request: web.Request) -> Place:
        """Where it comes from."""
        place = self.sign_in.place(request.cookies.get(self.console_cookie), _address(request))
        if place.console:
            self.known(place.address)
        return place


def _address(request: web.Request) -> str:
    return address_of(request.transport.get_extra_info("peername") if request.transport is not None else None)


CONTEXT: Final = web.AppKey("context", Context)
SIGNED_IN: Final = web.RequestKey("signed_in", Session)
"""Set behind a role, by `routes`."""


def keep(response: web.StreamResponse, name: str, value: str, *, max_age: int | None = None) -> None:
    """Set a cookie for this host alone, which no script reads and no other page sends."""
    response.set_cookie(name, value, max_age=max_age, path="/", secure=True, httponly=True, samesite="Strict")


def forget(response: web.StreamResponse, name: str) -> None:
    """Take it back."""
    response.del_cookie(name, path="/", secure=True, httponly=True, samesite="Strict")


class Trials(Protocol):
    """Devices tried while the table runs; see `daemon.trials`."""

    @property
    def now(self) -> dict[str, Any] | None: ...

    def why_not(self, name: str) -> str | None: ...

    async def begin(self, name: str, who: PersonNotice) -> None: ...
