"""Batches on their way to their commit: at once within the budget, in order behind it; what fails ends the device."""

import asyncio
from collections.abc import Callable

from drivers.devices.batches import BATCHES, Batches
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import DeviceCalm

LATE_S = 0.02


def batch(number: int) -> list[Received]:
    """One that can be told from the others."""
    return [Received(DeviceCalm(number))]


async def test_over_its_budget_a_batch_waits_and_none_overtakes_it() -> None:
    """The first is handed on in the call; what was owed for it is waited for; committed ones wait no more."""
    taken: list[tuple[list[Received], Callable[[], None]]] = []
    committed: list[list[Received]] = []
    batches = Batches(
        "shoe", on_events=lambda _, batch, done: taken.append((batch, done)), owed_s=lambda _, __: LATE_S,
        committed=committed.append, failed=lambda _: None,
    )  # fmt: skip
    for number in range(BATCHES):
        batches.hand_on(batch(number))
    batches.hand_on([])
    assert ([one for one, _ in taken], batches.full) == ([batch(0)], True)
    taken[0][1]()
    assert (committed, batches.full, batches.waiting) == ([batch(0)], False, BATCHES - 1)
    async with asyncio.timeout(10):
        while len(taken) < 3:  # noqa: ASYNC110 - time brings it
            await asyncio.sleep(LATE_S / 4)
    assert [one for one, _ in taken[:3]] == [batch(0), batch(1), batch(2)]


async def test_what_fails_behind_a_wait_is_nobodys_loss() -> None:
    """Handed on by time and not by a call, a fault goes to `failed`."""
    failed: asyncio.Queue[Exception] = asyncio.Queue()
    calls: list[str] = []

    def second_fails(name: str, _: list[Received], __: object) -> None:
        calls.append(name)
        if len(calls) == 2:
            raise OSError(28, "full")

    batches = Batches(
        "shoe", on_events=second_fails, owed_s=lambda _, __: LATE_S, committed=lambda _: None, failed=failed.put_nowait
    )
    batches.hand_on(batch(1))
    batches.hand_on(batch(2))
    async with asyncio.timeout(10):
        assert isinstance(await failed.get(), OSError)
