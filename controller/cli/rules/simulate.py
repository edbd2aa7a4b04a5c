"""`tablectl simulate`: a thousand shoes a game by random legal moves, each round settled or void, in one command.

A poker table has no shoe: one counts as many rounds as a shoe of another game has.
"""

import os
from collections import Counter
from typing import Annotated, Final

import typer
from rich.progress import Progress

from controller.audit.explain.wording import counted
from controller.cli.program import one_of
from controller.games.registry import GAMES
from controller.odds.simulation import play_shoes
from controller.terminal.printable import complain

STEPS: Final = 10
"""Where no bar can be shown, a line is printed each tenth of the shoes."""


def command(
    *,
    game: Annotated[
        str, typer.Option(parser=one_of((*GAMES, "all")), metavar="GAME", help=f"{', '.join(GAMES)} or all.")
    ] = "all",
    shoes: Annotated[int, typer.Option(min=1, metavar="N", help="Shoes a game.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the first shoe; the next ones follow it.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, metavar="N", help="Processes (default: one a core).")] = None,
) -> int:
    """Exit status: 0 every round ended and no legal move was refused, else 1."""
    games = list(GAMES) if game == "all" else [game]
    faults: list[str] = []
    with Progress() as progress:
        for name in games:
            outcomes: Counter[str] = Counter()
            events = 0
            task = progress.add_task(name, total=shoes)
            reports = play_shoes(name, shoes, seed, workers or os.cpu_count() or 1)
            for done, report in enumerate(reports, start=1):
                outcomes += report.outcomes
                events += report.events
                faults += [f"{name}: {fault}" for fault in report.faults]
                progress.advance(task)
                tenth = done * STEPS // shoes > (done - 1) * STEPS // shoes
                if tenth and not progress.console.is_terminal:
                    complain(f"{name}: {done} of {counted(shoes, 'shoe')}")
            ended = ", ".join(f"{count} {status}" for status, count in sorted(outcomes.items()))
            progress.console.print(f"{name}: {counted(shoes, 'shoe')}, {counted(events, 'event')}, rounds: {ended}")
        for fault in faults[:20]:
            progress.console.print(fault)
    return 1 if faults else 0
