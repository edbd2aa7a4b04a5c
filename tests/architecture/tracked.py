"""The files that the project consists of: what git tracks, or in a source archive everything that is there."""

import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MADE: Final = {".venv", "__pycache__", "build", "dist", "mutants"}
"""Folders that tools make; .gitignore knows them too."""


def tracked() -> tuple[Path, ...]:
    """Return the project's files, sorted, relative to its root."""
    if (ROOT / ".git").exists():
        # A clone that belongs to somebody else is still only read.
        git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), "ls-files", "-z"]
        names = subprocess.run(git, check=True, capture_output=True, text=True).stdout.split("\0")
        found = (Path(name) for name in names if name and (ROOT / name).is_file())
    else:
        found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return tuple(sorted(path for path in found if not MADE.intersection(path.parts)))


FILES: Final = tracked()
MODULES: Final = tuple(path for path in FILES if path.suffix == ".py" and path.parts[0] in {"controller", "drivers"})
"""The Python files that run at a table."""
