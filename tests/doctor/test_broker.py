"""The broker as the doctor meets it: a real mosquitto with TLS and passwords, and each step that can fail."""

import datetime as dt
import ipaddress
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from controller.configuration.config import load
from controller.doctor import broker as looked
from controller.doctor.broker import look_at_broker
from controller.doctor.checked import Checked
from tests.broker import Broker, free_port
from tests.table.table_bench import write_config

SECRET: Final = "correct horse"  # noqa: S105 - of this test alone


def certificate(folder: Path, *, days: int) -> None:
    """Write `broker.key` and `broker.pem` for the loopback, good for so many days or ended so long ago."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "broker")])
    now = dt.datetime.now(dt.UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number()).add_extension(names, critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    made = made.not_valid_before(now - dt.timedelta(days=90)).not_valid_after(now + dt.timedelta(days=days))
    (folder / "broker.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    (folder / "broker.key").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def secured(folder: Path, *, days: int = 60) -> Broker:
    """A mosquitto with TLS and one user, `t1`."""
    certificate(folder, days=days)
    passwords = folder / "passwords"
    passwords.touch(mode=0o600)
    subprocess.run(["mosquitto_passwd", "-b", passwords, "t1", SECRET], check=True)
    (folder / "password").write_text(f"{SECRET}\n")
    (folder / "password").chmod(0o600)
    settings = (
        "allow_anonymous false",
        f"certfile {folder / 'broker.pem'}",
        f"keyfile {folder / 'broker.key'}",
        f"password_file {passwords}",
    )
    broker = Broker(folder / "mosquitto", settings=settings)
    broker.start()
    return broker


def met(folder: Path, broker: Broker, keys: str = "", *, host: str = "127.0.0.1") -> Checked:
    """What the doctor says of the broker itself."""
    config = write_config(folder, broker)
    section = f'host = "{host}"\nport = {broker.port}\n{keys}'
    config.write_text(config.read_text().replace(f'host = "127.0.0.1"\nport = {broker.port}\n', section))
    found = load(config)
    assert found.mqtt is not None
    return list(look_at_broker(found, found.mqtt))[-1]


TLS: Final = 'tls = true\nca_file = "broker.pem"\n'
LOGIN: Final = 'username = "t1"\npassword_file = "password"\n'


def test_all_steps_of_a_broker_with_tls_and_a_password(tmp_path: Path) -> None:
    """Well, and each thing that is wrong is named by the step that fails of it."""
    broker = secured(tmp_path)
    try:
        well = met(tmp_path, broker, TLS + LOGIN)
        assert well.verdict == "ok"
        assert "TLSv1.3 and MQTT 5, the login t1" in well.text
        other = met(tmp_path, broker, "tls = true\n" + LOGIN)
        assert (other.verdict, "TLS handshake" in other.text) == ("wrong", True)
        assert "self-signed certificate" in other.text
        plain = met(tmp_path, broker, LOGIN)
        assert plain.verdict == "wrong"
        assert plain.text.startswith("MQTT CONNECT at 127.0.0.1:")
        (tmp_path / "password").write_text("wrong\n")
        refused = met(tmp_path, broker, TLS + LOGIN)
        assert refused.verdict == "wrong"
        assert refused.text == f"127.0.0.1:{broker.port} answers, but refuses user t1 (Not authorized)"
        assert refused.to_do == (
            "mosquitto_passwd /etc/mosquitto/passwords t1 and systemctl reload mosquitto at the broker, the same"
            f" password into {tmp_path}/password, then systemctl restart tabled@table"
        )
        older = met(tmp_path, broker, 'version = "3.1.1"\n' + TLS + LOGIN)
        assert older.text == refused.text
        nobody = met(tmp_path, broker, TLS)
        assert "refuses a client without a user" in nobody.text
        assert "`username` and `password_file`" in nobody.to_do
        credential = LOGIN.replace('"password"', '"/run/credentials/tabled@t1.service/mqtt-password"')
        (tmp_path / "table.mqtt-password").write_text(SECRET)
        assert met(tmp_path, broker, TLS + credential).verdict == "ok"
        (tmp_path / "table.mqtt-password").write_text("wrong\n")
        assert f"the same password into {tmp_path}/table.mqtt-password" in met(tmp_path, broker, TLS + credential).to_do
    finally:
        broker.kill()


def test_an_expired_certificate(tmp_path: Path) -> None:
    """TCP alone would call it well."""
    broker = secured(tmp_path, days=-1)
    try:
        found = met(tmp_path, broker, TLS + LOGIN)
        assert found.verdict == "wrong"
        assert "certificate has expired" in found.text
    finally:
        broker.kill()


def test_what_is_no_broker_with_tls(tmp_path: Path, broker: Broker) -> None:
    """A broker without TLS, one that is silent, nobody, a name that leads nowhere."""
    (tmp_path / "broker.pem").write_text("")
    certificate(tmp_path, days=60)
    found = met(tmp_path, broker, TLS)
    assert (found.verdict, "it does not use TLS" in found.text or "closed" in found.text) == ("wrong", True)
    assert "TLS handshake" in found.text
    assert met(tmp_path, broker).verdict == "ok"
    found = met(tmp_path, broker, host="no-such-broker.invalid")
    assert "leads nowhere" in found.text
    broker.kill()
    found = met(tmp_path, broker)
    assert "unreachable" in found.text


def test_a_server_that_is_silent_is_no_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and says nothing: the step is the login."""
    monkeypatch.setattr(looked, "STEP_S", 0.5)
    broker = Broker(tmp_path / "mosquitto")
    broker.port = free_port()
    with socket.create_server(("127.0.0.1", broker.port)):
        began = time.monotonic()
        found = met(tmp_path, broker)
        assert time.monotonic() - began < 5
    assert found.verdict == "wrong"
    assert "MQTT CONNECT" in found.text


def test_a_running_table_stays_connected(tmp_path: Path, broker: Broker) -> None:
    """The doctor comes under a client id of its own."""
    assert met(tmp_path, broker).verdict == "ok"
    assert "-doctor" in broker.log.read_text()


def test_a_password_that_is_not_shown_to_the_asker(tmp_path: Path, broker: Broker) -> None:
    """What cannot be tried is said, and the rest is."""
    found = met(
        tmp_path, broker, 'username = "t1"\npassword_file = "/run/credentials/tabled@t1.service/mqtt-password"\n'
    )
    assert found.verdict == "warning"
    assert "TLS and login were not tried" in found.text
