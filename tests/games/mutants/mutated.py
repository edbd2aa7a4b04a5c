"""The mutants that lie in a mutated tree, and how one of them is put in force.

mutmut writes every mutant of a function beside it, `x_NAME__mutmut_N`, and makes NAME a trampoline that asks the
environment on each call which one is meant. Here the functions themselves are put into the place of the trampolines, so
that a mutant runs as fast as the rules do. What mutmut found of each stands in the `.meta` file beside the module.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple

KILLED: Final = (1, 3)
"""Exit codes of pytest by which a mutant is killed: tests failed, or pytest itself did."""

STATUS: Final = {0: "survived", 5: "no test", 33: "no test", None: "not tested"}
"""By mutmut's code in the `.meta` file; any other is a time limit or a crash, by which the mutant is killed too."""


class Mutant(NamedTuple):
    """`name` as mutmut knows it: module, function and number."""

    name: str
    status: str

    @property
    def module(self) -> str:
        """The module, as it is imported."""
        return self.name.rpartition(".")[0]

    @property
    def function(self) -> str:
        """The mutated function with its module, as `Trampolines` names it."""
        return f"{self.module}.{self.name.rpartition('.')[2].rpartition('__mutmut_')[0].removeprefix('x_')}"


def mutants(tree: Path) -> list[Mutant]:
    """All mutants of the tree, in the order of their files."""
    found: list[Mutant] = []
    for path in sorted(tree.glob("controller/**/*.meta")):
        codes: dict[str, int | None] = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        found.extend(Mutant(name, STATUS.get(code, "killed")) for name, code in codes.items())
    return found


class _Place(NamedTuple):
    """Where a trampoline is called from: a module's name or an entry of a module's table."""

    holder: dict[Any, Any]
    key: Any
    function: str


class Trampolines:
    """Every place from which a mutated function of the loaded modules is called."""

    def __init__(self) -> None:
        self.choices: dict[str, dict[str, FunctionType]] = {}
        """By function with its module: the original as `_mutmut_orig`, and each mutant by its name in the module."""
        known = dict(self._functions())
        self.places = [place for module in _modules() for place in _places(vars(module), known)]

    def _functions(self) -> Iterator[tuple[int, str]]:
        for module in _modules():
            for name, choices in list(vars(module).items()):
                plain = name.removeprefix("mutants_x_").removesuffix("__mutmut")
                if f"mutants_x_{plain}__mutmut" == name and plain in vars(module):
                    function = f"{module.__name__}.{plain}"
                    self.choices[function] = choices
                    yield id(vars(module)[plain]), function

    def set(self, choose: Callable[[str, FunctionType], Callable[..., Any]]) -> None:
        """Puts what `choose` makes of each function and its original into every place."""
        chosen = {function: choose(function, choices["_mutmut_orig"]) for function, choices in self.choices.items()}
        for place in self.places:
            place.holder[place.key] = chosen[place.function]

    def set_original(self) -> None:
        """No mutant is in force."""
        self.set(lambda _, original: original)

    def set_mutant(self, mutant: Mutant) -> None:
        """The mutant is in force, and no other; a method stays behind its trampoline, which asks the environment."""
        os.environ["MUTANT_UNDER_TEST"] = mutant.name
        name = mutant.name.rpartition(".")[2]
        self.set(
            lambda function, original: (
                self.choices[function].get(name, original) if function == mutant.function else original
            )
        )


def _modules() -> list[Any]:
    return [module for name, module in list(sys.modules.items()) if name.split(".")[0] in ("controller", "tests")]


def _places(holder: dict[Any, Any], known: dict[int, str]) -> Iterator[_Place]:
    for key, value in list(holder.items()):
        if isinstance(value, FunctionType) and id(value) in known and not str(key).startswith("x_"):
            yield _Place(holder, key, known[id(value)])
        elif isinstance(value, dict) and not str(key).startswith(("mutants_", "__")):
            yield from (
                _Place(value, entry, known[id(function)])
                for entry, function in value.items()
                if isinstance(function, FunctionType) and id(function) in known
            )
