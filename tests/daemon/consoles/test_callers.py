"""Callers at the socket who are many, slow, silent or fast: each costs himself alone."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.daemon.consoles import callers, socket
from controller.daemon.consoles.callers import ALL, OF_A_USER
from tests.daemon.consoles.test_socket import listening, say
from tests.daemon.descriptors import none_left
from tests.table.table_bench import LONGEST_S, WAGERS, Daemon, console_section, running

REQUEST = b'{"type":"bets.open"}\n'


@asynccontextmanager
async def called(path: Path) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A caller for the block."""
    reader, writer = await asyncio.open_unix_connection(path)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def answer(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The next line of an answer; empty where the table has hung up."""
    async with asyncio.timeout(LONGEST_S):
        try:
            line = await reader.readline()
        except ConnectionResetError:
            line = b""
    found: dict[str, Any] = json.loads(line or b"{}")
    return found


@pytest.mark.parametrize(
    ("most", "of_a_user", "words"), [(OF_A_USER, OF_A_USER, "callers of one user"), (ALL, ALL, "callers at once")]
)
async def test_one_caller_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, of_a_user: int, words: str
) -> None:
    """He gets a line that says so, and is let in when another has hung up."""
    monkeypatch.setattr(callers, "OF_A_USER", of_a_user)
    async with listening(tmp_path) as (_, _, path):
        here = [await asyncio.open_unix_connection(path) for _ in range(most)]
        async with called(path) as (reader, _):
            refused = await answer(reader)
            assert refused["type"] == "rejected"
            assert f"at most {most} {words}" in refused["reason"]
            assert await answer(reader) == {}
        here.pop()[1].close()
        async with asyncio.timeout(LONGEST_S):
            while "at most" in (await say(path, type="bets.open")).get("reason", ""):
                pass
        for _, writer in here:
            writer.close()


@pytest.mark.parametrize(
    ("said", "limit", "reason"),
    [(b"", "IDLE_S", "nothing came"), (b'{"type":', "LINE_S", "no end"), (REQUEST[:-1] + b"x" * 70_000, "", "limit")],
)
async def test_who_says_nothing_is_hung_up_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: bytes,
    limit: str,
    reason: str,
) -> None:
    """Silent, with half a line, or with one that is too long; meanwhile another is answered."""
    if limit:
        monkeypatch.setattr(socket, limit, 0.3)
    async with listening(tmp_path) as (_, _, path), called(path) as (reader, writer):
        writer.write(said)
        assert (await say(path, type="bets.open"))["type"] == "accepted"
        assert await answer(reader) == {}
    assert reason in capsys.readouterr().out


async def test_who_takes_no_answers_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When all buffers are full he waits, and then he is gone; meanwhile another is answered."""
    monkeypatch.setattr(socket, "TAKE_S", 0.3)
    monkeypatch.setattr(callers, "AT_ONCE", 1_000_000)
    async with listening(tmp_path) as (_, _, path), called(path) as (reader, writer):
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        async with asyncio.timeout(LONGEST_S):
            while not writer.is_closing():
                with suppress(ConnectionError):
                    writer.write(b'{"x":1}\n' * 100)
                    await writer.drain()
                assert (await say(path, type="seat", area=9))["type"] == "rejected"


async def test_who_is_fast_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What exceeds the budget of a user is answered later, and long lines cost more."""
    monkeypatch.setattr(callers, "AT_ONCE", 10)
    monkeypatch.setattr(callers, "A_SECOND", 100)
    loop = asyncio.get_running_loop()
    async with listening(tmp_path) as (_, _, path), called(path) as (reader, writer):
        for line, count, least_s in ((b"{}\n", 60, 0.4), (b" " * 20 * 1024 + b"{}\n", 3, 0.5)):
            began = loop.time()
            writer.write(line * count)
            for _ in range(count):
                assert (await answer(reader))["type"] == "rejected"
            assert loop.time() - began > least_s


async def test_callers_without_end_fill_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Some lines, and a number of those that are left out."""
    async with listening(tmp_path) as (_, _, path):
        here = [await asyncio.open_unix_connection(path) for _ in range(OF_A_USER)]
        for _ in range(100):
            async with called(path) as (reader, _):
                assert (await answer(reader))["type"] == "rejected"
        for _, writer in here:
            writer.close()
    assert 5 < capsys.readouterr().out.count("console_socket_closed") < 20


def processor_s(daemon: Daemon) -> float:
    """What the daemon has used of a processor."""
    assert daemon.process is not None
    fields = Path(f"/proc/{daemon.process.pid}/stat").read_text().split()
    return sum(map(int, fields[13:15])) / 100


async def test_no_descriptor_for_a_caller(tmp_path: Path) -> None:
    """He waits; the round goes on, nothing spins, no traceback is written; with room again he is answered."""
    async with running(tmp_path, None, start=False) as bench:
        path = tmp_path / "socket"
        bench.daemon.config.write_text(bench.daemon.config.read_text() + console_section(path))
        await bench.daemon.start()
        await bench.say(WAGERS[0])
        assert bench.daemon.process is not None
        async with AsyncExitStack() as stack:
            with none_left(bench.daemon.process.pid):
                reader, writer = await stack.enter_async_context(called(path))
                writer.write(REQUEST)
                began = processor_s(bench.daemon)
                await asyncio.sleep(2.5)
                assert processor_s(bench.daemon) - began < 0.5
                await bench.say(*WAGERS[1:])
            assert (await answer(reader))["type"] == "rejected"
        status, said = await bench.daemon.end(signal.SIGTERM)
    assert (status, said.count("Traceback")) == (0, 0)
