"""Writes the journal of a release that later releases have to start with and verify: FOLDER, once for each release.

    python -m tests.journal.released.make tests/journal/released/RELEASE

A table lived by the real daemon with its devices: rounds, a press, a refusal, a ruling, a correction, alerts that come
and go, a shoe unplugged, a day without a broker, a stop, a kill in the middle of a round.
"""

import asyncio
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.broker import Broker
from tests.table.table_bench import WAGERS, Bench, running, write_config

KEPT: Final = ("journal.db", "journal.db-wal", "journal.db.head", "journal.db.key", "journal.db.seal")
"""What the journal consists of."""


async def live(folder: Path, broker: Broker) -> None:
    """Two lives of a table; the second is killed while its third round is dealt, its messages waiting."""
    async with running(folder, broker) as bench:
        await _first_life(bench)
        await bench.daemon.end(signal.SIGTERM)
    broker.stop()  # a day without it begins
    async with running(folder, None, start=False) as bench:
        write_config(folder, broker)
        await bench.daemon.start()
        await bench.say(*WAGERS)
        await bench.deal("9S", "7H", "8D")
        await bench.say({"type": "decision", "area": 1, "action": "stand"})
        await bench.deal("KC")
        await bench.say(*WAGERS)
        await bench.deal("6S", "7H")
        await bench.daemon.end(signal.SIGKILL)


async def _first_life(bench: Bench) -> None:
    await bench.bet_and_deal()
    await bench.say({"type": "decision", "area": 1, "action": "hit"})
    await bench.press()
    await bench.meter_shows("showing")
    await bench.say(*WAGERS)
    await bench.deal("9S", "7H", "8D")
    (stood,) = await bench.say({"type": "decision", "area": 1, "action": "stand"})
    await bench.deal("KC")
    wrong = {"of": stood["n"] + 1, "event": {"type": "card", "card": "QC"}}
    await bench.say(
        {"type": "correction", "changes": [wrong], "reason": "shoe misread", "authority": "pit_manager"},
        {"type": "wager", "area": 3, "kind": "main", "amount": 1000},
    )
    bench.shoe.port.unplug()
    await bench.listener.wait_for("alert", code="device_lost", state="raised")
    bench.shoe.port.plug_in()
    await bench.listener.wait_for("alert", code="device_lost", state="cleared")


def main(folder: Path) -> None:
    """Make the folder and put the journal into it."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        broker = Broker(place / "broker")
        broker.start()
        try:
            asyncio.run(live(place, broker))
        finally:
            broker.stop()
        folder.mkdir(parents=True)
        for name in KEPT:
            shutil.copy(place / name, folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
