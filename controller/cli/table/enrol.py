"""`tablectl enrol`: a code with which a screen becomes a console of the table, once, within ten minutes."""

import secrets
import time
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.configuration.config import ConfigError, load
from controller.people.register import EnrolCode, Register, RegisterError, digest
from controller.terminal.printable import complain, say

LASTS_S: Final = 600.0
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that are taken for each other; twelve of them are 59 bits, for ten minutes."""


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What records call this console, as `table-left`.")],
    *,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 done, 2 the register cannot be read or written."""
    code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
    try:
        register = Register(load(journals.configuration(config)).people)
        with register.change() as contents:
            now = time.time()
            codes = [one for one in contents.codes if one.until > now]
            contents.codes = [*codes, EnrolCode(name=name, code=digest(code), until=now + LASTS_S)]
    except (journals.NoJournalError, ConfigError, RegisterError, ValueError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    say(f"Enter {code} on the screen that is to be {name}, within ten minutes: its page asks for it.")
    return 0
