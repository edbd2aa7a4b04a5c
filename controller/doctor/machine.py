"""The table PC: how warm it is, what the kernel knows of the journal's disk, when the pages' certificate ends."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from controller.configuration.certificates import certificates
from controller.configuration.config import Config
from controller.doctor.checked import Checked, Verdict
from controller.terminal.rights import shut_out
from controller.web.inside import temperature

SYS: Final = Path("/sys")
WARM_C: Final = 80.0
HOT_C: Final = 95.0
"""Processors of small PCs slow down from some 90 °C on."""
WORN: Final = 9
"""An eMMC tells what of its life is used in tenths; from here on it is to be changed."""
EXPIRES_SOON: Final = timedelta(days=30)
SMARTCTL_S: Final = 10.0


def look_at_machine(config: Config) -> Iterator[Checked]:
    """Temperature, disk, certificate."""
    degrees = temperature()
    if degrees is not None:
        verdict: Verdict = "ok" if degrees < WARM_C else "warning" if degrees < HOT_C else "wrong"
        to_do = "" if degrees < WARM_C else "see whether its air is blocked and the fan turns"
        yield Checked(verdict, "temperature", f"{degrees:.0f} °C", to_do)
    yield from _disk(config.journal.parent)
    yield from _certificates(config)


def _disk(folder: Path) -> Iterator[Checked]:
    """Nothing where the folder is on no disk of this machine."""
    try:
        device = folder.stat().st_dev
    except OSError:
        return
    part = (SYS / "dev" / "block" / f"{os.major(device)}:{os.minor(device)}").resolve()
    if not part.is_dir():
        return
    disk = part.parent if (part / "partition").exists() else part
    yield told_by_kernel(part.name, disk, errors=_number(SYS / "fs" / "ext4" / part.name / "errors_count"))
    if os.geteuid() == 0 and (smartctl := shutil.which("smartctl")) is not None:
        yield from _smart(smartctl, Path("/dev") / disk.name)


def told_by_kernel(name: str, disk: Path, *, errors: int | None) -> Checked:
    """What the files of `disk` below /sys say, and how many errors the file system on `name` has met."""
    change = "back up the journal (`tablectl backup`) and change the disk"
    if errors:
        return Checked("wrong", "disk health", f"the file system on {name} has met {errors} errors", f"{change}; dmesg")
    used = max((int(one, 16) for one in _words(disk / "device" / "life_time")), default=0)
    worn = _words(disk / "device" / "pre_eol_info")
    if used > WORN or (worn and int(worn[0], 16) > 1):
        return Checked("warning", "disk health", f"{disk.name} has used up {min(used, 10) * 10} % of its life", change)
    known = f", {max(0, used - 1) * 10} to {used * 10} % of its life used" if used else ""
    return Checked("ok", "disk health", f"no error of {name} is known{known}")


def _smart(smartctl: str, device: Path) -> Iterator[Checked]:
    """What the disk says of itself: bit 3 of the exit status is a disk that fails (smartctl(8))."""
    try:
        asked = subprocess.run(  # noqa: S603
            [smartctl, "-H", device], capture_output=True, text=True, timeout=SMARTCTL_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return
    if asked.returncode & 0b1000:
        to_do = "back up the journal (`tablectl backup`) and change the disk"
        yield Checked("wrong", "disk health", f"{device} says of itself that it fails", to_do)


def _certificates(config: Config) -> Iterator[Checked]:
    """Those of the pages; the broker's are looked at with it."""
    for key, file, ends, _ in certificates(config):
        if not key.startswith("web."):
            continue
        if ends is None:
            if shut_out(file) is None:
                yield Checked("wrong", "certificate", f"{file} ({key}) holds none", "put the right file there")
            continue
        over, soon = ends < datetime.now(UTC), ends < datetime.now(UTC) + EXPIRES_SOON
        text = f"{file} ({key}) {'ended' if over else 'ends'} on {ends:%Y-%m-%d}"
        verdict: Verdict = "wrong" if over else "warning" if soon else "ok"
        yield Checked(verdict, "certificate", text, "have a new one made, then restart the table" if soon else "")


def _words(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return []


def _number(file: Path) -> int | None:
    words = _words(file)
    return int(words[0]) if words else None
