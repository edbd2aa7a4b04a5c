"""What a technician is told of a real table: noise, silence, swapped cables, and what there is before a start."""

import asyncio
from pathlib import Path

import pytest

from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.pty_port import PtyPort
from tests.broker import Broker
from tests.cli.technician import told
from tests.table.table_bench import LONGEST_S, Bench, running


async def asked(bench: Bench, command: str, *parts: str) -> str:
    """What a command prints, when all these parts are in it."""
    out = ""
    async with asyncio.timeout(2 * LONGEST_S):
        while not out or any(part not in out for part in parts):
            _, out, _ = await told(command, "--config", bench.daemon.config)
    return out


def device(out: str, name: str) -> str:
    """The lines of `devices` on a device."""
    lines = iter(out.splitlines())
    found = [next(line for line in lines if line.startswith(f"{name} "))]
    for line in lines:
        if not line.startswith(" "):
            break
        found.append(line.strip())
    return " ".join(found)


async def test_noise_silence_and_swapped_cables(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each fault has its own words and its own hint, on 80 columns without a broken word."""
    monkeypatch.setenv("COLUMNS", "80")
    swapped, silent = VirtualMeter(PtyPort(tmp_path / "swapped")), PtyPort(tmp_path / "silent")
    noisy, shoe = PtyPort(tmp_path / "noisy"), PtyPort(tmp_path / "eye")
    async with running(tmp_path, broker, start=False) as bench, asyncio.TaskGroup() as group:
        config = bench.daemon.config
        more = [("second", "button", "swapped"), ("shuffler", "shuffler", "silent"), ("sign", "meter", "noisy")]
        config.write_text(
            config.read_text().replace(f'driver = "framed"\nport = "{tmp_path / "shoe"}"', _port("angel_eye_ii", shoe))
            + "".join(
                f'[[devices]]\nname = "{name}"\nrole = "{role}"\ndriver = "framed"\nport = "{tmp_path / port}"\n'
                for name, role, port in more
            )
        )
        out = await asked(bench, "devices")
        assert "The table was never started" in out
        assert device(out, "shoe").startswith("shoe      NEVER SEEN: start the table; angel_eye_ii on ")
        for port in (silent, noisy, shoe):
            port.plug_in()
        tasks = [group.create_task(swapped.run()), group.create_task(_hiss(noisy))]
        await bench.daemon.start()
        out = await asked(bench, "devices", "ONLY NOISE", "SILENT", "ANOTHER DEVICE", "nothing received yet")
        assert "port open, nothing received yet" in device(out, "shoe")
        assert "check which cable is in which socket" in device(out, "second")
        assert "check power, cable and crossed lines" in device(out, "shuffler")
        assert "tablectl probe PORT" in device(out, "sign")
        assert "check plug and power" not in out
        assert max(len(line) for line in out.splitlines() if "/" not in line) <= 80
        told = await asked(bench, "doctor", "device shoe: nothing received since the start")
        assert "draw a card, and watch it: tablectl monitor shoe" in told
        assert "device console: nothing received" not in told
        status = await asked(bench, "status", "device_unreadable (sign)", "device_lost (sign): see device_unreadable")
        assert "device_silent (shuffler)" in status
        await asked(bench, "alerts", "device_unreadable (sign)", "wrong_device (second)", "ACTIVE for ")
        for task in tasks:
            task.cancel()


def _port(driver: str, port: PtyPort) -> str:
    return f'driver = "{driver}"\nport = "{port.path}"'


async def _hiss(port: PtyPort) -> None:
    while True:
        await port.write(b"\x02\xff\xfe\x03")
        await asyncio.sleep(0.1)
