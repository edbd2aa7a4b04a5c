"""A table that ends again and again for the same reason: counted, so that its log is not flooded by its restarts.

systemd starts the table anew for ever, two seconds after each end. What it ended of is remembered in a file of the
runtime directory, which systemd keeps between the starts and removes at a stop. From the fourth time on an end waits
a little before it is one; whoever corrects the configuration meanwhile ends the wait. Without the directory, as where
no systemd is, nothing is remembered. A start that came about is remembered, too: a later one that fails is a first.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller.configuration.installed import LAST_END
from controller.journal.files.lock import MODE
from controller.journal.files.whole_file import write_whole
from controller.terminal.inputs import read_text

WAITS_S: Final = (0.0, 0.0, 0.0, 5.0, 10.0, 20.0, 30.0)
"""After the first, the second … end for one reason; after more of them the last."""
MOST_BYTES: Final = 64 * 1024
"""Of what is remembered: a reason is some sentences."""
MOST_TIMES: Final = 1_000_000
"""More are not counted."""
LIVED_S: Final = 60.0
"""A table that ran for so long has not failed at its start."""
_LOOK_S: Final = 0.5


class Failures:
    """How often the table has ended for one reason, since this process began at `began` of the monotonic clock."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY")
        self._file = Path(folder.split(":")[0]) / LAST_END if folder else None
        self._began = time.monotonic()
        self._is_ready = False

    def ready(self) -> None:
        """The table is open: what kept earlier starts from it is over."""
        self._is_ready = True
        if kept := self._kept():
            self._keep(kept | {"over": True})

    def count(self, reason: str) -> int:
        """Which end for this reason this one is: the first, the second, and so on."""
        if self._file is None:
            return 1
        before = 0
        if time.monotonic() - self._began < LIVED_S:
            kept = self._kept()
            if kept.get("reason") == reason and (self._is_ready or not kept.get("over")):
                times = kept.get("times")
                before = min(max(times, 0), MOST_TIMES) if isinstance(times, int) else 0
        self._keep({"reason": reason, "times": before + 1})
        return before + 1

    def _kept(self) -> dict[str, Any]:
        """What was remembered; nothing where the file holds what no table wrote."""
        if self._file is None:
            return {}
        try:
            kept = json.loads(read_text(self._file, most=MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _keep(self, what: Mapping[str, Any]) -> None:
        if self._file is not None:
            with suppress(OSError):
                write_whole(self._file, json.dumps(what).encode(), MODE)


def wait_after(times: int) -> float:
    """Seconds to wait after an end that is the `times`-th for its reason."""
    return WAITS_S[min(times, len(WAITS_S)) - 1]


def wait(seconds: float, *, unless_changed: Path, meanwhile: Callable[[], None]) -> None:
    """Wait, `meanwhile` called now and then; at most until the file is another one."""
    until, before = time.monotonic() + seconds, _mark(unless_changed)
    while time.monotonic() < until and _mark(unless_changed) == before:
        meanwhile()
        time.sleep(_LOOK_S)


def _mark(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino
