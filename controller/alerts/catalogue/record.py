"""Alerts about the journal's own past: each is noted once and told by `tablectl verify` for ever."""

from typing import Final

from controller.alerts.catalogue.entry import Entry, Lasting

RECORD: Final = (
    Entry(
        code="head_file_missing",
        severities=("critical",),
        meaning="the head file beside the journal was missing at a start: whether the last records were cut off cannot"
        " be told from the journal",
        action="find out who removed it, and compare the journal with messages kept elsewhere:"
        " `tablectl verify --published FILE`",
        lasting=Lasting(cleared_by="pit_manager"),
    ),
    Entry(
        code="journal_older",
        severities=("critical",),
        meaning="the broker holds outcomes that this journal does not have: an older copy of its files was put back;"
        " no round is opened",
        action="keep the machine as it is for the auditor, give him the result of `tablectl verify --published FILE`",
        lasting=Lasting(cleared_by="pit_manager"),
    ),
    Entry(
        code="journal_changed",
        severities=("critical",),
        meaning="what lies in the journal's file is not what this table wrote: a record, or a message that waited for"
        " the broker",
        action="keep the machine as it is for the auditor, run `tablectl verify`, give him its result and a backup",
        lasting=Lasting(cleared_by="pit_manager"),
    ),
    Entry(
        code="journal_unsigned",
        severities=("warning",),
        meaning="the broker holds an outcome in this journal's name that this table's key did not sign: it is forged,"
        " or the key was replaced and the journal signed anew",
        action="run `tablectl verify` with `--public-key` as noted at the installation and `--published` with what"
        " other readers kept, then clear it",
        lasting=Lasting(cleared_by="pit_supervisor"),
    ),
    Entry(
        code="journal_other",
        severities=("warning",),
        meaning="the broker holds outcomes of this table from another journal",
        action="right after a change of the table PC or its disk clear it, else find out who put the old journal away",
        lasting=Lasting(cleared_by="pit_supervisor"),
    ),
    Entry(
        code="journal_moved",
        severities=("critical",),
        meaning="the journal's file, or SQLite's log beside it, was moved away, replaced or deleted while the table"
        " ran; the table has stopped, and this is the last record of the file that it had open",
        action="find out who did it, put the file back where it was, and start the table again",
    ),
)
