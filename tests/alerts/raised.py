"""Every alert code that the code raises, found in its syntax: a code that cannot be found out is an error, too.

A code is an argument of a call that makes an alert (`MAKERS`), or `code` in the body of a device report. It is a
literal, a name of the module or of another one, one of a mapping's values, or a parameter whose callers name it.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.architecture.tracked import MODULES, ROOT

MAKERS: Final = {"Alert": None, "AlertRaised": 0, "ActiveAlert": 0, "Wrong": 0, "alert": None}
"""Calls that make an alert, and the place of the code among their arguments; None where it goes by its name."""
REPORT: Final = "Report"
PASSED_ON: Final = "code"
"""An attribute or a key of this name is of an alert that was raised elsewhere."""


class Raised(NamedTuple):
    """A code, where it is raised, and how grave where that can be read there."""

    code: str
    place: str
    severity: str | None


class UnknownCodeError(AssertionError):
    """A place that raises an alert whose code cannot be read."""


@cache
def raised() -> tuple[Raised, ...]:
    """All of the controller and the drivers."""
    return tuple(found for path in MODULES for found in _Module(path, _parsed(path)).raised())


def codes_in(path: Path, tree: ast.Module) -> set[str]:
    """Of one module; raises UnknownCodeError."""
    return {found.code for found in _Module(path, tree).raised()}


def _parsed(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


class _Module:
    def __init__(self, path: Path, tree: ast.Module) -> None:
        self.path = path
        self.tree = tree
        self.names = {target.id: value for node in tree.body for target, value in _assigned(node)}
        self.imports = {
            name.asname or name.name: (node.module, name.name)
            for node in self.tree.body
            if isinstance(node, ast.ImportFrom) and node.module is not None
            for name in node.names
        }
        self.functions = [
            node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    def raised(self) -> Iterator[Raised]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and _is_report(node):
                yield self._of_report(node)
            elif isinstance(node, ast.Call) and isinstance(name := _called(node), str) and name in MAKERS:
                place = f"{self.path}:{node.lineno}"
                value = _argument(node, MAKERS[name], PASSED_ON)
                if value is None or _argument(node, None, "raised") is not None:
                    continue  # `ActiveAlert(*row)` was raised before, `alert(…, raised=False)` is a clearing
                severity = _argument(node, 3 if name == "AlertRaised" else None, "severity")
                default = "warning" if name == "AlertRaised" else None
                told = severity.value if isinstance(severity, ast.Constant) else default
                for code in self.values(value, node):
                    yield Raised(code, place, str(told) if told is not None else None)

    def _of_report(self, report: ast.ClassDef) -> Raised:
        fields = {target.id: value for node in report.body for target, value in _assigned(node)}
        code, severity = fields.get("code"), fields.get("severity", ast.Constant("warning"))
        if not isinstance(code, ast.Constant) or not isinstance(severity, ast.Constant):
            raise UnknownCodeError(f"{self.path}:{report.lineno}: the report {report.name} has no literal `code`")
        return Raised(str(code.value), f"{self.path}:{report.lineno}", str(severity.value))

    def values(self, node: ast.expr, at: ast.AST) -> set[str]:
        """What a code can be; nothing where it is passed on from an alert."""
        match node:
            case ast.Constant(value=str(code)):
                return {code}
            case ast.IfExp(body=one, orelse=other):
                return self.values(one, at) | self.values(other, at)
            case ast.Dict(values=values):
                return set().union(*(self.values(value, at) for value in values))
            case ast.Attribute(attr="code") | ast.Subscript(slice=ast.Constant(value="code")):
                return set()
            case ast.Call(func=ast.Attribute(value=mapping, attr="get")) | ast.Subscript(value=mapping):
                return self.values(mapping, at)
            case ast.Name(id=name):
                return self._of_name(name, at)
        raise UnknownCodeError(f"{self.path}:{node.lineno}: cannot tell the code from `{ast.unparse(node)}`")

    def _of_name(self, name: str, at: ast.AST) -> set[str]:
        inside = next((one for one in self.functions if at in ast.walk(one)), None)
        if inside is not None:
            parameters = [one.arg for one in (*inside.args.posonlyargs, *inside.args.args, *inside.args.kwonlyargs)]
            if name in parameters:
                return self._from_callers(inside.name, parameters.index(name), name)
            local = [value for node in ast.walk(inside) for target, value in _assigned(node) if target.id == name]
            if local:
                return set().union(*(self.values(value, at) for value in local))
        if name in self.names:
            return self.values(self.names[name], self.tree)
        if name in self.imports:
            module, original = self.imports[name]
            path = Path(*module.split(".")).with_suffix(".py")
            other = _Module(path, _parsed(path))
            return other.values(ast.Name(original), other.tree)
        raise UnknownCodeError(f"{self.path}: cannot tell the code from the name `{name}`")

    def _from_callers(self, function: str, place: int, name: str) -> set[str]:
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call) and _called(node) == function]
        found = {call: _argument(call, place - self._is_method(call), name) for call in calls}
        return set().union(*(self.values(value, call) for call, value in found.items() if value is not None))

    @staticmethod
    def _is_method(call: ast.Call) -> int:
        return int(isinstance(call.func, ast.Attribute))


def _is_report(node: ast.ClassDef) -> bool:
    """Whether it is a report by its base, or has a code of the class as one has."""
    codes = (one for one in node.body if isinstance(one, ast.AnnAssign) and one.value is not None)
    by_code = any(isinstance(one.target, ast.Name) and one.target.id == "code" for one in codes if _of_class(one))
    return by_code or REPORT in {base.id for base in node.bases if isinstance(base, ast.Name)}


def _of_class(field: ast.AnnAssign) -> bool:
    return ast.unparse(field.annotation).startswith("ClassVar")


def _assigned(node: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target, node.value


def _called(call: ast.Call) -> str | None:
    function = call.func
    return (
        function.id
        if isinstance(function, ast.Name)
        else function.attr
        if isinstance(function, ast.Attribute)
        else None
    )


def _argument(call: ast.Call, place: int | None, name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if place is None or place >= len(call.args) or any(isinstance(one, ast.Starred) for one in call.args[: place + 1]):
        return None
    return call.args[place]
