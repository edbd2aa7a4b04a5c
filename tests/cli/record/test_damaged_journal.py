"""A journal with damaged pages: each command ends with a sentence that says so, whichever pages they are."""

import random
import sqlite3
from pathlib import Path
from typing import Final

import pytest

from controller.cli.tablectl import main
from tests.audit.small_journal import PLAYED, PONTOON, write

LOOKERS: Final = (
    ("status",), ("recall",), ("replay",), ("export", "--round", "1-20"), ("status", "--metrics", "-"),
)  # fmt: skip


def page_bytes(whole: bytes) -> int:
    """The size of a page, from the file's own header (bytes 16 and 17)."""
    return int.from_bytes(whole[16:18], "big")


def damaged(whole: bytes, seed: int) -> bytes:
    """The file with five pages overwritten, by noise or by nothing; never the first, which says what file it is."""
    chance = random.Random(seed)
    size = page_bytes(whole)
    found = bytearray(whole)
    for page in chance.sample(range(1, len(whole) // size), 5):
        found[page * size : (page + 1) * size] = bytes(size) if seed % 2 else chance.randbytes(size)
    return bytes(found)


async def test_damaged_pages_end_every_command_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who looks ends with 2 and the file's name; `verify` says up to which record the chain is whole, and ends with 1.

    Where the damage hides even whose journal it is, `verify` too has nothing to look at. Noise over the last page of a
    long text is no damage to SQLite, but the record is not what its link says.
    """
    await write(tmp_path, PONTOON * 12, PLAYED * 12)
    journal = tmp_path / "journal.db"
    whole = journal.read_bytes()
    where = ["--journal", str(journal), "--key", str(tmp_path / "key"), "--seal", str(tmp_path / "seal")]
    verified = 0
    for seed in range(12):
        journal.write_bytes(damaged(whole, seed))
        for command in LOOKERS:
            assert main([*command, *where]) == 2, (seed, command)
            said = capsys.readouterr().err.splitlines()[-1]
            changed = seed % 2 == 0 and f"of {journal} is not what its link says: changed." in said
            assert changed or f"The journal {journal} is damaged" in said
            assert changed or "restore the last verified backup" in said
        status = main(["verify", *where])
        told = capsys.readouterr()
        if status == 1:
            verified += 1
            assert "its chain is whole up to record " in told.out
        else:
            assert status == 2
            assert "is damaged" in told.err
    assert verified > 3
    journal.write_bytes(whole)
    assert main(["verify", *where]) == 0


async def test_a_recalled_round_is_held_to_its_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A byte of an outcome that changed on the disk, in a page that is well formed, is not shown as if it were true."""
    await write(tmp_path, PONTOON)
    journal = tmp_path / "journal.db"
    whole = journal.read_bytes()
    connection = sqlite3.connect(journal)
    ((body,),) = connection.execute("SELECT substr(body, 1, 40) FROM records WHERE ended = 1")
    connection.close()
    assert whole.count(body) == 1
    journal.write_bytes(whole.replace(body, bytes((*body[:-1], body[-1] ^ 1))))
    capsys.readouterr()
    assert main(["recall", "--journal", str(journal), "--key", str(tmp_path / "key")]) == 1
    said = capsys.readouterr()
    assert "not what its link says" in said.err
    assert said.out == ""
