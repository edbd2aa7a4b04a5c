"""The listener of the pages: half TLS handshakes are counted, and a process without descriptors is in no hurry."""

import asyncio
import os
import resource
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import structlog
from aiohttp import web

from controller.web import door
from controller.web.gate import Answering, Guarded
from controller.web.peers import A_PEER, Peers

Asked = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def _serving(tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    async def answer(_: web.BaseRequest) -> web.StreamResponse:
        return web.Response(text="here")

    server = web.Server(answer)
    entrance = door.Door(Peers(), lambda place: Guarded(Answering(server, tls=False), place, {}), tls)
    listener = door.listening("127.0.0.1", 0)
    task = asyncio.create_task(entrance.run(listener))
    try:
        yield int(listener.getsockname()[1])
    finally:
        task.cancel()
        await asyncio.wait([task])
        await server.shutdown()


async def _open(port: int, sent: bytes) -> Asked:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    return reader, writer


async def _is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(0.3):
            return await reader.read(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


async def _answered(port: int, trusting: ssl.SSLContext) -> bytes:
    """What is served over TLS; nothing where there is no place yet."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
    except ConnectionError:
        return b""
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    try:
        return await reader.read()
    finally:
        writer.close()


async def test_half_handshakes_are_counted(tmp_path: Path) -> None:
    """One address gets its places and no more, though none of them is a request yet."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    await asyncio.to_thread(
        subprocess.run,
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
         "/CN=x", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    async with _serving(context) as port:
        callers = [await _open(port, b"\x16\x03\x01\x02\x00\x01") for _ in range(A_PEER + 4)]
        closed = await asyncio.gather(*(_is_closed(reader) for reader, _ in callers))
        assert sum(closed) == 4
        for _, writer in callers:
            writer.close()
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.load_verify_locations(certificate)
        trusting.check_hostname = False
        async with asyncio.timeout(2):
            while not (answer := await _answered(port, trusting)):
                pass
        assert answer.endswith(b"here")


async def test_without_a_descriptor_it_waits_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a traceback for each place in the backlog; and whoever waited is let in at the end."""
    monkeypatch.setattr(door, "AGAIN_S", 0.02)
    async with _serving() as port:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        errors: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        with structlog.testing.capture_logs() as lines, socket.create_connection(("127.0.0.1", port)) as caller:
            resource.setrlimit(resource.RLIMIT_NOFILE, (_next_descriptor(), hard))
            try:
                await asyncio.sleep(0.2)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert [line["event"] for line in lines] == ["web_waits"]
            reader, writer = await asyncio.open_connection(sock=caller)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            async with asyncio.timeout(2):
                assert (await reader.read()).endswith(b"here")
            writer.close()
        assert not errors


def _next_descriptor() -> int:
    """The number that the next one would get, so that with it as the limit there is none."""
    number = os.dup(0)
    os.close(number)
    return number
