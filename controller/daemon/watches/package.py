"""The installed package watched while its table runs: whether it is as it was signed, and whether it is a newer one.

    hourly, and at each change of the manifest   the package's self-check; a difference raises `code_changed`:
                                                 no further round is opened
    another manifest, whole and as signed        `restart_pending`; between two rounds the table ends, and systemd
                                                 starts what is installed. Would that not start, the table goes on

While dpkg replaces the files nothing is judged.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NoReturn

from controller.alerts.notices import Alert, AlertCleared
from controller.beat import beat
from controller.configuration.config import Config
from controller.core.alerts import ActiveAlert
from controller.daemon.package import Identity, Package, release_in
from controller.release import release

RESTART_PENDING: Final = "restart_pending"
CODE_CHANGED: Final = "code_changed"
"""The alert that keeps further rounds shut until what is installed is as signed again."""
LOOK_EVERY_S: Final = 1.0
FIRST_S: Final = 60.0
"""The unit has checked just before the start; a boot has other things to do."""
EVERY_S: Final = 3600.0
AGAIN_S: Final = 60.0
"""While something is wrong."""
UNTOLD_S: Final = 2.0
"""While nothing can be told, as dpkg is at work."""


class PackageWatch:
    """`end` ends the table; it is called once `may_end` says that this is between two rounds.

    `ok` and `checked_s` (since 1970) are of the last self-check of this run, None before the first.
    """

    def __init__(
        self,
        package: Package,
        config: Config,
        *,
        active: Mapping[tuple[str, str], ActiveAlert],
        notify: Callable[[Alert | AlertCleared], Awaitable[object]],
        may_end: Callable[[], bool],
        end: Callable[[], None],
    ) -> None:
        self.ok: bool | None = None
        self.checked_s: float | None = None
        self._package = package
        self._config = config
        self._active = active
        self._notify = notify
        self._may_end = may_end
        self._end = end
        self._ends = False
        self._judged: Identity = package.identity()
        self._started_with = package.manifest()

    async def run(self) -> NoReturn:
        """For the daemon's life."""
        loop = asyncio.get_running_loop()
        due = loop.time() + FIRST_S
        if not await self._package.is_settled():
            self._started_with = ""  # what was imported at the start may be of two releases
        if not self._started_with or (CODE_CHANGED, "") in self._active:
            due = loop.time()
        while True:
            identity = self._package.identity()
            if identity != self._judged or loop.time() >= due:
                due = loop.time() + await self._judge(identity)
            if self._ends and self._may_end():
                self._ends = False
                self._end()
            await beat(LOOK_EVERY_S)

    async def _judge(self, identity: Identity) -> float:
        """Raise and clear what is to be told; in how many seconds to look again."""
        found = await self._package.difference()
        if found is None or identity != self._package.identity():
            return UNTOLD_S
        self._judged, self._ends = identity, False
        self.ok, self.checked_s = not found, time.time()
        await self._tell(CODE_CHANGED, f"What is installed is not what was signed: {found}" if found else "")
        if found:
            return AGAIN_S
        manifest = self._package.manifest()
        if manifest == self._started_with:
            await self._tell(RESTART_PENDING, "")
            return EVERY_S
        text = f"Release {release_in(manifest)} is installed, this table runs with {release()}."
        if refusal := await self._package.refusal(self._config.file):
            await self._tell(RESTART_PENDING, f"{text} What is installed would not start: {refusal}")
            return AGAIN_S
        by_itself = self._config.restarts_after_upgrade
        what = "Between two rounds it starts again by itself." if by_itself else "It is to be started again."
        await self._tell(RESTART_PENDING, f"{text} {what}")
        self._ends = by_itself
        return EVERY_S

    async def _tell(self, code: str, text: str) -> None:
        """Raise the alert where it says something else than it does; clear it without a text."""
        before = self._active.get((code, ""))
        if text and (before is None or before.text != text):
            await self._notify(Alert(code=code, text=text))
        elif not text and before is not None:
            await self._notify(AlertCleared(code=code))
