"""The command line of `tabled`, whatever is on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli import lean_table
from controller.cli.program import INTERRUPTED, Lazy, flag, program, version_of
from controller.cli.program import run as run_program

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
    return lean_table.run(config, check=check)


def run(words: Sequence[str]) -> int:
    """The exit status; 0 after a Ctrl-C."""
    status = run_program(app, NAME, words)
    return 0 if status == INTERRUPTED else status
