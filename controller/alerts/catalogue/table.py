"""Alerts of the table itself: its start, its configuration, its disk, what it refuses."""

from typing import Final

from controller.alerts.catalogue.entry import Case, Entry, Lasting

MAY_GO: Final = (
    "run `journalctl --vacuum-size=200M`, delete old files in journal.db.recordings/, but no other file whose name"
    " begins with journal.db"
)
"""What fills a table PC's disk, and what must stay."""

TABLE: Final = (
    Entry(
        code="restarted_in_round",
        severities=("warning",),
        meaning="the controller was restarted in the middle of a round and goes on where it was",
        action="compare the round with the table; if the table's power failed, the floor applies the clause that the"
        " alert names",
        lasting=Lasting(cleared_by="pit_supervisor", until="the round ends", round_end=True),
    ),
    Entry(
        code="disk_low",
        severities=("warning",),
        meaning="the disk of the journal fills; rounds are still opened",
        action=f"see what fills the disk and make room: {MAY_GO}; the thresholds are `low_mib` and `short_mib` of"
        " `[journal]`",
        lasting=Lasting(cleared_by="pit_supervisor", until="there is room again, or so little that it is `disk_short`"),
    ),
    Entry(
        code="disk_short",
        severities=("critical",),
        meaning="the disk of the journal is almost full: the round ends in order, no other is opened",
        action=f"make room on the disk now: {MAY_GO}",
        lasting=Lasting(cleared_by="pit_manager", until="there is room again"),
    ),
    Entry(
        code="table_closed",
        severities=("warning",),
        meaning="the house's own system has closed the table: no further round is opened",
        action="wait until it opens the table again, or ask a pit manager, who may clear this",
        lasting=Lasting(cleared_by="pit_manager", until="the request `open` is taken"),
    ),
    Entry(
        code="round_refused",
        severities=("warning",),
        meaning="the dealer wanted to open a round and the table did not, for the reason in the text",
        action="end that reason: it has an active alert of its own",
    ),
    Entry(
        code="configuration_exposed",
        severities=("warning",),
        meaning="a secret of the table can be read, or its configuration be written, by others, as the text says",
        action="close it as `tablectl doctor` says, and change a password or key that was open; then start again",
        lasting=Lasting(cleared_by="pit_supervisor", until="a start finds it closed"),
    ),
    Entry(
        code="config_refused",
        severities=("warning",),
        meaning="the table was told to read its configuration anew, and that is wrong, as the text says; nothing of it"
        " holds, and the table would not start with it",
        action="correct the file, then `tablectl reload`",
        lasting=Lasting(cleared_by="pit_supervisor", until="a reload or a start takes the file"),
    ),
    Entry(
        code="restart_pending",
        severities=("warning",),
        meaning="another release than the one that runs has been installed",
        action="between rounds `systemctl restart tabled@TABLE`",
        lasting=Lasting(cleared_by="pit_supervisor", until="a start, or the release that runs is installed again"),
        cases=(
            Case(
                pattern="starts again by itself",
                meaning="another release than the one that runs has been installed, and is started between two rounds",
                action="wait: the table starts again by itself as soon as no round is open",
            ),
            Case(
                pattern="would not start",
                meaning="another release than the one that runs has been installed, and would not start at this table;"
                " the table goes on with the one that runs",
                action="put right what the text says, or install the release that runs again",
            ),
        ),
    ),
    Entry(
        code="code_changed",
        severities=("critical",),
        meaning="a file of the installed program is not as it was signed, as the text says; no further round is opened",
        action="keep the machine as it is for the auditor, see `tablectl self-check`, then install the package again",
        lasting=Lasting(cleared_by="pit_manager", until="a later self-check finds every file as it was signed"),
    ),
    Entry(
        code="requests_refused",
        severities=("warning",),
        meaning="a console, a login or somebody at the broker asks without end for what is refused; it is no longer"
        " recorded one by one, at a console answered all the same",
        action="see who or what asks: a key that is stuck, a program that does not look at its answers",
        lasting=Lasting(
            cleared_by="technician",
            until="nothing more is refused; how much it was is recorded then",
            reports=("requests_counted",),
        ),
    ),
    Entry(
        code="table_changed",
        severities=("warning",),
        meaning="game, limits or rules are others than at the start before; the next rounds are played by the new ones",
        action="see that the change is meant: `tablectl status` shows the release, the configuration the rest",
    ),
    Entry(
        code="multiplier_foreign",
        severities=("critical", "warning"),
        meaning="a device or a console sent a multiplier, which the controller alone draws; it was refused",
        action="find out what sent it: nothing at a table has a reason to; keep the recording beside the journal",
    ),
    Entry(
        code="rules_failed",
        severities=("critical",),
        meaning="the rules could not work out an event because of a fault in this program; nothing was changed by it",
        action="settle what happened by hand, keep the journal and report it to the maker with `tablectl export`",
    ),
    Entry(
        code="ruling",
        severities=("info",),
        meaning="an irregularity was ruled on; the text says what the clause asks for",
        action="do at the table what the text says",
    ),
)
