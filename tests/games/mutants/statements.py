"""Which statement of the rules a mutant changes, and which steps of the corpus run it.

A step that does not run the mutated statement gives under the mutant what it gave without it, since a step is a pure
function; only the others have to be played again. A statement is known by its function and the line it begins in; of a
compound one the head counts, its body has statements of its own.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tests.games.mutants.mutated import Mutant, Trampolines


class Statement(NamedTuple):
    """A statement by its function and its first line below the function's."""

    function: str
    line: int


class Statements:
    """The statements of all functions that have mutants."""

    def __init__(self, trampolines: Trampolines) -> None:
        self._trampolines = trampolines
        self._by_function: dict[str, dict[int, Statement]] = {}
        self._by_file: dict[str, dict[int, Statement]] = {}
        for function, choices in trampolines.choices.items():
            code = choices["_mutmut_orig"].__code__
            found = {line: Statement(function, begin) for line, begin in _lines(code)}
            self._by_function[function] = found
            lines = self._by_file.setdefault(code.co_filename, {})
            lines.update({code.co_firstlineno + line: statement for line, statement in found.items()})

    def of(self, mutant: Mutant) -> frozenset[Statement]:
        """The statements that the mutant changes: all of the function where it is its head; none of a method."""
        choices = self._trampolines.choices.get(mutant.function)
        if choices is None:
            return frozenset()
        lines = self._by_function[mutant.function]
        name = mutant.name.rpartition(".")[2]
        original, changed = _source(choices["_mutmut_orig"].__code__), _source(choices[name].__code__)
        found = set()
        for tag, start, end, _, _ in SequenceMatcher(None, original, changed, autojunk=False).get_opcodes():
            if tag != "equal":
                touched = range(start, end) if end > start else range(start - 1, start + 1)
                if any(line not in lines for line in touched):
                    return frozenset(lines.values())
                found |= {lines[line] for line in touched}
        return frozenset(found)

    def trace(self, hits: set[Statement]) -> "_Tracer":
        """For `with`: every statement that runs inside is added to `hits`."""
        return _Tracer(self._by_file, hits)


class _Tracer:
    def __init__(self, by_file: Mapping[str, Mapping[int, Statement]], hits: set[Statement]) -> None:
        self._locals = {file: _noting(lines, hits) for file, lines in by_file.items()}

    def __enter__(self) -> None:
        self._before = sys.gettrace()
        sys.settrace(self._call)

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, _event: str, _argument: object) -> Any:
        return self._locals.get(frame.f_code.co_filename)


def _noting(lines: Mapping[int, Statement], hits: set[Statement]) -> Any:
    def line(frame: FrameType, _event: str, _argument: object) -> Any:
        statement = lines.get(frame.f_lineno)
        if statement is not None:
            hits.add(statement)
        return line

    return line


def _source(code: CodeType) -> list[str]:
    """The function's lines, its own name left out."""
    lines, _ = inspect.getsourcelines(code)
    return [lines[0].replace(f"{code.co_name}(", "("), *lines[1:]]


def _lines(code: CodeType) -> Iterator[tuple[int, int]]:
    """Each line of a statement with the line in which the statement begins, both counted from the function's first."""
    (function,) = ast.parse(textwrap.dedent("".join(inspect.getsourcelines(code)[0]))).body
    for node in ast.walk(function):
        if node is function or not isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            continue
        first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
        body = getattr(node, "body", None)
        last = max(first, body[0].lineno - 1) if body else getattr(node, "end_lineno", first)
        for line in range(first, last + 1):
            yield line - 1, first - 1
