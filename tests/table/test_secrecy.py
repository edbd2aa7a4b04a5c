"""Which records are sealed: every one that names a card which the table has not seen."""

import ctypes
import multiprocessing
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.core.effects import CardShown, Effect
from controller.core.outcomes import dumps
from controller.core.reader import read_event
from controller.table.secrecy import conceals, keep_memory_private

ROOT = Path(__file__).resolve().parents[2]
PR_GET_DUMPABLE = 3  # linux/prctl.h
SHOWN = CardShown("QD", "board")
LAYOUT = {"areas": {"1": ["7C"], "2": [["7C"], ["8C"]]}}


@pytest.mark.parametrize(
    ("record", "effects", "sealed"),
    [
        ({"type": "card", "card": "QD"}, [SHOWN], False),
        ({"type": "card", "card": "QD"}, [], True),
        ({"type": "card", "card": "7C"}, [SHOWN], True),
        ({"type": "card", "card": "QD", "face_down": True}, [SHOWN], True),
        ({"type": "card", "card": "??"}, [], False),
        ({"type": "set", "cards": ["QD", "7C"]}, [SHOWN], True),
        ({"type": "set", "cards": ["??", "??"]}, [], False),
        ({"type": "show", "seat": 1, "cards": ["QD", "7C"]}, [SHOWN, CardShown("7C", "seat", 1)], False),
        ({"type": "show", "seat": 1, "cards": ["QD", "7C"]}, [], True),
        ({"type": "show", "seat": 1}, [], False),
        ({"type": "reveal", "cards": ["QD"]}, [], True),
        ({"type": "irregularity", "kind": "discard", "card": "QD"}, [SHOWN], True),
        ({"type": "irregularity", "kind": "misdeal", "layout": LAYOUT}, [], True),
        ({"type": "irregularity", "kind": "misdeal", "layout": {"dealer": ["QD"]}}, [], True),
        ({"type": "irregularity", "kind": "simultaneous_draw", "cards": ["QD"]}, [], True),
        ({"type": "irregularity", "kind": "power_failure"}, [], False),
        ({"type": "bets.open"}, [], False),
    ],
)
def test_a_record_that_names_an_unseen_card_is_sealed(
    record: dict[str, Any], effects: list[Effect], sealed: bool
) -> None:
    """A card that an effect showed may stand in clear; a face that some other card showed does not excuse it."""
    assert conceals(read_event(dumps(record), family=None), effects) is sealed


def private() -> tuple[tuple[int, int], int]:
    """The core limit and the kernel's word on dumping, after the daemon's own precaution."""
    keep_memory_private()
    return resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)


def test_the_process_leaves_no_core() -> None:
    """In a process of its own: no core file, and none down a pipe either."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(private) == ((0, 0), 0)


def test_an_unforeseen_error_tells_no_card() -> None:
    """A traceback with a face in its text comes out with the face blotted out and the rest as it was."""
    program = "from controller.table.secrecy import mask_errors; mask_errors(); raise KeyError('QD', {'a': '7CTH'})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "QD" not in done.stderr.splitlines()[-1]
    assert done.stderr.splitlines()[-1] == "KeyError: ('**', {'a': '**'})"
