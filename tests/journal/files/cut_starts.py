"""First starts of a table, each cut off at another call to the disk, each followed by a start that nobody cuts.

A program of its own, because the calls are cut off by a library that it is started with (`cut_calls.c`). Every start is
the daemon's own, from opening the journal to the record of its stop, in a forked child. The program prints a line for
each cut: its number, what the cut start and the one after it ended with, and what is wrong afterwards.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from controller.audit.journal_file import beside, opened
from controller.audit.verify.verification import verify
from controller.configuration.config import load
from controller.daemon.app import serve
from controller.journal.archive import JournalRefusedError
from drivers.links.arrival import ArrivalLoop

OPENED, REFUSED = 0, 3
CONFIG = """[house]
site = "house"
table = "t1"
[table]
game = "blackjack"
[journal]
path = "{journal}"
reserve_mib = 1
"""


def main() -> None:
    """Cut at each call in turn, in a folder of its own, until a start comes through."""
    for number in range(1, 1000):
        folder = Path(sys.argv[1]) / str(number)
        folder.mkdir()
        journal = folder / "journal.db"
        (folder / "table.toml").write_text(CONFIG.format(journal=journal))
        first = _started(folder, cut_at=number)
        second = _started(folder, cut_at=None)
        sys.stdout.write(f"{number} {first} {second} {_wrong(journal)}\n")
        sys.stdout.flush()
        if first == OPENED:
            return


def _started(folder: Path, *, cut_at: int | None) -> int:
    """What a start in a child ended with; a signal as a negative number."""
    child = os.fork()
    if child == 0:
        if cut_at is not None:
            os.environ["CUT_AT"] = str(cut_at)
        os._exit(_start(folder / "table.toml"))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _start(config: Path) -> int:
    """Open the table and stop it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    stop = asyncio.Event()
    stop.set()
    try:
        with asyncio.Runner(loop_factory=ArrivalLoop) as runner:
            runner.run(serve(load(config), stop=stop))
    except JournalRefusedError as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    return OPENED


def _wrong(journal: Path) -> list[str]:
    """What `verify` finds, and the codes of alerts."""
    with opened(beside(journal)) as file:
        found = [str(finding) for finding in verify(file).findings]
        return found + [code for (code,) in file.rows("SELECT code FROM standing")]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    main()
