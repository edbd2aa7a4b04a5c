"""Lines for people: broken between words and indented, and the one form of a time."""

import time

import pytest

from controller.terminal.instants import instant, span
from controller.terminal.lines import Line, show

TEXT = "check plug and power; `tablectl doctor` looks at /dev/serial/by-path/platform-fd500000.pcie-usb-0:1.2:1.0"


def test_lines_break_between_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What goes on is indented below its beginning; a path is never cut; a program gets the whole line."""
    line = Line(TEXT, "  to do: ")
    show([line])
    assert capsys.readouterr().out == f"  to do: {TEXT}\n"
    monkeypatch.setenv("COLUMNS", "50")
    show([line, Line(), Line("short", "critical  ", "red")])
    first, second, third, empty, short = capsys.readouterr().out.splitlines()
    assert first == "  to do: check plug and power; `tablectl doctor`"
    assert second == "         looks at"
    assert third == "         /dev/serial/by-path/platform-fd500000.pcie-usb-0:1.2:1.0"
    assert (empty, short) == ("", "critical  short")


def test_a_head_that_is_too_long_has_a_line_of_its_own() -> None:
    """Nothing is squeezed into a column of one word."""
    assert Line("lost on the port", "h" * 30).broken(40) == ["h" * 30, " " * 20 + "lost on the port"]


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", "2023-11-14 22:13:20 UTC"),
        ("Europe/Vienna", "2023-11-14 23:13:20 CET (22:13:20 UTC)"),
        ("Asia/Singapore", "2023-11-15 06:13:20 +08 (2023-11-14 22:13:20 UTC)"),
    ],
)
def test_a_time_is_local_with_utc_beside_it(monkeypatch: pytest.MonkeyPatch, zone: str, shown: str) -> None:
    """The day of UTC, too, where it is another."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert instant(1_700_000_000_000_000_000) == shown
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_span_is_in_the_unit_that_fits() -> None:
    """Two of a unit are needed for it."""
    assert [span(seconds) for seconds in (-1, 119, 120, 7200, 200_000)] == ["0 s", "119 s", "2 min", "2 h", "2 d"]
