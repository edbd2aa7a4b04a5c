"""The configuration: complete examples that hold, and a sentence with file, line and key for what does not."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from controller.cli.tabled import main
from controller.configuration.broker import brokers_of
from controller.configuration.config import ConfigError, load
from controller.configuration.unusual import unusual
from controller.core.toml_lines import line_of, lines_of_keys
from controller.odds.edge import percent

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


def test_several_brokers(tmp_path: Path) -> None:
    """Each with its own port or the common one; one `host` is hashed as ever."""
    several = load(changed(tmp_path, 'host = "localhost"', 'hosts = ["a", "b:8883", "[::1]"]'))
    assert [str(broker) for broker in brokers_of(several)] == ["a:1883", "b:8883", "[::1]:1883"]
    assert several.settings["mqtt"]["hosts"] == ["a", "b:8883", "[::1]"]
    assert "hosts" not in load(changed(tmp_path, "host", "host")).settings["mqtt"]


def test_a_file_that_was_cut_off_says_so(tmp_path: Path) -> None:
    """Before a section that the game needs."""
    file = changed(tmp_path, EXAMPLE[EXAMPLE.index("[jackpot]") :], "")
    with pytest.raises(ConfigError, match=r"has no \[jackpot\], which .* the end of the file may be missing"):
        load(file)


@pytest.mark.parametrize(
    ("line", "says"),
    [('"4800 8N1"', "rfc2217://192.0.2.10:4001, 4800 8N1."), ('{ parity = "E" }', "4001, 9600 8E1.")],
)
def test_the_check_says_each_devices_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    """Speed and form as the daemon opens it, the driver's own where nothing is set; none where there is no line."""
    file = changed(tmp_path, "{ baudrate = 19200 }", line)
    file.write_text(file.read_text().replace("/dev/table/button", "socket://h:1"))
    assert main(["--config", str(file), "--check"]) == 0
    told = capsys.readouterr().out
    assert "Device meter: meter by alpha_sign on /dev/table/meter, 9600 7E1.\n" in told
    assert "Device button: button by framed on socket://h:1.\n" in told
    assert says in told


def test_the_example_is_read_whole() -> None:
    """What stands in the file is what the table gets."""
    config = load(CONFIG / "pontoon-pandemonium.toml")
    assert config.table.game == "pontoon-pandemonium"
    assert config.edge is not None
    assert percent(config.edge) == "8.01 %"
    assert config.journal_key == Path("/var/lib/tabled/pontoon-pandemonium/journal.db.key")
    assert [device.role for device in config.devices] == ["shoe", "button", "meter", "console"]
    assert config.devices[3].line.baudrate == 19200


@pytest.mark.parametrize(
    ("old", "new", "key", "part"),
    [
        ("areas = 7", "areas = 9", "table.areas", "5 to 7 areas"),
        ("decks = 8", "dekcs = 8", "table.dekcs", "unknown key `dekcs`: did you mean `decks`?"),
        ("chip = 100 ", 'chip = "x" ', "table.chip", 'a whole number, got "x"'),
        ("chip = 100 ", "chip = 101 ", "table.chip", "101"),
        ("main = [1000, 500000]", "main = [1001, 500000]", "table.limits.main", "1001"),
        ("main = [1000, 500000]", "main = [1000]", "table.limits.main.1", "a value"),
        ('I4 = "each"', 'I4 = "maybe"', "table.readings.I4", "maybe"),
        ('site = "house"', 'site = "a/b"', "house.site", '"a/b"'),
        ("port = 1883", "port = 99999", "mqtt.port", "99999"),
        ('edge_percent = ["5"', 'edge_percent = ["\\u0665"', "jackpot.edge_percent.0", "text like"),
        ('host = "localhost"', 'hosts = ["a"]', "mqtt.hosts", "at least 2"),
        ('host = "localhost"', 'hosts = ["a", "a:1883"]', "mqtt.hosts.1", "each broker once"),
        ('host = "localhost"', 'host = "a"\nhosts = ["a", "b"]', "mqtt.hosts", "leave out one of the two"),
        ('[mqtt]\nhost = "localhost"', "[mqtt]", "mqtt.host", "or `hosts` with several, got neither"),
        ('host = "localhost"', 'hosts = ["a", "b:0"]', "mqtt.hosts.1", "a port from 1 to 65535"),
        ("port = 1883", "prot = 1883", "mqtt.prot", "unknown key `prot`: did you mean `port`?"),
        ('driver = "angel_eye_ii"', 'driver = "angel"', "devices.shoe.driver", "angel_eye_ii"),
        ('role = "meter"', 'role = "button"', "devices.meter.role", "meter"),
        ("roll_s = 2.0", "roll_s = 2.0\noptions = { blink = 1 }", "devices.meter.options.blink", "unknown key `blink`"),
        ("main = [1000,", "main = [10.00,", "table.limits.main.0", "a whole number of cents (10.00 is 1000), got 10.0"),
        (
            'name = "shoe"',
            'name = "shoe"\nbaud = 4800',
            "devices.shoe.baud",
            "is `line = { baudrate = 4800 }` under the",
        ),
        (
            'name = "shoe"',
            'name = "shoe"\nspeed = 4800',
            "devices.shoe.speed",
            "the speed is `line = { baudrate = 4800",
        ),
        (
            'name = "shoe"',
            'name = "shoe"\nparity = "E"',
            "devices.shoe.parity",
            'it is `line = { parity = "E" }` under',
        ),
        ("{ baudrate = 19200 }", '"4800 8X1"', "devices.console.line", 'expected { baudrate = 4800 } or "4800 8N1"'),
        ("baudrate = 19200", "baud = 19200", "devices.console.line.baud", "did you mean `baudrate`?"),
        ("# low_mib = 512 ", "low_mib = 63 ", "journal.low_mib", "at least short_mib, which is 64, got 63"),
        ('name = "console"', 'name = "shoe"', "devices.3.name", "no other device"),
        ('"/dev/table/shoe"', '"dev/table/shoe"', "devices.shoe.port", "expected an absolute path"),
        ('"/dev/table/shoe"', '"sokcet://h:1"', "devices.shoe.port", "got 'sokcet://h:1'"),
        ("192.0.2.10:4001", "192.0.2.10", "devices.console.port", "socket://HOST:PORT"),
        ("192.0.2.10:4001", "192.0.2.10:400100", "devices.console.port", "1 to 65535"),
        ("192.0.2.10:4001", ":4001", "devices.console.port", "socket://HOST:PORT"),
        ('"/dev/table/meter"', '"/dev//table/button"', "devices.meter.port", "that of button"),
        ('rank = "dealer"', 'rank = "croupier"', "devices.console.rank", "or 'technician', got \"croupier\""),
        (
            'name = "meter"',
            'name = "meter"\nrank = "dealer"',
            "devices.meter.rank",
            "a rank at a console alone, got one",
        ),
        ('"pit_manager"', '"boss"', "console.groups.tabled-managers", "or 'technician', got \"boss\""),
        ('["5", "12"]', '["12", "5"]', "jackpot.edge_percent", "the band is reversed"),
        ('"multipliers.toml"', '"multi.toml"', "jackpot.weights", "config/multipliers.toml there"),
        ("port = 1883", 'password_file = "nowhere"', "mqtt.password_file", "there is no"),
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
    [
        ("[house\n", 1, "TOML"),
        ("[house]\n[devices]\nname = 'x'\n[[devices]]\n", 2, "`[[devices]]` needs two brackets"),
        ("[house]\nsite = 'x\n", 2, "TOML"),
        ("[house]\nsite = 'x'\ntable = 'y'\n[table]\ngame = ", 5, "the end of the file may be missing"),
        ("[house]\nsite = 'x'\n", 1, "the end of the file may be missing"),
        ("[house]\nsite = 'x'\nsite = 'y'\n", 3, "TOML"),
        ("[house]\nsite = 'x'\n", 1, "table"),
    ],
)
def test_a_file_that_is_no_configuration(tmp_path: Path, text: str, line: int, part: str) -> None:
    """A mistake in the TOML itself, or a whole section missing, is told with its line too."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert refused.value.line == line
    assert part in str(refused.value)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ("[house]".encode("utf-8-sig"), "UTF-8 with a byte order mark (BOM): save the file as UTF-8"),
        ("[house]".encode("utf-16"), "UTF-16: save the file as UTF-8"),
        (b"[house]\nsite = '\xe9'", "line 2: expected UTF-8, got the byte 0xe9"),
    ],
)
def test_a_file_of_another_encoding_is_told_as_such(tmp_path: Path, data: bytes, part: str) -> None:
    """What an editor on another system saves is named, with what to do."""
    file = tmp_path / "table.toml"
    file.write_bytes(data)
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert part in str(refused.value)


@pytest.mark.parametrize("port", ["socket://[2001:db8::1]:4001", "rfc2217://server:7000", "/dev/ttyUSB0", "loop://"])
def test_a_port_that_can_work_holds(tmp_path: Path, port: str) -> None:
    """Servers by name or number, paths and the loop pass."""
    assert load(changed(tmp_path, "/dev/table/button", port)).devices[1].port == port


def test_the_check_warns_of_what_is_legal_but_unusual(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table without its button, meter, shoe or console is allowed, and somebody is told."""
    usual = changed(tmp_path, "areas = 7", "areas = 7")
    assert unusual(load(usual)) == []
    shorter = usual.read_text().split("[[devices]]")
    usual.write_text(shorter[0] + "[[devices]]" + shorter[1])
    told = "\n".join(unusual(load(usual)))
    assert "Nobody has the rank" not in told
    assert "no button" in told
    assert "no meter" in told
    assert "No device with role console" in told
    assert "no shoe" not in told
    usual.write_text("\n".join(line for line in usual.read_text().split("\n") if "tabled-pit" not in line))
    assert "Nobody has the rank of a pit supervisor" in "\n".join(unusual(load(usual)))
    usual.write_text(shorter[0].replace("[console]", "# ").replace("groups =", "# "))
    assert main(["--config", str(usual), "--check"]) == 0
    assert "warning: No devices: " in capsys.readouterr().out
    secret = changed(tmp_path, "port = 1883", 'password_file = "/run/credentials/nobody/x"')
    assert "shows it to the service" in "\n".join(unusual(load(secret)))


def test_a_wrong_configuration_ends_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says the sentence on standard error and touches nothing."""
    wrong = changed(tmp_path, "areas = 7", "areas = 9")
    assert main(["--config", str(wrong), "--check"]) == 2
    assert "line 11, key `table.areas`" in capsys.readouterr().err
    assert main(["--config", str(tmp_path / "nowhere.toml"), "--check"]) == 2
    command = [sys.executable, "-m", "controller.cli.tabled", "--config", str(wrong)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "line 11, key `table.areas`" in done.stderr


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
