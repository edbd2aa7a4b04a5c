"""What may stand in the tree: the names at its top, and no trace of a machine, a person's secret or a registry."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.tracked import FILES, ROOT

TOP: Final = {
    "pyproject.toml", "controller", "drivers", "config", "systemd", "tests", "README.md",
    "LICENSE", "Makefile", "CHANGELOG.md", "requirements.lock",
}  # fmt: skip

# Written so that no pattern finds itself in this file.
FORBIDDEN: Final = {
    "a path of one machine": re.compile(
        r"(?<![\w.}])/(?:work|root|home/\w+|Users/\w+|opt/tc)(?=[/\"'\s:]|$)", re.MULTILINE
    ),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE[ ]KEY-----"),
    "an access token": re.compile(
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|glpat-[\w-]{20}|xox[bp]-[\w-]{20})"
    ),
    "a password in clear": re.compile(r"(?i)\b(?:password|passwd|secret|token)\s*[=:]\s*[\"'][^\"'<${}\s]{6,}[\"']"),
    "a login inside an address": re.compile(r"\b[a-z]+://[^/\s:@{}\"']+:[^/\s@{}\"']+@"),
    "the host of a package registry": re.compile(r"pypi[.]org|pythonhosted[.]org|deb[.]debian[.]|registry[.]npmjs"),
}


def test_top_level_holds_only_the_agreed_names() -> None:
    """Whoever unpacks the project finds the agreed names at its top and nothing else but dot-files."""
    top = {path.parts[0] for path in FILES}
    assert {name for name in top if not name.startswith(".")} <= TOP


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_tracked_contains(what: str) -> None:
    """No tracked file names a place of one machine, a secret, or where packages came from."""
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in FILES
        for number, line in enumerate(_text(path).splitlines(), start=1)
        if FORBIDDEN[what].search(line)
    ]
    assert not found, f"{what} stands in:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a path of one machine", "see /" + "root/notes"),
        ("a path of one machine", 'open("/' + 'home/anna/x")'),
        ("a private key", "-----BEGIN EC PRIVATE" + " KEY-----"),
        ("an access token", "ghp_" + "a" * 36),
        ("a password in clear", "password = " + '"hunter22"'),
        ("a login inside an address", "mqtt://anna:" + "geheim@broker"),
        ("the host of a package registry", "https://pypi" + ".org/simple"),
    ],
)
def test_what_is_forbidden_would_be_found(what: str, line: str) -> None:
    """Each pattern finds what it is for."""
    assert FORBIDDEN[what].search(line)


def _text(path: Path) -> str:
    """Return a file's text, bytes that are no UTF-8 replaced: a secret is found in any file."""
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def test_the_readme_names_every_target() -> None:
    """`make help` and the table of README are of the same targets."""
    targets = re.findall(r"^([a-z-]+):.* ## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"^\| `make ([a-z-]+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert targets
    assert sorted(named) == sorted(targets)
