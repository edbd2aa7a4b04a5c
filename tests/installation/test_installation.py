"""README's `Install at a table`, its own commands as far as files go: a table of each game, users, folders."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from controller.games.registry import GAMES
from systemd.package.build import FILES
from tests.readme import GUIDE, README, commands

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAMS: Final = Path(sys.executable).parent


def run(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A line of shell with our programs, and no more of our environment than it needs."""
    environment = {"PATH": f"{PROGRAMS}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(cwd)}
    return subprocess.run(["sh", "-euc", line], cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def done(line: str, cwd: Path) -> str:
    """What a line prints that has to work."""
    ended = run(line, cwd)
    assert ended.returncode == 0, f"{line}\n{ended.stdout}{ended.stderr}"
    return ended.stdout


def test_three_lines_install_a_table() -> None:
    """Nothing more has to be typed but what the table's file says."""
    install, new, enable = commands("Install at a table", TABLE="t")
    assert install == "dpkg -i table-controller_*.deb"
    assert new.startswith("tablectl new t ")
    assert enable == "systemctl enable --now tabled@t"


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_another_name(tmp_path: Path, game: str) -> None:
    """`tablectl new` writes what `--check` finds good, its paths those that the unit makes; not twice."""
    table = f"hall-{game}"
    _, new, enable = commands("Install at a table", TABLE=table)
    new = new.replace("pontoon-pandemonium", game) + f" --folder {tmp_path}"
    file = tmp_path / f"{table}.toml"
    check = f"tabled --config {file} --check"
    printed = done(new, tmp_path)
    for following in (check, enable, f"tablectl status --config {file}"):
        assert following in printed
    assert file.stat().st_mode & 0o777 == 0o640
    checked = done(check, tmp_path)
    assert f"Table {table} of house: {game}" in checked
    assert f"Journal: /var/lib/tabled/{table}/journal.db." in checked
    assert "traceback" not in checked.casefold()
    example = (ROOT / "config" / f"{game}.toml").read_text().splitlines()
    written = file.read_text().splitlines()
    assert [line for line in written if table not in line] == [line for line in example if line in set(written)]
    again = run(new, tmp_path)
    assert (again.returncode, again.stderr) == (2, f"tablectl: There is a {file} already: it is left as it is.\n")


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd is not installed here")
def test_user_group_and_folders(tmp_path: Path) -> None:
    """The files for sysusers and tmpfiles make the user, its group and the folders that the guides name."""
    for name in ("systemd/tabled.sysusers", "systemd/tabled.tmpfiles"):
        place = tmp_path / FILES[name]
        place.parent.mkdir(parents=True)
        shutil.copy(ROOT / name, place)
    (tmp_path / "etc").mkdir()
    done(f"systemd-sysusers --root={tmp_path} tabled.conf", tmp_path)
    assert re.search(r"^tabled:", (tmp_path / "etc" / "passwd").read_text(), re.MULTILINE)
    assert re.search(r"^tabled:", (tmp_path / "etc" / "group").read_text(), re.MULTILINE)
    dry = [line.split()[1] for line in (ROOT / "systemd/tabled.tmpfiles").read_text().splitlines() if line[0] == "d"]
    assert dry == ["/etc/tabled", "/var/lib/tabled"]


def test_every_file_that_the_guides_name_is_there() -> None:
    """No command names a file that neither the checkout nor the package has."""
    steps = (("The broker", README), ("At the table PC", README), ("Without devices", GUIDE), ("People", GUIDE))
    for step, guide in steps:
        for line in commands(step, guide):
            for name in re.findall(r"(?<![/\w])(?:systemd|config)/[\w@.-]+(?:/[\w.-]+)?", line):
                assert (ROOT / name).is_file(), line
            for name in re.findall(r"/(usr/share/table-controller/\S+)", line):
                assert name in FILES.values(), line
