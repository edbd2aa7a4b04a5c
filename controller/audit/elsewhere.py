"""Stretches of a long journal, taken by processes of their own while this one goes through it from the front.

They begin at the back: where the two meet, what is left is there already. What they find nothing in is joined to what
this process knows by then; everything else it takes itself, as if there were no others. So with many processes and with
one the same comes out, in the same words.
"""

import ctypes
import gc
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from controller.audit.journal_file import JournalFile
from controller.private_memory import keep_memory_private

T = TypeVar("T")

STRETCH: Final = 2000
"""Records of a stretch at least: some 0.1 s."""
SHARES: Final = 64
"""Stretches for each process, so that none is waited for long."""
LONG: Final = 30_000
"""Records from which on others are asked: to start one takes 0.5 s, in which 5,000 are looked at."""
_PR_SET_PDEATHSIG: Final = 1
"""Of linux/prctl.h."""
SELDOM: Final = (20_000, 50, 50)
"""Thresholds of the garbage collector for the block: next to nothing of what a journal's records make is in a ring, and
to look for rings as often as elsewhere takes 4 % of the time."""
LOOK_S: Final = 0.2
"""How often progress is told while others are waited for."""

_BOUNDARIES: Final = "SELECT n FROM snapshots JOIN records USING (n) WHERE kind <> 'stop' AND n < ? ORDER BY n"


class Ends(NamedTuple):
    """The records behind `after` up to `last`: from a snapshot to another."""

    after: int
    last: int


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0))


def stretches(file: JournalFile, before: int, jobs: int) -> list[Ends]:
    """Those that end before this record, each on the one before; none in a short journal. Raises sqlite3.Error."""
    found = [n for (n,) in file.rows(_BOUNDARIES, before)]
    if jobs < 2 or not found or found[-1] - found[0] < LONG:
        return []
    least = max(STRETCH, (found[-1] - found[0]) // (jobs * SHARES))
    places = found[:1]
    for n in found:
        if n - places[-1] >= least:
            places.append(n)
    return [Ends(*ends) for ends in pairwise(places)]


class Elsewhere(Generic[T]):
    """`jobs` processes with this one, for the block; each stretch by `take` with its arguments."""

    def __init__(self, jobs: int, take: Callable[..., T | None], found: Sequence[tuple[Ends, tuple[Any, ...]]]) -> None:
        self._futures: dict[Ends, Future[T | None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._thresholds = gc.get_threshold()
        if jobs < 2 or not found:
            return
        self._pool = ProcessPoolExecutor(jobs - 1, mp_context=get_context("spawn"), initializer=_begin)
        with suppress(BrokenExecutor):  # what nobody begins with is done here
            for ends, arguments in reversed(found):
                self._futures[ends] = self._pool.submit(take, *arguments)

    def __enter__(self) -> Self:
        gc.set_threshold(*SELDOM)
        return self

    def __exit__(self, *_: object) -> None:
        gc.set_threshold(*self._thresholds)
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    @property
    def ahead(self) -> int:
        """How many records others have taken that are still to be joined."""
        return sum(ends.last - ends.after for ends, future in self._futures.items() if future.done())

    def found(self, ends: Ends, waiting: Callable[[], None]) -> T | None:
        """What was found of the stretch; None where nobody has begun with it, or where it is to be taken here."""
        future = self._futures.get(ends)
        if future is None or future.cancel():
            self._futures.pop(ends, None)
            return None
        while not wait([future], LOOK_S).done:
            waiting()
        del self._futures[ends]
        try:
            return future.result()
        except BrokenExecutor:  # one was killed: its work is done here
            return None


def _begin() -> None:
    """In the process that was started: sealed cards stay in it, and it ends at once with who started it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    gc.set_threshold(*SELDOM)
    keep_memory_private()
