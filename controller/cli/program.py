"""A program whose commands are imported when they are called: its help and its version need none of them.

A command is a module with a function `command`, whose parameters are its options, whose docstring says its exit
status, and which returns that. The program knows its name, where it is, and the line that the help shows of it. Help
is plain text: to draw boxes would cost more than all the rest of it.
"""

import gc
import importlib
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from controller.release import release
from controller.terminal.printable import complain, say

INTERRUPTED: Final = 130
"""What `run` returns after a Ctrl-C that the command did not take itself."""
flag: Final = partial(typer.Option, metavar="")
"""An option without a value; typer would show it with `<bool>`."""


class Lazy(NamedTuple):
    """A command by the module it is in."""

    module: str
    help: str


class Group(TyperGroup):
    """Commands of a program; without one their help is shown, and the status is 2."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help:
            say(*ctx.get_help().splitlines())
            raise typer.Exit(2)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Each panel with its commands."""
        del ctx
        width = max(map(len, self.commands))
        for panel, commands in groupby(
            self.commands.items(), key=lambda named: getattr(named[1], "rich_help_panel", None)
        ):
            with formatter.section(panel or "Commands"):
                formatter.write_dl([(name.ljust(width), command.help) for name, command in commands])


class _Commands(Group):
    """Holds a stand-in for each command, and puts the command in its place when it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, stand_in, rest = super().resolve_command(ctx, args)
        return name, None if stand_in is None else _loaded(stand_in), rest


def _loaded(stand_in: Any) -> Any:
    gc.disable()  # nothing of what is imported is garbage; to look for some takes a sixth of the time
    found = stand_in.callback()
    gc.freeze()
    gc.enable()
    if isinstance(found, typer.Typer):  # a command with commands of its own
        loaded = get_command(found)
        loaded.name, loaded.help = stand_in.name, stand_in.help
        return loaded
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(stand_in.name, help=f"{stand_in.help}\n\n{inspect.getdoc(found)}")(found)
    return get_command(alone)


def program(description: str, panels: Mapping[str, Mapping[str, Lazy]], **settings: Any) -> typer.Typer:
    """The program with its commands, grouped in its help."""
    app = typer.Typer(cls=_Commands, add_completion=False, rich_markup_mode=None, help=description, **settings)
    for panel, commands in panels.items():
        for name, lazy in commands.items():
            app.command(name, help=lazy.help, rich_help_panel=panel)(_stand_in(lazy.module))
    return app


def _stand_in(module: str) -> Callable[[], Any]:
    return lambda: importlib.import_module(module).command


def one_of(names: Collection[str]) -> Callable[[str], str]:
    """What reads an option that is one of these names."""

    def read(text: str) -> str:
        if text not in names:
            raise typer.BadParameter(f"expected {', '.join(names)}, got {text!r}")
        return text

    return read


def version_of(name: str) -> Callable[[bool], None]:
    """What the option `--version` does."""

    def show(asked: bool) -> None:
        if asked:
            say(f"{name} {release()}")
            raise typer.Exit

    return show


NOT_ANSWERED: Final = 2


def run(app: typer.Typer, name: str, words: Sequence[str]) -> int:
    """The exit status of the command; where the command line is wrong, a sentence says how, and it is 2."""
    try:
        status: int | None = get_command(app).main(words, prog_name=name, standalone_mode=False)
    except typer.TyperException as error:
        context: typer.Context | None = getattr(error, "ctx", None)
        place = name if context is None else context.command_path
        text = error.format_message().replace("Value error, ", "")  # pydantic's, before what typer says
        complain(f"{place}: {text}", f"Try `{place} --help`.")
        return error.exit_code
    except typer.Abort:  # at a question: Ctrl-C, or nobody is there to answer
        complain(f"{name}: the question was not answered; nothing was changed.")
        return NOT_ANSWERED
    return status or 0
