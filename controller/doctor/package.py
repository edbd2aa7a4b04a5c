"""Whether apt knows another release than the one that is installed, from the house's repository or a stick.

Apt is asked for what it read at its last update: nothing is fetched.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Final

from controller.doctor.checked import Checked

NAME: Final = "table-controller"
APT_S: Final = 30.0
"""Behind an installation apt makes its cache anew: seconds on a slow table PC."""
NONE: Final = "(none)"


def look_at_package() -> Iterator[Checked]:
    """Nothing where there is no apt, or this program is not of the package."""
    apt = shutil.which("apt-cache")
    if apt is None:
        return
    try:
        asked = subprocess.run(  # noqa: S603
            [apt, "policy", NAME], capture_output=True, text=True, timeout=APT_S, check=True,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        yield Checked(
            "warning", "package", f"apt gave no answer within {APT_S:.0f} s", f"try `apt-cache policy {NAME}`"
        )
        return
    except (OSError, subprocess.SubprocessError):
        return
    yield from told_by_apt(asked.stdout)


def told_by_apt(policy: str) -> Iterator[Checked]:
    """What the lines of `apt-cache policy` mean."""
    versions = dict(line.strip().split(": ", 1) for line in policy.splitlines() if ": " in line)
    installed, candidate = versions.get("Installed", NONE), versions.get("Candidate", NONE)
    if installed == NONE:
        return
    if candidate in (NONE, installed):
        yield Checked("ok", "package", f"{installed}; apt knows none that is newer")
    else:
        to_do = f"systemd/README.md, `Upgrade`: `tablectl backup PLACE`, then `apt install {NAME}`"
        yield Checked("warning", "package", f"{candidate} is to be had, {installed} is installed", to_do)
