"""The yes of a higher rank to one act: shown what it does, given with a PIN, good once and for a minute.

It is bound to the digest of the act and of what was seen when it was asked for: another act, or another table behind
it, needs another yes. It opens no session.
"""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from controller.core.events import RANK, Authority

LASTS_S: Final = 60.0
MOST: Final = 16


@dataclass(slots=True)
class Approval:
    """What waits for a yes, or has it: then `by` and `rank` say whose."""

    id: str
    digest: str
    rank: Authority
    rule: str | None
    asked_by: str
    console: str
    state: int
    """The last event of the table when it was asked for."""
    preview: dict[str, Any]
    until_s: float
    by: str = ""
    by_rank: Authority | None = None


class Approvals:
    """All that wait at one table; `now_s` is the monotonic clock of each call."""

    def __init__(self) -> None:
        self._by_id: dict[str, Approval] = {}

    def ask(
        self,
        *,
        digest: str,
        rank: Authority,
        rule: str | None,
        asked_by: str,
        console: str,
        state: int,
        preview: dict[str, Any],
        now_s: float,
    ) -> Approval:
        """A new one; the same act of the same console asked again is the same."""
        self._forget(now_s)
        for known in self._by_id.values():
            if (known.digest, known.console, known.state) == (digest, console, state) and not known.by:
                known.until_s = now_s + LASTS_S
                return known
        while len(self._by_id) >= MOST:
            ungiven = (key for key, one in self._by_id.items() if not one.by)
            del self._by_id[next(ungiven, next(iter(self._by_id)))]
        asked = Approval(
            secrets.token_urlsafe(16), digest, rank, rule, asked_by, console, state, preview, now_s + LASTS_S
        )
        self._by_id[asked.id] = asked
        return asked

    def waiting(self, now_s: float) -> list[Approval]:
        """What nobody has said yes to yet."""
        self._forget(now_s)
        return [one for one in self._by_id.values() if not one.by]

    def given(self, id: str, *, by: str, role: str, now_s: float) -> Approval | str:
        """Say yes as this person; the sentence that refuses where his rank does not reach or it is over."""
        self._forget(now_s)
        found = self._by_id.get(id)
        if found is None or found.by:
            return "This approval is over: ask for it again."
        if role not in RANK or role == "technician" or RANK[role] < RANK[found.rank]:
            return f"This needs a {found.rank.replace('_', ' ')} or above; {by} is a {role.replace('_', ' ')}."
        found.by, found.by_rank, found.until_s = by, role, now_s + LASTS_S  # type: ignore[assignment]
        return found

    def spent(self, id: str, *, digest: str, console: str, state: int, now_s: float) -> Approval | None:
        """The yes to this very act, at the console that asked and the table that was shown; it is thereby used up.

        None where there is none.
        """
        self._forget(now_s)
        found = self._by_id.get(id)
        if found is None or not found.by or not secrets.compare_digest(found.digest, digest):
            return None
        if (found.console, found.state) != (console, state):
            return None
        del self._by_id[id]
        return found

    def state(self, id: str, now_s: float) -> Approval | None:
        """What has become of it; None where it is over."""
        self._forget(now_s)
        return self._by_id.get(id)

    def _forget(self, now_s: float) -> None:
        for key in [key for key, one in self._by_id.items() if one.until_s < now_s]:
            del self._by_id[key]
