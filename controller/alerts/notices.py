"""What the house itself has to record beside the rules' events: device reports, alerts of its own, device status.

A notice is journaled like an event and reaches the broker in the same order, but the rules never see it. An alert that
`stands` is a condition: raised once, shown until it is cleared, also across a restart. What clears a condition that a
device reports is in `CLEARED_BY`; the rest is cleared by who raised it.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from controller.core.effects import Severity
from controller.core.events import Authority
from drivers.protocols.base.reports import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """An alert of the house; `device` empty where it is the table's own.

    `used_to`: it tells, too, that messages up to this number may have been published from elsewhere (`numbering`).
    """

    code: str
    severity: Severity
    text: str
    rule: str | None = None
    device: str = ""
    stands: bool = False
    used_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertCleared:
    """A standing alert is over; `by`, `authority` and `login` say who cleared it where it did not end by itself."""

    code: str
    device: str = ""
    by: str | None = None
    authority: Authority | None = None
    login: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageParked:
    """The broker has refused row `seq` of its lane for good."""

    seq: int
    topic: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceStatus:
    """What `device/{name}` shows: driver, port, connected, firmware, last frame, error counts."""

    device: str
    status: dict[str, Any] = field(default_factory=dict)


HEAD_FILE_MISSING: Final = Alert(
    code="head_file_missing",
    severity="critical",
    text="The head file beside the journal was missing: whether records were cut off cannot be told from here.",
    stands=True,
)
"""Told in the commit of the start that writes the head file anew, so that no kill comes between."""

Notice = Alert | AlertCleared | MessageParked | DeviceStatus | Report

CLEARED_BY: Final[dict[str, tuple[str, ...]]] = {
    "device_connected": ("device_lost", "device_silent", "driver_failed", "wrong_device"),
    "device_ready": ("device_lost", "device_silent", "wrong_device"),
    "device_error_cleared": ("device_error",),
    "button_freed": ("button_stuck",),
    "shuffler_count_right": ("shuffler_count_wrong",),
}
"""The report that ends a condition, and the conditions that it ends."""

ROUND_LONG: Final = frozenset(("record_incomplete",))
"""Reports about the round at hand: conditions that its end clears."""

STANDING: Final = frozenset(code for codes in CLEARED_BY.values() for code in codes) | ROUND_LONG
"""Reports that are conditions."""


def notice_to_json(notice: Notice, device: str | None) -> dict[str, Any]:
    """The notice as the journal keeps it."""
    match notice:
        case Alert():
            record = {
                "type": "alert", "code": notice.code, "severity": notice.severity, "text": notice.text,
                "rule": notice.rule, "device": notice.device, "stands": notice.stands,
            }  # fmt: skip
            return record if notice.used_to is None else record | {"used_to": notice.used_to}
        case AlertCleared():
            record = {
                "type": "alert.cleared", "code": notice.code, "device": notice.device, "by": notice.by,
                "authority": notice.authority, "login": notice.login,
            }  # fmt: skip
            return {key: value for key, value in record.items() if value is not None}
        case MessageParked():
            return {"type": "message.parked", "seq": notice.seq, "topic": notice.topic, "reason": notice.reason}
        case DeviceStatus():
            return {"type": "device", "device": notice.device, **notice.status}
        case _:
            return {
                "type": "report", "code": notice.code, "severity": notice.severity, "text": str(notice),
                "device": device,
            }  # fmt: skip
