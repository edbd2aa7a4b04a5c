"""Mutates what mutmut leaves alone, the constants of the rules, and shows that no such mutant changes a ledger unseen.

mutmut changes what stands inside functions. The pay tables, odds, thresholds and the fields of the rulebooks stand
outside of them, and the count of points behind a cache that it passes over. Here each such constant is changed by
itself in a copied tree: a number becomes one more, a flag its opposite, a word another word, a comparison its
neighbour. The unit tests are run; where they all pass, the corpus is played and its ledgers are compared. The exit
status is 1 when they differ. Clause numbers are no part of it: they decide no ledger.

    python -m tests.games.mutants.constants [--workers N] [PATTERN…]

28 November 2026, commit ea4bde8: 259 constants changed, 249 killed by the unit tests, 10 change no ledger.
"""

import argparse
import ast
import fnmatch
import hashlib
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

from controller.core.effects import RoundEnded
from controller.core.outcomes import TwentyOneOutcome
from controller.games import new_table, step
from tests.games.disable_clauses import ROOT, copy_tree
from tests.games.mutants.corpus import SEEDS, Script, corpus

RULEBOOKS: Final = ("pontoon", "pontoon_pandemonium", "free_bet_blackjack", "blackjack")
FILES: Final = (
    *(f"controller/games/{name}/rulebook.py" for name in RULEBOOKS),
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "controller/games/twenty_one").rglob("*.py")),
)
TESTS: Final = (
    *(f"tests/games/{name}" for name in (*RULEBOOKS, "twenty_one")),
    "--ignore=tests/games/twenty_one/test_machine.py",
)
NOT_CALLED: Final = ("TypeVar", "NewType", "field")
"""Calls whose arguments are no rules but types."""

NEIGHBOUR: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


class Change(NamedTuple):
    """One constant changed: `name` says where and how, `text` is the whole module with it."""

    file: str
    name: str
    text: str


def changes(file: str) -> Iterator[Change]:
    """Every constant of the module, changed by itself."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for top in tree.body:
        for node in _constants(top):
            if isinstance(node, ast.Constant):
                before = node.value
                node.value = _other(before)
                yield Change(file, f"{file}:{node.lineno} {before!r} becomes {node.value!r}", ast.unparse(tree))
                node.value = before
            elif isinstance(node, ast.Compare) and type(node.ops[0]) in NEIGHBOUR:
                operator = node.ops[0]
                was = ast.unparse(node)
                node.ops[0] = NEIGHBOUR[type(operator)]()
                yield Change(file, f"{file}:{node.lineno} {was} becomes {ast.unparse(node)}", ast.unparse(tree))
                node.ops[0] = operator


def _constants(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes to change below a statement outside of functions, or below a decorated function."""
    if isinstance(node, ast.ClassDef):
        for statement in node.body:
            yield from _constants(statement)
    elif isinstance(node, ast.FunctionDef) and node.decorator_list:
        for statement in node.body[1:]:  # behind the docstring
            yield from _below(statement)
    elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        yield from _below(node.value)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Subscript) and ast.unparse(node).startswith(("Literal", "Callable", "dict", "tuple")):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NOT_CALLED:
        return
    if isinstance(node, ast.keyword) and node.arg == "title":
        return
    if isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and _decides(node.value)):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _below(child)


def _decides(value: object) -> bool:
    """Whether a constant is of a kind that is changed, and no clause number."""
    if isinstance(value, str):
        return re.fullmatch(r"\d+(\.\w+)+", value) is None
    return isinstance(value, bool | int)


def _other(value: object) -> bool | int | str:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    word = str(value)
    return word[1:] if re.fullmatch("[A2-9TJQK]{2,}", word) else f"XX{word}XX"  # ranks are looked up in their list


def ledgers(scripts: Sequence[Script]) -> str:
    """A digest of every line that the scripts settle: area, hand, player, kind, stake, net and result."""
    digest = hashlib.sha256()
    for script in scripts:
        state = new_table(script.table)
        for event in script.events:
            state, effects = step(state, event)
            for effect in effects:
                if isinstance(effect, RoundEnded) and isinstance(effect.outcome, TwentyOneOutcome):
                    lines = effect.outcome.ledger
                    digest.update(effect.outcome.status.encode())
                    digest.update(
                        repr([(o.area, o.hand, o.player, o.kind, o.stake, o.net, o.result) for o in lines]).encode()
                    )
    return digest.hexdigest()


def judge(change: Change, tree: Path, scripts: Path, expected: str) -> str:
    """`killed` by a unit test, `ledger` where the ledgers differ or there are none, else `nothing`."""
    path = tree / change.file
    before = path.read_text(encoding="utf-8")
    path.write_text(change.text, encoding="utf-8")
    try:
        pytest = ("pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS)
        if _run(tree, pytest).returncode != 0:
            return "killed"
        played = _run(tree, ("tests.games.mutants.constants", "--ledgers", str(scripts)))
    except subprocess.TimeoutExpired:
        return "killed"
    finally:
        path.write_text(before, encoding="utf-8")
    return "nothing" if played.returncode == 0 and played.stdout.strip() == expected else "ledger"


def _run(tree: Path, module: Sequence[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-m", *module]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=600, check=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Judges the changes; 0 when none of them changes a ledger unseen."""
    parser = argparse.ArgumentParser(prog="constants", description="Mutates the constants of the rules.")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="only files that fit; all without")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="at once (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of each kind of script (default: %(default)s)")
    parser.add_argument("--ledgers", type=Path, help=argparse.SUPPRESS)  # what the copied tree is asked to do
    options = parser.parse_args(arguments)
    if options.ledgers is not None:
        print(ledgers(pickle.loads(options.ledgers.read_bytes())))  # noqa: S301, T201 - written by this program
        return 0
    chosen = [
        change
        for file in FILES
        if not options.patterns or any(fnmatch.fnmatch(file, pattern) for pattern in options.patterns)
        for change in changes(file)
    ]
    with tempfile.TemporaryDirectory(prefix="mutated-constants-") as folder:
        scripts = Path(folder) / "scripts"
        played = corpus(options.seeds)
        scripts.write_bytes(pickle.dumps(played))
        expected = ledgers(played)
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(max(1, options.workers)):
            trees.put(copy_tree(Path(folder) / str(number)))

        def borrow(change: Change) -> str:
            tree = trees.get()
            try:
                return judge(change, tree, scripts, expected)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(max(1, options.workers)) as pool:
            found = list(zip(chosen, pool.map(borrow, chosen), strict=True))
    print(f"{len(found)} constants changed: {dict(Counter(verdict for _, verdict in found))}")  # noqa: T201 - its business
    for change, verdict in found:
        if verdict != "killed":
            print(f"    {verdict}: {change.name}")  # noqa: T201
    return 1 if any(verdict == "ledger" for _, verdict in found) else 0


if __name__ == "__main__":
    sys.exit(main())
