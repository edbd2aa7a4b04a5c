"""The three forms of a log line, and which of them the reader of a stream wants."""

import json
import os
import time
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import structlog

from controller.daemon.logs.sentences import sentence
from controller.terminal.printable import printable

LEVELS: Final = {"critical": 2, "error": 3, "warning": 4, "info": 6, "debug": 7}
"""Those of syslog, by which `journalctl -p` chooses."""
_COLOURS: Final = {"critical": "1;31", "error": "31", "warning": "33", "info": "0", "debug": "2"}

Line = MutableMapping[str, Any]


class Destination:
    """Where a stream ends; `descriptor` is None where it was closed before the program began."""

    def __init__(self, stream: TextIO | None) -> None:
        self.descriptor = None if stream is None else stream.fileno()
        self.is_journal = self.descriptor is not None and _is_journal(self.descriptor)
        self._is_terminal = self.descriptor is not None and os.isatty(self.descriptor)
        self._is_coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
        self._json = structlog.processors.JSONRenderer(json.dumps)

    def render(self, logger: Any, method: str, line: Line) -> str:
        """The last of structlog's processors."""
        if self._is_terminal:
            return self._to_be_read(line)
        text = str(self._json(logger, method, dict(line)))
        return f"<{LEVELS[line['level']]}>{sentence(line)} {text}" if self.is_journal else text

    def _to_be_read(self, line: Line) -> str:
        clock, text = time.strftime("%H:%M:%S"), sentence(line)
        if "exception" in line:
            text = "\n".join((text, *map(printable, str(line["exception"]).splitlines())))
        return (
            f"\x1b[2m{clock}\x1b[0m \x1b[{_COLOURS[line['level']]}m{text}\x1b[0m"
            if self._is_coloured
            else f"{clock} {text}"
        )


def _is_journal(descriptor: int) -> bool:
    """Whether it is: systemd names the journal's end by its device and inode (systemd.exec(5), $JOURNAL_STREAM)."""
    found = os.fstat(descriptor)
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
