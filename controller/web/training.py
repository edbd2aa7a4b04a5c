"""Training: whoever looks at the demonstration deals a round himself. No table that is installed has it.

watch     the virtual dealer plays, the page follows
leaving   he ends his round; then the table is the person's
deal      the person deals: a tap draws the next card from the virtual shoe, or presses the button
"""

from collections.abc import Callable
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

Mode = Literal["watch", "leaving", "deal"]


class Training(Protocol):
    """Who plays, and the hands at the virtual devices; `changed` is called when the mode has, and returns at once."""

    changed: Callable[[], None]

    @property
    def mode(self) -> Mode: ...

    async def do(self, what: str) -> str | None:
        """Do it; the sentence that refuses, None where it is done."""


class TrainingBody(BaseModel):
    """`card`, `press`: at a device; `mine`: the person deals; `yours`: the virtual dealer goes on."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: Literal["card", "press", "mine", "yours"]
