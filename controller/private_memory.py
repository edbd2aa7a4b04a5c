"""The memory of a process that knows cards which nobody may see: in no core dump, for no other process, on no disk.

Swap would keep it where a later reader of the disk finds it. Memory is locked where the process may lock all that it
will ever have: the unit lets the table (`LimitMEMLOCK=`), and keeps swap away from it besides (`MemorySwapMax=`); root
may for `tablectl`. A PC that hibernates writes all memory to its disk: a table PC does not.
"""

import ctypes
import os
import resource
from contextlib import suppress
from typing import Final

_PR_SET_DUMPABLE: Final = 4
"""Of linux/prctl.h. A pipe as core_pattern takes a core whatever RLIMIT_CORE is; this it obeys."""
_MCL_CURRENT_FUTURE_ONFAULT: Final = 1 | 2 | 4
"""Of linux/mman.h: each page from when it is used on; stacks of threads are not filled for it."""
_ALL: Final = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def keep_memory_private() -> None:
    """For the rest of the process's life; raises OSError where it can be dumped all the same."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl(PR_SET_DUMPABLE): {os.strerror(ctypes.get_errno())}")
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_MEMLOCK, _ALL)
    if resource.getrlimit(resource.RLIMIT_MEMLOCK) == _ALL:  # under a limit the next allocation might fail
        library.mlockall(_MCL_CURRENT_FUTURE_ONFAULT)
