"""Which snapshots of the state stay in the journal.

- The newest few: one to start from, more in case.
- Milestones: of each `MILESTONE` records the first, so that a round of last year is played again in seconds.
- Those of a new table, or of another table line or other rules: the replay of what follows begins there.
"""

from collections.abc import Iterable, Sequence
from typing import Final

NEWEST: Final = 3
MILESTONE: Final = 100_000
"""Records, some 4,000 rounds: played again in a few seconds."""

PRUNE: Final = f"""DELETE FROM snapshots WHERE n NOT IN (SELECT n FROM snapshots ORDER BY n DESC LIMIT {NEWEST})
 AND n NOT IN (SELECT min(n) FROM snapshots GROUP BY n / {MILESTONE})
 AND n NOT IN (SELECT n FROM records WHERE kind = 'start' AND json_extract(body, '$.start.fresh'))"""  # noqa: S608 - numbers
"""Run after each new one."""


def kept(taken: Sequence[int], begun: Iterable[int]) -> set[int]:
    """What `PRUNE` leaves of the snapshots ever taken, by their records in order; `begun` are the fresh starts."""
    milestones = {n // MILESTONE: n for n in reversed(taken)}
    return {*taken[-NEWEST:], *milestones.values(), *begun}
