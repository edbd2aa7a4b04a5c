"""Who may clear an active alert: it does not go away with a restart, and a name goes into the record.

dealer          nothing
technician      what a device raised, and what the broker refused: he has looked at it
pit supervisor  that, and every warning
pit manager     everything, as may whoever is above him

So the catalogue has it, entry by entry. Nobody clears the alert of a lost device that is not back.
"""

from collections.abc import Callable, Iterable
from typing import Final

from controller.alerts.catalogue import LASTING
from controller.alerts.catalogue.entry import Lasting
from controller.core.alerts import ActiveAlert
from controller.core.events import RANK, Authority

UNKNOWN: Final = Lasting(cleared_by="pit_manager")
"""An alert that another release raised, of a code that the catalogue does not have."""


def still_so(alert: ActiveAlert, *, is_gone: Callable[[str], bool]) -> str | None:
    """The sentence that refuses the clearing of what is still so; `is_gone` says it of a device by name.

    A device that the configuration no longer has is not gone: its alert could never end by itself.
    """
    if LASTING.get(alert.code, UNKNOWN).not_while_gone and is_gone(alert.device):
        return f"{alert.device} is still not connected: plug it in; the alert ends by itself."
    return None


def entitled(alert: ActiveAlert, authority: Authority) -> bool:
    """Whether somebody of this authority may clear the alert."""
    least = LASTING.get(alert.code, UNKNOWN).cleared_by
    return authority != "dealer" and RANK[authority] >= RANK[least]


def choose(active: Iterable[ActiveAlert], code: str, device: str | None) -> ActiveAlert | str:
    """The alert that is meant, or the sentence that says why none is; `device` may be left out where it is clear."""
    alerts = list(active)
    found = [alert for alert in alerts if alert.code == code and device in (None, alert.device)]
    if len(found) == 1:
        return found[0]
    if found:
        devices = ", ".join(alert.device or "the table's own" for alert in found)
        return f"`{code}` is active for more than one: say which device of {devices}."
    those = ", ".join(f"{alert.code} {alert.device}".strip() for alert in alerts) or "none"
    return f"No alert `{code}` is active; active alerts: {those}."
