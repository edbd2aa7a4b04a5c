"""The requests of before this start: what each was answered, what has still to be taken or sent, of a reload, too.

A request holds for thirty seconds, so the newest records are enough for its answer. One that waits for the next round
was accepted in the last one or after it, however long that is ago. Messages that were to be sent again and were not, up
to their last, are sent again from their first.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from controller.alerts.notices import CONFIGURATION, REQUEST
from controller.journal.archive import Archive, reading
from controller.table.changes import resends, waits

KEPT: Final = 4096
"""Records looked at for answers, and answers remembered: some hours of play."""

Asked = tuple[str, str]
"""Key and transaction."""


class Remembered(NamedTuple):
    """Records in their order: of first answers, of requests to be taken, of those with messages still to be sent."""

    answers: Mapping[Asked, Mapping[str, Any]]
    waiting: tuple[Mapping[str, Any], ...]
    resending: tuple[Mapping[str, Any], ...] = ()


def remembered(archive: Archive, last: int) -> Remembered:
    """Of the journal up to record `last`; raises JournalRefusedError where one that would act is not as it was written.

    The others are not checked: what was changed so far behind is for the walk to find, while the table plays.
    """
    with reading(archive.path, "its requests: "):
        after = max(0, min(last - KEPT, archive.end_before_last_round()))
        rows = sorted(archive.notices(REQUEST, after) + archive.notices(CONFIGURATION, after))
        found = of_records(json.loads(body)["notice"] | {"n": n} for n, body in rows)
        for notice in (*found.waiting, *found.resending):
            next(archive.records(notice["n"] - 1))
    return found


def of_records(notices: Iterable[Mapping[str, Any]]) -> Remembered:
    """Of notices as the journal has them."""
    answers: dict[Asked, Mapping[str, Any]] = {}
    waiting: dict[Asked, Mapping[str, Any]] = {}
    resending: dict[Asked, Mapping[str, Any]] = {}
    for notice in notices:
        if notice["type"] == CONFIGURATION:
            if waits(notice):
                waiting[CONFIGURATION, str(len(waiting))] = notice
            elif notice["status"] != "accepted":  # what waited was taken, all of it
                waiting = {asked: one for asked, one in waiting.items() if asked[0] != CONFIGURATION}
            continue
        if notice["type"] != REQUEST or "rank" not in notice or "transaction" not in notice or "again" in notice:
            continue
        asked = (notice["by"], notice["transaction"])
        if waits(notice):
            waiting[asked] = notice
        elif resends(notice):
            resending[asked] = notice
        else:
            waiting.pop(asked, None)
            resending.pop(asked, None)
        answers.setdefault(asked, notice)
    return Remembered(answers, tuple(waiting.values()), tuple(resending.values()))
