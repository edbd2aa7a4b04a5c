"""The log of one table: structlog's lines, in the form that their reader wants, written on a thread of their own.

    standard output is      a line is
    systemd's journal       `<N>` (its level, sd-daemon(3)), a sentence, then the record as JSON up to the end
    a terminal              time and sentence, coloured by level
    anything else           the record as JSON

Never the face of a card that the players cannot see. The rule is kept at the source: the shell logs the type of an
event, never its fields. A reader who is slow or gone costs lines, and never the table anything (`writer`).
"""

import atexit
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TextIO, cast

import structlog

from controller.daemon.logs.forms import LEVELS, Destination
from controller.daemon.logs.levels import PartLogger, chosen
from controller.daemon.logs.writer import LineWriter, QueuedStream


@contextmanager
def opened(*, table: str, stream: TextIO | None = None) -> Iterator[None]:
    """Every line in here carries the table's name; `stream` is where they go when not to standard output.

    At the end what is still to be written gets a short time for it.
    """
    to = Destination(stream or sys.__stdout__)
    stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)

    def lost(count: int) -> str:
        line = {"table": table, "event": "log_lines_lost", "count": count, "level": "warning"}
        return to.render(None, "warning", stamp(None, "warning", line))

    writer = LineWriter(to.descriptor, lost)
    structlog.configure(
        processors=[
            chosen,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            stamp,
            structlog.processors.format_exc_info,
            to.render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
        logger_factory=partial(PartLogger, cast("TextIO", QueuedStream(writer))),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(table=table)
    try:
        yield
    finally:
        writer.close()


def guard_errors() -> None:
    """From here on nothing that writes to standard error waits for its reader, or fails where he is gone."""
    to = Destination(sys.stderr)
    level = f"<{LEVELS['error']}>" if to.is_journal else ""
    writer = LineWriter(to.descriptor, lambda count: f"{level}tabled: {count} lines are missing here.")
    sys.stderr = QueuedStream(writer, begin=level)
    atexit.register(writer.close)  # the last traceback comes after everything else


def go_to_one_place(one: TextIO | None, other: TextIO | None) -> bool:
    """Whether what is written to both is read by the same reader."""
    descriptors = [Destination(stream).descriptor for stream in (one, other)]
    if None in descriptors:
        return False
    first, second = (os.fstat(descriptor) for descriptor in descriptors if descriptor is not None)
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
