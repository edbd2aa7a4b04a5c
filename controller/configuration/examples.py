"""Where the examples lie: a table of each game, the weights of the multiplier, descriptions of shoes.

In the checkout that is `config/`; a wheel carries the same folder inside the package.
"""

from pathlib import Path
from typing import Final

import controller

PACKAGE: Final = Path(controller.__file__).parent
WEIGHTS: Final = "multipliers.toml"
"""The file that the examples of games with a multiplier name."""


def examples() -> Path:
    """The folder."""
    inside = PACKAGE / "examples"
    return inside if inside.is_dir() else PACKAGE.parent / "config"
