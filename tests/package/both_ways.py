"""A table that the checkout's interpreted rules and the package's compiled ones play in turn, in the middle of a round.

Each goes on from what the other has recorded, and both verify and replay the whole journal: what is compiled answers to
the byte as its sources do, for a start, for an auditor with a checkout and for one with the package.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from controller.daemon.consoles.client import ask
from systemd.package import environment
from tests.architecture.tracked import ROOT
from tests.table.table_bench import console_section

LONGEST_S: Final = 60.0
BETS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "bets.open"},
    {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
    {"type": "bets.closed"},
)
STAND: Final = {"type": "decision", "area": 1, "action": "stand"}
LIVES: Final[tuple[tuple[bool, tuple[str | dict[str, Any], ...]], ...]] = (
    (True, (*BETS, "9S", "7H")),
    (False, ("8D", STAND, "KC", *BETS, "6S")),
    (True, ("7H", "8D", STAND, "KC")),
)
"""Whether what is said is said to the package's daemon."""

Command = Sequence[str | Path]


def play_both_ways(root: Path, folder: Path) -> list[str]:
    """What was found; `root` has the package unpacked."""
    bin_ = root / environment.PLACE / "bin"
    programs: dict[bool, dict[str, Command]] = {
        True: {name: (bin_ / "python3", "-IB", bin_ / name) for name in environment.PROGRAMS},
        False: {name: (sys.executable, "-m", f"controller.cli.{name}") for name in environment.PROGRAMS},
    }
    folder.mkdir()
    config, console = folder / "table.toml", folder / "console"
    config.write_text(
        '[house]\nsite = "house"\ntable = "t1"\n[table]\ngame = "pontoon"\n[journal]\npath = "journal.db"\n'
        + console_section(console)
    )
    findings = []
    for packed, said in LIVES:
        log = _lived((*programs[packed]["tabled"], "--config", config), console, said)
        if f'"compiled":{str(packed).lower()}' not in log.replace(" ", ""):
            findings.append(f"the {'package has no' if packed else 'checkout has'} compiled rules: {log}")
    for packed, names in programs.items():
        for verb in ("verify", "replay"):
            done = subprocess.run(
                (*names["tablectl"], verb, "--config", config), cwd=ROOT, check=False, capture_output=True, text=True
            )
            if done.returncode:
                findings.append(f"{verb} by {'the package' if packed else 'the checkout'}: {done.stdout}{done.stderr}")
    return findings


def _lived(command: Command, console: Path, said: Sequence[str | dict[str, Any]]) -> str:
    """The log of a daemon that was told this and ended; raises RuntimeError where it refuses something."""
    with subprocess.Popen((*command,), cwd=ROOT, stdout=subprocess.PIPE, text=True) as daemon:
        try:
            for one in said:
                event = {"type": "card", "card": one} if isinstance(one, str) else one
                answer = _asked(console, event, daemon)
                if answer["type"] != "accepted":
                    raise RuntimeError(f"{event}: {answer}")
        finally:
            daemon.terminate()
        return daemon.communicate(timeout=LONGEST_S)[0]


def _asked(console: Path, event: dict[str, Any], daemon: subprocess.Popen[str]) -> dict[str, Any]:
    """As soon as the daemon is there."""
    until = time.monotonic() + LONGEST_S
    while True:
        try:
            return ask(console, event, timeout_s=LONGEST_S)
        except (FileNotFoundError, ConnectionRefusedError):
            if daemon.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the daemon does not open") from None
            time.sleep(0.05)
