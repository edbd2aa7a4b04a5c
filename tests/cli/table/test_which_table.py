"""Which table is meant without `--config`: the only one, also where its file cannot be read."""

from pathlib import Path

import pytest

from controller.cli.tablectl import main


@pytest.mark.parametrize("command", ["status", "doctor", "devices"])
@pytest.mark.parametrize(("text", "says"), [("[house\n", "line 1: expected TOML"), ("[hose]\n", "unknown key `hose`")])
def test_the_only_file_says_itself_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    command: str, text: str, says: str,
) -> None:  # fmt: skip
    """As with `--config`: file, line, what was expected."""
    monkeypatch.setattr("controller.cli.journals.CONFIGURATIONS", tmp_path)
    (tmp_path / "multipliers.toml").write_text("[weights]\n")
    (tmp_path / "t1.toml").write_text(text)
    assert main([command]) == 2
    told = capsys.readouterr().err
    assert f"{tmp_path}/t1.toml" in told
    assert says in told or "key `house`" in told


def test_more_than_one_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are named; where there is nothing, that."""
    monkeypatch.setattr("controller.cli.journals.CONFIGURATIONS", tmp_path)
    assert main(["status"]) == 2
    assert "there is: none" in capsys.readouterr().err
    for name in ("t1", "t2"):
        (tmp_path / f"{name}.toml").write_text("[house\n")
    assert main(["status"]) == 2
    assert "there is: t1.toml, t2.toml" in capsys.readouterr().err
