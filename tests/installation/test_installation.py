"""README's `Install at a table`, its own commands, in a folder: wheels, a new environment, a table of each game."""

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.code_hash import code_hash
from controller.games.registry import GAMES
from controller.release import release
from tests.readme import commands

ROOT: Final = Path(__file__).resolve().parents[2]
VERSION: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
LONGEST_S: Final = 600


def run(line: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of shell, with no more of our environment than it needs."""
    return subprocess.run(
        ["sh", "-euc", line], cwd=cwd, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(cwd)} | environment,
        capture_output=True, text=True, check=False, timeout=LONGEST_S,
    )  # fmt: skip


def done(line: str, cwd: Path, **environment: str) -> str:
    """What a line prints that has to work."""
    ended = run(line, cwd, **environment)
    assert ended.returncode == 0, f"{line}\n{ended.stdout}{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="module")
def pc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A table PC's `/` as far as files go, with the programs installed; skipped where no index gives the wheels."""
    if platform.machine() != "x86_64":
        pytest.skip("the wheels are for x86_64")
    root = tmp_path_factory.mktemp("pc")
    for folder in ("opt", "usr/local/bin", "etc/sysusers.d", "etc/tmpfiles.d", "var/lib", "run", "media"):
        (root / folder).mkdir(parents=True)
    wheels = root / "media" / "wheels"
    made = subprocess.run(
        ["sh", ROOT / ".ci" / "wheels", wheels, VERSION],
        capture_output=True, text=True, check=False, timeout=LONGEST_S,
    )  # fmt: skip
    if made.returncode:
        pytest.skip(f"no wheels: {made.stderr.splitlines()[-1]}")
    shutil.copy(ROOT / "requirements.lock", root / "media")
    for line in commands("Programs", RELEASE="1"):
        done(in_folder(line, root), root / "media")
    yield root
    shutil.rmtree(root)


def in_folder(line: str, root: Path) -> str:
    """The same command with this folder for `/`."""
    line = line.replace("python3 -m venv", f"{sys.executable} -m venv")
    return re.sub(r"(?<![\w/.])/(opt|usr/local|etc|var|run)\b", rf"{root}/\1", line)


def test_make_wheels_is_what_the_readme_says() -> None:
    """The step that needs a network is one target of make."""
    assert commands("Wheels") == ["make wheels"]
    asked = subprocess.run(["make", "-n", "wheels", "FOR=3.13"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "sh .ci/wheels wheels 3.13" in asked.stdout


@pytest.mark.timeout(LONGEST_S)
def test_the_programs_are_in_the_path_and_know_their_revision(pc: Path) -> None:
    """Both links work, and a wheel without a checkout names the revision that it was made of."""
    path = f"{pc}/usr/local/bin:/usr/bin:/bin"
    assert done("tabled --version; tablectl --version", pc, PATH=path) == f"tabled {release()}\ntablectl {release()}\n"


@pytest.mark.timeout(LONGEST_S)
def test_a_table_carries_what_it_runs(pc: Path) -> None:
    """No broker open to the machine, no build tools; the code is the checkout's all the same."""
    packages = done("/opt/table-controller/bin/pip list --format freeze".replace("/opt", f"{pc}/opt"), pc)
    names = {line.partition("==")[0].lower() for line in packages.splitlines()}
    assert "table-controller" in names
    assert not names & {"amqtt", "hatchling", "editables", "pluggy"}
    python = f"{pc}/opt/table-controller/bin/python -I -c"
    found = done(f"{python} 'from controller.code_hash import code_hash; print(code_hash())'", pc)
    assert found.strip() == code_hash()
    asked = subprocess.run([f"{pc}/usr/local/bin/tabled", "demo"], cwd=pc, capture_output=True, text=True, check=False)
    assert (asked.returncode, asked.stdout) == (2, "")
    assert asked.stderr == "tabled demo: needs the package amqtt, of the extra `demo`.\n"


@pytest.mark.timeout(LONGEST_S)
def test_the_demonstration_needs_no_checkout(pc: Path) -> None:
    """Where its broker is installed, too: a wheel brings the weights and the pages along."""
    (wheel,) = (pc / "media" / "wheels").glob("table_controller-*.whl")
    unpacked = pc / "unpacked"
    shutil.unpack_archive(wheel, unpacked, "zip")
    line = f"{sys.executable} -m controller.cli.tabled demo --fast --rounds 1 --seed 1"
    shown = done(line, pc, PYTHONPATH=str(unpacked))
    assert "pontoon-pandemonium" in shown
    assert (unpacked / "controller" / "web" / "pages" / "shell.html").is_file()


@pytest.mark.timeout(LONGEST_S)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_another_name(pc: Path, game: str) -> None:
    """`tablectl new` writes what `--check` finds good, its paths those that the unit makes; not twice."""
    table = f"hall-{game}"
    programs = f"{pc}/usr/local/bin"
    new, check, enable, status = commands("A table", TABLE=table)
    folder = pc / "etc" / "tabled"
    folder.mkdir(exist_ok=True)
    new = new.replace("pontoon-pandemonium", game) + f" --folder {folder}"
    printed = done(f"{programs}/{new}", pc)
    for following in (check, enable, status):
        assert following.replace("/etc/tabled", str(folder)) in printed
    file = folder / f"{table}.toml"
    assert file.stat().st_mode & 0o777 == 0o640
    checked = done(f"{programs}/{check}".replace("/etc/tabled", str(folder)), pc)
    assert f"Table {table} of house: {game}" in checked
    assert f"Journal: /var/lib/tabled/{table}/journal.db." in checked
    assert "traceback" not in checked.casefold()
    example = (ROOT / "config" / f"{game}.toml").read_text().splitlines()
    written = file.read_text().splitlines()
    assert [line for line in written if table not in line] == [line for line in example if line in set(written)]
    again = run(f"{programs}/{new}", pc)
    assert (again.returncode, again.stderr) == (2, f"tablectl: There is a {file} already: it is left as it is.\n")


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd is not installed here")
def test_user_group_and_folders(tmp_path: Path) -> None:
    """The files for sysusers and tmpfiles make the user, its group and the folders that the README names."""
    for folder in ("etc", "var/lib"):
        (tmp_path / folder).mkdir(parents=True)
    for line in commands("Service")[:2]:
        there = in_folder(line, tmp_path)
        there = there.replace("systemd-sysusers", f"systemd-sysusers --root={tmp_path}")
        done(there.replace("systemd-tmpfiles --create tabled.conf", "true"), ROOT)
    assert re.search(r"^tabled:", (tmp_path / "etc" / "passwd").read_text(), re.MULTILINE)
    assert re.search(r"^tabled:", (tmp_path / "etc" / "group").read_text(), re.MULTILINE)
    assert (tmp_path / "etc" / "tmpfiles.d" / "tabled.conf").is_file()


def test_every_file_that_the_readme_installs_is_there() -> None:
    """No command of the installation names a file that the checkout does not have."""
    for step in ("Service", "The broker"):
        for line in commands(step):
            for name in re.findall(r"(?<![/\w])(?:systemd|config)/[\w@.-]+(?:/[\w.-]+)?", line):
                assert (ROOT / name).is_file(), line
