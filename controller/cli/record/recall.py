"""`tablectl recall`: the last rounds in plain words, from the journal alone, also while the table runs."""

from typing import Annotated, Final

import typer

from controller.audit.explain.recall import last_rounds, tell
from controller.audit.journal_file import JournalFile
from controller.cli import journals
from controller.cli.program import flag
from controller.core.outcomes import dumps, to_json_object
from controller.terminal.printable import complain, say

ROUNDS: Final = 25
"""What progressive table games have to show at least (9 NYCRR 5320.8(b))."""


def command(
    rounds: Annotated[int, typer.Argument(metavar="N", help="How many.")] = ROUNDS,
    *,
    json: Annotated[bool, flag("--json", help="Print the outcomes as JSON Lines.")] = False,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Exit status: 0 shown, 1 a round is not shown, as this device did not sign its record so, 2 cannot be read."""

    def act(file: JournalFile) -> int:
        found = last_rounds(file, rounds)
        file.let_go()
        refused = [recalled.refused for recalled in found if recalled.refused is not None]
        for recalled in found:
            if recalled.refused is not None:
                complain(f"tablectl: {recalled.refused}")
            elif not json:
                say(*tell(recalled))
            elif recalled.outcome is not None:
                say(dumps(to_json_object(recalled.outcome)))
        if not found:
            complain("No round has ended yet.")
        return 1 if refused else 0

    if rounds < 1:
        complain("tablectl: at least one round can be recalled.")
        return journals.BAD
    return journals.look(journals.Asked(config, journal, key, seal, public_key), act)
