"""The table (`controller.cli.run_table`), loaded without what its libraries would take along and it never needs."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

UNUSED: Final = (
    "rich",  # structlog's, for tracebacks in colour: 4 MiB
    "greenlet",  # structlog's, for its context: 1 MiB
    "bz2",  # shutil's and zipfile's, as the next; neither packs anything here: 0.4 MiB together
    "lzma",
)
"""What is loaded where it is installed, by `try`, and costs memory for the table's life."""


def run(config: Path, *, check: bool) -> int:
    """See `run_table.run`."""
    with without(*UNUSED):
        run_table = importlib.import_module("controller.cli.run_table")
    status: int = run_table.run(config, check=check)
    return status


@contextmanager
def without(*names: str) -> Iterator[None]:
    """What is imported in here does not find these modules, unless they are loaded already."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None: as `import` wants it for what is not to be found
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
