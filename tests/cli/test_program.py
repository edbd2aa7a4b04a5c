"""Both command lines: what they cost before a command is chosen, how they group their commands, how they refuse."""

import subprocess
import sys
from typing import Final

import pytest
import typer

from controller.cli import tablectl, tabled
from controller.cli.program import NOT_ANSWERED, run
from controller.release import release

HEAVY: Final = ("controller.games", "controller.journal", "controller.configuration", "drivers", "pydantic", "asyncio")
"""What only a command needs."""
NAMES: Final = [name for commands in tablectl.COMMANDS.values() for name in commands]


@pytest.mark.parametrize("module", ["controller.cli.tablectl", "controller.cli.tabled"])
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_no_command_is_imported_before_it_is_called(module: str, option: str) -> None:
    """Help and version know the commands by name alone."""
    script = (
        f"import importlib, sys; status = importlib.import_module({module!r}).main([{option!r}]);"
        f" print(sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for both."""
    assert (tablectl.main(["--version"]), tabled.main(["--version"])) == (0, 0)
    assert capsys.readouterr().out == f"tablectl {release()}\ntabled {release()}\n"


def test_alone_it_shows_every_command_in_its_panel(capsys: pytest.CaptureFixture[str]) -> None:
    """The panels in order, each with its commands; no command was given, so the status is 2."""
    assert tablectl.main([]) == 2
    shown = capsys.readouterr().out
    places = [shown.index(f"\n{panel}:\n") for panel in tablectl.COMMANDS]
    assert places == sorted(places)
    assert all(f"\n  {name} " in shown for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the line that the list has of it, and its exit status."""
    assert tablectl.main([name, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    (line,) = (commands[name].help for commands in tablectl.COMMANDS.values() if name in commands)
    assert line in shown
    assert "Exit status: 0" in shown or name == "phh"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["statsu"], "tablectl: No such command 'statsu'. Did you mean 'status'?\nTry `tablectl --help`.\n"),
        (["play"], "tablectl play: Missing argument 'FILE'.\nTry `tablectl play --help`.\n"),
        (
            ["status", "--confg", "x"],
            "tablectl status: No such option: --confg (Possible options: --config)\nTry `tablectl status --help`.\n",
        ),
        (
            ["replay-wire", "x", "y", "--side", "left"],
            (
                "tablectl replay-wire: Invalid value for '--side': 'left' is not one of 'device', 'host'.\n"
                "Try `tablectl replay-wire --help`.\n"
            ),
        ),
        (["recall", "--config", "a", "--journal", "b"], "tablectl: Give --config or --journal, not both.\n"),
    ],
)
def test_a_wrong_command_line_is_a_sentence(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, with the near name where there is one; the status is 2."""
    assert tablectl.main(words) == 2
    assert capsys.readouterr() == ("", expected)


def test_tabled_wants_a_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    """Or the demonstration."""
    assert tabled.main([]) == 2
    assert "--config: expected a table's file; `tabled demo` needs none" in capsys.readouterr().err


def test_a_question_that_nobody_answers_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """At the end of standard input, or by Ctrl-C: no traceback."""
    app = typer.Typer()

    @app.command()
    def ask() -> None:
        raise typer.Abort

    assert run(app, "tablectl", []) == NOT_ANSWERED
    assert capsys.readouterr().err == "tablectl: the question was not answered; nothing was changed.\n"
