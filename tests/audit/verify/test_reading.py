"""What several processes find is what one finds: the same faults, in the same words, in the same order."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from unittest.mock import patch

import pytest

from controller.audit.journal_file import opened
from controller.audit.replay import Ended, PlayedAgain, outcomes, rounds
from controller.core.outcomes import dumps, to_json_object
from controller.table.consequences import SNAPSHOT_AFTER
from tests.audit.small_journal import places, write
from tests.audit.verify.split_journal import LIVES, differences, look, many_snapshots, split, write_split


@pytest.fixture(scope="module", autouse=True)
def few_events_a_snapshot() -> Iterator[None]:
    """Begin a stretch every few events."""
    with many_snapshots():
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a journal of many stretches, its older messages deleted; written once."""
    found = tmp_path_factory.mktemp("journal")
    write_split(found)
    return found


def test_a_whole_journal_is_clean_by_stretches(folder: Path) -> None:
    """Most stretches are joined; the counts are those of one pass, and so are the outcomes."""
    one = look(folder, 1)
    assert "findings=[], notes=[]" in one[0]
    with split() as joined:
        assert look(folder, 3) == one
    assert sum(joined) > 5
    with opened(places(folder)) as file:
        played = [each.outcome for each in rounds(file) if isinstance(each, PlayedAgain)]
        assert list(outcomes(file)) == [Ended(dumps(to_json_object(outcome))) for outcome in played]


def test_processes_find_the_same(tmp_path: Path) -> None:
    """Real ones, each with the journal open for itself; snapshots are those of starts there."""
    with many_snapshots(SNAPSHOT_AFTER):
        asyncio.run(write(tmp_path, *LIVES))
    one = look(tmp_path, 1)
    with split(here=False) as joined, patch.object(Future, "cancel", lambda _: False):
        assert look(tmp_path, 2) == one
    assert joined == [True, True]


def test_random_mutations_are_found_alike(folder: Path) -> None:
    """A few here; `python -m tests.audit.verify.split_journal` makes as many as asked for."""
    with split():
        assert list(differences(folder, 12, seed=5)) == []
