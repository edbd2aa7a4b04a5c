"""Named tasks of a group begun together, and ended for certain."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, Final

ASK_AGAIN_S: Final = 5.0
"""Longer than any task takes for its end; a task group, and waits of Python 3.11, may lose a cancellation."""

Named = tuple[str, Coroutine[Any, Any, None]]
"""What is to run, with the name of its task."""


def begin(group: asyncio.TaskGroup, what: Iterable[Named]) -> list[asyncio.Task[None]]:
    """A task in the group for each."""
    return [group.create_task(coroutine, name=name) for name, coroutine in what]


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel the tasks and wait for them; asked again where one took it for a fault that came at the same moment."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=ASK_AGAIN_S)
