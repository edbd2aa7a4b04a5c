"""The file of a new table: good for every game, its example's comments kept; and what keeps it from being written."""

from pathlib import Path

import pytest

from controller.configuration.config import load
from controller.configuration.examples import WEIGHTS, examples
from controller.configuration.installed import is_installed, unit_of
from controller.configuration.new_file import NewFileError, write_new
from controller.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_every_game(tmp_path: Path, game: str) -> None:
    """House, journal, socket and comments are of the new table; the rest is the example."""
    written = write_new(tmp_path, "hall-7", game, site="mbs", broker="broker.example")
    assert [file.name for file in written] == ["hall-7.toml", *([WEIGHTS] if GAMES[game].multipliers else [])]
    config = load(written[0])
    assert (config.house.site, config.house.table, config.table.game) == ("mbs", "hall-7", game)
    assert config.journal == Path("/var/lib/tabled/hall-7/journal.db")
    assert config.console_socket == Path("/run/tabled/hall-7/console")
    assert config.mqtt is not None
    assert config.mqtt.host == "broker.example"
    example = (examples() / f"{game}.toml").read_text().splitlines()
    lines = written[0].read_text().splitlines()
    changed = [(old, new) for old, new in zip(example, lines, strict=True) if old != new]
    assert all("hall-7" in new or "mbs" in new or "broker.example" in new for _, new in changed)
    assert {file.stat().st_mode & 0o777 for file in written} == {0o640}


@pytest.mark.parametrize("game", GAMES)
def test_virtual_devices_are_those_of_the_game(tmp_path: Path, game: str) -> None:
    """Each by `framed`, its port in the unit's folder and none that of the console socket."""
    config = load(write_new(tmp_path, "trial", game, virtual=True)[0])
    assert {entry.driver for entry in config.devices} == {"framed"}
    assert all(entry.port.startswith("/run/tabled/trial/virtual-") for entry in config.devices)
    assert {entry.role for entry in config.devices} >= {"shoe", "console"}


def test_nothing_is_overwritten_and_nothing_half_written(tmp_path: Path) -> None:
    """A file that is there stays as it is; the house's own weights, too."""
    (tmp_path / WEIGHTS).write_text((examples() / WEIGHTS).read_text().replace("2 = 135", "2 = 134"))
    (file,) = write_new(tmp_path, "hall-7", "pontoon-pandemonium")
    file.write_text("mine")
    with pytest.raises(NewFileError, match=r"There is a .*hall-7\.toml already: it is left as it is"):
        write_new(tmp_path, "hall-7", "pontoon")
    assert file.read_text() == "mine"
    (tmp_path / WEIGHTS).write_text("[weights]\n")
    with pytest.raises(NewFileError, match="a weight for the multiplier 2"):
        write_new(tmp_path, "hall-8", "pontoon-pandemonium")
    assert not (tmp_path / "hall-8.toml").exists()
    assert (tmp_path / WEIGHTS).read_text() == "[weights]\n"
    with pytest.raises(NewFileError, match="There is no folder"):
        write_new(tmp_path / "nowhere", "hall-7", "pontoon")


def test_the_folders_are_those_that_systemd_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the unit has other folders than the usual ones the daemon takes those."""
    (file,) = write_new(tmp_path, "hall-7", "pontoon")
    monkeypatch.setenv("STATE_DIRECTORY", "/srv/hall-7")
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/elsewhere")
    config = load(file)
    assert (config.journal, config.console_socket) == (Path("/srv/hall-7/journal.db"), Path("/run/elsewhere/console"))
    assert not is_installed(file)
    assert is_installed(Path("/etc/tabled/hall-7.toml"))
    assert unit_of(file) == "tabled@hall-7"
