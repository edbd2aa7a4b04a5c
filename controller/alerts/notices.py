"""What the house itself has to record beside the rules' events: device reports, alerts of its own, device status.

A notice is journaled like an event and reaches the broker in the same order, but the rules never see it. How
grave an alert of the house is, and whether it stays active until it is cleared, also across a restart, is in the
catalogue.
"""

from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Any, Final, Literal

from controller.alerts.catalogue import CATALOGUE
from controller.core.alerts import Severity
from controller.core.dataclass import dataclass
from controller.core.events import Authority
from drivers.protocols.base.reports import Report

REQUEST: Final = "request"
"""The type of the record of a request and its answer."""
CONFIGURATION: Final = "configuration"
"""The type of the record of a configuration that was read anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """An alert of the house; `device` empty where it is the table's own.

    `used_to`: it tells, too, that messages up to this number may have been published from elsewhere (`numbering`).
    `lesser`: it is not as grave as the catalogue has it.
    """

    code: str
    text: str
    rule: str | None = None
    device: str = ""
    used_to: int | None = None
    lesser: Severity | None = None

    @property
    def severity(self) -> Severity:
        """By the catalogue; raises KeyError for a code that it does not have."""
        return self.lesser or CATALOGUE[self.code].severity

    @property
    def lasts(self) -> bool:
        """Whether it stays active until it is cleared."""
        return CATALOGUE[self.code].lasting is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertCleared:
    """An active alert is over; `by`, `authority` and `login` say who cleared it where it did not end by itself."""

    code: str
    device: str = ""
    by: str | None = None
    authority: Authority | None = None
    login: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageParked:
    """The broker, or that one of several, has refused row `seq` of its lane for good."""

    seq: int
    topic: str
    reason: str
    broker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceStatus:
    """What `device/{name}` shows: driver, port, connected, firmware, last frame, error counts."""

    device: str
    status: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonNotice:
    """Somebody signed in or out, was refused or locked out, enrolled a console, tried a device; never a PIN or a code.

    `login` is the user of the table PC who was refused at the socket, `device` the one that was tried.
    """

    what: Literal["signed_in", "signed_out", "refused", "locked", "enrolled", "approved", "tested"]
    badge: str = ""
    name: str = ""
    login: str = ""
    rank: str = ""
    console: str = ""
    device: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestNotice:
    """A request of the house's own system and its answer; `asked` and `digest` are of what it asked for.

    `by` is the key, claimed where `rank` is empty: then nobody has shown that he has it.
    """

    verb: str
    status: Literal["accepted", "refused", "taken"]
    transaction: str = ""
    by: str = ""
    rank: str = ""
    at: str = ""
    digest: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict)
    when: Literal["now", "next_round", ""] = ""
    reason: str = ""
    result: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationNotice:
    """The configuration was read anew (`changes`: key, before, after, takes), or what waited of it is taken.

    `login` is who asked for it. `limits` and `weights` (tickets, with their hash) are what waits for the next round.
    """

    status: Literal["accepted", "taken", "refused"]
    login: str
    config_hash: str
    changes: tuple[Mapping[str, Any], ...] = ()
    when: Literal["now", "next_round", ""] = ""
    limits: Mapping[str, Any] = field(default_factory=dict)
    weights: tuple[int, ...] = ()
    weights_hash: str = ""
    reason: str = ""

    @property
    def transaction(self) -> str:
        """What the start of a new life names (`Start.taken`)."""
        return f"configuration {self.config_hash[:16]}"


HEAD_FILE_MISSING: Final = Alert(
    code="head_file_missing",
    text="The head file beside the journal was missing: whether records were cut off cannot be told from here.",
)
"""Told in the commit of the start that writes the head file anew, so that no kill comes between."""

JOURNAL_OLDER: Final = "journal_older"
"""The alert that keeps further rounds shut until it is cleared."""
JOURNAL_OTHER: Final = "journal_other"
JOURNAL_UNSIGNED: Final = "journal_unsigned"
"""What the broker keeps was made by another journal, or by nobody who has the key: the sender's word alone."""

Notice = (
    Alert | AlertCleared | MessageParked | DeviceStatus | PersonNotice | RequestNotice | ConfigurationNotice | Report
)


def notice_to_json(notice: Notice, device: str | None) -> dict[str, Any]:
    """The notice as the journal keeps it."""
    match notice:
        case Alert():
            record = {
                "type": "alert", "code": notice.code, "severity": notice.severity, "text": notice.text,
                "rule": notice.rule, "device": notice.device, "stands": notice.lasts,
            }  # fmt: skip
            return record if notice.used_to is None else record | {"used_to": notice.used_to}
        case AlertCleared():
            record = {
                "type": "alert.cleared", "code": notice.code, "device": notice.device, "by": notice.by,
                "authority": notice.authority, "login": notice.login,
            }  # fmt: skip
            return {key: value for key, value in record.items() if value is not None}
        case MessageParked():
            parked = {"type": "message.parked", "seq": notice.seq, "topic": notice.topic, "reason": notice.reason}
            return parked | {"broker": notice.broker} if notice.broker else parked
        case PersonNotice():
            record = {
                "type": f"person.{notice.what}", "badge": notice.badge, "name": notice.name, "login": notice.login,
                "rank": notice.rank, "console": notice.console, "device": notice.device, "reason": notice.reason,
                "severity": "warning" if notice.what in ("refused", "locked") else "info",
            }  # fmt: skip
            return {key: value for key, value in record.items() if value}
        case RequestNotice():
            record = {"type": REQUEST, **asdict(notice)}
            record["severity"] = "warning" if notice.status == "refused" else "info"
            return {key: value for key, value in record.items() if value}
        case ConfigurationNotice():
            return {"type": CONFIGURATION, "severity": "info"} | {
                key: value for key, value in asdict(notice).items() if value
            }
        case DeviceStatus():
            return {"type": "device", "device": notice.device, **notice.status}
        case _:
            return {
                "type": "report", "code": notice.code, "severity": notice.severity, "text": str(notice),
                "device": device,
            }  # fmt: skip
