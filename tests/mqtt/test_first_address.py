"""A broker's name with addresses that are dead: the table is connected to the one that lives, without long delay."""

import contextlib
import errno
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from controller.mqtt.first_address import NEXT_S, connect
from tests.broker import Broker, free_port
from tests.mqtt.test_publisher import sending, until_connected

NAME: Final = "broker.example"


@contextlib.contextmanager
def silent() -> Iterator[tuple[str, int]]:
    """Give an address of the loopback that does not answer: whoever listens there has his queue full."""
    with contextlib.ExitStack() as held:
        listener = held.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(8):
            waiting = held.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        time.sleep(0.1)
        yield listener.getsockname()


def resolve(monkeypatch: pytest.MonkeyPatch, *addresses: tuple[str, int]) -> None:
    """Have the name mean these addresses, in this order."""
    kept = socket.getaddrinfo

    def found(host: Any, port: Any, *given: Any, **named: Any) -> Any:
        if host != NAME:
            return kept(host, port, *given, **named)
        return [one for address in addresses for one in kept(*address, type=socket.SOCK_STREAM)]

    monkeypatch.setattr(socket, "getaddrinfo", found)


async def test_three_silent_addresses_and_one_that_lives(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connected within the turns of the silent ones, not after a time-out each."""
    with silent() as first, silent() as second, silent() as third:
        resolve(monkeypatch, first, second, third, ("127.0.0.1", broker.port))
        began = time.monotonic()
        async with sending(tmp_path, broker, host=NAME) as sender:
            await until_connected(sender)
            assert time.monotonic() - began < 3 * NEXT_S + 2
            await sender.post("state", retain=True)
            await sender.delivered()


async def test_a_name_of_both_families_whose_first_is_dead(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`localhost` is ::1 first, where nobody listens."""
    resolve(monkeypatch, ("::1", broker.port), ("127.0.0.1", broker.port))
    began = time.monotonic()
    async with sending(tmp_path, broker, host=NAME) as sender:
        await until_connected(sender)
        assert time.monotonic() - began < 2


def test_one_that_refuses_costs_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next is tried at once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        resolve(monkeypatch, *(("127.0.0.1", free_port()) for _ in range(4)), server.getsockname())
        began = time.monotonic()
        connect(NAME, 0, timeout_s=5).close()
        assert time.monotonic() - began < NEXT_S


def test_where_none_answers_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused by all; silent for the whole time that was given."""
    resolve(monkeypatch, ("127.0.0.1", free_port()), ("127.0.0.1", free_port()))
    with pytest.raises(OSError, match="refused") as refused:
        connect(NAME, 0, timeout_s=5)
    assert refused.value.errno == errno.ECONNREFUSED
    with silent() as first, silent() as second:
        resolve(monkeypatch, first, second)
        began = time.monotonic()
        with pytest.raises(OSError, match="timed out"):
            connect(NAME, 0, timeout_s=0.6)
        assert 0.5 < time.monotonic() - began < 1.5
