"""A sentence about what came from outside: on one line, without orders to a terminal, no longer than can be read."""

from typing import Final

LONGEST: Final = 1000
"""Characters; what an event may be is named in some eight hundred."""


def sentence(text: str) -> str:
    """The text with a question mark for each character that is none to be printed, and cut where it is too long."""
    cut = text if len(text) <= LONGEST else text[: LONGEST - 4] + "...."
    return "".join(one if one.isprintable() else "?" for one in cut)
