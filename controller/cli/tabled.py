"""`tabled`: the daemon of one table.

    tabled --config FILE            run the table
    tabled --config FILE --check    check the file, print what would run and what a start would meet
    tabled demo …                   a table with virtual devices and a broker in one process

The exit statuses are those of `controller.cli.run_table`; a demonstration that is stopped ends with 0. What is asked
for is loaded only then, so that a Ctrl-C while it loads ends it as quietly as one later.
"""

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli.program import INTERRUPTED, Lazy, flag, program, run, version_of, without
from controller.terminal.output import ended

NAME: Final = "tabled"
COMMANDS: Final = {
    "Without hardware": {"demo": Lazy("controller.cli.demo", "Show a table with virtual devices, live.")}
}

app: Final = program("Runs one table.", COMMANDS, invoke_without_command=True)


@app.callback()
def _serve(
    context: typer.Context,
    *,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="The table's TOML file.")] = None,
    check: Annotated[bool, flag("--check", help="Check the file and what it names, and stop.")] = False,
    version: Annotated[
        bool, flag("--version", callback=version_of(NAME), is_eager=True, help="Show the version and exit.")
    ] = False,
) -> int:
    del version
    if context.invoked_subcommand is not None:
        return 0
    if config is None:
        raise typer.BadParameter("expected a table's file; `tabled demo` needs none", param_hint="--config")
    with without("rich", "greenlet"):  # structlog would load what is installed: 4 MB for tracebacks in colour, 1 MB
        run_table = importlib.import_module("controller.cli.run_table")
    status: int = run_table.run(config, check=check)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    status = ended(NAME, lambda: run(app, NAME, words))
    return 0 if status == INTERRUPTED else status


if __name__ == "__main__":
    sys.exit(main())
