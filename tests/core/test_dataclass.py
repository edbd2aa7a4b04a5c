"""Frozen dataclasses with slots: each is in memory once, and nobody changes one."""

import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Final

import pytest

from controller.core.events import Seat
from systemd.package.compiled import sources

ROOT: Final = Path(__file__).parents[2]
TWICE: Final = """
import gc
from collections import Counter

import controller.cli.run_table

gc.collect()
found = Counter(
    (one.__module__, one.__qualname__)
    for one in gc.get_objects()
    if isinstance(one, type) and "__dataclass_fields__" in vars(one)
)
ours = {module for (module, _), count in found.items() if count > 1 and module.startswith(("controller", "drivers"))}
print(*sorted(ours))
"""


def test_no_class_is_in_memory_twice() -> None:
    """Of all that a table loads; mypyc makes the classes of the rules from the standard library's words alone."""
    compiled = {".".join(path.with_suffix("").parts) for path in sources(ROOT)}
    done = subprocess.run([sys.executable, "-c", TWICE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= compiled, "take `dataclass` from controller.core.dataclass"


def test_nobody_changes_one() -> None:
    """As of the standard library's."""
    seat = Seat(area=1, player="Ann")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'area'"):
        seat.area = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'area'"):
        del seat.area
    assert seat == Seat(area=1, player="Ann")
