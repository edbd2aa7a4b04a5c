"""What is counted as it happens: rounds, cards, draws, refusals, and how long each step of the way takes."""

import asyncio
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NoReturn

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from controller.configuration.config import Config
from controller.core.effects import Effect, Rejected, RoundEnded, SetMeter
from controller.core.events import AnyEvent, ButtonPressed, CardDrawn, MultiplierDrawn
from controller.daemon.metrics.seen import Seen
from controller.journal.files.whole_file import write_whole
from controller.table.measures import Measures

BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""A commit is among the first, a meter on a slow line among the last."""
WRITE_EVERY_S: Final = 15.0
MODE: Final = 0o644
"""The node exporter has a user of its own."""

_log = structlog.get_logger()

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics(Measures):
    """Of the table `table`; `game` is the word in its rounds' label."""

    def __init__(self, *, table: str, game: str) -> None:
        super().__init__()
        self._table = table
        self._game = game
        self.registry = CollectorRegistry()
        self._seen: Seen | None = None
        self._pressed_s: float | None = None
        ProcessCollector(registry=self.registry)
        self._rounds = self._counter("rounds", "Rounds that ended, each once.", "game", "status")
        self._cards = self._counter("cards", "Cards that a device or a console sent.", "device")
        self._draws = self._counter("draws", "Multipliers drawn.", "multiplier")
        self._rejections = self._counter("rejections", "Requests that the rules refused.", "event")
        self._step = self._histogram("step", "For the rules to answer an event.")
        self._commit = self._histogram("commit", "For a commit to be on the disk.")
        self._card_to_ack = self._histogram("card_to_ack", "From a card's frame to its acknowledgement to the shoe.")
        self._press_to_meter = self._histogram("press_to_meter", "From a press to the meter's answer that it rolls.")

    def look_at(self, config: Config, **parts: Any) -> None:
        """From now on the table and its parts are looked at, too (`Seen`)."""
        self._seen = Seen(config=config, **parts)
        self.registry.register(self._seen)

    def committed(self, took_s: float) -> None:
        super().committed(took_s)
        self._commit.observe(took_s)

    def decided(self, took_s: float, event: AnyEvent, device: str | None, effects: Iterable[Effect]) -> None:
        self._step.observe(took_s)
        if isinstance(event, CardDrawn):
            self._cards.labels(self._table, device or "").inc()
        elif isinstance(event, MultiplierDrawn):
            self._draws.labels(self._table, event.value).inc()
        for effect in effects:
            if isinstance(effect, RoundEnded) and effect.outcome.revision is None:
                self._rounds.labels(self._table, self._game, effect.outcome.status).inc()
            elif isinstance(effect, Rejected):
                self._rejections.labels(self._table, event.type).inc()
                if isinstance(event, ButtonPressed):
                    self._pressed_s = None

    def came(self, events: Iterable[object]) -> None:
        if any(isinstance(event, ButtonPressed) for event in events):
            self._pressed_s = time.perf_counter()

    def received(self, took_s: float, events: Iterable[object]) -> None:
        for event in events:
            if isinstance(event, CardDrawn):
                self._card_to_ack.observe(took_s)

    def shown(self, level: SetMeter) -> None:
        if level.state in ("rolling", "showing") and self._pressed_s is not None:
            self._press_to_meter.observe(time.perf_counter() - self._pressed_s)
            self._pressed_s = None

    async def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        if self._seen is not None:
            await self._seen.look()
        return generate_latest(self.registry)

    async def keep_written(self, file: Path) -> NoReturn:
        """Write them for the node exporter's collector, whole or not at all; for the daemon's life."""
        failed = ""
        while True:
            try:
                await asyncio.to_thread(write_whole, file, await self.text(), MODE)
            except OSError as error:
                if failed != (failed := str(error)):
                    _log.error("textfile_failed", file=str(file), reason=failed)
            else:
                failed = ""
            await asyncio.sleep(WRITE_EVERY_S)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"tabled_{name}", text, ("table", *labels), registry=self.registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        found = Histogram(f"tabled_{name}_seconds", text, ("table",), registry=self.registry, buckets=BUCKETS)
        return found.labels(self._table)
