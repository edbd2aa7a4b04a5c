"""`tablectl config`: the running table's configuration beside its file, and each change of it from the record."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

import typer

from controller.audit.journal_file import JournalFile
from controller.cli import journals
from controller.cli.program import Group
from controller.cli.table.asked import ask_the_table
from controller.core.outcomes import dumps
from controller.doctor.settings_history import Entry, settings_history
from controller.terminal.instants import instant
from controller.terminal.lines import Line, show

LAST: Final = 20
WHEN: Final = {
    "now": "now, with `tablectl reload`",
    "between_rounds": "when the next round opens, after `tablectl reload`",
    "restart": "with a restart between rounds, `systemctl restart tabled@TABLE`",
}
"""When what the file says is taken."""
NOT_THERE: Final = "not there"


def diff(*, config: journals.ConfigOption = None) -> int:
    """Show what the file says otherwise than the table as it runs.

    The file is read as `tablectl reload` would, and nothing is taken. Values whose key names a secret are left out.

    Exit status: 0 the table runs as its file says, 1 something differs, 2 the file is wrong or the table not reached.
    """
    answer = ask_the_table(config, {"type": "configuration.compare"})
    if isinstance(answer, int):
        return answer
    found = answer["differences"]
    show(differences(found))
    return 1 if found else 0


def log(
    *,
    last: Annotated[int, typer.Option(metavar="N", help="The last N.")] = LAST,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Show each change of the configuration, from the record.

    When, by whom, key, before and after. Of a file edited while the table did not run the record has less.

    Exit status: 0 shown, 2 the journal cannot be read.
    """

    def act(file: JournalFile) -> int:
        found = settings_history(file)
        file.let_go()
        show(history(found[-last:] if last > 0 else []))
        return 0

    return journals.look(journals.Asked(config, journal, key, seal, public_key), act)


def differences(found: list[Mapping[str, Any]]) -> Iterator[Line]:
    """Each key: when it is taken, the running value, the file's."""
    if not found:
        yield Line("The table runs as its file says.")
    for one in found:
        yield Line(f": {WHEN.get(one['takes'], one['takes'])}", one["key"], "bold")
        yield Line(_value(one["before"]), "  running      ")
        yield Line(_value(one["after"]), "  in the file  ")


def history(found: list[Entry]) -> Iterator[Line]:
    """Each record: when and by whom, its keys before and after."""
    if not found:
        yield Line("No change is on record.")
    for entry in found:
        yield Line(f"  {entry.by} (record {entry.n})", instant(entry.utc_ns), "bold")
        for key, before, after, takes in entry.settings:
            yield Line(f"{key}{f': {_TAKEN[takes]}' if takes else ''}", "  ")
            yield Line(_value(before), "    before  ")
            yield Line(_value(after), "    after   ")
        if entry.note:
            yield Line(entry.note, "  ")


_TAKEN: Final = {"now": "at once", "between_rounds": "when the next round opens", "restart": "with the next restart"}


def _value(value: Any) -> str:
    if isinstance(value, Mapping):  # what is left out is as the driver has it
        value = {name: one for name, one in value.items() if one is not None}
    return NOT_THERE if value is None else dumps(value)


command: Final = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, no_args_is_help=True)
command.command("diff")(diff)
command.command("log")(log)
