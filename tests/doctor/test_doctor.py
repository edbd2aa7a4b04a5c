"""The doctor and the devices: what they look at, what they say to do, and how they end."""

import os
import signal
import socket
import time
from pathlib import Path

import pytest

from controller.alerts.catalogue import CATALOGUE
from controller.cli.tablectl import main
from controller.configuration.config import load
from controller.doctor.devices import devices_now
from controller.doctor.places import may_open
from controller.doctor.ports import adapter_of, connects, how_to_stop, look_at_path, users_of
from controller.doctor.surroundings import told_by_systemd
from tests.broker import Broker
from tests.table.table_bench import Bench, running

SINCE = "ExecMainStartTimestampMonotonic"
UNIT = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "NRestarts": "0"}


def told(capsys: pytest.CaptureFixture[str], bench: Bench, command: str = "doctor") -> tuple[int, list[str]]:
    """Exit status and lines."""
    capsys.readouterr()
    status = main([command, "--config", str(bench.daemon.config)])
    return status, capsys.readouterr().out.splitlines()


async def test_a_table_that_runs_is_well(tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is wrong at a running table, every device is told connected, and looking changes nothing."""
    async with running(tmp_path, broker) as bench:
        await bench.listener.wait_for("device/shoe", connected=True)
        status, lines = told(capsys, bench)
        assert [line for line in lines if line.startswith("wrong")] == []
        assert status == 0
        text = "\n".join(lines)
        parts = (
            "has the journal open",
            "hold together",
            "head file: at record",
            "broker: ",
            "in use by the table",
        )
        for part in parts:
            assert part in text, part
        status, lines = told(capsys, bench, "devices")
        shoe = next(line for line in lines if line.startswith("shoe\t")).split("\t")
        assert shoe[3] == "connected"
        never = devices_now([], [], config=load(bench.daemon.config), runs=True)
        assert {(row.state, row.to_do) for row in never} == {("never seen", "restart the table")}


async def test_a_table_that_was_killed_and_lost_its_things(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thing that is not as it should be is a line with what to do, and the command ends with 1."""
    async with running(tmp_path, broker) as bench:
        await bench.listener.wait_for("device/shoe", connected=True)
        await bench.daemon.end(signal.SIGKILL)
        status, lines = told(capsys, bench, "devices")
        assert (status, lines[0]) == (1, "The table does not run: this is how its devices were when it last did.")
        bench.journal.with_name("journal.db.head").write_text("no head")
        bench.journal.with_name("journal.db.key").chmod(0o644)
        with monkeypatch.context() as behind:
            behind.setattr(time, "time_ns", lambda: 0)
            status, lines = told(capsys, bench)
        assert status == 1
        assert any(line.startswith("wrong    clock: record ") and "here it is 1970-01-01" in line for line in lines)
        wrong = [line for line in lines if line.startswith("wrong")]
        assert any("head file" in line and "tablectl verify" in line for line in wrong)
        assert any("journal key" in line and "-> chmod 0600" in line for line in wrong)
        assert any(line.startswith("warning  process: no process") for line in lines)
        bench.journal.with_name("journal.db-wal").unlink()  # it holds good pages
        bench.journal.write_bytes(b"no database " * 1000)
        status, lines = told(capsys, bench)
        assert status == 1
        assert any(line.startswith("wrong    journal: ") for line in lines)
        assert told(capsys, bench, "devices") == (2, [])


def test_a_configuration_that_cannot_be_read_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence stands on standard error."""
    (tmp_path / "t.toml").write_text("[house\n")
    assert main(["doctor", "--config", str(tmp_path / "t.toml")]) == 2
    assert "expected TOML" in capsys.readouterr().err


def test_a_port_is_looked_at_without_opening_it(tmp_path: Path) -> None:
    """Missing, a link to nowhere, no device, somebody else's, in use by another: each is told."""
    link = tmp_path / "shoe"
    assert "there is no" in look(link)
    link.symlink_to(tmp_path / "nowhere")
    assert "a link to nowhere" in look(link)
    link.unlink()
    link.write_text("")
    assert "is no device" in look(link)
    master, slave = os.openpty()
    name = os.ttyname(slave)
    assert f"in use by {os.getpid()} " in look(Path(name))
    assert os.getpid() in users_of(name)
    assert look_at_path("port shoe", name, user=os.getuid(), table_pid=os.getpid()).verdict == "ok"
    os.close(slave)
    os.close(master)


def look(path: Path) -> str:
    """What is said of a port that is wrong."""
    checked = look_at_path("port shoe", str(path), user=os.getuid(), table_pid=None)
    assert checked.verdict == "wrong"
    assert checked.to_do
    return checked.text


def test_a_server_is_tried() -> None:
    """A server that listens takes a connection, a port where nobody listens gives the system's reason."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert connects("127.0.0.1", port) is None
    assert connects("127.0.0.1", port) == "Connection refused"
    assert connects("x" * 70, 1) is not None


def test_who_may_open_a_port(tmp_path: Path) -> None:
    """The mode decides for a stranger, and nothing keeps root out."""
    node = tmp_path / "node"
    node.touch()
    for mode, allowed in ((0o660, False), (0o666, True)):
        node.chmod(mode)
        assert may_open(node.stat(), 4_000_000) == allowed
        assert may_open(node.stat(), 0)


def test_the_adapter_of_a_port_is_found_in_sysfs(tmp_path: Path) -> None:
    """The serial port's place lies below its USB device's: numbers and serial come from there."""
    usb = tmp_path / "devices" / "1-1.2"
    port = usb / "1-1.2:1.0" / "ttyUSB0"
    port.mkdir(parents=True)
    for name, value in (("idVendor", "0403"), ("idProduct", "6001"), ("serial", "A9001")):
        (usb / name).write_text(f"{value}\n")
    (tmp_path / "bus" / "usb" / "devices").mkdir(parents=True)
    (tmp_path / "bus" / "usb" / "devices" / "1-1.2").symlink_to(usb)
    (tmp_path / "class" / "tty" / "ttyUSB0").mkdir(parents=True)
    (tmp_path / "class" / "tty" / "ttyUSB0" / "device").symlink_to(port)
    assert str(adapter_of("/dev/ttyUSB0", tmp_path)) == "0403:6001/A9001@1-1.2"
    assert adapter_of("/dev/ttyS0", tmp_path) is None


@pytest.mark.parametrize(
    ("properties", "verdict", "part"),
    [
        ({"UnitFileState": "enabled"}, "ok", "active (running)"),
        ({"UnitFileState": "disabled"}, "warning", "not started at boot"),
        ({"NRestarts": "3", SINCE: "199990000000"}, "warning", "3 times, the last time 10 s ago"),
        ({"NRestarts": "1", SINCE: "1000000", "UnitFileState": "enabled"}, "ok", "once, the last time 2 d ago"),
        ({"ActiveState": "failed"}, "wrong", "failed"),
        ({"ActiveState": "activating", "SubState": "auto-restart"}, "wrong", "auto-restart"),
        ({"ActiveState": "inactive"}, "warning", "inactive"),
        ({"LoadState": "not-found"}, "warning", "no unit"),
    ],
)
def test_what_systemd_says(properties: dict[str, str], verdict: str, part: str) -> None:
    """A unit that is tried again and again is wrong; one that is not started is a warning."""
    checked = told_by_systemd("tabled@t1.service", UNIT | properties, monotonic_s=200_000.0)
    assert checked.verdict == verdict
    assert part in checked.text


async def test_status_says_whether_the_broker_was_reached(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where rows wait, the last that was acknowledged is told."""
    async with running(tmp_path, broker) as bench:
        await bench.say({"type": "bets.open"})
        await bench.daemon.end(signal.SIGTERM)
        text = bench.daemon.config.read_text()
        with socket.create_server(("127.0.0.1", 0)) as nobody:
            port = nobody.getsockname()[1]
        bench.daemon.config.write_text(text.replace(f"port = {broker.port}", f"port = {port}"))
        await bench.daemon.start()
        await bench.say({"type": "bets.closed"})
        await bench.daemon.end(signal.SIGKILL)
        _, lines = told(capsys, bench, "status")
        (lane,) = [line for line in lines if line.startswith("  mqtt ")]
        assert "the last that the broker acknowledged is of 20" in lane
        _, lines = told(capsys, bench)
        assert any(line.startswith("wrong    broker: the broker is unreachable at ") for line in lines)
        (alert,) = [line for line in lines if line.startswith("warning  alert ")]
        assert alert.startswith("warning  alert restarted_in_round: The controller was restarted in round 1 ")
        assert alert.endswith(f" -> {CATALOGUE['restarted_in_round'].action}")


@pytest.mark.parametrize(
    ("cmdline", "cgroup", "says"),
    [
        (["cat", "/dev/x"], "0::/user.slice/session-1.scope", "kill 7"),
        (
            ["python", "tabled", "--config", "/etc/tabled/t2.toml"], "0::/user.slice",
            "`systemctl stop tabled@t2` (or end `tabled --config /etc/tabled/t2.toml`).",
        ),
        (["gpsd", "-N"], "0::/system.slice/gpsd.service", "`systemctl stop gpsd`."),
        (["getty"], "0::/system.slice/system-serial.slice/serial-getty@ttyS0.service", "stop serial-getty@ttyS0`."),
        (["x", "--config"], "", "kill 7"),
    ],
)  # fmt: skip
def test_how_a_program_is_ended_for_good(tmp_path: Path, cmdline: list[str], cgroup: str, says: str) -> None:
    """A service is not killed: it would be started again."""
    (tmp_path / "7").mkdir()
    (tmp_path / "7" / "cmdline").write_text("\0".join(cmdline) + "\0")
    (tmp_path / "7" / "cgroup").write_text(cgroup + "\n")
    assert says in how_to_stop(7, tmp_path)
    assert how_to_stop(8, tmp_path) == "kill 8"
