"""README's `The broker`, its own commands, in a folder: a mosquitto with TLS, a password and the access list."""

import asyncio
import os
import re
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import Final

import aiomqtt
import pytest

from tests.broker import free_port
from tests.readme import README, commands

TABLE: Final = "hall-7"
PASSWORD: Final = "as a technician types it"  # noqa: S105 - of a broker that lives for one test
NEEDED: Final = ("openssl", "mosquitto_passwd")
MOSQUITTO: Final = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")


@pytest.mark.skipif(
    os.geteuid() != 0 or MOSQUITTO is None or any(map(lambda name: shutil.which(name) is None, NEEDED)),  # noqa: C417
    reason="needs root, mosquitto and openssl",
)
async def test_a_broker_set_up_step_by_step(tmp_path: Path) -> None:
    """The table writes its own topics over TLS, signage reads them and writes nothing."""
    await asyncio.to_thread(_set_up, tmp_path)
    port = free_port()
    config = tmp_path / "mosquitto" / "mosquitto.conf"
    text = config.read_text().replace("/etc/mosquitto", str(config.parent)).replace("8883", f"{port} 127.0.0.1")
    config.write_text(text.replace("/var/lib/mosquitto/", f"{tmp_path}/") + "\nuser root\n")
    assert MOSQUITTO is not None
    broker = await asyncio.create_subprocess_exec(MOSQUITTO, "-c", config, stderr=asyncio.subprocess.DEVNULL)
    try:
        heard = await _through(port, config.parent / "certs" / "ca.pem")
    finally:
        broker.terminate()
        await broker.wait()
    assert heard == [(f"casino/house/{TABLE}/state", b"from the table")]


def _set_up(tmp_path: Path) -> None:
    """All but the start, and a user for signage."""
    for line in commands("The broker", TABLE=TABLE, BROKER="localhost")[:-1]:
        there = re.sub(r"(?<!\w)/etc/mosquitto", f"{tmp_path}/mosquitto", line)
        there = re.sub(r"mosquitto_passwd (\S+) (\S+)", rf"mosquitto_passwd -b \1 \2 '{PASSWORD}'", there)
        (tmp_path / "mosquitto" / "certs").mkdir(parents=True, exist_ok=True)
        subprocess.run(["sh", "-euc", there], cwd=README.parent, check=True, capture_output=True)
    folder = tmp_path / "mosquitto"
    subprocess.run(
        ["mosquitto_passwd", "-b", folder / "passwords", "signage", PASSWORD], check=True, capture_output=True
    )


async def _through(port: int, authority: Path) -> list[tuple[str, object]]:
    """What signage reads of what the table, and signage itself, have written."""
    tls = await asyncio.to_thread(ssl.create_default_context, cafile=str(authority))

    def client(user: str) -> aiomqtt.Client:
        return aiomqtt.Client("localhost", port, username=user, password=PASSWORD, tls_context=tls)

    async with asyncio.timeout(30):
        while True:
            try:
                async with client("signage") as signage, client(TABLE) as table:
                    await signage.subscribe("casino/#", qos=1)
                    await signage.publish(f"casino/house/{TABLE}/state", "from signage", qos=1)
                    await table.publish("casino/house/other/state", "for another table", qos=1)
                    await table.publish(f"casino/house/{TABLE}/state", "from the table", qos=1)
                    first = await anext(aiter(signage.messages))
                    return [(first.topic.value, first.payload)]
            except aiomqtt.MqttError:
                await asyncio.sleep(0.1)  # it starts
