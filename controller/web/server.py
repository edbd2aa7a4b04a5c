"""The sites of the pages: loopback in the clear, everything else under TLS; from their start to their end.

Composed once, by `controller.daemon.wiring`, where the configuration has [web].
"""

import asyncio
import ipaddress
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NoReturn

import structlog
from aiohttp import web

from controller.alerts.notices import PersonNotice
from controller.configuration.sections import Web
from controller.journal.archive import Archive
from controller.journal.clock import rfc3339
from controller.people.approvals import Approvals
from controller.people.register import Register
from controller.people.sign_in import SignIn
from controller.table.desk import Desk
from controller.web.acts import Acts
from controller.web.assets import Assets
from controller.web.context import CONTEXT, Context, Trials
from controller.web.door import Door, listening
from controller.web.gate import LARGEST_BODY, Answering, Guarded, Guards, gate, hardened
from controller.web.inside import Inside
from controller.web.live import Live
from controller.web.peers import Peers
from controller.web.routes import add_to
from controller.web.seen import Source
from controller.web.tools import Tools

STOP_S: Final = 1.0

_log = structlog.get_logger("web")


class WebServer:
    """One table's pages at `web.listen`."""

    def __init__(
        self,
        web_: Web,
        *,
        folder: Path,
        source: Source,
        desk: Desk,
        register: Path,
        notify: Callable[[PersonNotice], Awaitable[None]],
        archive: Archive,
        inside: Inside,
        trials: Trials,
        config: Path,
        utc_ns: Callable[[], int],
    ) -> None:
        self._web = web_
        self._folder = folder
        self._guards: Guards = {}
        self._peers = Peers()
        for address in (*web_.signage, *web_.metrics):
            self._peers.know(address)
        assets = Assets()
        people = Register(register)
        approvals = Approvals()
        self.live = Live(source, build=assets.build, utc=lambda: rfc3339(utc_ns()))
        if source.training is not None:
            source.training.changed = self.live.committed
        acts = Acts(
            game=source.game,
            table=source.table,
            desk=desk,
            approvals=approvals,
            rolls=lambda: source.rolling.left_s() > 0,
        )
        acts.remember(archive, source.table.n)
        self._context = Context(
            source=source, table=source.table, desk=desk, acts=acts, live=self.live, assets=assets, register=people,
            sign_in=SignIn(people, notify), approvals=approvals,
            training=source.training, inside=inside, trials=trials, tools=Tools(config),
            signage=set(web_.signage), metrics=set(web_.metrics), known=self._peers.know,
        )  # fmt: skip

    async def run(self) -> NoReturn:
        """For the daemon's life; pages that cannot be served are logged and cost nothing else."""
        tls = self._tls()
        app = web.Application(
            middlewares=[gate(self._guards, hosts=self._hosts(), tls=tls is not None)], client_max_size=LARGEST_BODY
        )
        app.on_response_prepare.append(hardened(tls=tls is not None))
        app[CONTEXT] = self._context
        add_to(app)
        runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=STOP_S)
        await runner.setup()
        assert runner.server is not None  # noqa: S101 - it has been set up
        server = runner.server
        try:
            listener = listening(self._web.host, self._web.port)
        except OSError as error:
            _log.error("web_failed", listen=self._web.listen, reason=str(error))
            await runner.cleanup()
            await asyncio.Event().wait()
            raise AssertionError("nobody sets it") from error
        _log.info("web", address=self.address)
        door = Door(
            self._peers,
            lambda place: Guarded(Answering(server, tls=tls is not None), place, self._guards),
            tls,
        )
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(door.run(listener), name="web-door")
                await self.live.run()
        finally:
            await runner.cleanup()
        raise AssertionError("it ends by cancellation alone")

    def allow(self, web_: Web) -> None:
        """Other addresses may look from now on."""
        for held, given in ((self._context.signage, web_.signage), (self._context.metrics, web_.metrics)):
            held.clear()
            held.update(given)
            for address in given:
                self._peers.know(address)

    @property
    def address(self) -> str:
        """What a browser is given."""
        return f"{'https' if self._web.tls_cert is not None else 'http'}://{self._web.listen}"

    def _hosts(self) -> frozenset[str]:
        names = {self._web.listen, *self._web.hosts}
        if ipaddress.ip_address(self._web.host).is_loopback:
            names.add(f"localhost:{self._web.port}")
        return frozenset(names)

    def _tls(self) -> ssl.SSLContext | None:
        if self._web.tls_cert is None:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._folder / self._web.tls_cert, self._folder / str(self._web.tls_key))
        return context
