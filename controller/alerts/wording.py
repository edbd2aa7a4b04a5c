"""What of the catalogue is printed in more than one place: what to do about a code, and how its alert ends."""

import re
from typing import Final

from controller.alerts.catalogue import CATALOGUE
from controller.alerts.catalogue.entry import Case, Entry
from controller.core.alerts import ActiveAlert
from controller.core.events import Authority

WHO: Final[dict[Authority, str]] = {
    "technician": "a technician or a pit supervisor",
    "pit_supervisor": "a pit supervisor",
    "pit_manager": "a pit manager",
    "shift_manager": "the shift manager",
}
"""The least authority that clears an alert; whoever is above may, too."""


def named(alert: ActiveAlert) -> str:
    """Its code, and the device where it is one's."""
    return f"{alert.code} ({alert.device})" if alert.device else alert.code


def to_do(code: str) -> str:
    """The catalogue's action; a code that it does not have is of another release."""
    entry = CATALOGUE.get(code)
    return action_of(entry) if entry is not None else "this release does not know this code: see its text"


def to_do_about(alert: ActiveAlert, *, table: str) -> str:
    """The same for this alert, at the table of this name."""
    entry, case = CATALOGUE.get(alert.code), case_of(alert)
    if entry is None:
        return to_do(alert.code)
    return action_of(entry, case or entry, device=alert.device).replace("TABLE", table)


def case_of(alert: ActiveAlert) -> Case | None:
    """Which of its cases an alert is; None where it is none."""
    entry = CATALOGUE.get(alert.code)
    cases = () if entry is None else entry.cases
    return next((case for case in cases if re.search(case.pattern, alert.text)), None)


def action_of(entry: Entry, case: Entry | Case | None = None, *, device: str = "") -> str:
    """The action, with the command where it is to clear the alert."""
    action = (case or entry).action
    if entry.lasting is None:
        return action
    whose = f" --device {device}" if device else ""
    command = f"tablectl clear {entry.code}{whose} --by NAME --authority {entry.lasting.cleared_by}"
    return action.replace("clear it", f"clear it by `{command}`")


def ending(entry: Entry) -> str:
    """How it ends, as half a sentence."""
    lasting = entry.lasting
    if lasting is None:
        return "nothing to clear"
    by_hand = f"{WHO[lasting.cleared_by]} clears it"
    if lasting.not_while_gone:
        return f"active until {lasting.until}; where that device is no longer configured, {by_hand}"
    return f"active until {lasting.until}, or {by_hand}" if lasting.until else f"active until {by_hand}"
