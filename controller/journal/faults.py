"""Where a test may end the daemon: the points between which a power cut matters. Inert outside a checkout.

`TABLED_FAULT_FILE` names a file. While it holds words, each is the name of a point, in the order in which they are to
be passed: a passed one is crossed off, and at the last the process kills itself with SIGKILL, as a cut would, with
nothing flushed and nothing reported. Without the variable a point costs one comparison and can do nothing. What is
installed at a table has no tests beside it and does not look at the variable: nobody ends it so.

    start.recovered       replayed, its own record not yet written
    commit.begun          a transaction is open, nothing is in it
    commit.written        everything is in it, not committed
    commit.done           committed, the head file not yet written
    commit.headed         head file written behind the commit, while the table goes on
    table.committed       the table knows: nothing adopted, shown, lit, answered or published
    table.adopted         handed to the lanes, nobody answered
    multiplier.drawn      drawn in memory, not yet written
    multiplier.committed  on the disk, not yet shown
    lane.acknowledged     the broker or a device has taken a row, not yet marked as done
"""

import os
import signal
import threading
from pathlib import Path
from typing import Final

VARIABLE: Final = "TABLED_FAULT_FILE"

_ITS_TEST: Final = Path(__file__).parents[2] / "tests" / "journal" / "test_faults.py"
_file: Final = os.environ.get(VARIABLE) if _ITS_TEST.is_file() else None
_one_at_a_time: Final = threading.Lock()


def point(name: str) -> None:
    """This point is passed now; does not return where a test has chosen it."""
    if _file is not None:
        _pass(Path(_file), name)


def _pass(file: Path, name: str) -> None:
    with _one_at_a_time:
        try:
            chosen = file.read_text().split()
        except FileNotFoundError:
            return
        if chosen[:1] != [name]:
            return
        if chosen[1:]:
            file.write_text(" ".join(chosen[1:]))
            return
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
