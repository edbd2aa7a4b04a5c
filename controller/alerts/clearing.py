"""Who may clear an alert that stands: it does not go away by itself, nor by a restart, and a name goes into the record.

dealer          nothing
technician      what a device raised, and what the broker refused: he has looked at it
pit supervisor  that, and every warning
pit manager     everything, as may whoever is above him

Nobody clears what is still so and ends by itself: the alert of a lost device that is not back.
"""

from collections.abc import Callable, Iterable
from typing import Final

from controller.core.events import RANK, Authority
from controller.journal.draft import Standing

TECHNICAL: Final = frozenset({"message_parked", "retained_refused"})
"""Alerts of no device that are a technician's all the same."""
ENDS_BY_ITSELF: Final = frozenset({"device_lost"})
"""Alerts that the device's own return clears; cleared by hand before that, nobody would see that it is gone."""


def still_so(alert: Standing, *, is_gone: Callable[[str], bool]) -> str | None:
    """The sentence that refuses the clearing of a condition that lasts; `is_gone` says it of a device by name.

    A device that the configuration no longer has is not gone: its alert could never end by itself.
    """
    if alert.code in ENDS_BY_ITSELF and is_gone(alert.device):
        return f"{alert.device} is still not connected: plug it in; the alert ends by itself."
    return None


def entitled(alert: Standing, authority: Authority) -> bool:
    """Whether somebody of this authority may clear the alert."""
    if authority == "dealer":
        return False
    if RANK[authority] >= RANK["pit_manager"] or alert.device or alert.code in TECHNICAL:
        return True
    return RANK[authority] >= RANK["pit_supervisor"] and alert.severity != "critical"


def choose(standing: Iterable[Standing], code: str, device: str | None) -> Standing | str:
    """The alert that is meant, or the sentence that says why none is; `device` may be left out where it is clear."""
    alerts = list(standing)
    found = [alert for alert in alerts if alert.code == code and device in (None, alert.device)]
    if len(found) == 1:
        return found[0]
    if found:
        devices = ", ".join(alert.device or "the table's own" for alert in found)
        return f"`{code}` stands for more than one: say which device of {devices}."
    those = ", ".join(f"{alert.code} {alert.device}".strip() for alert in alerts) or "nothing"
    return f"No alert `{code}` stands; what stands is: {those}."
