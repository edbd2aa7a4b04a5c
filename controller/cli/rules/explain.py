"""`tablectl explain`: prints the rounds of a script for a person: what was seen and done, who won what and why."""

from typing import Annotated

import typer

from controller.audit.explain.rounds import explain_round
from controller.audit.explain.wording import Done
from controller.cli.rules.play import replay
from controller.core.effects import RoundEnded
from controller.core.reader import MalformedLine
from controller.games.registry import find
from controller.terminal.inputs import input_lines
from controller.terminal.printable import complain, say


def command(
    script: Annotated[str, typer.Argument(metavar="FILE", help="A script (JSON Lines); - is standard input.")],
    *,
    number: Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")] = None,
) -> int:
    """Exit status: 0 explained, 1 there is no such round, 2 the script is not well formed."""
    explained = 0
    steps: list[Done] = []
    try:
        for line, _, effects, event in replay(script, input_lines(script)):
            steps.append((line, event, effects))
            for effect in effects:
                if not isinstance(effect, RoundEnded):
                    continue
                outcome = effect.outcome
                if number in (None, outcome.round):
                    about = {clause.number: clause.about for clause in find(outcome.game).clauses}
                    say(*explain_round(steps, outcome, about), "")
                    explained += 1
                steps = []
    except OSError as error:
        complain(f"{script}: {error.strerror}")
        return 2
    except MalformedLine as error:
        complain(error)
        return 2
    if not explained:
        complain("no such round ended in this script")
    return 0 if explained else 1
