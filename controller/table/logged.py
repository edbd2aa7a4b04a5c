"""What the log has of the table's records: one line each, and one of each alert; written when the commit is over."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final

import structlog

from controller.alerts.notices import AlertCleared, ConfigurationNotice, DeviceStatus, Notice
from controller.core.effects import AlertRaised, Effect, Rejected
from controller.core.events import AnyEvent
from controller.games.view import TableView
from controller.journal.clock import rfc3339
from controller.journal.draft import Draft

DEVICE_STATUS: Final = "device_status"
"""What the log calls a device's status, whose type in the journal is that of its topic."""
RECENT: Final = 50

_log = structlog.get_logger("table")


def of_event(
    draft: Draft, event: AnyEvent, effects: Sequence[Effect], after: TableView, device: str | None
) -> Iterator[dict[str, Any]]:
    """The lines of an event and of what it raised."""
    yield {
        "event": "event", "type": event.type, "n": draft.record.n, "round": after.round, "phase": after.phase,
        "device": device,
        "refused": [effect.reason for effect in effects if isinstance(effect, Rejected)] or None,
    }  # fmt: skip
    for effect in effects:
        if isinstance(effect, AlertRaised) and effect.severity != "info":
            yield {
                "event": "alert", "level": effect.severity, "n": draft.record.n, "code": effect.code,
                "text": effect.text,
            }  # fmt: skip


def of_notice(draft: Draft, notice: Notice, body: dict[str, Any], device: str | None) -> dict[str, Any]:
    """The line of a notice, whose JSON in the journal is `body`."""
    about = device or body.get("device") or None
    code = DEVICE_STATUS if isinstance(notice, DeviceStatus) else body.get("code", body["type"])
    line = {"event": "notice", "n": draft.record.n, "code": code, "device": about, "seq": body.get("seq")}
    if isinstance(notice, DeviceStatus):
        line["connected"] = notice.status.get("connected")
    elif isinstance(notice, AlertCleared):
        line["over"] = True
    else:
        line |= {"level": body.get("severity", "warning"), "text": body.get("text", body.get("reason"))}
    if isinstance(notice, ConfigurationNotice):
        keys = ", ".join(str(one["key"]) for one in notice.changes)
        line["text"] = f"{notice.status}{f', {keys}' if keys else ''}, asked for by {notice.login}"
    return {key: value for key, value in line.items() if value is not None}


class Recent:
    """The last lines, each with its time, for whoever looks; none names a card that nobody may see."""

    def __init__(self) -> None:
        self._lines: deque[dict[str, Any]] = deque(maxlen=RECENT)

    def add(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Keep them as they are now; the same lines."""
        at = rfc3339(time.time_ns())
        self._lines.extend({"at": at, **line} for line in lines)
        return lines

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(tuple(self._lines))


def write(lines: Sequence[dict[str, Any]]) -> None:
    """Put them into the log."""
    for line in lines:
        getattr(_log, line.pop("level", "info"))(**line)
