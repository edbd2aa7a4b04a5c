"""Which snapshots stay: what the database deletes is nothing that a verification expects to be there."""

import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from controller.journal.snapshots import MILESTONE, NEWEST, PRUNE, kept


@given(st.lists(st.tuples(st.integers(1, MILESTONE), st.booleans()), min_size=1, max_size=60))
def test_the_database_keeps_what_is_expected(steps: list[tuple[int, bool]]) -> None:
    """One after another taken and pruned, fresh starts among them: the newest, the milestones and those, no others."""
    journal = sqlite3.connect(":memory:")
    journal.execute("CREATE TABLE snapshots (n INTEGER PRIMARY KEY)")
    journal.execute("CREATE TABLE records (n INTEGER PRIMARY KEY, kind TEXT, body TEXT)")
    n = 0
    taken: list[int] = []
    for distance, fresh in steps:
        n += distance
        taken.append(n)
        journal.execute(
            "INSERT INTO records VALUES (?, 'start', ?)", (n, f'{{"start":{{"fresh":{str(fresh).lower()}}}}}')
        )
        journal.execute("INSERT INTO snapshots VALUES (?)", (n,))
        journal.execute(PRUNE)
    begun = [n for n, (_, fresh) in zip(taken, steps, strict=True) if fresh]
    found = {n for (n,) in journal.execute("SELECT n FROM snapshots")}
    journal.close()
    milestones = {n // MILESTONE: n for n in reversed(taken)}
    assert found == {*taken[-NEWEST:], *milestones.values(), *begun}
    assert found >= kept(taken, begun)
    assert all(any(other <= n and n - other < 2 * MILESTONE for other in found) for n in taken)
