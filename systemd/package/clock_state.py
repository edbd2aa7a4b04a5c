#!/usr/bin/python3 -IS
"""Writes down, every two seconds, that a time server vouches for the kernel's clock: for the tables, which may not ask.

adjtimex(2) tells it; for who has the right it would set the clock, so the tables' units forbid the call. The file
`synchronised` in $RUNTIME_DIRECTORY has the moment, in nanoseconds of CLOCK_MONOTONIC, when the kernel last said so;
it is not there while the kernel says otherwise, and nobody believes one that is old (`controller.journal.clock`).
"""

import ctypes
import os
import sys
import time
from pathlib import Path

EVERY_S = 2.0
TIME_ERROR = 5
"""What the call returns while the clock is not synchronised."""
TIMEX_BYTES = 208
"""The size of struct timex on 64-bit Linux; zeroed it has no mode bits, so the call only reads."""


def main() -> int:
    """For ever; 2 where there is no folder to write to."""
    folder = os.environ.get("RUNTIME_DIRECTORY")
    if not folder:
        print("clock-state: Expected the folder to write to in RUNTIME_DIRECTORY.", file=sys.stderr)
        return 2
    file = Path(folder, "synchronised")
    fresh = file.with_name("synchronised.new")
    library = ctypes.CDLL(None)
    while True:
        if 0 <= library.adjtimex(ctypes.create_string_buffer(TIMEX_BYTES)) < TIME_ERROR:
            fresh.write_text(f"{time.monotonic_ns()}\n")
            fresh.replace(file)
        else:
            file.unlink(missing_ok=True)
        time.sleep(EVERY_S)


if __name__ == "__main__":
    sys.exit(main())
