"""The files of the flight recorders: what is in one, and which of them go, whatever the clock says."""

import json
import os
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final

import pytest

from drivers.devices import recordings
from drivers.devices.flight_recorder import FlightRecorder
from drivers.devices.recordings import FILES, write_recording
from tests.journal.failing_disks import fill, small_disk

NOON: Final = datetime(2026, 1, 31, 12, tzinfo=UTC)


def test_recording_is_a_file_beside_the_alert(tmp_path: Path) -> None:
    """The alerts first, then a line a frame with its device; not for everybody to read; the oldest files go."""
    recorder = FlightRecorder()
    recorder.sent("x", 0.0)
    folder = tmp_path / "recordings"
    causes = [{"code": "sequence_gap", "device": "shoe"}, {"code": "record_incomplete", "device": "shoe"}]
    paths = [
        write_recording(folder, causes=causes, devices={"shoe": recorder.lines(loop_now=0.0, utc_now=NOON)})
        for _ in range(FILES + 3)
    ]
    path = paths[-1]
    *alerts, frame = (json.loads(line) for line in path.read_text().splitlines())
    assert alerts == causes
    assert path.name.endswith("-sequence_gap.jsonl")
    assert (frame["device"], frame["raw"]) == ("shoe", "x")
    assert path.stat().st_mode & 0o007 == 0
    assert len(list(folder.iterdir())) == FILES


def write(folder: Path) -> Path:
    """One more recording."""
    return write_recording(folder, causes=[{"code": "device_lost"}], devices={})


def test_a_clock_that_was_set_back_costs_no_new_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is full of files from a wrong future; what is written stays, the oldest by number go."""
    first = [write(tmp_path) for _ in range(FILES)]

    class Clock(datetime):
        """Twenty years back, as after an empty battery."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime(2006, 1, 1, tzinfo=UTC).astimezone(tz)

    monkeypatch.setattr(recordings, "datetime", Clock)
    later = [write(tmp_path) for _ in range(3)]
    for file in later:
        os.utime(file, (0, 0))
    later.append(write(tmp_path))
    assert all(file.exists() for file in later)
    assert [file.exists() for file in first[:5]] == [False] * 4 + [True]
    assert len(set(later)) == 4


def test_recordings_of_a_release_without_numbers_go_first(tmp_path: Path) -> None:
    """They have the time alone in their names, whatever it is."""
    old = [tmp_path / f"20990131T12000{number}.000000Z-device_lost.jsonl" for number in range(3)]
    for file in old:
        file.touch()
    for _ in range(FILES):
        write(tmp_path)
    assert not any(file.exists() for file in old)
    assert len(list(tmp_path.iterdir())) == FILES


def test_what_a_power_cut_left_unfinished_goes(tmp_path: Path) -> None:
    """It counts as no recording and does not stay for ever."""
    (tmp_path / "00000001-20260131T120000.000000Z-device_lost.new").touch()
    assert write(tmp_path).name.startswith("00000001-")
    assert len(list(tmp_path.iterdir())) == 1


def test_what_could_not_be_written_whole_is_removed(tmp_path: Path) -> None:
    """On a disk that is full nothing half written is left to fill it further."""
    recorder = FlightRecorder()
    for _ in range(FILES):
        recorder.sent("x" * 200, 0.0)
    with small_disk(tmp_path, 1) as disk:
        folder = disk / "recordings"
        folder.mkdir()
        fill(disk)
        with pytest.raises(OSError, match="No space left"):
            write_recording(
                folder, causes=[{"code": "c"}], devices={"shoe": recorder.lines(loop_now=0.0, utc_now=NOON)}
            )
        assert list(folder.iterdir()) == []
