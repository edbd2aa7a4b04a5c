"""`tablectl play`: runs scripts of contract events and prints what comes of them as JSON Lines (contract section 2)."""

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from controller.cli.program import flag
from controller.core.effects import AlertRaised, Effect, Rejected, RoundEnded, RulingGiven
from controller.core.events import AnyEvent
from controller.core.outcomes import dumps, to_json_object
from controller.core.reader import MalformedLine
from controller.core.tables import TableError
from controller.core.writer import difference_to_json
from controller.games import State, new_table, step, view
from controller.games.reading import read_event, read_table
from controller.terminal.inputs import input_lines
from controller.terminal.printable import complain, say


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="A script (JSON Lines); - is standard input.")],
    *,
    json: Annotated[bool, flag("--json", help="Print JSON Lines (the default; kept for scripts).")] = False,
    strict: Annotated[bool, flag("--strict", help="Exit 1 if anything was rejected or left unfinished.")] = False,
) -> int:
    """Exit status: 0 read to the end, 1 with --strict and something wrong, 2 a script is not well formed."""
    del json
    clean = True
    for name in files:
        try:
            clean = _play(name, input_lines(name), strict=strict) and clean
        except OSError as error:
            complain(f"{name}: {error.strerror}")
            return 2
        except MalformedLine as error:
            sys.stdout.flush()
            complain(error)
            return 2
    return 0 if clean or not strict else 1


def _play(name: str, lines: Iterable[bytes], *, strict: bool) -> bool:
    """Whether nothing was rejected and no round left open."""
    clean = True
    state: State | None = None
    for number, state_, effects, event in replay(name, lines):
        state = state_
        for record in printed(effects, number, event):
            say(dumps(record))
            clean = clean and record["type"] != "rejected"
    is_over = state is None or view(state).phase == "idle"
    if strict and not is_over:
        complain(f"{name}: the last round is not over")
    return clean and is_over


def replay(name: str, lines: Iterable[bytes]) -> Iterator[tuple[int, State, list[Effect], AnyEvent]]:
    """Each event of a script: its line, the state after it, its effects and itself.

    Raises:
        MalformedLine: a line is not of the contract, or the table is one that the rules forbid.

    """
    state: State | None = None
    game = ""
    for number, raw in enumerate(lines, start=1):
        text = _text(name, number, raw)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if state is None:
            table = read_table(text, file=name, line=number)
            game = table.game
            try:
                state = new_table(table)
            except TableError as error:
                raise MalformedLine(
                    file=name,
                    line=number,
                    field=error.field,
                    expected="what the rules allow",
                    actual=f"what they do not: {error}",
                ) from error
            continue
        event = read_event(text, game=game, file=name, line=number)
        state, effects = step(state, event, number)
        yield number, state, effects, event
    if state is None:
        raise MalformedLine(file=name, line=1, field="", expected="a table line", actual="an empty script")


def printed(effects: Iterable[Effect], line: int, event: AnyEvent) -> Iterator[dict[str, object]]:
    """The records of the contract that `play` prints for the effects of one event."""
    for effect in effects:
        if isinstance(effect, RoundEnded):
            yield to_json_object(effect.outcome)
        elif isinstance(effect, Rejected):
            yield {
                "type": "rejected", "line": line, "event": event.type, "reason": effect.reason, "rule": effect.rule,
            }  # fmt: skip
        elif isinstance(effect, AlertRaised):
            yield {"type": "alert", "code": effect.code, "line": line, "rule": effect.rule, "text": effect.text}
        elif isinstance(effect, RulingGiven):
            yield {
                "type": "ruling", "line": line, "kind": effect.kind, "action": effect.action, "rule": effect.rule,
                "text": effect.text, **difference_to_json(effect),
            }  # fmt: skip


def _text(name: str, number: int, raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise MalformedLine(
            file=name, line=number, field="", expected="UTF-8", actual=f"byte {error.object[error.start]:#04x}"
        ) from error
