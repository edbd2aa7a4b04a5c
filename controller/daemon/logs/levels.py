"""From which level on each part of the program logs; changed while the table runs, for a while.

A line belongs to the part that its logger names (`structlog.get_logger("mqtt")`), else to `daemon`. What is critical is
always logged, and so is a change of a level, with who has made it.
"""

import asyncio
from collections.abc import MutableMapping
from typing import Any, Final, Literal, TextIO, get_args

import structlog

Part = Literal["table", "devices", "mqtt", "consoles", "web", "daemon"]
Level = Literal["debug", "info", "warning", "error"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
USUAL: Final[Level] = "info"
CHANGED: Final = "log_level"
_ORDER: Final = {"debug": 0, "info": 1, "warning": 2, "error": 3, "critical": 4}
_levels: Final[dict[str, Level]] = {}
"""Those that are not usual."""
_ends: Final[dict[str, asyncio.TimerHandle]] = {}

_log = structlog.get_logger()


class PartLogger(structlog.WriteLogger):
    """Writes the lines of one part."""

    def __init__(self, file: TextIO, part: str = "daemon") -> None:
        super().__init__(file)
        self.part = part


def chosen(logger: PartLogger, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The first of structlog's processors: drops what is below the level of its part."""
    level = _levels.get(logger.part, USUAL)
    if _ORDER[method] < _ORDER[level] and line["event"] != CHANGED:
        raise structlog.DropEvent
    return line


def change(part: Part, level: Level, *, for_s: float, login: str) -> None:
    """From now on, for so long."""
    if part in _ends:
        _ends.pop(part).cancel()
    _levels[part] = level
    _log.warning(CHANGED, part=part, to=level, for_s=for_s, login=login)
    if level != USUAL:
        _ends[part] = asyncio.get_running_loop().call_later(for_s, _back, part)


def _back(part: Part) -> None:
    del _ends[part], _levels[part]
    _log.warning(CHANGED, part=part, to=USUAL)
