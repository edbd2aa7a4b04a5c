"""What every room says of an alert: how grave it is, and the record of one that is active.

What a code means and what to do about it is in the catalogue (`controller.alerts.catalogue`), above the rooms that
raise it.
"""

from typing import Literal, NamedTuple

Severity = Literal["info", "warning", "critical"]


class ActiveAlert(NamedTuple):
    """An alert that is active until it is cleared; `device` is empty for the table's own."""

    code: str
    device: str
    severity: Severity
    text: str
    rule: str | None
