"""What the last revision of an outcome changed, line by line: the part `changes`, until the next round opens.

It is the difference that the ruling told, read from its record, so that a page loaded later has it too. An outcome that
was withdrawn first has none: every line of the one before was taken back then.
"""

import json
from typing import Any

from controller.journal.archive import Archive
from controller.journal.lookup import Lookup


class Revised:
    """One table's; `archive` opens what is sealed."""

    def __init__(self, lookup: Lookup, archive: Archive) -> None:
        self._lookup = lookup
        self._archive = archive
        self._of: tuple[int, int] | None = None
        self._changes: list[dict[str, Any]] | None = None

    async def changes(self, table: dict[str, Any]) -> list[dict[str, Any]] | None:
        """Of the part `table`; None where there is no revision, or it changed nothing that had been told."""
        if "revision" not in table:
            return None
        of = table["round"], table["revision"]
        if of != self._of:
            self._of, self._changes = of, await self._read()
        return self._changes

    async def _read(self) -> list[dict[str, Any]] | None:
        record = await self._lookup.newest_end()
        if record is None:
            return None
        effects = json.loads(self._archive.clear_body(record))["effects"]
        return next((one["difference"] for one in effects if "difference" in one), None)
