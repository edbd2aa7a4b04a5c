"""One thing that was looked at: a verdict, what it is, what was found, and what to do next where something is to do."""

from typing import Literal, NamedTuple

Verdict = Literal["ok", "warning", "wrong"]
"""`warning`: the table runs with it; `wrong`: it does not, or not as it should."""


class Checked(NamedTuple):
    """`text` is what was found, `to_do` what a technician does about it, empty where it is nothing."""

    verdict: Verdict
    what: str
    text: str
    to_do: str = ""
