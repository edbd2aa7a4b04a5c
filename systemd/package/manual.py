"""The manual pages: `tabled(1)`, `tablectl(1)` from the help of the command line, `tabled.toml(5)` from the example."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer
from typer.main import get_command

from controller.cli import tablectl, tabled_line

FOLDER: Final = "usr/share/man"
EXAMPLE: Final = "pontoon-pandemonium.toml"
"""It explains every key."""


def write(tree: Path, examples: Path, release: str) -> None:
    """All three into `tree`."""
    for program in (tabled_line, tablectl):
        lines = _program(program.NAME, get_command(program.app), release)
        _write(tree / FOLDER / "man1" / f"{program.NAME}.1.gz", lines)
    example = (examples / EXAMPLE).read_text(encoding="utf-8")
    _write(tree / FOLDER / "man5" / "tabled.toml.5.gz", _configuration(example, release))


def _write(file: Path, lines: Iterator[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


def _program(name: str, command: Any, release: str) -> Iterator[str]:
    context = typer.Context(command, info_name=name)
    first, _, rest = command.help.partition("\n\n")
    yield f'.TH {name.upper()} 1 "" "table-controller {release}"'
    yield from (".SH NAME", f"{name} \\- {_plain(first.rstrip('.').lower())}")
    yield from (".SH SYNOPSIS", f".B {name}", "[\\fIOPTION\\fR]... [\\fICOMMAND\\fR [\\fIOPTION\\fR]...]")
    yield from _paragraphs(rest)
    if command.params:
        yield from (".SH OPTIONS", *_parameters(command))
    yield ".SH COMMANDS"
    yield from _commands(command, context, name)
    yield from (".SH FILES", "/etc/tabled/*.toml, /var/lib/tabled, /usr/share/table-controller")
    yield from (".SH SEE ALSO", ".BR tabled (1),", ".BR tablectl (1),", ".BR tabled.toml (5)")


def _commands(group: Any, context: Any, path: str) -> Iterator[str]:
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        yield f'.SS "{_plain(f"{path} {name}")}"'
        yield from _paragraphs(command.help)
        yield from _parameters(command)
        if hasattr(command, "list_commands"):
            yield from _commands(command, typer.Context(command, info_name=name), f"{path} {name}")


def _parameters(command: Any) -> Iterator[str]:
    for parameter in command.params:
        if getattr(parameter, "hidden", False):
            continue
        names = ", ".join(f"\\fB{_plain(name)}\\fR" for name in parameter.opts)
        metavar = f" \\fI{_plain(parameter.metavar)}\\fR" if parameter.metavar else ""
        is_argument = parameter.param_type_name == "argument"
        yield from (".TP", metavar.strip() if is_argument and metavar else names + metavar)
        yield _plain(parameter.help or "")


def _paragraphs(text: str | None) -> Iterator[str]:
    for paragraph in (text or "").split("\n\n"):
        if paragraph.strip():
            yield from (".PP", _plain(" ".join(paragraph.split())))


def _configuration(example: str, release: str) -> Iterator[str]:
    yield f'.TH TABLED.TOML 5 "" "table-controller {release}"'
    yield from (".SH NAME", "tabled.toml \\- configuration of a table, /etc/tabled/\\fITABLE\\fR.toml")
    yield from (".SH DESCRIPTION", "Every key, as the example of Pontoon Pandemonium explains it.")
    yield from (".PP", ".nf")
    yield from (_plain(line) for line in example.splitlines())
    yield from (".fi", ".SH SEE ALSO", ".BR tabled (1),", ".BR tablectl (1)")


def _plain(text: str) -> str:
    """Text that roff prints as it stands."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(one if one.isascii() else f"\\[u{ord(one):04X}]" for one in text)
    return f"\\&{text}" if text.startswith((".", "'")) else text
