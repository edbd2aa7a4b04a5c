"""What is wrong with the broker, as the table records it: each thing once, however often it comes up again."""

from collections.abc import Awaitable, Callable

from controller.alerts.notices import Alert, MessageParked

Notify = Callable[[Alert | MessageParked], Awaitable[object]]
"""Hands a notice to the table's inbox; returns when it is committed."""


class Reports:
    """Alerts that come up again at each connection, and are recorded once since the start of the daemon."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._reported: set[str] = set()

    async def once(self, alert: Alert, *, about: str = "") -> None:
        """Record the alert unless it was; `about` keeps alerts of one code apart."""
        key = f"{alert.code} {about}".rstrip()
        if key not in self._reported:
            self._reported.add(key)
            await self._notify(alert)

    def forget(self, code: str) -> None:
        """The next alert of this code is a new one."""
        self._reported.discard(code)
