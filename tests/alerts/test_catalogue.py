"""The catalogue has every code that is raised, and none that is not; what ends an alert is a report that there is."""

import ast
from pathlib import Path

import pytest

from controller.alerts.catalogue import CATALOGUE, ENDED_BY, LASTING, ROUND_LONG, SUBJECTS
from controller.alerts.catalogue.entry import Entry
from controller.alerts.catalogue.only_recorded import RECORDED
from controller.alerts.notices import Alert, notice_to_json
from tests.alerts.raised import UnknownCodeError, codes_in, raised

ENTRIES = tuple(entry for entries in SUBJECTS.values() for entry in entries)


def test_every_code_that_is_raised_is_in_the_catalogue() -> None:
    """Whoever raises a new alert writes its entry, too."""
    assert [found for found in raised() if found.code not in CATALOGUE] == []


def test_every_entry_is_raised() -> None:
    """An alert that nothing raises any more leaves the catalogue."""
    assert CATALOGUE.keys() - {found.code for found in raised()} == set()


def test_severities_are_those_of_the_raisers() -> None:
    """Where the rules or a driver say how grave it is, the entry names the same."""
    for entry in ENTRIES:
        told = {found.severity for found in raised() if found.code == entry.code and found.severity is not None}
        assert told <= set(entry.severities), entry.code


def test_each_code_has_one_entry() -> None:
    """No code twice."""
    assert len(ENTRIES) == len(CATALOGUE)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_an_entry_is_two_plain_sentences(entry: Entry) -> None:
    """Each says something, and can be put behind a colon or into a cell."""
    for sentence in (entry.meaning, entry.action):
        assert sentence == sentence.strip()
        assert sentence
        assert sentence[0].islower()
        assert not sentence.endswith(".")
        assert "|" not in sentence


def test_what_ends_an_alert_is_only_recorded() -> None:
    """The end of an alert is no alert itself, so it can come at any time."""
    recorded = {entry.code for entry in RECORDED}
    assert ENDED_BY.keys() <= recorded
    assert not recorded & LASTING.keys()
    assert all(lasting.until for lasting in LASTING.values() if lasting.reports or lasting.round_end)


def test_the_order_of_clearing_is_the_journals() -> None:
    """Messages are made again from old journals to the byte, so the order in which alerts end never changes."""
    assert dict(ENDED_BY) == {
        "device_connected": ("device_lost", "device_silent", "driver_failed", "wrong_device"),
        "device_ready": ("device_lost", "device_silent", "wrong_device"),
        "device_readable": ("device_unreadable",),
        "device_error_cleared": ("device_error",),
        "device_calm": ("device_flooding",),
        "requests_counted": ("requests_refused",),
        "button_freed": ("button_stuck",),
        "shuffler_count_right": ("shuffler_count_wrong",),
    }
    assert ROUND_LONG == (
        "restarted_in_round",
        "record_incomplete",
        "shoe_restarted",
        "round_reopened",
        "card_by_hand",
        "press_by_hand",
    )


def test_an_alert_of_the_house_is_as_grave_as_its_entry() -> None:
    """Severity and whether it stays active are in its record; a code of no entry is none."""
    record = notice_to_json(Alert(code="disk_low", text="low"), None)
    assert record == {
        "type": "alert", "code": "disk_low", "severity": "warning", "text": "low", "rule": None, "device": "",
        "stands": True,
    }  # fmt: skip
    assert not Alert(code="broker_taken_over", text="two").lasts
    with pytest.raises(KeyError):
        notice_to_json(Alert(code="no_such_code", text=""), None)


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('Alert(code="a", text="")', {"a"}),
        ('A: Final = "a"\nout.append(AlertRaised(A, "text"))', {"a"}),
        ('AlertRaised("a" if x else "b", "")', {"a", "b"}),
        ('M: Final = {"x": "a"}\ndef f(x):\n    code = M.get(x)\n    Alert(code=code)', {"a"}),
        ('def f(code):\n    AlertRaised(code, "")\nf("a")\nf(code="b")', {"a", "b"}),
        ("messages.alert(code=effect.code)", set()),
        ("ActiveAlert(*row)", set()),
        ('class A(Report):\n    code: ClassVar[str] = "a"', {"a"}),
        ('class B(Other):\n    code: ClassVar[str] = "b"', {"b"}),
    ],
)
def test_a_code_is_found_however_it_is_raised(source: str, codes: set[str]) -> None:
    """The forms in which this code raises alerts."""
    assert codes_in(Path("x.py"), ast.parse(source)) == codes


@pytest.mark.parametrize("source", ['Alert(code="a" + x)', "Alert(code=nowhere)", "class A(Report):\n    x: int = 1"])
def test_a_code_that_cannot_be_read_is_an_error(source: str) -> None:
    """It cannot get past the catalogue unnoticed."""
    with pytest.raises(UnknownCodeError):
        codes_in(Path("x.py"), ast.parse(source))
