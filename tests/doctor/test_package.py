"""A newer release that apt knows of is named beside the one that is installed; elsewhere nothing is said."""

import os
from pathlib import Path

import pytest

from controller.doctor.package import look_at_package, told_by_apt

POLICY = """\
table-controller:
  Installed: {installed}
  Candidate: {candidate}
  Version table:
     {candidate} 500
        500 copy:/media/stick ./ Packages
 *** {installed} 100
        100 /var/lib/dpkg/status
"""


@pytest.mark.parametrize(
    ("installed", "candidate", "said"),
    [
        ("0.1.0", "0.2.0", [("warning", "0.2.0 is to be had, 0.1.0 is installed")]),
        ("0.2.0", "0.2.0", [("ok", "0.2.0; apt knows none that is newer")]),
        ("(none)", "0.2.0", []),
    ],
)
def test_what_apt_knows(installed: str, candidate: str, said: list[tuple[str, str]]) -> None:
    """As `apt-cache policy` prints it."""
    found = list(told_by_apt(POLICY.format(installed=installed, candidate=candidate)))
    assert [(one.verdict, one.text) for one in found] == said


def test_nothing_is_said_where_apt_or_the_package_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that apt does not know has no lines at all."""
    assert list(told_by_apt("")) == []
    monkeypatch.setenv("PATH", "/nowhere")
    assert list(look_at_package()) == []


def test_an_apt_that_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rather than nothing, which would look as if there were no newer release."""
    slow = tmp_path / "apt-cache"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr("controller.doctor.package.APT_S", 0.1)
    (found,) = look_at_package()
    assert (found.verdict, "no answer" in found.text) == ("warning", True)
