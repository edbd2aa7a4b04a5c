"""`tablectl self-check`: whether what is installed is what was signed, by the package's own program.

That program stands outside what it checks, needs neither this one nor its environment, and is what the unit runs before
each start: what is printed here is what it prints.
"""

import subprocess
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.terminal.printable import complain

PROGRAM: Final = Path("/usr/libexec/table-controller/self-check")


def command(
    *,
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="Print the HMAC-SHA1 and HMAC-SHA256 of the files by this key, too."),
    ] = None,
) -> int:
    """Exit status: 0 all is as signed, 5 it is not, 2 nothing signed is installed, or no seed."""
    if not PROGRAM.exists():
        complain(f"tablectl: There is no {PROGRAM}: this program is not of the Debian package, and nothing is signed.")
        return 2
    words = [] if seed is None else ["--seed", seed]
    return subprocess.run([PROGRAM, *words], check=False).returncode  # noqa: S603 - the package's program
