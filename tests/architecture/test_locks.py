"""What is installed is what was tested: the lock files, every package by its hash, and a reason beside each range."""

import re
import tomllib
from itertools import pairwise
from typing import Final

import pytest

from tests.architecture.tracked import ROOT

TABLE, DEMO, BUILD, TESTS = LOCKS = ("requirements.lock", ".ci/demo.lock", ".ci/build.lock", "tests/requirements.lock")
PIN: Final = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; .*?)? \\$")


def pins(lock: str) -> dict[str, str]:
    """Return the version of each package that a lock file names."""
    return {m[1]: m[2] for line in (ROOT / lock).read_text().splitlines() if (m := PIN.match(line))}


def name_of(requirement: str) -> str:
    """Return the package that a requirement is about."""
    return re.split(r"[\[<>=~! ]", requirement, maxsplit=1)[0].lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_locked_by_hash(lock: str) -> None:
    """Nothing can be installed that is not byte for byte what was tested."""
    blocks = re.split(r"\n(?=[a-z])", (ROOT / lock).read_text())[1:]
    assert len(blocks) == len(pins(lock)) > 0
    assert all("--hash=sha256:" in block for block in blocks)


def test_all_locks_name_the_same_versions() -> None:
    """The tests run on the very versions that run at the table."""
    for smaller, larger in pairwise(map(pins, LOCKS)):
        assert {name: larger.get(name) for name in smaller} == smaller


def test_a_table_carries_neither_broker_nor_build_tools() -> None:
    """Each package that is not there cannot be at fault there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    shows = {name_of(requirement) for requirement in project["project"]["optional-dependencies"]["demo"]}
    builds = {name_of(requirement) for requirement in project["dependency-groups"]["build"]}
    assert not (shows | builds) & pins(TABLE).keys()
    assert not builds & pins(DEMO).keys()
    assert len(pins(TABLE)) < len(pins(DEMO)) < len(pins(BUILD))


def test_locks_hold_what_the_project_asks_for() -> None:
    """A dependency that was added is in the locks too; `make lock` writes them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    runs = project["project"]["dependencies"]
    shows = [*runs, *project["project"]["optional-dependencies"]["demo"]]
    builds = [*shows, *groups["build"]]
    develops = [requirement for requirement in groups["dev"] if isinstance(requirement, str)]
    assert {name_of(requirement) for requirement in runs} <= pins(TABLE).keys()
    assert {name_of(requirement) for requirement in shows} <= pins(DEMO).keys()
    assert {name_of(requirement) for requirement in builds} <= pins(BUILD).keys()
    assert {name_of(requirement) for requirement in (*builds, *develops)} <= pins(TESTS).keys()


def test_every_dependency_has_its_reason() -> None:
    """Each range in pyproject.toml has a lower and an upper end or is one version, and the reason is beside it."""
    lines = re.findall(r"^    (\"[a-z].*?[<>=].*)$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert len(lines) >= 10
    assert not [line for line in lines if not re.fullmatch(r'"[^"]+(>=[^"]+,<|==)[^"]+", +# \S.{9,}', line)]


def test_what_is_kept_our_own_is_there() -> None:
    """The reasons against a library name files that the project has."""
    text = (ROOT / "pyproject.toml").read_text()
    reasons = text[text.index("# Kept our own") : text.index("[project.optional-dependencies]")]
    named = re.findall(r"\b(?:controller|drivers)/[a-z_/]+\.py", reasons)
    assert len(named) >= 9
    assert not [name for name in named if not (ROOT / name).is_file()]
