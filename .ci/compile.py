"""`make compiled`: in `build/compiled` a copy of the tree with its rules compiled by mypyc, to measure and audit with.

What is compiled is `controller/games` as far as a step runs through it; not what pydantic or a page reads the types of
(`floor`, moves, views), as mypyc keeps too little of them. The interpreted tree is the product: it alone is packed, it
alone is in the path of an installed table, and nothing in it looks for extension modules. In the copy they lie beside
their sources and count for its `code_hash` as every file does, so that no journal of one is taken for the other's.
"""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILED = ROOT / "build" / "compiled"
COPIED = ("controller", "drivers", "tests", "systemd", "config")
FAMILIES = ("twenty_one", "poker")
NOT_COMPILED = frozenset(("__init__.py", "game.py", "legal_moves.py", "played_again.py", "viewing.py"))


def sources(games: Path) -> Iterator[Path]:
    """The files to compile."""
    yield from (games / name for name in ("records/record.py", "refusal.py", "revision.py"))
    for family in FAMILIES:
        for path in sorted((games / family).rglob("*.py")):
            inside = path.relative_to(games / family)
            if path.name not in NOT_COMPILED and inside.parts[0] != "floor" and str(inside) != "clauses.py":
                yield path


def main() -> int:
    """Copies and compiles; the compiler's own words only where it fails."""
    if importlib.util.find_spec("setuptools") is None or not (shutil.which("gcc") or shutil.which("cc")):
        sys.stderr.write("make compiled: needs a C compiler (Debian: gcc) and setuptools in .venv; one is missing.\n")
        return 1
    shutil.rmtree(COMPILED, ignore_errors=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, COMPILED / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    files = [str(path.relative_to(COMPILED)) for path in sources(COMPILED / "controller" / "games")]
    sys.stderr.write(f"make compiled: {len(files)} files, some two minutes …\n")
    command = [sys.executable, "-m", "mypyc", "--config-file", str(ROOT / "pyproject.toml"), *files]
    done = subprocess.run(command, cwd=COMPILED, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
    shutil.rmtree(COMPILED / "build", ignore_errors=True)
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "Makefile"):
        shutil.copy(ROOT / name, COMPILED)  # not before: setuptools would read the first
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
