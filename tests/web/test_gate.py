"""Peers that are silent, slow, too many or too large, while the table is played."""

import asyncio
import signal
import time
from pathlib import Path

from controller.web.gate import DEADLINE_S, HEADERS
from controller.web.peers import A_PEER
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
        open_ = [await asyncio.open_connection(host, int(port)) for _ in range(A_PEER + 4)]
        async with asyncio.timeout(DEADLINE_S / 2):
            while sum(reader.at_eof() for reader, _ in open_) < 4:  # noqa: ASYNC110 - the kernel's
                await asyncio.sleep(0.02)
        left = [writer for reader, writer in open_ if not reader.at_eof()]
        assert len(left) == A_PEER
        left[0].close()
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


async def test_what_is_no_request_is_answered_with_our_headers_and_costs_no_line_of_the_log(tmp_path: Path) -> None:
    """No HTTP, a wrong target, an unknown expectation: one short answer each, as hardened as every other."""
    async with serving(tmp_path) as pages:
        host = pages.address.removeprefix("http://")
        for sent in (
            "GET * HTTP/1.1\r\n\r\n", f"GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", f"GET / HTTP/1.1\r\nHost: {host}\r\nExpect: x\r\nConnection: close\r\n\r\n",
        ):  # fmt: skip
            _, got = await _closed_after(pages, sent.encode())
            assert got.split(b" ")[1].startswith(b"4"), got
            for name in HEADERS:
                assert f"\r\n{name}: ".encode() in got, (sent, name)
        _, told = await pages.bench.daemon.end(signal.SIGTERM)
        assert "Traceback" not in told


async def test_no_body_is_unpacked(tmp_path: Path) -> None:
    """A megabyte that would become a gigabyte is refused by its header."""
    async with serving(tmp_path) as pages, console(pages) as client:
        for encoding in ("gzip", "deflate", "br"):
            status, _ = await client.ask("POST", "/acts", b"x" * 1000, headers={"Content-Encoding": encoding})
            assert status == 415
