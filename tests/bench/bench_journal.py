"""The journal: events committed a second and from event to commit, beside bare SQLite; starts after a year.

Run as `python -m tests.bench.bench_journal [ROUNDS ...]` (1,000, 10,000 and 100,000 without a word). Both write to
the same disk in the same run, WAL with synchronous=FULL. The table decides by the rules, links, signs, makes messages
and orders; bare SQLite inserts the same bytes of body, one row a commit for the wait, 64 for the throughput. A long
journal is played by the real table, four players a round, without waiting for the disk; past `PLAYED` rounds its last
shoe is written again and again, each record numbered, linked and sealed anew.

On 28 November 2026, two virtual Xeon processors; the first two with nothing else running:

    one event at a time, to its commit      p50 0.89, p99 2.45 ms   bare SQLite, one row    p50 0.22, p99 0.41 ms
    inbox always full                       4,227 events/s          bare SQLite, 64 rows    205,509 rows/s
    start at 1,000, 10,000, 100,000 rounds  30, 1.8, 1.7 ms after a stop; 118, 86, 87 ms after a cut (967 events)
    at 1,000,000 rounds, commit a102bf1     1.4 ms after a stop, 102 ms after a cut
    a round                                 26 records, 6.2 KB: 3.3 GB a year at 60 rounds an hour, day and night

On 29 November 2026, in turn with the commit bcdcebe, before texts were packed (load 6 to 7, verify with it):

    a round                                 26 records, 3.3 KB: 1.7 GB a year (bcdcebe: 7.4 KB, 3.9 GB)
    the file after 1,000 rounds             11.2 MB (bcdcebe: 25.0)
    verify 1,000 rounds                     11.5 and 12.6 s (bcdcebe: 11.8 and 11.2)
    CPU an event, inbox always full         302 to 374 µs (bcdcebe: 269 to 369)

The same day, since the words are found by trial and an event lies without its kind:

    a round                                 26 records, 2.9 KB: 1.5 GB a year (db830cf: 3.2 KB, 1.7 GB)
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import structlog
from rich.progress import Progress

from controller.audit.journal_file import opened
from controller.audit.verify.verification import verify
from controller.core.events import AnyEvent, BetsClosed, BetsOpen, ButtonPressed, CardDrawn, Decision, ShoeNew, Wager
from controller.core.tables import TwentyOneTable
from controller.games import view
from controller.games.twenty_one.state import State
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from controller.mqtt.messages import BROKER
from controller.table.consequences import SNAPSHOT_AFTER
from controller.table.inbox import GROUP, Item
from controller.table.recovery import recover
from controller.table.task import TableTask
from tests.audit.small_journal import places
from tests.journal.journals import open_journal, open_table, readable

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=7)
AREAS: Final = (1, 2, 4, 6)
YEAR_ROUNDS: Final = 60 * 24 * 365
"""60 rounds an hour, day and night."""
ROUNDS_A_SHOE: Final = 8
"""Eight decks hold each card of the round so often."""
WAITED: Final = 500
"""Events whose commit is waited for one by one."""
PLAYED: Final = 1000
"""Rounds of a long journal that the table plays and that are verified; more would take minutes."""
AT_ONCE: Final = 20_000
"""Events handed in as fast as they are taken."""


def one_round() -> list[AnyEvent]:
    """Four players: one with a winning side wager and a press, one who hits, two who stand; the Dealer draws."""
    events: list[AnyEvent] = [BetsOpen()]
    events += [Wager(area=area, kind="main", amount=1000) for area in AREAS]
    events += [Wager(area=1, kind="pandemonium", amount=200), Wager(area=4, kind="pair", amount=500), BetsClosed()]
    events += [CardDrawn(card=card) for card in ("AS", "9H", "5C", "8D", "7H", "KD", "9C", "6H", "JD")]
    events += [ButtonPressed()]
    events += [Decision(area=2, action="stand"), Decision(area=4, action="hit"), CardDrawn(card="4S")]
    events += [Decision(area=4, action="stand"), Decision(area=6, action="stand")]
    events += [CardDrawn(card="8H"), CardDrawn(card="3C")]
    return events


def many(rounds: int) -> Iterator[AnyEvent]:
    """Rounds with a new shoe when the old one has been played."""
    each = one_round()
    for number in range(rounds):
        if number % ROUNDS_A_SHOE == 0:
            yield ShoeNew()
        yield from each


class Running:
    """A table on a journal in a folder, for the block."""

    def __init__(self, folder: Path, *, durable: bool = True, stop: bool = True) -> None:
        self.folder = folder
        self.durable = durable
        self.stop = stop

    async def __aenter__(self) -> tuple[Journal, TableTask]:
        self.journal = open_journal(self.folder, table=TABLE)
        if not self.durable:
            self.journal._connection.execute("PRAGMA synchronous = OFF")
        multipliers = cycle((2, 3, 5, 10, 25))
        self.table = await open_table(self.journal, lambda: next(multipliers), TABLE)
        self.task = asyncio.ensure_future(self.table.run())
        return self.journal, self.table

    async def __aexit__(self, *_: object) -> None:
        await self.table.close()
        await self.task
        if self.stop:
            await self.table.record_stop()
        self.journal.close()


def figures(name: str, seconds: Sequence[float]) -> None:
    """One line: p50 and p99 in milliseconds."""
    ordered = sorted(seconds)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    print(f"{name:<48} p50 {p50:7.2f} ms   p99 {p99:7.2f} ms   ({len(ordered)} samples)")


def rate(name: str, count: int, seconds: float) -> None:
    """One line: events a second."""
    print(f"{name:<48} {count / seconds:9,.0f} events/s   ({count} events)")


async def table_waits(folder: Path) -> list[float]:
    """From the event's arrival in the inbox to the answer after its commit."""
    taken = []
    async with Running(folder) as (_, table):
        for event in list(many(WAITED))[:WAITED]:
            began = time.perf_counter()
            await table.submit(Item(event))
            taken.append(time.perf_counter() - began)
    return taken


async def table_at_once(folder: Path) -> tuple[int, float]:
    """Events and seconds, the inbox always full."""
    events = list(many(AT_ONCE // len(one_round())))
    async with Running(folder) as (_, table):
        began = time.perf_counter()
        await feed(table, events)
        return len(events), time.perf_counter() - began


async def feed(table: TableTask, events: Iterable[AnyEvent]) -> None:
    """Hand in the events, as many at a time as may share a commit."""
    waiting: list[asyncio.Future[object]] = []
    for event in events:
        waiting.append(asyncio.ensure_future(table.submit(Item(event))))
        if len(waiting) == GROUP:
            await asyncio.gather(*waiting)
            waiting = []
    await asyncio.gather(*waiting)


def bodies(folder: Path) -> list[tuple[object, ...]]:
    """The bodies of the records that the table wrote."""
    connection = readable(folder / "journal.db")
    found = connection.execute("SELECT body FROM records").fetchall()
    connection.close()
    return found


def bare(folder: Path, rows: Sequence[tuple[object, ...]], group: int) -> list[float]:
    """The same bytes, `group` rows a commit; seconds of each commit."""
    connection = sqlite3.connect(folder / f"bare{group}.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, body ANY)")
    taken = []
    for start in range(0, len(rows), group):
        began = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO rows (body) VALUES (?)", rows[start : start + group])
        connection.execute("COMMIT")
        taken.append(time.perf_counter() - began)
    connection.close()
    return taken


async def long_journal(folder: Path, rounds: int) -> None:
    """A journal of so many rounds, delivered and pruned as by a broker that keeps up."""
    async with Running(folder, durable=False) as (journal, table):
        with Progress() as told:
            told.add_task(f"{rounds:,} rounds", total=rounds)
            played = min(rounds, PLAYED) // ROUNDS_A_SHOE * ROUNDS_A_SHOE
            events = many(played)
            while chunk := list(islice(events, 5000)):
                await feed(table, chunk)
                await deliver(journal)
                told.update(told.task_ids[0], completed=view(table.state).round)
            await again(journal, table, rounds - played, told)


async def deliver(journal: Journal) -> None:
    """All that waits is delivered, and the old of it is deleted."""
    for name in (BROKER, "device/button", "device/meter"):
        await journal.commit_deferred()
        lane = Lane(journal=journal, name=name)
        for row in await journal.lookup.lane(name, after=lane.done_seq, limit=100_000):
            lane.done(row)
        await journal.commit_deferred()
        kept = 0
        while lane._kept != kept:
            kept = lane._kept
            await lane.prune(utc_ns=0)
            await journal.commit_deferred()


async def again(journal: Journal, table: TableTask, rounds: int, told: Progress) -> None:
    """The records of the last shoe once more, for so many rounds; the state counts them."""
    first = view(table.state).round
    shoe = [
        (stored.record, journal.archive.clear_body(stored.record))
        for stored in journal.archive.records(journal.n - ROUNDS_A_SHOE * len(one_round()) - ROUNDS_A_SHOE - 1)
    ]
    shoe = shoe[next(place for place, (_, body) in enumerate(shoe) if '"shoe.new"' in body) :]
    for more in range(0, rounds, ROUNDS_A_SHOE):
        drafts = []
        for record, body in shoe:
            number = record.round + more + ROUNDS_A_SHOE
            renumbered = body.replace(f'"round":{record.round},', f'"round":{number},')
            drafts.append(
                journal.draft(
                    record.kind, renumbered, round_=number, ended=record.ended, device=record.device,
                    conceal=record.sealed,
                )
            )  # fmt: skip
        await journal.commit(drafts)
        told.update(told.task_ids[0], completed=first + more + ROUNDS_A_SHOE)
    assert isinstance(table.state, State)
    table.state = table._pending = table.state._replace(rounds=first + -(-rounds // ROUNDS_A_SHOE) * ROUNDS_A_SHOE)


async def cut(folder: Path) -> None:
    """A run that is cut when nearly as many events as a snapshot covers have passed since the last one."""
    async with Running(folder, durable=False, stop=False) as (_, table):
        await feed(table, many(SNAPSHOT_AFTER // (len(one_round()) + 2)))


def start_ms(folder: Path) -> tuple[float, int]:
    """The shortest of five starts, and the events that it replays."""
    taken = []
    replayed = 0
    for _ in range(5):
        began = time.perf_counter()
        journal = open_journal(folder)
        replayed = recover(journal.archive, TABLE).replayed
        taken.append(time.perf_counter() - began)
        journal.close()
    return min(taken) * 1000, replayed


def starts(folder: Path, rounds: int) -> None:
    """How long a start takes on it, what a round costs on the disk, and how long the whole takes to verify."""
    name = folder / "journal.db"
    stopped_ms, _ = start_ms(folder)
    connection = sqlite3.connect(name)
    sizes = dict(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    (count,) = connection.execute("SELECT count(*) FROM records").fetchone()
    connection.close()
    records, size = sizes["records"] + sizes["rounds_ended"], name.stat().st_size
    year_gb = records / rounds * YEAR_ROUNDS / 1e9
    print(
        f"{rounds:>9,} rounds: start {stopped_ms:.1f} ms; {size / 1e6:,.1f} MB, {count / rounds:.0f} records a round,"
    )
    print(f"{'':>18}records {records / rounds:,.0f} bytes a round, {year_gb:.1f} GB a year at 60 rounds an hour")
    if rounds <= PLAYED:
        began = time.perf_counter()
        with opened(places(folder)) as file:
            report = verify(file)
        took_s = time.perf_counter() - began
        print(f"{'':>18}verify {took_s:.1f} s, {report.found} found")
    asyncio.run(cut(folder))
    cut_ms, replayed = start_ms(folder)
    print(f"{'':>18}start after a cut {cut_ms:.1f} ms, {replayed} events replayed")


def main() -> None:
    """Throughput and wait, then the long journals."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    lengths = [int(word.replace(",", "")) for word in sys.argv[1:]] or [1000, 10_000, 100_000]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("waits", "at-once"):
            (folder / part).mkdir()
        figures("table: event to commit, one at a time", asyncio.run(table_waits(folder / "waits")))
        figures("bare SQLite: one row a commit", bare(folder, bodies(folder / "waits"), 1))
        rate("table: inbox always full", *asyncio.run(table_at_once(folder / "at-once")))
        rows = bodies(folder / "at-once")
        rate(f"bare SQLite: {GROUP} rows a commit", len(rows), sum(bare(folder, rows, GROUP)))
        for rounds in lengths:
            place = folder / str(rounds)
            place.mkdir()
            asyncio.run(long_journal(place, rounds))
            starts(place, rounds)


if __name__ == "__main__":
    main()
