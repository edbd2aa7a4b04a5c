"""`tablectl reload`: the running table reads its configuration anew; says what holds now and what does not yet."""

from controller.cli import journals
from controller.cli.table.asked import ask_the_table
from controller.daemon.told.reload import Reloaded, told
from controller.terminal.printable import say


def command(
    *,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 taken, now or with the next round, 1 refused, or something needs a restart, 2 not reached."""
    answer = ask_the_table(config, {"type": "configuration.reload"})
    if isinstance(answer, int):
        return answer
    found = Reloaded("", *(tuple(answer[name]) for name in ("taken", "waits", "restart")))
    say(*told(found))
    return 1 if found.restart else 0
