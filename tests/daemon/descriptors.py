"""A process that has no descriptor left: what it has open stays, nothing more can be opened."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count


@contextmanager
def none_left(pid: int) -> Iterator[None]:
    """For the block; the limit is the lowest number that is free."""
    used = {int(name) for name in os.listdir(f"/proc/{pid}/fd")}  # noqa: PTH208 - no file system that blocks
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (next(one for one in count() if one not in used), before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
