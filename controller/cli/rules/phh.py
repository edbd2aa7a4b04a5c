"""`tablectl phh`: hand histories in the open PHH format, into scripts and out of them.

    tablectl phh to-script FILE.phh > script.jsonl      a hand that was played elsewhere, to be played here
    tablectl phh from-script SCRIPT > hands.phh         what was played here; hands that were not shown stay `????`

Several hands go into and come out of one file with a table each (`.phhs`).
"""

import argparse
import sys
from pathlib import Path

from controller.audit.phh.notation import HandHistory
from controller.audit.phh.reading import read_hands
from controller.audit.phh.recording import histories
from controller.audit.phh.scripting import UNIT, script_of
from controller.audit.phh.writing import written_all
from controller.cli.rules.play import replay
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.games.poker.state import NAME
from controller.games.reading import read_table


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand with its two ways."""
    parser = commands.add_parser("phh", help="read and write hand histories in the open PHH format")
    ways = parser.add_subparsers(dest="way", required=True, metavar="WAY")
    to_script = ways.add_parser("to-script", help="a hand of no-limit hold'em into a script")
    to_script.add_argument("file", type=Path, metavar="FILE", help="a .phh or .phhs file; - is standard input")
    to_script.add_argument("--hand", metavar="NAME", help="which hand of a file of several")
    to_script.set_defaults(run=_to_script)
    from_script = ways.add_parser("from-script", help="the rounds of a script into hand histories")
    from_script.add_argument("file", type=Path, metavar="SCRIPT", help="a script (JSON Lines); - is standard input")
    from_script.add_argument("--round", type=int, help="only this round")
    from_script.set_defaults(run=_from_script)
    for way in (to_script, from_script):
        way.add_argument("--unit", type=_unit, default=UNIT, metavar="CENTS", help="cents of one unit (default: 100)")


def _unit(text: str) -> int:
    """A number of cents of which every amount has a decimal."""
    if not text.isdecimal() or not int(text) or 10**9 % int(text):
        raise argparse.ArgumentTypeError(f"expected a number like 1, 100 or 200 (factors 2 and 5 alone), got {text!r}")
    return int(text)


def _to_script(arguments: argparse.Namespace) -> int:
    """0 done, 1 there is no such hand, 2 it is no hand that this table plays."""
    name = str(arguments.file)
    try:
        text = _read(arguments.file).decode()
        hands = [hand for hand in read_hands(text, file=name) if arguments.hand in (None, hand.name)]
        if len(hands) != 1:
            print(f"{name}: expected one hand, got {len(hands)}; --hand chooses", file=sys.stderr)
            return 1
        records = script_of(hands[0], file=name, unit=arguments.unit)
    except (OSError, UnicodeDecodeError, MalformedLine) as error:
        print(error, file=sys.stderr)
        return 2
    for record in records:
        print(dumps(record))
    return 0


def _from_script(arguments: argparse.Namespace) -> int:
    """0 every round is told, 1 some cannot be or there is none, 2 the script is not well formed."""
    name = str(arguments.file)
    hands: list[HandHistory] = []
    complete = True
    try:
        lines = _read(arguments.file).splitlines(keepends=True)
        first = next((line for line in lines if line.strip() and not line.lstrip().startswith(b"#")), b"")
        if first and read_table(first.decode(), file=name).game != NAME:
            print(f"{name}: expected a table of poker, since other games have no hand history", file=sys.stderr)
            return 2
        played = ((event, state, effects) for _, state, effects, event in replay(name, lines))
        for told in histories(played, unit=arguments.unit):
            if isinstance(told, HandHistory):
                hands += [told] if arguments.round in (None, int(told.name)) else []
            elif arguments.round in (None, told.round):
                complete = False
                print(f"{name}: round {told.round} is left out: {told.reason}", file=sys.stderr)
    except (OSError, UnicodeDecodeError, MalformedLine) as error:
        print(error, file=sys.stderr)
        return 2
    if hands:
        print(written_all(hands), end="")
    return 0 if hands and complete else 1


def _read(file: Path) -> bytes:
    return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
