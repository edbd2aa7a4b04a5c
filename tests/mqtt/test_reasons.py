"""Why the broker is out of reach, in a person's words: real connections to whatever may be at its address."""

import asyncio
import gc
import re
import ssl
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from aiomqtt import Will

from controller.mqtt.broker import Broker as Place
from controller.mqtt.reasons import reason_of
from tests.broker import Broker

LEAVES_SOCKETS: Final = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""paho leaves the socket of a TLS handshake that failed to the garbage collector."""


async def reason(*, timeout_s: float = 10.0, **place: Any) -> str:
    """What is said of the connection that ends."""
    broker = Place(**{"host": "127.0.0.1", "client_id": "t1", "prefix": "casino/house/t1", **place})
    with pytest.raises(Exception) as caught:
        async with broker.client(will=Will("a", "b"), timeout_s=timeout_s) as client:
            await client.until_lost()
    words, _ = reason_of(ExceptionGroup("", [caught.value]))
    del caught
    gc.collect()  # sockets that are left: in this test, not in another
    assert not re.search(r"code:|Errno|_ssl\.c|\[", words)
    return words


async def test_nobody_there() -> None:
    """A port that nothing listens at, and a name that nobody has."""
    assert await reason(port=1) == "nothing accepts connections there (Connection refused)"
    assert await reason(host="no-such-host.invalid", port=1883) in (
        "no machine of this name is known", "no name server answers",
    )  # fmt: skip


async def test_a_broker_that_goes(broker: Broker) -> None:
    """The library's `[code:128] Unspecified error` is a connection that the broker closed."""
    going = asyncio.create_task(reason(port=broker.port))
    await asyncio.sleep(1)
    broker.stop()
    assert await going == "it closed the connection"


@LEAVES_SOCKETS
async def test_a_server_that_is_no_broker() -> None:
    """It takes the connection and is silent; and one that speaks no TLS where TLS is asked for."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def chatty(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    for serve, tls, expected in (
        (silent, False, "no broker answers there"),
        (silent, True, "it does not answer with TLS"),
        (chatty, True, "it does not use TLS at this port"),
    ):
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            assert await reason(port=port, tls=tls, timeout_s=1.0) == expected


@LEAVES_SOCKETS
async def test_a_certificate_that_is_not_trusted(tmp_path: Path) -> None:
    """What OpenSSL has against it stays, its file names and numbers do not."""
    key, certificate = _signed_by_itself(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    async with await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context) as server:
        port = server.sockets[0].getsockname()[1]
        words = await reason(port=port, tls=True)
        assert words == "its certificate is not accepted: self-signed certificate"
        words = await reason(port=port, tls=True, ca_file=certificate)
        assert words.startswith("its certificate is not accepted: IP address mismatch")


async def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A secret that cannot be read is no broker's fault; the file is named."""
    words = await reason(port=1, username="t1", password_file=tmp_path / "password")
    assert words == f"No such file or directory: '{tmp_path}/password'"


def _signed_by_itself(folder: Path) -> tuple[Path, Path]:
    """A key and a certificate for the name `broker`."""
    key, certificate = folder / "key", folder / "certificate"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=broker",
         "-addext", "subjectAltName=DNS:broker", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return key, certificate
