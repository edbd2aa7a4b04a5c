"""Who asks something of the table: from which console, as which login or person, and by what right.

Every entrance makes one of these, and the desk looks at nothing else: a serial console by its section of the
configuration, the socket by the kernel's word and the configuration, a page by whoever has signed in there.
"""

from typing import Final

from controller.core.dataclass import dataclass
from controller.core.events import RANK, Authority

LOWEST_FIRST: Final[tuple[Authority, ...]] = tuple(RANK)  # type: ignore[arg-type]
"""The ranks; a technician, who has no say over the game, before a dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """`device` is what records name, `login` the user of the table PC as the kernel gives it, `by` a person's name.

    `authority` is the rank that the house has given him there, never what a line claims; None for a device that is no
    console: it reports, and asks for nothing. `to_raise` says where more is given, as half a sentence.
    """

    device: str
    login: str | None = None
    by: str | None = None
    authority: Authority | None = None
    to_raise: str = "let somebody of that rank do it"

    def may_act_as(self, authority: Authority) -> bool:
        """Whether this rank is his own, or a lower one of the pit: a dealer is no technician, nor the other way."""
        if self.authority is None:
            return authority == "dealer"  # what an event has that claims nothing
        mine = RANK[self.authority]
        return authority == self.authority or (mine > 0 and mine >= RANK[authority])

    def record(self) -> dict[str, str] | None:
        """As the record of an event has him; nothing of a device or a dealer's console, which it names by itself."""
        if self.authority is None or (self.login is None and self.authority == "dealer"):
            return None
        login = {} if self.login is None else {"login": self.login}
        return {"console": self.device, **login, "rank": self.authority}

    def __str__(self) -> str:
        if self.login is not None:
            return f"the login {self.login}"
        return self.by or f"the device {self.device}"


def words(authority: Authority) -> str:
    """A rank as people write it."""
    return authority.replace("_", " ")
