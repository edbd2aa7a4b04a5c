"""The pulling of plugs in its short form; the long one is `make pulls`."""

import subprocess
import sys
from pathlib import Path

from tests.table.table_bench import ROOT


def test_nothing_is_lost_with_a_plug(tmp_path: Path) -> None:
    """Every kind of device at one table, pulled and put back in play: rounds, cards, alerts and costs hold."""
    command = [sys.executable, "-m", "tests.pulls", "--seconds", "6", "--idle", "2", "--seed", "5"]
    done = subprocess.run(
        [*command, "--folder", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert "0 findings" in done.stdout
