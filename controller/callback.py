"""Waiting for what is handed to a callback: the way from callbacks, which cost no turn of the loop, to coroutines."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def given(begin: Callable[[Callable[[T], None]], None]) -> T:
    """Call `begin` with a callback and return what that is given; nobody minds if the waiting was cancelled."""
    found: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def take(what: T) -> None:
        if not found.done():
            found.set_result(what)

    begin(take)
    return await found
