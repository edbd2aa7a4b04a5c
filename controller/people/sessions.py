"""Sessions: who is signed in where. In memory alone: after a restart of the table everybody signs in again.

A token is 256 random bits; its hash is kept. A session ends 12 hours after the PIN, and when its person or console
leaves the register; after 15 minutes without an act it is asleep: it may look, and acts again after its PIN.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from controller.people.register import Contents, Role, digest

LASTS_S: Final = 12 * 3600.0
ASLEEP_AFTER_S: Final = 15 * 60.0
MOST: Final = 64
"""Sessions in all; the one that acted longest ago makes room."""


@dataclass(slots=True)
class Session:
    """`console` is the enrolled one's id, or empty; times are the monotonic clock's seconds."""

    badge: str
    name: str
    role: Role
    console: str
    console_name: str
    began_s: float
    acted_s: float
    token_hash: str
    pin_hash: str = ""
    """Of the PIN's hash when it began: another PIN ends it."""

    def asleep(self, now_s: float) -> bool:
        """Whether it asks for the PIN before it acts."""
        return now_s - self.acted_s > ASLEEP_AFTER_S


class Sessions:
    """All of one table's; `now_s` is the monotonic clock of each call."""

    def __init__(self) -> None:
        self._by_hash: dict[str, Session] = {}

    def begin(
        self, *, badge: str, name: str, role: Role, console: str, console_name: str, now_s: float, pin: str = ""
    ) -> tuple[str, Session]:
        """A new one, and its token; one that the same person had at the same console ends."""
        for key, old in list(self._by_hash.items()):
            if (old.badge, old.console) == (badge, console):
                del self._by_hash[key]
        while len(self._by_hash) >= MOST:
            del self._by_hash[min(self._by_hash, key=lambda key: self._by_hash[key].acted_s)]
        token = secrets.token_urlsafe(32)
        session = Session(
            badge, name, role, console, console_name, now_s, now_s, digest(token), digest(pin) if pin else ""
        )
        self._by_hash[session.token_hash] = session
        return token, session

    def of(self, token: str, people: Contents, now_s: float) -> Session | None:
        """Whose token this is, with the rank that the register gives him now; None where nobody's."""
        session = self._by_hash.get(digest(token))
        return session if session is not None and self.valid(session, people, now_s) else None

    def valid(self, session: Session, people: Contents, now_s: float) -> bool:
        """Whether it still is: its person, his PIN, the console, twelve hours. It then has the rank of now."""
        if self._by_hash.get(session.token_hash) is not session:
            return False
        person = people.people.get(session.badge)
        there = not session.console or session.console in people.consoles
        if person is None or not there or now_s - session.began_s > LASTS_S:
            del self._by_hash[session.token_hash]
            return False
        if session.pin_hash and session.pin_hash != digest(person.pin):
            del self._by_hash[session.token_hash]
            return False
        session.role = person.role
        session.name = person.name
        return True

    def end(self, session: Session) -> None:
        """Signed out."""
        self._by_hash.pop(session.token_hash, None)
