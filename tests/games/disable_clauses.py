"""Disables the clauses one by one and shows that the clause's test then fails: `python -m tests.games.disable_clauses`.

The tree is copied into a temporary folder, once for each worker; there the code that decides a clause gives way to what
stands in the game's table of disablings, the clause's test alone is run, and the code is put back. A test that still
passes proves nothing about its clause: it is named, and the exit status is 1.

    python -m tests.games.disable_clauses [--workers N] [GAME[:CLAUSE]…]     all games unless some are named
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from controller.games.blackjack import clauses as blackjack_clauses
from controller.games.clauses import Clause
from controller.games.free_bet_blackjack import clauses as free_bet_blackjack_clauses
from controller.games.poker.clauses import CLAUSES as POKER_CLAUSES
from controller.games.pontoon import clauses as pontoon_clauses
from controller.games.pontoon.clauses import RENUMBERED
from controller.games.pontoon_pandemonium import clauses as pontoon_pandemonium_clauses
from tests.games.blackjack.disabled import BLACKJACK
from tests.games.disabled import Disabled, Disablings
from tests.games.free_bet_blackjack.disabled import FREE_BET
from tests.games.poker.disabled import POKER
from tests.games.pontoon import disabled as pontoon
from tests.games.pontoon import disabled_irregularities as irregularities
from tests.games.pontoon_pandemonium.disabled import OWN

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = ("controller", "drivers", "tests", "pyproject.toml")

_PONTOON: Final[Disablings] = {
    **pontoon.DEFINITIONS, **pontoon.WAGERS, **pontoon.DECISIONS, **pontoon.INSURANCE, **pontoon.SETTLEMENT,
    **irregularities.WRONG_CARDS, **irregularities.DEAL, **irregularities.PEOPLE,
}  # fmt: skip

GAMES: Final[Mapping[str, tuple[Sequence[Clause], Disablings]]] = {
    "pontoon": (pontoon_clauses.CLAUSES, _PONTOON),
    "pontoon-pandemonium": (
        pontoon_pandemonium_clauses.CLAUSES,
        {**{RENUMBERED.get(number, number): entry for number, entry in _PONTOON.items()}, **OWN},
    ),
    "free-bet-blackjack": (free_bet_blackjack_clauses.CLAUSES, FREE_BET),
    "blackjack": (blackjack_clauses.CLAUSES, BLACKJACK),
    "poker": (POKER_CLAUSES, POKER),
}
"""Each game's clause table and how its clauses are disabled."""

TESTS_FAILED: Final = 1
"""Exit status of pytest when tests ran and some failed; any other says that the tests did not run."""


class Trial(NamedTuple):
    """One clause to be disabled, and its test; games that share all three share the trial."""

    test: str
    disabled: Disabled


class Verdict(NamedTuple):
    """What became of a trial: `status` is pytest's, `said` its last words."""

    trial: Trial
    status: int
    said: str


def trials(chosen: Sequence[str] = ()) -> dict[Trial, list[str]]:
    """The trials and the clauses they are for, as `game:number`; all, or those of the chosen games and clauses."""
    found: dict[Trial, list[str]] = {}
    for game, (clauses, disablings) in GAMES.items():
        for clause in clauses:
            name = f"{game}:{clause.number}"
            if clause.test is None or (chosen and game not in chosen and name not in chosen):
                continue
            found.setdefault(Trial(clause.test, disablings[clause.number]), []).append(name)
    return found


def run(trial: Trial, tree: Path) -> Verdict:
    """Disables the clause in the copied tree, runs its test there, and puts the code back."""
    path = tree / "controller" / "games" / trial.disabled.file
    text = path.read_text(encoding="utf-8")
    if text.count(trial.disabled.code) != 1:
        return Verdict(trial, -1, f"the code occurs {text.count(trial.disabled.code)} times in {trial.disabled.file}")
    path.write_text(text.replace(trial.disabled.code, trial.disabled.instead), encoding="utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", trial.test]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=120, check=False)
    finally:
        path.write_text(text, encoding="utf-8")
    return Verdict(trial, done.returncode, (done.stdout + done.stderr).strip().rpartition("\n")[2])


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the trials with a progress bar; 0 when every test failed as it should."""
    parser = argparse.ArgumentParser(prog="disable_clauses", description="Shows that every clause's test can fail.")
    parser.add_argument("chosen", nargs="*", metavar="GAME[:CLAUSE]", help="only these; all without")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="trials at once (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    wanted = trials(options.chosen)
    if not wanted:
        parser.error(f"nothing is called {' '.join(options.chosen)}; games: {', '.join(GAMES)}")
    with tempfile.TemporaryDirectory(prefix="disabled-clauses-") as folder:
        verdicts = _tried(list(wanted), Path(folder), max(1, options.workers))
    survived = [verdict for verdict in verdicts if verdict.status != TESTS_FAILED]
    for verdict in survived:
        print(f"{' '.join(wanted[verdict.trial])}: {verdict.trial.test}: status {verdict.status}: {verdict.said}")  # noqa: T201 - its business
    clauses = sum(len(names) for names in wanted.values())
    print(f"{clauses} clauses disabled in {len(wanted)} trials: {len(survived)} tests did not fail")  # noqa: T201
    return 1 if survived else 0


def _tried(wanted: list[Trial], folder: Path, workers: int) -> list[Verdict]:
    trees: SimpleQueue[Path] = SimpleQueue()
    for number in range(workers):
        trees.put(copy_tree(folder / str(number)))

    def borrow(trial: Trial) -> Verdict:
        tree = trees.get()
        try:
            return run(trial, tree)
        finally:
            trees.put(tree)

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress, ThreadPoolExecutor(workers) as pool:
        bar = progress.add_task("disabling clauses", total=len(wanted))
        verdicts = []
        for done in as_completed([pool.submit(borrow, trial) for trial in wanted]):
            verdicts.append(done.result())
            progress.advance(bar)
    return verdicts


def copy_tree(tree: Path) -> Path:
    """Copies what runs and what tests it into the new folder `tree`."""
    tree.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy2(source, tree / name)
    return tree


if __name__ == "__main__":
    sys.exit(main())
