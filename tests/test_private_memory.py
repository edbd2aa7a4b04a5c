"""The memory of whoever knows hidden cards: no core of it, no part of it on a disk."""

import ctypes
import multiprocessing
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from controller.private_memory import keep_memory_private

ROOT = Path(__file__).resolve().parents[1]
PR_GET_DUMPABLE = 3  # linux/prctl.h


def private() -> tuple[tuple[int, int], int]:
    """The core limit and the kernel's word on dumping, after the daemon's own precaution."""
    keep_memory_private()
    return resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)


def test_the_process_leaves_no_core() -> None:
    """In a process of its own: no core file, and none down a pipe either."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(private) == ((0, 0), 0)


def locked() -> tuple[int, int]:
    """Kilobytes that are locked after it, before and behind an allocation."""
    keep_memory_private()
    before = _locked_kib()
    filled = bytearray(b"x" * 64 * 1024 * 1024)
    return before, _locked_kib() - before - len(filled) // 1024


def _locked_kib() -> int:
    found = re.search(r"VmLck:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1])


def may_lock() -> bool:
    """Whether a process here may lock all that it has."""
    program = "import resource as r; r.setrlimit(r.RLIMIT_MEMLOCK, (r.RLIM_INFINITY, r.RLIM_INFINITY))"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not may_lock(), reason="only root may lock all memory here")
def test_memory_is_kept_from_swap() -> None:
    """What there is, and what comes later."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        before, missing = pool.apply(locked)
    assert before > 0
    assert missing <= 0


def limited() -> int:
    """An allocation far above a limit of locked memory, in a process that may not lift it."""
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (65536, 65536))
    resource.setrlimit = lambda *_: None
    keep_memory_private()
    return len(bytearray(b"x" * 64 * 1024 * 1024))


def test_a_limit_costs_no_allocation() -> None:
    """Where not all can be locked, nothing is."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(limited) == 64 * 1024 * 1024


def test_the_unit_keeps_swap_away() -> None:
    """By the service's own limit, and by letting it lock."""
    unit = (ROOT / "systemd" / "tabled@.service").read_text().splitlines()
    assert {"MemorySwapMax=0", "LimitMEMLOCK=infinity", "LimitCORE=0"} <= set(unit)
