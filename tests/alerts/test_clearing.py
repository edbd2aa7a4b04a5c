"""Who may clear which alert, and which one is meant."""

from collections.abc import Callable
from typing import Any

import pytest

from controller.alerts.catalogue import CATALOGUE, LASTING
from controller.alerts.clearing import choose, entitled, still_so
from controller.core.alerts import ActiveAlert
from controller.core.events import RANK

WARNING = ActiveAlert("disk_low", "", "warning", "low", None)
CRITICAL = ActiveAlert("head_file_missing", "", "critical", "missing", None)
OF_A_DEVICE = ActiveAlert("device_error", "shoe", "critical", "jam", None)
OF_THE_BROKER = ActiveAlert("message_parked", "", "critical", "refused", None)
UNKNOWN = ActiveAlert("of_another_release", "", "warning", "text", None)


@pytest.mark.parametrize(
    ("authority", "allowed"),
    [
        ("dealer", []),
        ("technician", [OF_A_DEVICE, OF_THE_BROKER]),
        ("pit_supervisor", [WARNING, OF_A_DEVICE, OF_THE_BROKER]),
        ("pit_manager", [WARNING, CRITICAL, OF_A_DEVICE, OF_THE_BROKER, UNKNOWN]),
        ("shift_manager", [WARNING, CRITICAL, OF_A_DEVICE, OF_THE_BROKER, UNKNOWN]),
    ],
)
def test_who_may_clear_what(authority: Any, allowed: list[ActiveAlert]) -> None:
    """Each rank clears what its line says, and nothing else."""
    for alert in (WARNING, CRITICAL, OF_A_DEVICE, OF_THE_BROKER, UNKNOWN):
        assert entitled(alert, authority) == (alert in allowed)


def test_a_critical_alert_of_the_table_needs_a_pit_manager() -> None:
    """The least authority of an entry: a technician for devices and broker, else by how grave it is."""
    technical = {"message_parked", "retained_refused", "broker_unreachable", "record_incomplete", "shoe_restarted"}
    for code, lasting in LASTING.items():
        least = RANK[lasting.cleared_by]
        if lasting.reports or code in technical:
            assert lasting.cleared_by == "technician"
        elif CATALOGUE[code].severity == "critical" or code == "table_closed":
            assert least == RANK["pit_manager"]
        else:
            assert least == RANK["pit_supervisor"]


@pytest.mark.parametrize(("is_gone", "refused"), [(lambda _: True, True), (lambda _: False, False)])
def test_a_lost_device_is_cleared_by_its_return(is_gone: Callable[[str], bool], refused: bool) -> None:
    """While the device is gone nobody clears its alert; other alerts of it may go."""
    lost = ActiveAlert("device_lost", "shoe", "critical", "lost", None)
    assert (still_so(lost, is_gone=is_gone) is not None) == refused
    assert still_so(OF_A_DEVICE, is_gone=is_gone) is None


def test_the_device_decides_where_two_have_an_alert() -> None:
    """A code of two devices needs the device; one of one does not."""
    two = [ActiveAlert("device_lost", name, "critical", "lost", None) for name in ("shoe", "meter")]
    assert choose(two, "device_lost", "meter") == two[1]
    assert choose(two[:1], "device_lost", None) == two[0]
    assert "say which device" in str(choose(two, "device_lost", None))
    assert choose(two, "device_lost", "button") == (
        "No alert `device_lost` is active; active alerts: device_lost shoe, device_lost meter."
    )
