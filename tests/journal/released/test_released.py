"""A journal of each release before: this one starts with it in the middle of its round, ends it and verifies it whole.

One that other rules have written is verified and read, not replayed, and its round is theirs to end.

A new alert, topic or record changes what the rules and the messages would have been; where the change does not ask
which release wrote the journal, one of these tests fails. `make.py` writes the journal of a release, once.
"""

import shutil
from pathlib import Path

import pytest

from controller.cli.tablectl import main
from controller.games.rules_hash import RULES_VERSION
from tests.broker import Broker
from tests.table.table_bench import running

RELEASES = sorted(path for path in Path(__file__).parent.iterdir() if (path / "journal.db").exists())
REPLAYED = [path for path in RELEASES if path.name.endswith(f"rules-{RULES_VERSION}")]
"""Those of these rules."""


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of the release's journal, in which a daemon may write."""
    shutil.copytree(request.param, tmp_path, dirs_exist_ok=True)
    for secret in ("journal.db.key", "journal.db.seal"):
        (tmp_path / secret).chmod(0o600)  # a checkout knows no such rights
    return tmp_path


@pytest.mark.parametrize("folder", REPLAYED, ids=lambda path: path.name, indirect=True)
async def test_the_table_goes_on_where_the_release_before_was_killed(folder: Path, broker: Broker) -> None:
    """What waited is published, the open round is settled, and both releases' records verify and replay."""
    async with running(folder, broker) as bench:
        await bench.listener.wait_for("outcome", round=3)
        await bench.deal("8D")
        await bench.say({"type": "decision", "area": 1, "action": "stand"})
        await bench.deal("KC")
        await bench.listener.wait_for("outcome", round=4, net=-1200)
        ids = [body["id"] for body in bench.listener.bodies("outcome")]
        assert len(ids) == len(set(ids))
    config = ["--config", str(folder / "table.toml")]
    assert main(["verify", *config]) == 0
    assert main(["replay", *config]) == 0


@pytest.mark.parametrize("folder", RELEASES, ids=lambda path: path.name, indirect=True)
def test_every_tool_reads_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is, without a start."""
    where = ["--journal", str(folder / "journal.db")]
    assert main(["verify", *where]) == 0
    assert main(["recall", "3", *where]) == 0
    assert "Round 2, revision 2" in capsys.readouterr().out
    assert main(["alerts", *where]) == 0
    assert "device_lost" in capsys.readouterr().out


@pytest.mark.parametrize("folder", REPLAYED, ids=lambda path: path.name, indirect=True)
def test_what_these_rules_wrote_is_replayed(folder: Path) -> None:
    """As it is, without a start."""
    assert main(["replay", "--journal", str(folder / "journal.db")]) == 0
