"""What is around the table: the broker, the console socket, the clock, systemd."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.audit.explain.wording import counted
from controller.configuration.config import Config
from controller.doctor.broker import look_at_broker
from controller.doctor.checked import Checked
from controller.journal.clock import SystemClock
from controller.journal.files.lock import holder
from controller.terminal.instants import span
from controller.terminal.rights import shut_out

SYSTEMCTL_S: Final = 5.0
RECENTLY_S: Final = 24 * 3600.0
"""A start after a failure is a warning for so long: who looks every day sees it once."""
_SINCE: Final = "ExecMainStartTimestampMonotonic"
_PROPERTIES: Final = f"LoadState,ActiveState,SubState,NRestarts,UnitFileState,{_SINCE}"


def look_at_surroundings(config: Config) -> Iterator[Checked]:
    """Broker, socket, clock, unit."""
    if config.mqtt is None:
        yield Checked("ok", "broker", "none is configured")
    else:
        yield from look_at_broker(config, config.mqtt)
    yield from _socket(config)
    if SystemClock()().synchronised:
        yield Checked("ok", "clock", "synchronised")
    else:
        to_do = "check `timedatectl`; the table goes on, its times may be off"
        yield Checked("warning", "clock", "not synchronised with a time server", to_do)
    yield from _unit(config)


def _socket(config: Config) -> Iterator[Checked]:
    path = config.console_socket
    if path is None:
        return
    folder = path.parent
    if (shut := shut_out(folder, os.X_OK)) is not None:
        yield Checked("warning", "console socket", *shut)
    elif path.is_socket():
        yield Checked("ok", "console socket", str(path))
    elif holder(config.journal) is None:
        yield Checked("ok", "console socket", f"{path} is made when the table starts")
    else:
        to_do = "the table's log says why (console_socket_failed); it tries again at its next start"
        yield Checked("wrong", "console socket", f"the table runs, but there is no {path}", to_do)


def _unit(config: Config) -> Iterator[Checked]:
    """Nothing where systemd does not run."""
    systemctl = shutil.which("systemctl")
    if systemctl is None or not Path("/run/systemd/system").is_dir():
        return
    unit = f"tabled@{config.file.stem}.service"
    command = [systemctl, "show", f"--property={_PROPERTIES}", "--", unit]
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=SYSTEMCTL_S, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        yield Checked("warning", "systemd", f"{unit} could not be asked for: {error}", f"systemctl status {unit}")
        return
    properties = dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)
    yield told_by_systemd(unit, properties, monotonic_s=time.monotonic())


def told_by_systemd(unit: str, properties: dict[str, str], *, monotonic_s: float) -> Checked:
    """What the unit's properties mean, at this time of the monotonic clock."""
    state = f"{unit} is {properties.get('ActiveState')} ({properties.get('SubState')})"
    restarts = properties.get("NRestarts", "0") or "0"
    log = f"journalctl -u {unit} -n 50"
    if properties.get("LoadState") != "loaded":
        return Checked("warning", "systemd", f"there is no unit {unit}", "install tabled@.service")
    if properties.get("ActiveState") == "failed" or properties.get("SubState") == "auto-restart":
        return Checked("wrong", "systemd", f"{state}, started again {counted(int(restarts), 'time')}", f"see {log}")
    if properties.get("ActiveState") != "active":
        return Checked("warning", "systemd", state, f"systemctl start {unit}")
    if restarts != "0":
        age_s = monotonic_s - int(properties.get(_SINCE) or 0) / 1e6
        again = "once" if restarts == "1" else f"{restarts} times"
        state += f", started again {again}, the last time {span(age_s)} ago"
        if age_s < RECENTLY_S:
            return Checked("warning", "systemd", state, f"see {log}")
    if properties.get("UnitFileState") != "enabled":
        return Checked("warning", "systemd", f"{state}, not started at boot", f"systemctl enable {unit}")
    return Checked("ok", "systemd", state)
