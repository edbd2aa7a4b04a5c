"""The configuration: complete examples that hold, and a sentence with file, line and key for what does not."""

from pathlib import Path
from typing import Final

import pytest

from controller.audit.edge import percent
from controller.cli.tabled import main
from controller.core.toml_lines import line_of, lines_of_keys
from controller.shell.config import ConfigError, load

CONFIG: Final = Path(__file__).resolve().parents[2] / "config"
EXAMPLE: Final = (CONFIG / "pontoon-pandemonium.toml").read_text()
TABLES: Final = sorted(path for path in CONFIG.glob("*.toml") if "[house]" in path.read_text())


def changed(folder: Path, old: str, new: str, *, weights: str | None = None) -> Path:
    """The Pontoon Pandemonium example with one change."""
    assert old in EXAMPLE
    (folder / "multipliers.toml").write_text(weights or (CONFIG / "multipliers.toml").read_text())
    file = folder / "table.toml"
    file.write_text(EXAMPLE.replace(old, new, 1))
    return file


@pytest.mark.parametrize("file", TABLES, ids=lambda path: path.stem)
def test_every_example_holds(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--check` accepts each example and says what would run."""
    assert main(["--config", str(file), "--check"]) == 0
    assert "good." in capsys.readouterr().out


def test_the_example_is_read_whole() -> None:
    """What stands in the file is what the table gets."""
    config = load(CONFIG / "pontoon-pandemonium.toml")
    assert config.table.game == "pontoon-pandemonium"
    assert config.edge is not None
    assert percent(config.edge) == "8.01 %"
    assert config.journal_key == Path("/var/lib/tabled/pandemonium-1/journal.db.key")
    assert [device.role for device in config.devices] == ["shoe", "button", "meter", "console"]
    assert config.devices[3].line.baudrate == 19200


@pytest.mark.parametrize(
    ("old", "new", "key", "part"),
    [
        ("areas = 7", "areas = 9", "table.areas", "5 to 7 areas"),
        ("decks = 8", "dekcs = 8", "table.dekcs", "no such field"),
        ("chip = 100 ", 'chip = "x" ', "table.chip", 'a whole number, got "x"'),
        ("chip = 100 ", "chip = 101 ", "table.chip", "101"),
        ("main = [1000, 500000]", "main = [1001, 500000]", "table.limits.main", "1001"),
        ("main = [1000, 500000]", "main = [1000]", "table.limits.main.1", "a value"),
        ('I4 = "each"', 'I4 = "maybe"', "table.readings.I4", "maybe"),
        ('site = "house"', 'site = "a/b"', "house.site", '"a/b"'),
        ("port = 1883", "port = 99999", "mqtt.port", "99999"),
        ("port = 1883", "prot = 1883", "mqtt.prot", "no such field"),
        ('driver = "angel_eye_ii"', 'driver = "angel"', "devices.0.driver", "angel_eye_ii"),
        ('role = "meter"', 'role = "button"', "devices.2.role", "meter"),
        ("roll_s = 2.0", "roll_s = 2.0\noptions = { blink = 1 }", "devices.2.options.blink", ""),
        ("baudrate = 19200", "baud = 19200", "devices.3.line.baud", "no such field"),
        ("# low_mib = 512 ", "low_mib = 63 ", "journal.low_mib", "at least short_mib, which is 64, got 63"),
        ('name = "console"', 'name = "shoe"', "devices.3.name", "no other device"),
        ('["5", "12"]', '["9", "12"]', "jackpot.edge_percent", "8.01 % on 8 decks"),
        ('["5", "12"]', "[5, 12]", "jackpot.edge_percent.0", "text"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(tmp_path: Path, old: str, new: str, key: str, part: str) -> None:
    """The error stands at the line that was changed, names the key and says what was expected."""
    file = changed(tmp_path, old, new)
    with pytest.raises(ConfigError) as refused:
        load(file)
    lines = file.read_text().splitlines()
    last = new.splitlines()[-1].strip()
    assert refused.value.key == key
    assert last in lines[refused.value.line - 1]
    assert part in str(refused.value)
    assert str(refused.value).startswith(f"{file}, line {refused.value.line}, key `{key}`: ")


@pytest.mark.parametrize(
    ("weights", "part"),
    [
        ("[weights]\n2 = 1\n", "the multiplier 3"),
        ("[weights]\n2 = 0\n", "at least 1, got 0"),
        ("[weights]\n7 = 1\n", "one of 2, 3, 5, 10, 20, 25, 50, 100, got `7`"),
        ("[weights]\n2 = 1.5\n", "a whole number, got 1.5"),
        ("[weight]\n2 = 1\n", "weights"),
        ("[weights]\n" + "".join(f"{m} = 1\n" for m in (2, 3, 5, 10, 20, 25, 50, 100)), "-16.45 %"),
    ],
)
def test_the_table_does_not_open_with_wrong_weights(tmp_path: Path, weights: str, part: str) -> None:
    """All eight multipliers, whole tickets, and an edge in its band, or no table."""
    with pytest.raises(ConfigError) as refused:
        load(changed(tmp_path, "areas = 7", "areas = 7", weights=weights))
    assert part in str(refused.value)


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [("[house\n", 1, "TOML"), ("[house]\nsite = 'x'\nsite = 'y'\n", 3, "TOML"), ("[house]\nsite = 'x'\n", 1, "table")],
)
def test_a_file_that_is_no_configuration(tmp_path: Path, text: str, line: int, part: str) -> None:
    """A mistake in the TOML itself, or a whole section missing, is told with its line too."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert refused.value.line == line
    assert part in str(refused.value)


def test_a_wrong_configuration_ends_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says the sentence on standard error and touches nothing."""
    assert main(["--config", str(changed(tmp_path, "areas = 7", "areas = 9"))]) == 2
    assert "line 10, key `table.areas`" in capsys.readouterr().err
    assert main(["--config", str(tmp_path / "nowhere.toml"), "--check"]) == 2


def test_the_hash_tells_configurations_apart(tmp_path: Path) -> None:
    """What is in force has a hash; another value of any key gives another one."""
    same = load(changed(tmp_path, "areas = 7", "areas = 7")).hash
    assert same == load(CONFIG / "pontoon-pandemonium.toml").hash
    assert same != load(changed(tmp_path, "burn = false", "burn = true")).hash


def test_lines_of_keys() -> None:
    """Keys of tables, of tables inside the last of a list, dotted and quoted ones are found where they stand."""
    lines = lines_of_keys('a = 1\n[b]\n"c" = 2\nd.e = 3\n[[f]]\nx = 1\n[f.g]\ny = 1\n[[f]]\nx = 2\n')
    assert lines[("b", "c")] == 3
    assert lines[("b", "d", "e")] == 4
    assert lines[("f", 0, "g", "y")] == 8
    assert lines[("f", 1, "x")] == 10
    assert line_of(lines, ("f", 1, "unknown")) == 9
    assert line_of(lines, ("nowhere",)) == 1
