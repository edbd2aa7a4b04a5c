"""A journal verified and played again, by one process and by one a core, beside SQLite's own check and a hash.

Run as `python -m tests.bench.bench_audit [ROUNDS]` (1,000 without a word: 26,000 records). The real table plays them,
four players a round; they are delivered, and what retention deletes is deleted. `integrity_check` with SHA-256 of the
same bytes is the least that anybody could do who trusts the content: `verify` plays every round and makes every message
again besides.

On 29 November 2026, two virtual Xeon processors with others at work (load 1.3 to 2.3), 20,000 rounds, 522,502 records,
beside commit 4b163dc of 28 November (by one process, on a journal of the same rounds that it wrote itself); seconds on
the clock, those of the processors in brackets, one after the other in one run:

                                    4b163dc        by one         by two         compiled, by two
    verify                          87.3 (86.8)    27.6 (27.6)    15.2 (27.2)    (23.2)
    replay                          55.7 (55.4)    19.4 (16.8)    15.5 (17.9)    (12.4)

By the processors' seconds, halved where there are two, that is 6 times as fast for both, 7 and 9 times with the rules
compiled (`make compiled`): 166 microseconds a record then, 53 now, 42 compiled for `verify`; 106, 32 and 22 for
`replay`. Of each message that is still kept `verify` makes the text anew and holds the signature to it; 138,277 are in
that journal.
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
