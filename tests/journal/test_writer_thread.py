"""The writer's thread: in order, one at a time, the loop called back behind each, also where it failed."""

import asyncio
import threading
from functools import partial

from controller.callback import given
from controller.journal.writer_thread import WriterThread


async def test_in_order_and_called_back_in_the_loop() -> None:
    """What fails is handed over and the next is done all the same; `end` waits for what is left."""
    thread, done = WriterThread(), list[int]()

    def work(number: int) -> None:
        assert threading.current_thread() is not threading.main_thread()
        done.append(number)
        if number == 1:
            raise OSError(28, "full")

    waiting = [asyncio.ensure_future(given(partial(thread.do, partial(work, number)))) for number in range(3)]
    failed = await asyncio.gather(*waiting)
    assert done == [0, 1, 2]
    assert [type(error) for error in failed] == [type(None), OSError, type(None)]
    thread.do(partial(work, 3), lambda _: None)
    thread.end()
    assert done[-1] == 3


def test_it_ends_without_work() -> None:
    """Nothing was begun."""
    WriterThread().end()
