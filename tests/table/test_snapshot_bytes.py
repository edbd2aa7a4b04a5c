"""A snapshot is compared to the byte, so its text does not depend on the process that writes it."""

import os
import subprocess
import sys

PROGRAM = """
from controller.games.reading import read_table
from controller.games.registry import find
from controller.table.recovery import state_to_json
state = find("pontoon").new_table(read_table('{"type":"table","game":"pontoon"}'))
print(state_to_json(state._replace(warned=frozenset(f"P{number}" for number in range(9)))))
"""


def test_a_set_in_the_state_is_written_in_one_order() -> None:
    """Whatever the process's hash seed, the players who were warned (5.26) are written in the same order."""
    written = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(written) == 1
