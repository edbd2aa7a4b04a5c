"""Log lines: JSON on standard output, one a line, for journald. Never the face of a card that the players cannot see.

The rule is kept at the source: the shell logs the type of an event, never its fields.
"""

import logging
import sys
from typing import TextIO

import structlog


def configure(*, table: str, stream: TextIO | None = None) -> None:
    """Every line from here on carries the table's name; `stream` is where they go when not to standard output."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stdout),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(table=table)
