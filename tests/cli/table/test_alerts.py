"""`tablectl alerts`: the list, one entry, and a code that there is not."""

import pytest

from controller.alerts.catalogue import CATALOGUE
from controller.cli.tablectl import main


def test_without_a_code_each_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Severity, code and meaning."""
    assert main(["alerts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for entry in CATALOGUE.values():
        (line,) = (line for line in lines if line.split()[1:2] == [entry.code])
        assert line.split()[0] == entry.severity
        assert line.endswith(entry.meaning)


def test_a_code_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """What it means, what to do, and how it ends: by itself, and by whose hand."""
    assert main(["alerts", "shuffler_count_wrong"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("shuffler_count_wrong  critical\n")
    assert CATALOGUE["shuffler_count_wrong"].action in told
    assert "until the shuffler counts the right number, or a technician or a pit supervisor clears it" in told
    main(["alerts", "disk_short"])
    assert "until there is room again, or a pit manager clears it" in capsys.readouterr().out
    main(["alerts", "head_file_missing"])
    assert "active until a pit manager clears it" in capsys.readouterr().out
    main(["alerts", "broker_deaf"])
    assert "nothing to clear" in capsys.readouterr().out


def test_a_code_that_there_is_not_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names what is close to it, or where all are."""
    assert main(["alerts", "device_los"]) == 2
    assert "there is no alert 'device_los'; close to it: device_lost" in capsys.readouterr().err
    assert main(["alerts", "zzz"]) == 2
    assert "`tablectl alerts` lists all" in capsys.readouterr().err
