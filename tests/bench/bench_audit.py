"""A journal verified and played again, by one process and by one a core, beside SQLite's own check and a hash.

Run as `python -m tests.bench.bench_audit [ROUNDS]` (1,000 without a word: 26,000 records). The real table plays them,
four players a round; they are delivered, and what retention deletes is deleted. `integrity_check` with SHA-256 of the
same bytes is the least that anybody could do who trusts the content: `verify` plays every round and makes every message
again besides.

On 29 November 2026, two virtual Xeon processors with others at work (load 5 to 8, so that the clock says nothing of
them: seconds of the processors, one after the other in one run), 20,000 rounds, 522,502 records, beside commit 4b163dc
of 28 November, by one process, on a journal of the same rounds that it wrote itself:

                 4b163dc    by one    by one, compiled    by two, compiled
    verify          93.1      24.8        18.4 to 21.6        23.5 to 26.5
    replay          52.1      18.9        11.7 to 12.8        13.1 to 13.5

With the rules compiled (`make compiled`), and halved where there are two, that is 7 to 8 times as fast for both. Of
each message that is still kept `verify` makes the text anew and holds the signature to it: 173,655 rows in that
journal, 146,053 in the other's; in a longer one the broker's do not become more. What a record costs without them is
shown by 200 rounds of which next to nothing is kept, the least of eight and more passes, by one process: microseconds
a record

                 4b163dc    compiled
    verify         138.6        22.6
    replay          78.5        15.7

that is 6 and 5 times, by two at most twice as much. Of the 15.7 the rules take 6.5, SQLite's rows 2, the link 2, the
effects' text 1.6; `verify` has views (1), messages (4) and what follows from them (2) besides. The round is the same
one over and over: bodies come again more often than at a table, where each takes one microsecond more that does not.
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
