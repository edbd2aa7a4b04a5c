"""Peers that are silent, slow, too many or too large, while the table is played."""

import asyncio
import time
from pathlib import Path

from controller.web.gate import A_PEER, DEADLINE_S
from tests.web.client import console
from tests.web.pages import Pages, serving


async def _closed_after(pages: Pages, sent: bytes) -> tuple[float, bytes]:
    host, port = pages.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    began = time.monotonic()
    writer.write(sent)
    got = await asyncio.wait_for(reader.read(-1), DEADLINE_S * 3)
    writer.close()
    return time.monotonic() - began, got


async def test_silent_and_half_peers_are_closed(tmp_path: Path) -> None:
    """No byte, half a head, half a body: closed in ten seconds, and others are answered meanwhile."""
    async with serving(tmp_path) as pages, console(pages) as client:
        host = pages.address.removeprefix("http://")
        half_body = (
            f"POST /api/v1/session HTTP/1.1\r\nHost: {host}\r\nOrigin: {pages.address}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        ).encode()
        waits = asyncio.gather(
            _closed_after(pages, b""), _closed_after(pages, b"GET /dealer HTTP/1.1\r\nHos"),
            _closed_after(pages, half_body),
        )  # fmt: skip
        assert (await client.parts())["table"]["phase"] == "idle"
        for seconds, _ in await waits:
            assert seconds < DEADLINE_S + 5


async def test_so_many_connections_of_one_peer_and_no_more(tmp_path: Path) -> None:
    """The next is closed at once; when one has gone there is room again."""
    async with serving(tmp_path) as pages:
        host, port = pages.address.removeprefix("http://").split(":")
        open_ = [await asyncio.open_connection(host, int(port)) for _ in range(A_PEER)]
        reader, writer = await asyncio.open_connection(host, int(port))
        assert await asyncio.wait_for(reader.read(1), 2) == b""
        writer.close()
        open_[0][1].close()
        await asyncio.sleep(0.2)
        async with console(pages, None) as client:
            assert (await client.ask("GET", "/session"))[0] == 200
        for _, one in open_:
            one.close()


async def test_too_large(tmp_path: Path) -> None:
    """A body, a head, a path: refused, never read to its end."""
    async with serving(tmp_path) as pages, console(pages) as client:
        status, _ = await client.ask("POST", "/acts", b"x" * 70_000)
        assert status == 413
        _, got = await _closed_after(pages, b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n")
        assert got == b"" or got.split(b" ")[1].startswith(b"4")
        assert (await client.ask("POST", "/acts", b"[" * 50_000))[0] == 422
        assert (await client.parts())["table"]["phase"] == "idle"
