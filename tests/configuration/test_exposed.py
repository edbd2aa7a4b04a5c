"""What lies open to others: told by the check, by the doctor, and by an alert from a start on until it is closed."""

import os
import signal
from pathlib import Path

import pytest

from controller.cli.tablectl import main as tablectl
from controller.cli.tabled import main as tabled
from controller.configuration import exposed as module
from controller.configuration.config import load
from controller.configuration.exposed import exposed
from tests.broker import Broker
from tests.table.table_bench import running, write_config

OPEN = "the broker's password {} is open to everybody (mode 0644)"


def configured(folder: Path, keys: str = "", *, host: str = "127.0.0.1") -> Path:
    """A configuration with a password for the broker, closed as it should be."""
    (folder / "password").write_text("secret\n")
    (folder / "password").chmod(0o600)
    config = write_config(folder, None)
    config.chmod(0o640)
    mqtt = f'[mqtt]\nhost = "{host}"\nusername = "t1"\npassword_file = "password"\n{keys}'
    config.write_text(config.read_text().replace("[jackpot]", f"{mqtt}[jackpot]"))
    return config


def told(config: Path) -> list[str]:
    """The texts of what is open."""
    return [found.text for found in exposed(load(config))]


def test_what_is_closed_is_not_told(tmp_path: Path) -> None:
    """Neither is a password without TLS on this machine."""
    assert told(configured(tmp_path)) == []
    assert told(configured(tmp_path, host="localhost")) == []


@pytest.mark.parametrize("mode", [0o604, 0o644, 0o602])
def test_a_secret_that_anybody_may_open(tmp_path: Path, mode: int) -> None:
    """The broker's password, the key to it, the key of the pages."""
    keys = 'tls = true\ncert_file = "cert"\nkey_file = "key"\n'
    for name in ("cert", "key"):
        (tmp_path / name).touch(mode=0o644)
    config = configured(tmp_path, keys, host="broker.example")
    config.write_text(f'{config.read_text()}[web]\ntls_cert = "cert"\ntls_key = "key"\n')
    (tmp_path / "key").chmod(0o600)
    assert told(config) == []
    (tmp_path / "password").chmod(mode)
    (tmp_path / "key").chmod(mode)
    assert [text.partition(" /")[0] for text in told(config)] == [
        "the broker's password", "the key to the broker", "the key of the pages",
    ]  # fmt: skip


def test_a_password_in_the_clear(tmp_path: Path) -> None:
    """To another machine without TLS."""
    for host in ("broker.example", "192.0.2.7"):
        config = configured(tmp_path, host=host)
        assert told(config) == [f"the broker's password crosses the network to {host} in the clear"]
        assert told(configured(tmp_path, "tls = true\n", host=host)) == []


def test_settings_that_others_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file, the weights, the folder of either; of an installed table a group that may write is too many."""
    config = configured(tmp_path)
    config.chmod(0o646)
    (tmp_path / "multipliers.toml").chmod(0o666)
    first, second = told(config)
    assert "can be written by others than its owner (mode 0646)" in first
    assert "the multiplier weights" in second
    config.chmod(0o660)
    (tmp_path / "multipliers.toml").chmod(0o644)
    assert told(config) == []
    monkeypatch.setattr(module, "is_installed", lambda _: True)
    assert any("the configuration" in text and "mode 0660" in text for text in told(config))
    config.chmod(0o640)
    tmp_path.chmod(0o777)
    assert any("can be exchanged in" in text for text in told(config))
    tmp_path.chmod(0o700)
    assert told(config) == [] or os.geteuid() != 0


def test_check_and_doctor_tell_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what closes it."""
    config = configured(tmp_path)
    (tmp_path / "password").chmod(0o644)
    assert tabled(["--config", str(config), "--check"]) == 0
    line = OPEN.format(tmp_path / "password") + f" -> chmod o= {tmp_path / 'password'}"
    assert f"warning: exposed: {line}" in capsys.readouterr().out
    tablectl(["doctor", "--config", str(config)])
    assert f"warning  exposed: {line}" in capsys.readouterr().out


async def test_an_alert_from_the_start_until_it_is_closed(tmp_path: Path, broker: Broker) -> None:
    """Raised once for the same, also over another start; cleared by the start that finds it closed."""
    async with running(tmp_path, broker, start=False) as bench:
        (tmp_path / "password").write_text("secret\n")
        (tmp_path / "password").chmod(0o644)
        text = bench.daemon.config.read_text()
        login = f'port = {broker.port}\nusername = "t1"\npassword_file = "password"\n'
        bench.daemon.config.write_text(text.replace(f"port = {broker.port}\n", login))
        for _ in range(2):
            await bench.daemon.start()
            await bench.listener.wait_for("alert", code="configuration_exposed", state="raised")
            await bench.listener.wait_for("device/shoe", connected=True)
            await bench.daemon.end(signal.SIGTERM)
        (alert, *_) = [one for one in bench.listener.bodies("alert") if one["code"] == "configuration_exposed"]
        assert alert["text"] == f"T{OPEN.format(tmp_path / 'password')[1:]}."
        (tmp_path / "password").chmod(0o600)
        await bench.daemon.start()
        await bench.listener.wait_for("alert", code="configuration_exposed", state="cleared")
        found = [body["state"] for body in bench.listener.bodies("alert") if body["code"] == "configuration_exposed"]
        assert found == ["raised", "cleared"]
        await bench.daemon.end(signal.SIGTERM)
    assert tablectl(["verify", "--config", str(bench.daemon.config)]) == 0
