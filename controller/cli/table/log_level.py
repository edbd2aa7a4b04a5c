"""`tablectl log-level`: a part of the running table logs more, or less, for a while."""

import re
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.cli.table.asked import ask_the_table
from controller.daemon.logs.levels import PARTS, Level, Part
from controller.terminal.printable import say

LONGEST_S: Final = 24 * 3600
_UNITS: Final = {"s": 1, "m": 60, "h": 3600}


def _seconds(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,5})([smh])", text)
    if found is None or not 0 < (seconds := int(found[1]) * _UNITS[found[2]]) <= LONGEST_S:
        raise typer.BadParameter(f"expected a time up to 24h, as 30s, 10m or 2h; got {text!r}")
    return seconds


def command(
    part: Annotated[Part, typer.Argument(metavar="PART", help=f"One of {', '.join(PARTS)}.")],
    level: Annotated[Level, typer.Argument(metavar="LEVEL", help="debug, info (as usual), warning or error.")],
    *,
    for_: Annotated[str, typer.Option("--for", metavar="TIME", help="Then as usual again: 30s, 10m, 2h.")] = "10m",
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 done, 1 the table refuses, 2 the table cannot be reached."""
    seconds = _seconds(for_)
    answer = ask_the_table(config, {"type": "log.level", "part": part, "level": level, "for_s": seconds})
    if isinstance(answer, int):
        return answer
    say(f"{part} logs from {level} on" + ("." if level == "info" else f", for {for_}."))
    return 0
