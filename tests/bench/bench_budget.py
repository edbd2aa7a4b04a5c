"""The budget of one card and one press: what each part of their ways takes, from the byte on, in the running daemon.

Run as `python -m tests.bench.bench_budget [CARDS] [PRESSES]`: a card's way ends with its acknowledgement, that of a
press with the meter's first byte. The daemon is a process of its own with ptys, a broker and a disk, its calls stamped
(`stamped`); the table is idle before each card and press. Beside it, in turn with the cards, one row in bare SQLite on
the same disk: a loaded machine holds up both alike, so the last line is a ratio. What is counted is counted from the
byte read on; bytes written are the kernel's (/proc/PID/io), of whole rounds.

On 29 November 2026, two virtual Xeon processors and others at work on them (load 8), in turn with the release before
the way was made one call, the median of three runs' p50 in µs:

                                                              before    now
    kernel, and the loop's wake-up                               172    150
    link and protocol                                            166    106
    device: watches, budgets                                      45     32
    desk and the table's inbox                                   145     43
    rules, messages, JSON, link; now the look at the files       270    278
    to the writer's thread; the seal signed, before              138     37
    signatures of the messages; the seal's, now                   90    137
    rows into pages                                              108     97
    log written and flushed                                      577    523    the disk's: a bare row takes 520
    back to the loop                                             124     81
    lanes                                                         14     15
    answers, device, the line                                    129     75

without kernel and disk 1229 and 901; in the quietest run a card took 2280 and 1710. Turns of the loop from the byte to
the acknowledgement: 6 before, 1 now, the wait for the disk. System calls an event (strace -f -c): 150 before, 124 now;
of these futex 40 and 23, for the other thread; fdatasync 1.1 both times.

A press is a card with one record more, of the button's level, up to `adopted`. Then, before and since the meter rolls
in front of the draw, in turn (load 3 to 4), the median of three runs' p50 in µs:

    the meter's turn, order, device, the line                   2003    304

Of the 2003 the draw, its step and record took 950, the lamp's order 300; its write let the interpreter go to the
writer's thread, which had the head file and the next commit to begin. What the bench itself adds behind the meter's
byte is 1000 there, of the pty and of processors at work.

What is written, in turn with the commit b8be3cf, the same day (load 9 to 12):

    rows into pages, µs                                         126 (b8be3cf: 140)
    log written and flushed, µs                                 1,050 to 1,100 (b8be3cf: 1,700 to 2,500)
    bytes to the disk, a round                                  92 KiB (b8be3cf: 103 to 104; pages of 4,096 bytes: 378)
    the same at 60 rounds an hour                               143 KiB (b8be3cf: 195, in the hour after a start 229)
    at the disk itself, in the hour after a start               162 KiB, 13 flushes (b8be3cf: 359 KiB, 24 flushes)

Of the 92 KiB a round 46 are a page of 4,096 bytes for each of 11.4 commits, which is the least that the kernel writes.

With texts packed and the outbox in the order of writing, in turn with the commit bcdcebe, three runs each (load 4):

    bytes to the disk, a round                                  82 KiB (bcdcebe: 92)
    of the file, a record                                       241 bytes (bcdcebe: 467)
    of the file, a message                                      236 bytes (bcdcebe: 630)
    rows packed and into pages, µs, the machine busy            306 to 352 (bcdcebe: 176 to 187)

With words found by trial, and events without their kind, in turn with the commit db830cf, two runs of 240 cards and 60
presses each (load 7):

    bytes to the disk, a round                                  82 KiB (db830cf: 85)
    of the file, a record                                       186 bytes (db830cf: 235 and 243)
    of the file, a message                                      218 bytes (db830cf: 251)
    rows packed and into pages, µs                              223 and 246 (db830cf: 265 and 225)

A record of one commit is then a third of a page, also with numbers and times as they are after months: 195 bytes by
reckoning, and 254 with its kind.

Packing takes 20 µs a text where the processor's cache has others' bytes, 8 to 17 µs where it is warm; a card has
three. In pages of 1,024 bytes a record takes 199 bytes in the place of 219, a round of 40 records 309 KiB of the
disk in the place of 269.
"""

import asyncio
import json
import os
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from controller.journal.files.log_room import PAGE
from controller.journal.files.place import log_of
from controller.journal.opening import LOG_BYTES
from tests.bench import stamped
from tests.bench.bench_latency import QUICK_S, ROUND, ROUNDS_A_SHOE, armed
from tests.broker import Broker
from tests.table.table_bench import Bench, Daemon, running

PARTS: Final = {
    "read": "the kernel, and the loop's wake-up",
    "decoded": "link and protocol",
    "handed on": "device: watches, budgets",
    "taken": "desk and the table's inbox",
    "decided": "rules, messages, JSON, link, seal",
    "writer awake": "a hop to the writer's thread",
    "signed": "signatures of the messages",
    "inserted": "SQLite: rows into pages",
    "flushed": "SQLite: log written and flushed",
    "headed": "the head file",
    "loop awake": "a hop back to the loop",
    "adopted": "lanes",
    "acknowledged": "answers, device, the line",
}
"""Each stamp of a card, in order, and what comes before it."""
PRESS_PARTS: Final = {
    **{name: what for name, what in PARTS.items() if name not in ("headed", "acknowledged")},
    "rolling": "the meter's turn, order, device, the line",
}
"""The same of a press, up to the meter's first byte."""

Stamp = tuple[str, int, int]


class StampedDaemon(Daemon):
    """`tabled` by way of `stamped`."""

    async def start(self, *_: object, **__: object) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.stamped", "--config", str(self.config),
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, stamped.VARIABLE: str(self.config.with_suffix(".stamps"))},
        )  # fmt: skip


class BareRows:
    """A row a commit in SQLite as it is set up by default but for synchronous=FULL."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, body TEXT)")
        self.taken_ns: list[int] = []

    def add(self) -> None:
        began = time.perf_counter_ns()
        self._connection.execute("INSERT INTO rows (body) VALUES (?)", (json.dumps({"card": "AS"}),))
        self.taken_ns.append(time.perf_counter_ns() - began)


async def play(bench: Bench, count: int, rows: BareRows) -> tuple[list[int], int]:
    """Cards to an idle table; when each was sent, and the rounds."""
    sent: list[int] = []
    rounds = 0
    while len(sent) < count:
        if rounds % ROUNDS_A_SHOE == 0:
            await bench.say({"type": "shoe.new"})
        await bench.say({"type": "bets.open"}, {"type": "wager", "area": 1, "kind": "main", "amount": 1000})
        await bench.say({"type": "bets.closed"})
        for step in ROUND:
            if len(step) > 2:
                await bench.say({"type": "decision", "area": 1, "action": step})
            else:
                await asyncio.sleep(QUICK_S)
                rows.add()
                await asyncio.sleep(QUICK_S)
                sent.append(time.perf_counter_ns())
                await bench.deal(step)
        rounds += 1
    return sent, rounds


def written(process: int) -> int:
    """Bytes that the kernel has taken for the disk from this process."""
    lines = Path(f"/proc/{process}/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def fill(log: Path) -> None:
    """Make SQLite's log as long as it is after an hour: what is written ahead is no round's."""
    with log.open("ab", buffering=0) as file:
        while file.tell() < LOG_BYTES:
            file.write(PAGE)
        os.fdatasync(file.fileno())


async def press(bench: Bench, count: int) -> dict[int, int]:
    """Presses at an idle table: when each was sent, and when its meter rolled."""
    seen: dict[int, int] = {}
    while len(seen) < count:
        await armed(bench)
        sent = time.perf_counter_ns()
        bench.button.press()
        await bench.meter.changed.wait()
        seen[sent] = time.perf_counter_ns()
        await asyncio.sleep(QUICK_S)
        bench.button.release()
        await bench.meter_shows("showing")
    return seen


def ways(
    stamps: Sequence[Stamp], sent: Sequence[int], parts: Mapping[str, str]
) -> Iterator[tuple[dict[str, int], list[Stamp]]]:
    """Of each card or press the time of each stamp of its parts, and what was counted in between."""
    stamps = sorted(stamps, key=lambda stamp: stamp[1])
    last = list(parts)[-1]
    for at, until in pairwise([*sent, sent[-1] + 10**9]):
        mine = [stamp for stamp in stamps if at <= stamp[1] < until]
        times: dict[str, int] = {"sent": at}
        for name, when, _ in mine:
            if name in parts and name not in times and (name == "read" or "read" in times):
                times[name] = when
        if last in times:
            yield times, [stamp for stamp in mine if times["read"] <= stamp[1] < times[last] and stamp[2]]


def table(found: Sequence[tuple[dict[str, int], list[Stamp]]], what_comes: Mapping[str, str]) -> None:
    """Print it."""
    last = list(what_comes)[-1]
    parts: dict[str, list[float]] = defaultdict(list)
    calls: Counter[str] = Counter()
    took: Counter[str] = Counter()
    for times, counted in found:
        before = times["sent"]
        for name in what_comes:
            if times["sent"] <= times.get(name, 0) <= times[last]:
                parts[name].append((times[name] - before) / 1000)
                before = times[name]
        for name, _, ns in counted:
            calls[name] += 1
            took[name] += ns
    print(f"{'':<52}{'p50':>8}{'p90':>8}   µs, n {len(found)}")
    for name, what in what_comes.items():
        if len(parts[name]) > len(found) / 2:
            _line(f"to `{name}`: {what}", parts[name])
    _line(f"from the first byte to `{last}`", [(times[last] - times["sent"]) / 1000 for times, _ in found])
    print("of it" + " " * 47 + f"{'calls':>8}{'µs':>8}")
    for name in calls:
        print(f"  {name:<50}{calls[name] / len(found):8.1f}{took[name] / len(found) / 1000:8.0f}")


def _line(name: str, taken: Sequence[float]) -> None:
    ordered = sorted(taken)
    print(f"{name:<52}{statistics.median(ordered):8.0f}{ordered[int(len(ordered) * 0.9)]:8.0f}")


async def measured(folder: Path, broker: Broker, count: int, presses: int) -> None:
    """Play, stop, print."""
    rows = BareRows(folder / "bare.db")
    async with running(folder, broker, start=False) as bench:
        bench.daemon = StampedDaemon(bench.daemon.config)
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        assert bench.daemon.process is not None
        fill(log_of(bench.journal))
        before = written(bench.daemon.process.pid)
        sent, rounds = await play(bench, count, rows)
        on_disk = written(bench.daemon.process.pid) - before
        seen = await press(bench, presses)
        await bench.daemon.end(signal.SIGTERM)
        stamps = [tuple(stamp) for stamp in json.loads(bench.daemon.config.with_suffix(".stamps").read_text())]
    table(list(ways(stamps, sent, PARTS)), PARTS)
    pressed = list(ways(stamps, list(seen), PRESS_PARTS))
    table(pressed, PRESS_PARTS)
    _line("from there to the bench", [(seen[times["sent"]] - times["rolling"]) / 1000 for times, _ in pressed])
    _line("a row in bare SQLite", [ns / 1000 for ns in rows.taken_ns])
    print(f"bytes to the disk, a round of 11 records: {on_disk / rounds / 1024:.0f} KiB")
    kept(bench.journal)


def kept(journal: Path) -> None:
    """Print what a record and a message take in the file."""
    connection = sqlite3.connect(journal)
    for name in ("records", "outbox"):
        (count,) = connection.execute(f"SELECT count(*) FROM {name}").fetchone()  # noqa: S608 - our own words
        sizes = "SELECT sum(pgsize), sum(unused) FROM dbstat WHERE name IN (?1, 'sqlite_autoindex_' || ?1 || '_1')"
        size, empty = connection.execute(sizes, (name,)).fetchone()
        print(f"{name}: {count}, {size / count:.0f} bytes each, of which {empty / count:.0f} are left empty")
    connection.close()


def main() -> None:
    """On one broker and one disk."""
    count, presses = (int(given) for given in (*sys.argv[1:], "300", "100")[:2])
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        broker = Broker(folder / "mosquitto")
        broker.start()
        try:
            asyncio.run(measured(folder, broker, count, presses))
        finally:
            broker.kill()


if __name__ == "__main__":
    main()
