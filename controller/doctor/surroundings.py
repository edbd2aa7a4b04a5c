"""What is around the table: the broker and its files, the console socket, the clock, systemd."""

import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509

from controller.audit.explain.wording import counted
from controller.configuration.checks import CREDENTIALS
from controller.configuration.config import Config
from controller.configuration.sections import Mqtt
from controller.doctor.checked import Checked
from controller.doctor.ports import connects
from controller.journal.clock import SystemClock
from controller.journal.files.lock import holder
from controller.terminal.instants import span
from controller.terminal.rights import shut_out

SYSTEMCTL_S: Final = 5.0
EXPIRES_SOON: Final = timedelta(days=30)
RECENTLY_S: Final = 24 * 3600.0
"""A start after a failure is a warning for so long: who looks every day sees it once."""
_SINCE: Final = "ExecMainStartTimestampMonotonic"
_PROPERTIES: Final = f"LoadState,ActiveState,SubState,NRestarts,UnitFileState,{_SINCE}"


def look_at_surroundings(config: Config) -> Iterator[Checked]:
    """Broker, its secrets, socket, clock, unit."""
    if config.mqtt is None:
        yield Checked("ok", "broker", "none is configured")
    else:
        yield _broker(config.mqtt)
        yield from _password(config, config.mqtt)
        yield from _tls(config, config.mqtt)
    yield from _socket(config)
    if SystemClock()().synchronised:
        yield Checked("ok", "clock", "synchronised")
    else:
        to_do = "check `timedatectl`; the table goes on, its times may be off"
        yield Checked("warning", "clock", "not synchronised with a time server", to_do)
    yield from _unit(config)


def _broker(mqtt: Mqtt) -> Checked:
    place = f"{mqtt.host}:{mqtt.port}"
    reason = connects(mqtt.host, mqtt.port)
    if reason is None:
        return Checked("ok", "broker", f"{place} takes a connection")
    to_do = "check network and broker; the table goes on and its messages wait"
    return Checked("wrong", "broker", f"the broker is unreachable at {place}: {reason}", to_do)


def _password(config: Config, mqtt: Mqtt) -> Iterator[Checked]:
    if mqtt.password_file is None:
        return
    file = config.beside(mqtt.password_file)
    what = "broker password"
    if (shut := shut_out(file)) is not None:
        yield Checked("ok", what, f"not looked into: {shut.what}")
        return
    try:
        empty = not file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        if file.is_relative_to(CREDENTIALS):
            to_do = "nothing while the table does not run: systemd shows it to the running service alone"
            yield Checked("warning", what, f"{file} cannot be read here", to_do)
        else:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            yield Checked("wrong", what, f"{file}: {reason}", "let the table's user read it")
        return
    if empty:
        yield Checked("wrong", what, f"{file} is empty", "write the broker's password into it")
    elif file.stat().st_mode & 0o007:
        yield Checked("warning", what, f"{file} is open to everybody", f"chmod o= {file}")
    else:
        yield Checked("ok", what, str(file))


def _tls(config: Config, mqtt: Mqtt) -> Iterator[Checked]:
    if not mqtt.tls:
        return
    certificates = [config.beside(name) for name in (mqtt.ca_file, mqtt.cert_file) if name is not None]
    keys = [config.beside(mqtt.key_file)] if mqtt.key_file is not None else []
    if (shut := next(filter(None, map(shut_out, (*certificates, *keys))), None)) is not None:
        yield Checked("ok", "broker TLS", f"not looked into: {shut.what}")
        return
    try:
        context = ssl.create_default_context(cafile=config.beside(mqtt.ca_file) if mqtt.ca_file else None)
        if mqtt.cert_file is not None:
            key = config.beside(mqtt.key_file) if mqtt.key_file else None
            context.load_cert_chain(config.beside(mqtt.cert_file), key)
        ends = {file: _ends(file) for file in certificates}
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        to_do = "put the right certificates and key there, readable for the table's user"
        yield Checked("wrong", "broker TLS", f"the files do not hold: {error}", to_do)
        return
    for file, end in ends.items():
        if end < datetime.now(UTC) + EXPIRES_SOON:
            over = end < datetime.now(UTC)
            text = f"{file} {'ended' if over else 'ends'} on {end:%Y-%m-%d}"
            yield Checked("wrong" if over else "warning", "broker TLS", text, "have a new certificate made")
            return
    yield Checked("ok", "broker TLS", ", ".join(map(str, certificates)) or "the system's own certificates")


def _ends(file: Path) -> datetime:
    """The first end of a certificate in the file."""
    return min(one.not_valid_after_utc for one in x509.load_pem_x509_certificates(file.read_bytes()))


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
