"""A journal verified and played again, by one process and by one a core, beside SQLite's own check and a hash.

Run as `python -m tests.bench.bench_audit [ROUNDS]` (1,000 without a word: 26,000 records). The real table plays them,
four players a round; they are delivered, and what retention deletes is deleted. `integrity_check` with SHA-256 of the
same bytes is the least that anybody could do who trusts the content: `verify` plays every round and makes every message
again besides.

On 29 November 2026, two virtual Xeon processors with little else to do (load 0.2 to 1.5), turn about with commit
b8be3cf on 104,502 records, 50.3 MB; seconds on the clock, those of the processors in brackets, the better of two:

                                    by one, before    by one       by two, before    by two
    verify                          6.4 (6.4)         5.2 (5.2)    4.6 (7.4)         3.7 (5.8)
    verify, public key alone        7.4 (7.4)         6.2 (6.2)    5.2 (8.2)         4.4 (6.9)
    replay                          4.3 (4.3)         2.9 (2.9)    2.9 (5.2)         2.0 (3.5)

Of 1,045,002 records, once, with others at work (load 2.7 to 6.6): only the processors' seconds can be compared.

    verify                          (63.6)            (52.2)       (66.5)            (48.9)
    replay                          (53.2)            (33.8)       (63.7)            (40.3)

That is 50 microseconds a record for `verify` and 35 by two, 28 and 19 for `replay`. Each message that is
still kept has its signature made again by `verify`; 42,315 are in the first journal, 253,968 rows in the second.
"""

import asyncio
import hashlib
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import structlog

from controller.audit.elsewhere import cores
from controller.audit.journal_file import opened
from controller.audit.replay import Ended, outcomes
from controller.audit.verify.verification import verify
from tests.audit.small_journal import places
from tests.bench.bench_journal import Running, deliver, feed, many


async def played(folder: Path, rounds: int) -> None:
    """A journal of so many rounds, without waiting for the disk."""
    async with Running(folder, durable=False) as (journal, table):
        events = many(rounds)
        while chunk := list(islice(events, 5000)):
            await feed(table, chunk)
            await deliver(journal)


def timed(name: str, records: int, work: Callable[[], object]) -> None:
    """One line: seconds on the clock, of the processors, records a second."""
    began, spent = time.perf_counter(), _processor_s()
    work()
    took = time.perf_counter() - began
    print(f"{name:<44}{took:8.2f} s {_processor_s() - spent:8.2f} s of processors {records / took:10,.0f} records/s")


def _processor_s() -> float:
    """This process and those that it has started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def checked(path: Path) -> None:
    """What SQLite and a hash say of the file."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    with path.open("rb") as file:
        hashlib.file_digest(file, "sha256")


def verified(folder: Path, jobs: int, *, key: bool = True) -> None:
    """All of it, with the table's key or with its public one alone, as an auditor has it."""
    where = places(folder)
    with opened(where) as file:
        public = file.archive.public
    with opened(where if key else replace(where, public_key=public)) as file:
        report = verify(file, jobs=jobs)
    assert report.found == 0, report.findings[:3]
    assert report.replayed == report.records


def replayed(folder: Path, jobs: int) -> None:
    """Every outcome."""
    with opened(places(folder)) as file:
        assert all(isinstance(each, Ended) for each in outcomes(file, jobs=jobs))


def main() -> None:
    """On one journal."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    rounds = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(played(folder, rounds))
        journal = folder / "journal.db"
        connection = sqlite3.connect(journal)
        (records,) = connection.execute("SELECT count(*) FROM records").fetchone()
        connection.close()
        print(
            f"{rounds:,} rounds, {records:,} records, {journal.stat().st_size / 1e6:.1f} MB;"
            f" load {os.getloadavg()[0]:.1f} on {cores()} processors"
        )
        timed("integrity_check and SHA-256 of the file", records, lambda: checked(journal))
        for jobs in sorted({1, cores()}):
            by = f"{jobs} process{'es' * (jobs > 1)}"
            timed(f"verify, {by}", records, partial(verified, folder, jobs))
            timed(f"verify with the public key alone, {by}", records, partial(verified, folder, jobs, key=False))
            timed(f"replay, {by}", records, partial(replayed, folder, jobs))


if __name__ == "__main__":
    main()
