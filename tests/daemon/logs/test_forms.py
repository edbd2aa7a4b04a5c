"""The forms of a log line: a record in a pipe, level and sentence before it in the journal, colours in a terminal."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from controller.daemon.logs.sentences import sentence
from tests.table.table_bench import ROOT

LOG_TWO_LINES: Final = """
import structlog
from controller.daemon import logs
with logs.opened(table="t1"):
    log = structlog.get_logger()
    log.warning("notice", code="device_lost", device="shoe", text="gone: {unplugged}", n=7)
    log.critical("table_stopped", reason="The disk is full.", exit_status=4, times=1)
"""


def logged(stdout: int, **variables: str) -> None:
    """Log two lines into `stdout`, which is closed here."""
    command = [sys.executable, "-c", LOG_TWO_LINES]
    subprocess.run(command, check=True, cwd=ROOT, stdout=stdout, env={**os.environ, **variables}, timeout=60)
    os.close(stdout)


def test_in_a_pipe_a_line_is_a_record(tmp_path: Path) -> None:
    """JSON alone, also where the variable of systemd names another stream: it is inherited by whatever we start."""
    log = tmp_path / "log"
    logged(os.open(log, os.O_WRONLY | os.O_CREAT), JOURNAL_STREAM="1:2")
    first, second = (json.loads(line) for line in log.read_text().splitlines())
    assert (first["event"], first["level"], first["table"], first["n"]) == ("notice", "warning", "t1", 7)
    assert (second["event"], second["reason"]) == ("table_stopped", "The disk is full.")


def test_in_the_journal_a_line_has_its_level_and_begins_with_a_sentence() -> None:
    """`journalctl -p warning` chooses by the prefix; from the first brace on it is the same record."""
    reader, writer = os.pipe()
    found = os.fstat(writer)
    logged(writer, JOURNAL_STREAM=f"{found.st_dev}:{found.st_ino}")
    with os.fdopen(reader) as file:
        first, second = file.read().splitlines()
    assert first.startswith("<4>Alert, device lost of shoe: gone: (unplugged} {")
    assert second.startswith("<2>The table has stopped (exit status 4): The disk is full. {")
    record = json.loads(first[first.index("{") :])
    assert (record["code"], record["text"]) == ("device_lost", "gone: {unplugged}")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"TERM": "xterm", "NO_COLOR": ""}, "\x1b[33mAlert, device lost of shoe: gone: (unplugged}\x1b[0m"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, r"12:34:56 Alert, device lost of shoe: gone: (unplugged}"),
        ({"TERM": "dumb", "NO_COLOR": ""}, r"12:34:56 Alert, device lost of shoe: gone: (unplugged}"),
    ],
)
def test_in_a_terminal_it_is_time_and_sentence(variables: dict[str, str], expected: str) -> None:
    """Coloured by level where the terminal and its user want it, and without JSON."""
    master, terminal = pty.openpty()
    logged(terminal, **variables)
    shown = os.read(master, 65536).decode().splitlines()[0]
    os.close(master)
    assert expected in re.sub(r"\d\d:\d\d:\d\d", "12:34:56", shown)
    assert '"' not in shown


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            {"event": "event", "type": "bets.closed", "n": 9, "round": 2, "phase": "initial_deal", "device": "console"},
            "Record 9, bets closed by console; round 2, initial deal.",
        ),
        (
            {"event": "event", "type": "wager", "n": 9, "device": None, "refused": ["Wagers are closed."]},
            "Refused wager: Wagers are closed.",
        ),
        (
            {"event": "notice", "code": "device_status", "device": "shoe", "connected": False},
            "Status of shoe: not connected.",
        ),
        (
            {"event": "notice", "code": "device_lost", "device": "shoe", "over": True},
            "Alert over: device lost of shoe.",
        ),
        (
            {"event": "notice", "code": "button_state", "device": "button", "text": "down", "level": "info"},
            "button state of button: down",
        ),
        ({"event": "started", "n": 3}, "The table is open after record 3: round ?, ?; release ?."),
        (
            {"event": "table_stopped", "reason": "No file.", "exit_status": 2, "times": 5},
            "The table has stopped (exit status 2): No file. It has stopped so 5 times in a row, and is tried again.",
        ),
        ({"event": "lamp_changed", "level": "info", "table": "t1", "lamp": 3}, "lamp changed: lamp 3"),
        ({"event": "it\nhas {lines}"}, "it has (lines}"),
        (
            {"event": "order_unanswered", "device": "shoe", "reason": "\x1b[J"},
            "shoe did not answer an order: \\u001b[J.",
        ),
    ],
)  # fmt: skip
def test_what_a_line_says(line: dict[str, object], expected: str) -> None:
    """One sentence on one line, also of a kind that only a driver of another package knows, or with a field missing."""
    assert sentence(line) == expected


def test_every_kind_of_line_has_its_sentence() -> None:
    """What the controller and the drivers log by name is not left to its bare fields."""
    logged = re.compile(r"_log\.(?:info|warning|error|critical)\(\s*\"(\w+)\"")
    files = [file for room in ("controller", "drivers") for file in (ROOT / room).rglob("*.py")]
    kinds = {kind for file in files for kind in logged.findall(file.read_text(encoding="utf-8"))}
    assert {"started", "broker_lost", "device_lost"} <= kinds
    assert [
        kind for kind in kinds if sentence({"event": kind, "times": 1, "exit_status": 1, "reason": ""}) == kind
    ] == []
