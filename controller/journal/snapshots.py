"""Which snapshots of the state stay in the journal.

- The newest few: one to start from, more in case.
- Milestones: of each `MILESTONE` records the first, so that a round of last year is played again in a moment and a long
  journal is verified by many processes at once. Journals of before kept that of each `MILESTONE_ONCE`.
- Those of a new table, or of another table line or other rules: the replay of what follows begins there.
"""

from collections.abc import Iterable, Sequence
from typing import Final

NEWEST: Final = 3
MILESTONE: Final = 5_000
"""Records, some 200 rounds: played again in half a second. A snapshot is some 7 KB, the records of it 1.8 MB."""
MILESTONE_ONCE: Final = 100_000

PRUNE: Final = f"""DELETE FROM snapshots WHERE n = (SELECT n FROM snapshots ORDER BY n DESC LIMIT 1 OFFSET {NEWEST})
 AND EXISTS (SELECT 1 FROM snapshots AS other
     WHERE other.n < snapshots.n AND other.n >= snapshots.n / {MILESTONE} * {MILESTONE})
 AND NOT EXISTS (SELECT 1 FROM records
     WHERE records.n = snapshots.n AND kind = 'start' AND json_extract(body, '$.start.fresh'))"""  # noqa: S608 - numbers
"""Run after each new one."""


def kept(taken: Sequence[int], begun: Iterable[int]) -> set[int]:
    """What every release leaves of those taken, by their records in order; `begun` are the fresh starts."""
    milestones = {n // MILESTONE_ONCE: n for n in reversed(taken)}
    return {*taken[-NEWEST:], *milestones.values(), *begun}
