"""A whole journal verifies clean, also while it grows, without its keys, and after a change of the table line."""

import sqlite3
from dataclasses import replace
from pathlib import Path

from controller.audit.journal_file import opened
from controller.audit.verify.verification import verify
from controller.journal.files.keys import DeviceKey
from controller.journal.packing import Packing
from tests.audit.small_journal import everything, places


async def test_a_whole_journal_is_clean(tmp_path: Path) -> None:
    """Every record is replayed and every row, snapshot and seal was looked at."""
    await everything(tmp_path)
    with opened(places(tmp_path)) as file:
        report = verify(file)
    assert report.findings == []
    assert report.notes == []
    assert report.records == report.replayed == 19
    assert (report.rounds, report.snapshots) == (1, 3)
    assert report.rows > 20


async def test_the_public_key_alone_finds_the_same(tmp_path: Path) -> None:
    """Where the table's own key is at hand signatures are made again instead: of the sound and of the changed."""
    await everything(tmp_path)
    own = places(tmp_path)
    public = DeviceKey.load(own.key).public
    with sqlite3.connect(own.journal) as insider:
        insider.execute("UPDATE records SET seal = zeroblob(64) WHERE n = (SELECT max(n) FROM records)")
        insider.execute("UPDATE snapshots SET signature = zeroblob(64)")
        Packing.of(insider)
        change = """UPDATE main.outbox SET payload = replace(unpacked(payload), '"sig":"', '"sig":"0') WHERE seq = 3"""
        insider.execute(change + " AND typeof(payload) = 'blob'")
    insider.close()
    found = []
    for where in (own, replace(own, public_key=public)):
        with opened(where) as file:
            found.append((file.trust, verify(file).findings))
    assert [trust for trust, _ in found] == ["key file", "given"]
    assert found[0][1] == found[1][1] != []
