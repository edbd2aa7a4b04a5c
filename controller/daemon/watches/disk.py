"""The journal's disk watched while the table runs: its two alerts raised and cleared; a disk that is gone ends it."""

import asyncio
import errno
from collections.abc import Awaitable, Callable, Container, Mapping
from typing import Final, NoReturn

from controller.alerts.notices import Alert, AlertCleared
from controller.beat import beat
from controller.journal.files.disk import MIB, Disk, Reading
from controller.journal.store import JournalFailedError

ALERTS: Final[Mapping[str, str]] = {"low": "disk_low", "short": "disk_short"}
"""The alerts that are active while the disk is at a level."""
LOOK_EVERY_S: Final = 5.0
"""A table writes less than a megabyte in this time, so a threshold is not run past; others may fill the disk faster."""
WAITED_FOR_S: Final = 1.0
"""The same while one of the alerts is active: somebody makes room, and looks whether it is enough."""

PLACE_FIRST_S: Final = 2.0
"""A folder that is gone was moved away: whoever watches the journal's place ends the table and says so."""


async def watch(
    disk: Disk, *, active: Container[tuple[str, str]], notify: Callable[[Alert | AlertCleared], Awaitable[object]]
) -> NoReturn:
    """Raise and clear the disk's alerts for the daemon's life.

    Raises JournalFailedError where the disk is gone or read-only.
    """
    while True:
        if not disk.path.parent.exists():
            await asyncio.sleep(PLACE_FIRST_S)
        reading = _look(disk)
        wanted = ALERTS.get(reading.level)
        for code in ALERTS.values():
            if code != wanted and (code, "") in active:
                await notify(AlertCleared(code=code))
        if wanted is not None and (wanted, "") not in active:
            why = disk.why_closed() or "The disk of the journal fills; before it is full, no further round is opened."
            text = f"{why} {reading.free_bytes // MIB} MiB were left then."
            await notify(Alert(code=wanted, text=text))
        await beat(LOOK_EVERY_S if wanted is None else WAITED_FOR_S)


def _look(disk: Disk) -> Reading:
    try:
        reading = disk.look()
    except OSError as error:
        raise _failed(disk, error) from error
    if reading.read_only:
        raise _failed(disk, OSError(errno.EROFS, "the disk of the journal has become read-only"))
    return reading


def _failed(disk: Disk, error: OSError) -> JournalFailedError:
    return JournalFailedError(f"The journal {disk.path} cannot go on: {error}. The table stops.")
