"""The files of the flight recorders: one for the alerts of a moment, the frames of every device behind them.

    00000017-20260131T211500.123456Z-device_lost.jsonl

The number orders them, one more than the greatest in the folder. The time in the name is for people: a clock that was
set, or a file that was copied, makes no recording older or newer.
"""

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, Final

FILES: Final = 50
"""Recordings kept in a folder; the oldest go first."""
PIECE: Final = 20
REST_S: Final = 0.001
"""Twenty lines take half a millisecond; a thread that only yields takes the interpreter back before another wakes."""
_NAME: Final = re.compile(r"(\d{8,})-\d{8}T.*\.jsonl")


def write_recording(
    folder: Path, *, causes: Sequence[Mapping[str, Any]], devices: Mapping[str, Iterable[dict[str, Any]]]
) -> Path:
    """Write what `FlightRecorder.lines` gave for each device into a new file, and remove the oldest. Raises OSError.

    The alerts that caused it come first, a line each, then the frames. It is named after the first of them, and only
    the daemon's user and group may read it. It takes its time: the thread that it runs in lets the loop's have the
    interpreter between pieces.
    """
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    number = 1 + max(map(_number, folder.iterdir()), default=0)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = folder / f"{number:08}-{stamp}-{causes[0]['code']}.jsonl"
    frames = ({"device": name, **line} for name, lines in devices.items() for line in lines)
    fresh = path.with_suffix(".new")
    fresh.touch(mode=0o640)
    try:
        with fresh.open("w", encoding="ascii") as file:
            for count, line in enumerate(chain(causes, frames)):
                file.write(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")
                if count % PIECE == PIECE - 1:
                    time.sleep(REST_S)
        fresh.rename(path)
    except OSError:  # a disk that is full is not filled further by what is half written
        fresh.unlink(missing_ok=True)
        raise
    for unfinished in folder.glob("*.new"):
        unfinished.unlink(missing_ok=True)
    for old in sorted(folder.glob("*.jsonl"), key=lambda file: (_number(file), file.name))[:-FILES]:
        old.unlink(missing_ok=True)
    return path


def _number(file: Path) -> int:
    """The recording's; 0 of one from a release that had none, which is older than all that have one."""
    found = _NAME.fullmatch(file.name)
    return int(found[1]) if found else 0
