"""How the rules run in this program: compiled, or interpreted from the same sources, which gives the same to the byte.

The package has them compiled beside the sources (`systemd.package.compiled`); an interpreter that these are not for
takes the sources, as one in a checkout does.
"""

from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

GAMES: Final = Path(__file__).with_name("games")
COMPILED: Final = "rules__mypyc"
"""What is compiled, in one file, below `controller/games`; its suffix has whose it is."""


def compiled_for(games: Path = GAMES) -> tuple[str, ...]:
    """The suffixes of what is compiled there: empty in a checkout, one in a package."""
    return tuple(sorted(file.name.removeprefix(COMPILED) for file in games.glob(f"{COMPILED}.*so")))


def are_compiled(suffixes: Iterable[str] | None = None) -> bool:
    """Whether this interpreter takes what is compiled."""
    return not set(compiled_for() if suffixes is None else suffixes).isdisjoint(EXTENSION_SUFFIXES)
