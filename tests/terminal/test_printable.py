"""Text of others on a terminal: no order, no line of its own, and one place for it all."""

import ast
import io
import json
import random
import sys
from pathlib import Path
from typing import Final

import pytest
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.daemon.logs.sentences import sentence
from controller.terminal.console import PrintableConsole
from controller.terminal.lines import Line, show
from controller.terminal.printable import complain, printable, say, say_row
from tests.architecture.tracked import MODULES, ROOT

FORGED: Final = "Kim\x1b[2J\x9b1m\r\nRound 9  settled\u202e\u2066\u200b\u2028\U000e0041\x00\x7f"


def orders(text: str) -> list[str]:
    """What is in a text that is no letter, sign or end of a line."""
    return [letter for letter in text if not letter.isprintable() and letter != "\n"]


def test_what_is_printable_is_left_as_it_is() -> None:
    """Every script's letters, and signs of every plane."""
    for text in ("Ana", "Zoë Ångström", "李小龍", "Ольга", "שרה", "🂡 €", "\\u001b"):
        assert printable(text) == text


def test_what_is_not_is_shown_as_json_writes_it() -> None:
    """On one line; and a line of JSON keeps its value."""
    shown = printable(FORGED)
    assert not orders(shown)
    assert "\n" not in shown
    assert shown.startswith("Kim\\u001b[2J\\u009b1m\\r\\nRound 9")
    assert json.loads(f'"{shown}"') == FORGED
    chance = random.Random(46)
    for _ in range(2000):
        text = "".join(chr(chance.choice((chance.randrange(0x110), chance.randrange(0x110000)))) for _ in range(9))
        assert not orders(printable(text))
        line = json.dumps({"name": text}, ensure_ascii=False)
        assert json.loads(printable(line)) == json.loads(line)


def test_each_way_out_makes_it_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines, rows, errors, and lines for people."""
    say(FORGED)
    say_row(FORGED, "a\tb")
    show([Line(FORGED, "critical  ", "red")])
    complain(ValueError(FORGED))
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 3
    assert told.out.count("\t") == 1
    assert len(told.err.splitlines()) == 1
    assert not orders((told.out + told.err).replace("\t", ""))


def test_what_rich_draws_has_no_order_but_its_own() -> None:
    """Cells, frames, text with colours: as with a name of the same look, but for the name."""
    drawn = []
    for name in (FORGED, printable(FORGED)):
        table = Table()
        table.add_column("who", no_wrap=True)
        table.add_row(name.replace("\n", " "))
        stream = io.StringIO()
        console = PrintableConsole(file=stream, force_terminal=True, width=200, color_system="standard")
        console.print(Panel(Text(name.replace("\n", " "), "red")))
        console.print(table)
        console.print(Text(name.replace("\n", " "), "bold"), soft_wrap=True)
        drawn.append(stream.getvalue())
    forged, fair = drawn
    assert forged.count("\x1b") == fair.count("\x1b")
    assert "\x1b[2J" not in forged
    assert not orders(forged.replace("\x1b", ""))


def test_a_line_of_the_log_is_made_so_by_the_same() -> None:
    """What the journal of systemd or a terminal shows."""
    told = sentence({"event": "notice", "level": "warning", "code": "frame_rejected", "text": FORGED})
    assert not orders(told)
    assert "\\u001b[2J" in told


PRINTS: Final = [path for path in MODULES if path.parts[0] in {"controller", "drivers"}]


@pytest.mark.parametrize("path", PRINTS, ids=str)
def test_no_other_module_writes_to_the_terminal(path: Path) -> None:
    """`print`, a console of rich's own and the streams are for the border's room alone."""
    if path.parts[:2] == ("controller", "terminal"):
        return
    found = []
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            arguments = [ast.unparse(value) for value in (*node.args, *(each.value for each in node.keywords))]
            if called == "print" or (called == "partial" and arguments[0] == "print"):
                found.append(f"line {node.lineno}: {called}")
            if called in {"sys.stdout.write", "sys.stdout.writelines", "sys.stderr.write"}:
                found.append(f"line {node.lineno}: {called}")
        if isinstance(node, ast.ImportFrom) and node.module == "rich.console":
            found += [f"line {node.lineno}: rich's {name.name}" for name in node.names if name.name == "Console"]
    assert not found, "say it through controller.terminal.printable or .console"


def test_the_streams_are_the_processes_own() -> None:
    """A redirected stream gets what is said."""
    stream, kept = io.StringIO(), sys.stdout
    try:
        sys.stdout = stream
        say(FORGED)
    finally:
        sys.stdout = kept
    assert stream.getvalue() == f"{printable(FORGED)}\n"
