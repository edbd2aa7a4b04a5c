"""Each broker as the table meets it: its name, a connection, TLS, the login, one after the other; which of them failed.

The login is the table's own, under a client id of its own, so that a running table is not taken off the broker. It
publishes and subscribes nothing.
"""

import asyncio
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import gaierror
from typing import Final

from controller.configuration.broker import brokers_of
from controller.configuration.certificates import first_end
from controller.configuration.checks import CREDENTIALS
from controller.configuration.config import Config
from controller.configuration.installed import unit_of
from controller.configuration.sections import Mqtt
from controller.doctor.checked import Checked
from controller.mqtt.broker import Broker
from controller.mqtt.first_address import connect
from controller.mqtt.reasons import LOGIN_REFUSED, reason_of, words_of
from controller.terminal.rights import shut_out

STEP_S: Final = 5.0
"""A broker in the same building answers in milliseconds."""
EXPIRES_SOON: Final = timedelta(days=30)


def look_at_broker(config: Config, mqtt: Mqtt) -> Iterator[Checked]:
    """The files for all of them, then each."""
    yield from _password(config, mqtt)
    yield from _tls(config, mqtt)
    for broker in brokers_of(config):
        yield _met(config, replace(broker, password_file=_shown(config, broker.password_file)))


def _met(config: Config, broker: Broker) -> Checked:
    """How far a table gets there."""
    try:
        with connect(broker.host, broker.port, timeout_s=STEP_S) as line:
            done = f"{broker} takes a connection"
            if (unread := _unread(broker)) is not None:
                return Checked("warning", "broker", f"{done}; TLS and login were not tried: {unread}", "do it as root")
            if broker.tls:
                try:
                    with broker.tls_context().wrap_socket(line, server_hostname=broker.host) as secured:
                        done += f", {secured.version()}"
                except (OSError, ValueError) as error:
                    text = f"the TLS handshake with {broker} failed: {words_of(error)}"
                    keys = f"{_key(broker)}, `tls`, `ca_file` and `cert_file`"
                    to_do = f"compare {keys} with the broker's certificate and settings"
                    return Checked("wrong", "broker", text, to_do)
    except (gaierror, UnicodeError) as error:
        text = f"the broker's name {broker.host} leads nowhere: {words_of(error)}"
        return Checked("wrong", "broker", text, f"correct {_key(broker)} of [mqtt], or look at the name server")
    except OSError as error:
        text = f"the broker is unreachable at {broker}: {words_of(error)}"
        to_do = "check network and broker; the table goes on and its messages wait"
        return Checked("wrong", "broker", text, f"{to_do} for it" if broker.several else to_do)
    login = "without a login" if broker.username is None else f"the login {broker.username}"
    refusal = _refusal(broker)
    if refusal is not None and refusal[1] in LOGIN_REFUSED:
        user = f"user {broker.username}" if broker.username else "a client without a user"
        text = f"{broker} answers, but refuses {user} ({LOGIN_REFUSED[refusal[1]]})"
        return Checked("wrong", "broker", text, _make_login(config, broker))
    if refusal is not None:
        to_do = "compare `version`, `username` and the password with the broker's settings, users and log"
        return Checked("wrong", "broker", f"MQTT CONNECT at {broker}, {login}, failed: {refusal[0]}", to_do)
    return Checked("ok", "broker", f"{done} and MQTT {broker.version}, {login}")


def _unread(broker: Broker) -> str | None:
    """Why what the table would show the broker cannot be read here: a secret is its owner's alone."""
    for file in (broker.password_file, broker.ca_file, broker.cert_file, broker.key_file):
        if file is None:
            continue
        if (shut := shut_out(file)) is not None:
            return shut.what
        if not file.is_file():
            return f"there is no {file} here"
    return None


def _refusal(broker: Broker) -> tuple[str, int | None] | None:
    """Why the broker does not take the table, with its reason code; None where it does."""

    async def log_in() -> None:
        async with replace(broker, client_id=f"{broker.client_id}-doctor").client(will=None, timeout_s=STEP_S):
            pass

    with ThreadPoolExecutor(1) as alone:  # a loop of its own, also where one runs
        try:
            alone.submit(asyncio.run, log_in()).result()
        except Exception as error:  # noqa: BLE001 - the border to whatever a broker answers
            return reason_of(error)
    return None


def _key(broker: Broker) -> str:
    return "`hosts`" if broker.several else "`host`"


def _make_login(config: Config, broker: Broker) -> str:
    """The commands that make the broker take the table."""
    if broker.username is None:
        return "this broker wants a user: set `username` and `password_file` of [mqtt] (README.md, `The broker`)"
    source = config.beside(config.mqtt.password_file) if config.mqtt and config.mqtt.password_file else None
    if source is None or source.is_relative_to(CREDENTIALS):
        source = _before_systemd(config)
    return (
        f"mosquitto_passwd /etc/mosquitto/passwords {broker.username} and systemctl reload mosquitto at the broker,"
        f" the same password into {source}, then systemctl restart {unit_of(config.file)}"
    )


def _shown(config: Config, file: Path | None) -> Path | None:
    """The password's file; where systemd does not show it because the table does not run, the one it is copied from."""
    if file is not None and file.is_relative_to(CREDENTIALS) and shut_out(file) is None and not file.is_file():
        copied = _before_systemd(config)
        return copied if copied.is_file() else file
    return file


def _before_systemd(config: Config) -> Path:
    """What the unit's `LoadCredential=` copies."""
    return config.file.with_suffix(".mqtt-password")


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
        ends = {file: first_end(file) for file in certificates}
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
