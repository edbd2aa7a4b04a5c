"""The games of this folder, installed as packages of their own beside the controller."""

import os
import shutil
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ADDED: Final = {"house-blackjack": "house_blackjack", "high-card": "high_card"}
"""Name of the game to its module."""


def installed(folder: Path) -> dict[str, str]:
    """The games in `folder` as an installer leaves packages, and the environment in which they are found."""
    for module in ADDED.values():
        shutil.copy(HERE / f"{module}.py", folder)
    about = folder / "added_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: added-games\nVersion: 1.0\n")
    points = "".join(f"{name} = {module}:GAME\n" for name, module in ADDED.items())
    (about / "entry_points.txt").write_text(f"[table_controller.games]\n{points}")
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONWARNINGS": "error"}
