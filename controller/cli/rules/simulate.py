"""`tablectl simulate`: a thousand shoes a game by random legal moves, each round settled or void, in one command.

A poker table has no shoe: one counts as many rounds as a shoe of another game has.
"""

import argparse
import os
import sys
from collections import Counter
from typing import Final

from rich.progress import Progress

from controller.audit.explain.wording import counted
from controller.games.registry import GAMES
from controller.odds.simulation import play_shoes

STEPS: Final = 10
"""Where no bar can be shown, a line is printed each tenth of the shoes."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser("simulate", help="play whole shoes by random legal moves and count how rounds end")
    parser.add_argument("--game", choices=[*GAMES, "all"], default="all")
    parser.add_argument("--shoes", type=_count, default=1000, help="shoes a game (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first shoe; the next ones follow it")
    parser.add_argument("--workers", type=_count, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """0 when every round ended and no legal move was refused, else 1."""
    games = list(GAMES) if arguments.game == "all" else [arguments.game]
    faults: list[str] = []
    with Progress() as progress:
        for game in games:
            outcomes: Counter[str] = Counter()
            events = 0
            task = progress.add_task(game, total=arguments.shoes)
            reports = play_shoes(game, arguments.shoes, arguments.seed, arguments.workers)
            for done, report in enumerate(reports, start=1):
                outcomes += report.outcomes
                events += report.events
                faults += [f"{game}: {fault}" for fault in report.faults]
                progress.advance(task)
                tenth = done * STEPS // arguments.shoes > (done - 1) * STEPS // arguments.shoes
                if tenth and not progress.console.is_terminal:
                    print(f"{game}: {done} of {counted(arguments.shoes, 'shoe')}", file=sys.stderr, flush=True)
            ended = ", ".join(f"{count} {status}" for status, count in sorted(outcomes.items()))
            progress.console.print(
                f"{game}: {counted(arguments.shoes, 'shoe')}, {counted(events, 'event')}, rounds: {ended}"
            )
        for fault in faults[:20]:
            progress.console.print(fault)
    return 1 if faults else 0
