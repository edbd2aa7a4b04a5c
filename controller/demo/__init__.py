"""`tabled demo`: a table with virtual devices that send the real bytes, a broker and the real daemon in one process.

`virtual_table` puts it together, `players` play, `picture` shows. What is imported here is little, so that Ctrl-C is
obeyed from the start; the rest is imported by `main`.
"""

import importlib
import signal
import sys
from pathlib import Path
from typing import Final, NamedTuple

from controller.terminal.printable import complain

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Each ends the demonstration in order."""
PACKAGED: Final = Path(sys.prefix) / "demo"
"""Where the Debian package has the broker of the demonstration, and the table's daemon never looks."""


class Asked(NamedTuple):
    """What somebody wants to see; `game` None for the first, `rounds` None until it is ended, `svg` a last picture.

    `drawn`: hits are not said, their cards are drawn. `deal`: a person deals, in the browser.
    """

    game: str | None
    rounds: int | None
    fast: bool
    seed: int
    svg: Path | None
    drawn: bool
    deal: bool = False


def main(asked: Asked) -> int:
    """Plays what is asked for; returns the exit status."""
    for number in SIGNALS:
        signal.signal(number, lambda *_: sys.exit(0))
    if PACKAGED.is_dir():
        sys.path.append(str(PACKAGED))
    try:
        demonstration = importlib.import_module("controller.demo.demonstration")
    except ModuleNotFoundError as error:
        complain(f"tabled demo: needs the package {error.name}, of the extra `demo`.")
        return 2
    status: int = demonstration.main(asked, SIGNALS)
    return status
