"""Each device as the journal knows it and the configuration wants it: its state in words, and what to do about it.

Of several active alerts of a device the one that says the most decides: that another device answers explains why this
one is lost.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from controller.alerts.wording import to_do
from controller.audit.journal_file import JournalFile
from controller.configuration.config import Config, DeviceEntry
from controller.core.alerts import ActiveAlert
from controller.doctor.checked import Checked
from controller.doctor.remedies import remedy
from controller.doctor.status import DeviceSeen, devices_of
from drivers.devices.outage import FLAPPING_LOSSES
from drivers.devices.readability import ROW

STATES: Final = {
    "wrong_device": "another device answers",
    "device_unreadable": "only noise comes",
    "device_silent": "silent",
    "driver_failed": "the driver failed",
    "device_lost": "lost",
    "device_error": "reports a fault",
    "button_stuck": "stuck",
}
"""A device's alerts, those first that say more than those behind them, and its state while they are active."""
NEVER_SEEN: Final = "never seen"
NOT_OPENED: Final = "not connected"
TO_SEND: Final[dict[str, str]] = {
    "shoe": "draw a card", "button": "press it", "console": "enter something", "shuffler": "let it shuffle",
}  # fmt: skip
"""How a device is made to send; a meter only receives."""
CABLE: Final = ("rejected", "gaps", "line")
"""Errors that a bad cable, a bad earth or wrong line settings make."""


_COUNTED: Final = {
    "rejected": "{} rejected", "repeated": "{} repeated", "gaps": "{} times frames missing", "line": "{} line errors",
    "losses": "lost {} times", "unsent": "{} not sent",
}  # fmt: skip


class DeviceNow(NamedTuple):
    """`last_ns` is when something last came from it, `errors` are those counted since the table's start.

    `alert` is the code of the active alert that decides its state, empty where none does.
    """

    name: str
    state: str
    well: bool
    driver: str
    port: str
    firmware: str
    last_ns: int | None
    errors: dict[str, int]
    to_do: str
    alert: str = ""

    @property
    def counts(self) -> str:
        """The errors in words."""
        words = (_COUNTED.get(kind, f"{{}} {kind}").format(count) for kind, count in self.errors.items())
        return ", ".join(words).replace(" 1 times", " once").replace("1 line errors", "1 line error")


def devices_now(
    seen: Iterable[DeviceSeen], alerts: Collection[ActiveAlert], *, config: Config | None, runs: bool
) -> list[DeviceNow]:
    """The configuration's devices in its order, or where none is known those that the journal has seen.

    `runs`: a daemon has the journal.
    """
    known = {device.name: device for device in seen}
    if config is None:
        return [_now(name, device, _of(alerts, name), None, None, runs=runs) for name, device in known.items()]
    found = []
    for entry in config.devices:
        device = known.get(entry.name)
        if device is None:
            start = "restart the table" if runs else "start the table"
            found.append(DeviceNow(entry.name, NEVER_SEEN, False, entry.driver, entry.port, "", None, {}, start))
        else:
            found.append(_now(entry.name, device, _of(alerts, entry.name), entry, config, runs=runs))
    return found


def unheard(config: Config, file: JournalFile) -> Iterator[Checked]:
    """Devices of the running table whose port is open and that have sent nothing since its start."""
    started = file.archive.last_start()
    seen = {device.name: device for device in devices_of(file)}
    for entry in config.devices:
        device = seen.get(entry.name)
        if started is None or device is None or entry.role not in TO_SEND or not device.port_open:
            continue
        if device.last_ns is None or device.last_ns < started.utc_ns:
            to_do = f"{TO_SEND[entry.role]}, and watch it: tablectl monitor {entry.name}"
            yield Checked("warning", f"device {entry.name}", "nothing received since the start", to_do)


def decisive(alerts: Iterable[ActiveAlert]) -> ActiveAlert | None:
    """Of the alerts of one device the one that says the most; None where none is of its state."""
    order = list(STATES)
    found = [alert for alert in alerts if alert.code in STATES]
    return min(found, key=lambda alert: order.index(alert.code), default=None)


def explained_by(alert: ActiveAlert, alerts: Iterable[ActiveAlert]) -> str | None:
    """The code of another active alert of its device that says more; None where none does."""
    first = decisive(_of(alerts, alert.device)) if alert.device and alert.code in STATES else None
    return first.code if first is not None and first.code != alert.code else None


def text_of(alert: ActiveAlert) -> str:
    """The text without the device before it, which is shown beside its code."""
    return alert.text.removeprefix(f"{alert.device}: ") if alert.device else alert.text


def _of(alerts: Iterable[ActiveAlert], device: str) -> list[ActiveAlert]:
    return [alert for alert in alerts if alert.device == device]


def _now(
    name: str,
    seen: DeviceSeen,
    alerts: Sequence[ActiveAlert],
    entry: DeviceEntry | None,
    config: Config | None,
    *,
    runs: bool,
) -> DeviceNow:
    told = seen.status
    port = entry.port if entry is not None else told.get("port") or ""
    errors: dict[str, int] = {kind: count for kind, count in (told.get("errors") or {}).items() if count}
    first = decisive(alerts)
    well = bool(told.get("connected")) and first is None
    if first is not None:
        state = NOT_OPENED if f"{NOT_OPENED} on " in first.text else STATES[first.code]
    elif well and (seen.last_ns is not None or not port):
        state = "connected"
    elif well or seen.port_open:
        state, well = "port open, nothing received yet", True
    else:
        state = NOT_OPENED
    return DeviceNow(
        name, state, well, told.get("driver") or "", port, told.get("firmware") or "", seen.last_ns, errors,
        "; ".join(_to_do(told, errors, first, config, port=port, well=well, runs=runs)),
        "" if first is None else first.code,
    )  # fmt: skip


def _to_do(
    told: dict[str, Any],
    errors: dict[str, int],
    first: ActiveAlert | None,
    config: Config | None,
    *,
    port: str,
    well: bool,
    runs: bool,
) -> Iterator[str]:
    if told.get("port", port) != port:
        yield f"restart the table: it was on {told['port'] or 'no port'} when last seen"
    elif first is not None:
        yield remedy(first, config, table="TABLE")
    elif not runs:
        return
    elif not well:
        yield "`tablectl doctor` looks at the port" if port else "see broker_unreachable"
    elif errors.get("losses", 0) >= FLAPPING_LOSSES:
        yield f"it comes and goes: {to_do('device_flapping')}"
    elif any(errors.get(kind, 0) >= ROW for kind in CABLE):
        yield "bytes were lost or damaged: if the counts grow, look at cable, earth and line settings"
