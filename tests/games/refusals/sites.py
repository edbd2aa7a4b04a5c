"""Every refusal in the code of the games, found in its syntax: where it stands, what it says, and its clause there.

A refusal is a call of `Refused`. Its sentence is written as in the code, with what is filled in between braces; a name
stands for what the function last gave it.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

GAMES: Final = Path(__file__).parents[3] / "controller" / "games"


class Site(NamedTuple):
    """`file` is below `controller/games`; `clause` the expression of the clause, None where the call names none."""

    file: str
    function: str
    sentence: str
    clause: ast.expr | None


@cache
def sites() -> tuple[Site, ...]:
    """All of them, in the order of the files."""
    return tuple(site for path in sorted(GAMES.rglob("*.py")) for site in _of(path))


def _of(path: Path) -> Iterator[Site]:
    file = path.relative_to(GAMES).as_posix()
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in _calls(function):
            sentence, clause = _arguments(call)
            yield Site(file, function.name, _written(_value(function, sentence, call)), _clause(function, clause, call))


def _calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The refusals of the function itself, without those of functions in it."""
    waiting: list[ast.AST] = list(function.body)
    found = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
            found.append(node)
        waiting += ast.iter_child_nodes(node)
    yield from sorted(found, key=lambda call: call.lineno)


def _arguments(call: ast.Call) -> tuple[ast.expr, ast.expr | None]:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    sentence = call.args[0] if call.args else named["reason"]
    clause = call.args[1] if len(call.args) > 1 else named.get("rule")
    return sentence, clause


def _value(function: ast.FunctionDef, node: ast.expr, call: ast.Call) -> ast.expr:
    """What a name was last given before the call."""
    if not isinstance(node, ast.Name):
        return node
    given = [
        one
        for one in ast.walk(function)
        if isinstance(one, ast.Assign) and one.lineno <= call.lineno and ast.unparse(one.targets[0]) == node.id
    ]
    return max(given, key=lambda one: one.lineno).value if given else node


def _clause(function: ast.FunctionDef, node: ast.expr | None, call: ast.Call) -> ast.expr | None:
    if node is None:
        return None
    value = _value(function, node, call)
    return None if isinstance(value, ast.Constant) and value.value is None else value


def _written(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"  # type: ignore[attr-defined]
            for part in node.values
        )
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
