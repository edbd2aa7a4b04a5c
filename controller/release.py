"""Which release this is: the package's version, and the revision of the tree that it was made from.

A wheel carries its revision (`REVISION`, written by `.ci/build_hook.py`); in a checkout git is asked. `0.1.0+1a2b3c4`,
with `.dirty` behind it where the tree had changes that no commit holds; the version alone where nobody knows.
"""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from controller import __version__

BAKED: Final = Path(__file__).with_name("REVISION")
CHECKOUT: Final = Path(__file__).parents[1]
GIT_S: Final = 5.0


@cache
def release() -> str:
    """What `--version` shows, and what the record of a start holds."""
    found = revision()
    return f"{__version__}+{found}" if found else __version__


@cache
def revision() -> str:
    """Of the tree, empty where nobody knows."""
    try:
        return BAKED.read_text(encoding="ascii").strip()
    except OSError:
        return revision_of(CHECKOUT)


def revision_of(checkout: Path) -> str:
    """By git; empty where it is no checkout of ours or there is no git."""
    if not (checkout / ".git").exists():
        return ""
    # Root installs from a checkout of somebody else, which git would refuse to look at.
    describe = ["describe", "--always", "--dirty", "--exclude=*"]
    command = ["git", "-C", str(checkout), "-c", "safe.directory=*", *describe]
    try:
        asked = subprocess.run(command, capture_output=True, text=True, check=True, timeout=GIT_S)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip().replace("-", ".")
