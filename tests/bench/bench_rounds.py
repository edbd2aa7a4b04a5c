"""Rounds a second of each twenty-one game on one core, seven areas and every kind of wager, by the daemon's own `step`.

Run as `python -m tests.bench.bench_rounds [SECONDS]`. The rounds are formed first, then only `step` is timed. Beside
it, in the same run, decisions are only read from JSON at the border: what a step costs compared with reading its line.
"""

import sys
import time

from controller.core.effects import RoundEnded
from controller.core.events import AnyEvent, BetsClosed, BetsOpen, Decision, ShoeNew, Wager
from controller.core.tables import TwentyOneTable
from controller.games import State, new_table, step
from controller.games.reading import read_event
from controller.odds.random_player import RandomPlayer
from tests.games.rulebooks import RULEBOOKS


class FullTable(RandomPlayer):
    """Rounds with a main wager and every kind of side wager on each of seven areas; decisions are random and legal."""

    def full_round(self) -> list[AnyEvent]:
        """The events of one round, played to its end."""
        if len(self.shoe) < 150:
            self._do(ShoeNew())
            self._shuffle()
            events: list[AnyEvent] = [ShoeNew()]
        else:
            events = []
        for event in self._opening():
            events.append(event)
            self._do(event)
        ended = False
        while not ended:
            for event in self._next():
                _, _, effects = self._do(event)
                events.append(event)
                ended = ended or any(isinstance(effect, RoundEnded) for effect in effects)
        return events

    def _opening(self) -> list[AnyEvent]:
        kinds = RULEBOOKS[self.table.game].wager_kinds
        return [
            BetsOpen(),
            *(Wager(area=area, kind=kind, amount=1000) for area in range(1, 8) for kind in kinds),
            BetsClosed(),
        ]


def main() -> int:
    """Prints one line a game."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{'game':22}{'rounds/s':>10}{'steps/s':>10}{'events a round':>16}{'us/step':>9}{'us/read':>9}")
    for game in RULEBOOKS:
        table = TwentyOneTable(game=game, areas=7)
        player = FullTable(table, seed=7)
        rounds = [player.full_round() for _ in range(150)]
        timed = _time_steps(table, rounds, seconds)
        count = sum(len(events) for events in rounds)
        read = _time_reading(game, rounds)
        rate = timed * 150
        step_us = 1e6 / (timed * count)
        print(f"{game:22}{rate:10.0f}{timed * count:10.0f}{count / 150:16.1f}{step_us:9.2f}{read * 1e6:9.2f}")
    return 0


def _time_steps(table: TwentyOneTable, rounds: list[list[AnyEvent]], seconds: float) -> float:
    """How often a second all rounds are played."""
    times = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state: State = new_table(table)
        for events in rounds:
            for event in events:
                state, _ = step(state, event)
        times += 1
    return times / (time.process_time() - start)


def _time_reading(game: str, rounds: list[list[AnyEvent]]) -> float:
    """Seconds to read one event's line at the border."""
    decisions = [event for events in rounds[:20] for event in events if isinstance(event, Decision)]
    lines = [f'{{"type":"decision","area":{one.area},"action":"{one.action}"}}' for one in decisions]
    start = time.process_time()
    for line in lines:
        read_event(line, game=game)
    return (time.process_time() - start) / max(len(lines), 1)


if __name__ == "__main__":
    sys.exit(main())
