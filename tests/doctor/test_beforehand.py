"""What `tabled --check` warns of, besides the file itself: folders, rights, ports, other tables of the PC."""

import re
from pathlib import Path

import pytest

from controller.cli.tabled import main
from controller.configuration import installed
from controller.configuration.new_file import write_new
from controller.doctor import beforehand, places


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for /etc/tabled."""
    for module in (installed, beforehand):
        monkeypatch.setattr(module, "CONFIGURATIONS", tmp_path)
    return tmp_path


def warnings(file: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The check's warnings; the file itself is good."""
    capsys.readouterr()
    assert main(["--config", str(file), "--check"]) == 0
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith("warning: ")]


def test_a_new_table_needs_nothing_but_its_devices(etc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the unit makes is not missing; a port that is not plugged in is told."""
    (file,) = write_new(etc, "hall-7", "blackjack")
    file.write_text(without_groups(file.read_text()))
    assert [line.partition(": there")[0] for line in warnings(file, capsys)] == [
        "warning: port shoe", "warning: port console",
    ]  # fmt: skip


def test_a_rank_of_nobody(etc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A login or a group that this PC does not have is told, with the rank that nobody has by it."""
    (file,) = write_new(etc, "hall-7", "blackjack")
    ranks = '[console]\nlogins = { root = "pit_supervisor", no-such-login = "pit_manager" }\n#'
    file.write_text(without_groups(file.read_text()).replace("[console]", ranks))
    [told] = [line for line in warnings(file, capsys) if "ranks" in line]
    assert "`logins` of [console] names no-such-login, which this PC does not have" in told
    assert told.endswith("correct or make it; nobody is a pit manager by it")


def without_groups(text: str) -> str:
    """The example with a group that every PC has for those that only an installation makes."""
    return re.sub("(?m)^groups = .*$", 'groups = { root = "pit_supervisor" }', text)


def test_a_folder_where_the_unit_lets_nothing_be_written(etc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path of another table, as in a copied file, is told before the daemon loops over it."""
    (file,) = write_new(etc, "hall-7", "blackjack")
    file.write_text(file.read_text() + '[journal]\npath = "/var/lib/tabled/other/journal.db"\n')
    told = "\n".join(warnings(file, capsys))
    assert "/var/lib/tabled/other is not the folder of tabled@hall-7, /var/lib/tabled/hall-7" in told
    assert "leave `path` of [journal] out, or give the unit a drop-in with ReadWritePaths=/var/lib/tabled/other" in told
    assert "install -d" in told


def test_two_tables_of_one_pc(etc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a port nor a name is given twice."""
    (file,) = write_new(etc, "hall-7", "blackjack")
    (other,) = write_new(etc, "hall-8", "pontoon")
    other.write_text(other.read_text().replace('table = "hall-8"', 'table = "hall-7"'))
    told = "\n".join(warnings(file, capsys))
    assert f"warning: name: {other} is a table of the same name, hall-7" in told
    assert f"warning: port shoe: /dev/table/shoe is the port of shoe in {other}, too" in told


def test_a_folder_of_somebody_else(
    etc: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table's user has to own it."""
    (file,) = write_new(etc, "hall-7", "blackjack")
    (etc / "state").mkdir(mode=0o750)
    monkeypatch.setenv("STATE_DIRECTORY", str(etc / "state"))
    monkeypatch.setattr(places, "SERVICE", "nobody")
    told = "\n".join(warnings(file, capsys))
    assert "but the table runs as nobody -> chown -R nobody:" in told
