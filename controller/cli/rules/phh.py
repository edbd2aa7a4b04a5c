"""`tablectl phh`: hand histories in the open PHH format, into scripts and out of them.

    tablectl phh to-script FILE.phh > script.jsonl      a hand that was played elsewhere, to be played here
    tablectl phh from-script SCRIPT > hands.phh         what was played here; hands that were not shown stay `????`

Several hands go into and come out of one file with a table each (`.phhs`).
"""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.audit.phh.notation import HandHistory
from controller.audit.phh.reading import read_hands
from controller.audit.phh.recording import histories
from controller.audit.phh.scripting import UNIT, script_of
from controller.audit.phh.writing import written_all
from controller.cli.program import Group
from controller.cli.rules.play import replay
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.games.poker.state import NAME
from controller.games.reading import read_table
from controller.terminal.inputs import MIB, input_lines, read_text
from controller.terminal.printable import complain, say


def _unit(given: str | int) -> int:
    """A number of cents of which every amount has a decimal, as it was typed or by default."""
    text = str(given)
    if not re.fullmatch("[0-9]{1,10}", text) or not int(text) or 10**9 % int(text):
        raise typer.BadParameter(f"expected a number like 1, 100 or 200 (factors 2 and 5 alone), got {text!r}")
    return int(text)


HANDS_BYTES: Final = 16 * MIB
"""Of a file of hands; one has about 600."""
UnitOption = Annotated[int, typer.Option(parser=_unit, metavar="CENTS", help="Cents of one unit.")]


def to_script(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .phh or .phhs file; - is standard input.")],
    *,
    hand: Annotated[str | None, typer.Option(metavar="NAME", help="Which hand of a file of several.")] = None,
    unit: UnitOption = UNIT,
) -> int:
    """Exit status: 0 done, 1 there is no such hand, 2 it is no hand that this table plays."""
    name = str(file)
    try:
        text = read_text(name, most=HANDS_BYTES)
        hands = [one for one in read_hands(text, file=name) if hand in (None, one.name)]
        if len(hands) != 1:
            complain(f"{name}: expected one hand, got {len(hands)}; --hand chooses")
            return 1
        records = script_of(hands[0], file=name, unit=unit)
    except OSError as error:
        complain(f"{name}: {error.strerror}")
        return 2
    except MalformedLine as error:
        complain(error)
        return 2
    for record in records:
        say(dumps(record))
    return 0


def from_script(
    file: Annotated[Path, typer.Argument(metavar="SCRIPT", help="A script (JSON Lines); - is standard input.")],
    *,
    number: Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")] = None,
    unit: UnitOption = UNIT,
) -> int:
    """Exit status: 0 every round is written, 1 some cannot be or there is none, 2 the script is not well formed."""
    name = str(file)
    hands: list[HandHistory] = []
    complete = True
    try:
        lines = list(input_lines(name))
        said = ((at, line) for at, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith(b"#"))
        at, first = next(said, (1, b""))
        if first and read_table(first.decode("utf-8-sig", "replace"), file=name, line=at).game != NAME:
            complain(f"{name}: expected a table of poker, since other games have no hand history")
            return 2
        played = ((event, state, effects) for _, state, effects, event in replay(name, lines))
        for found in histories(played, unit=unit):
            if isinstance(found, HandHistory):
                hands += [found] if number in (None, int(found.name)) else []
            elif number in (None, found.round):
                complete = False
                complain(f"{name}: round {found.round} is left out: {found.reason}")
    except OSError as error:
        complain(f"{name}: {error.strerror}")
        return 2
    except MalformedLine as error:
        complain(error)
        return 2
    if not hands and complete:
        complain(f"{name}: no round{'' if number is None else f' {number}'} in it is over")
    if hands:
        say(*written_all(hands).splitlines())
    return 0 if hands and complete else 1


command: Final = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, no_args_is_help=True)
command.command("to-script", help="Write a hand of no-limit hold'em as a script.")(to_script)
command.command("from-script", help="Write the rounds of a script as hand histories.")(from_script)
