"""What to do about an alert, case by case, and where a wrong `port` is."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.alerts.catalogue import CATALOGUE
from controller.configuration.config import Config, load
from controller.core.alerts import ActiveAlert
from controller.doctor.remedies import remedy, to_run_installed, unused, whereabouts
from controller.mqtt.reasons import LOGIN_REFUSED, reason_of
from drivers.protocols.base.reports import DeviceLost, WrongDevice
from tests.drivers.links.test_usb_identity import Sysfs
from tests.table.table_bench import write_config


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A table of four devices, its shoe and its sign by the numbers of their adapters."""
    file = write_config(tmp_path, None).rename(tmp_path / "t1.toml")
    text = file.read_text()
    for name, port in (("shoe", "tty:0403:6001/A9999999"), ("meter", "tty:0403:6001/SIGN")):
        text = text.replace(f'port = "{tmp_path / name}"', f'port = "{port}"')
    file.write_text(text)
    return load(file)


@pytest.fixture
def sysfs(tmp_path: Path) -> Sysfs:
    """A bus with the sign's adapter, one that nobody uses, and a keyboard."""
    bus = Sysfs(tmp_path)
    bus.tty(bus.plug("1-1", "0403:6001", serial="SIGN"), "ttyUSB0")
    bus.tty(bus.plug("1-2", "0403:6001", serial="AAAA0001"), "ttyUSB1")
    bus.input(bus.plug("1-3", "1234:5678"), "event1", "ff")
    return bus


def alert(code: str, text: str, device: str = "shoe") -> ActiveAlert:
    """One that is active."""
    return ActiveAlert(code, device, "critical", text, None)


def test_what_no_device_uses(config: Config, sysfs: Sysfs) -> None:
    """Not the other device's adapter, and no keyboard for a serial driver."""
    found = [one.port for one in unused(config, config.devices[0], sys=sysfs.root)]
    assert found == ["tty:0403:6001/AAAA0001"]


def test_a_port_that_is_wrong_is_named_with_its_line(config: Config, sysfs: Sysfs) -> None:
    """File, line, and what could be meant; where nothing is, that."""
    line = 1 + config.file.read_text().splitlines().index('port = "tty:0403:6001/A9999999"')
    place = f"`shoe` has it in {config.file}, line {line}; plugged in and used by no device: "
    assert whereabouts(config, config.devices[0], sys=sysfs.root) == place + "tty:0403:6001/AAAA0001"
    sysfs.pull("1-2")
    assert whereabouts(config, config.devices[0], sys=sysfs.root) == place + "nothing of its kind"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (str(WrongDevice("0403:6001/A", "0403:6001/B@1-1", adapter=True)), ("or correct `port`: `shoe` has it in ",)),
        (
            str(DeviceLost("/dev/x", "cannot open /dev/x: No such file or directory", opened=False)),
            ("plug it in", "it in"),
        ),
        (str(DeviceLost("tty:0403:6001/A", "0403:6001/A is not plugged in")), ("plug it in", "`shoe` has it in ")),
    ],
)
def test_an_alert_of_a_port_that_may_be_wrong(config: Config, text: str, parts: tuple[str, ...]) -> None:
    """The plug, then the configuration."""
    code = "wrong_device" if text.startswith("expected") else "device_lost"
    said = remedy(alert(code, f"shoe: {text}"), config, table="x")
    assert all(part in said for part in parts), said


def test_swapped_devices_are_no_mistake_of_the_configuration(config: Config) -> None:
    """Another role at the port is a cable's."""
    swapped = alert("wrong_device", f"shoe: {WrongDevice('shoe', 'meter')}")
    assert remedy(swapped, config, table="x") == CATALOGUE["wrong_device"].action
    unplugged = alert("device_lost", f"shoe: {DeviceLost('/dev/x', 'unplugged')}")
    assert remedy(unplugged, config, table="x") == CATALOGUE["device_lost"].action


@pytest.mark.parametrize("code", LOGIN_REFUSED)
def test_a_refused_login_is_made_at_the_broker(config: Config, code: int) -> None:
    """Every reason that is about user and password has the commands, with the table's name."""

    class RefusedError(Exception):
        rc = code

    said = remedy(alert("broker_unreachable", reason_of(RefusedError())[0], ""), config, table="x")
    assert said.startswith("`mosquitto_passwd /etc/mosquitto/passwords t1`")
    assert said.endswith("then `systemctl restart tabled@t1`")


def test_the_command_that_clears_an_alert(config: Config) -> None:
    """With what it needs, where the action says to clear it."""
    said = remedy(alert("retained_refused", "refused", ""), config, table="x")
    assert "clear it by `tablectl clear retained_refused --by NAME --authority technician`" in said


@pytest.mark.parametrize(
    ("told", "by_itself", "to_do"),
    [
        ("Between two rounds it starts again by itself.", True, "wait: the table starts again by itself as soon as"),
        ("It is to be started again.", False, "between rounds `systemctl restart tabled@t1`"),
        ("What is installed would not start: No.", True, "put right what the text says, or install the release that"),
        ("", True, "wait for restart_pending, with which the table starts again by itself; does it not come, between"),
        ("", False, "between rounds: systemctl restart tabled@t1"),
    ],
)
def test_another_release_is_installed(told: str, by_itself: bool, to_do: str, config: Config) -> None:
    """What its alert says goes first; without one, what the table is configured to do."""
    alerts = [alert("restart_pending", told, "")] if told else []
    set_so = replace(config, restarts_after_upgrade=by_itself)
    assert to_run_installed(alerts, set_so, table="t1").startswith(to_do)


def test_another_release_at_a_table_without_a_configuration() -> None:
    """A journal alone does not know what the table does by itself."""
    assert to_run_installed((), None, table="t1") == "between rounds: systemctl restart tabled@t1"
