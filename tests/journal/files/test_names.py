"""Names of a folder that come and go: told at once, without anybody looking."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.files.names import watched

AT_ONCE_S = 5.0  # a bound for a machine that is busy; nothing else would ever tell

CHANGES: dict[str, Callable[[Path], object]] = {
    "made": lambda folder: (folder / "new").touch(),
    "deleted": lambda folder: (folder / "old").unlink(),
    "moved away": lambda folder: (folder / "old").rename(folder.parent / "elsewhere"),
    "moved in": lambda folder: (folder.parent / "other").rename(folder / "other"),
    "the folder moved": lambda folder: folder.rename(folder.parent / "moved"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_a_name_that_comes_or_goes_is_told(tmp_path: Path, change: Callable[[Path], object]) -> None:
    """What is written into a file is none."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "old").touch()
    (tmp_path / "other").touch()
    changed = asyncio.Event()
    with watched([folder], changed.set):
        (folder / "old").write_text("more")
        await asyncio.sleep(0)
        assert not changed.is_set()
        change(folder)
        await asyncio.wait_for(changed.wait(), AT_ONCE_S)
