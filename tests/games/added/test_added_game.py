"""A game that another package adds, at a table: checked, opened, killed in a round, started again, verified, told."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any, Final

import pytest

from controller.core.tables import TableError
from controller.daemon.consoles.client import ask
from controller.games import registry
from tests.games.added.installed import ADDED, installed
from tests.table.table_bench import console_section

ROOT: Final = Path(__file__).resolve().parents[3]
LONGEST_S: Final = 30.0  # a bound for a test that would hang, not a measure of anything


def card(face: str) -> dict[str, Any]:
    """A card leaves the shoe."""
    return {"type": "card", "card": face}


BETS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "bets.open"},
    {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
    {"type": "bets.closed"},
)
STAND: Final = {"type": "decision", "area": 1, "action": "stand"}
PLAY: Final = {
    "house-blackjack": (*map(card, ("KS", "9H", "QD")), STAND, card("8C")),  # 20 against the Dealer's 17
    "high-card": (card("KS"), card("9H")),
}
CLAUSE: Final = {"house-blackjack": "9.1", "high-card": "3.1"}
"""Of a power failure."""


class Table:
    """A table whose game comes from a package of its own; the programs run in the environment where that is found."""

    def __init__(self, folder: Path, game: str) -> None:
        self.game = game
        self.environment = installed(folder)
        self.config = folder / "table.toml"
        self.socket = folder / "console"
        self.config.write_text(
            f'[house]\nsite = "house"\ntable = "t1"\n[table]\ngame = "{game}"\n'
            f'[journal]\npath = "journal.db"\n' + console_section(self.socket)
        )

    def run(self, program: str, *words: str, text: str | None = None, status: int = 0) -> str:
        """A command's standard output; it has to end with this status."""
        done = subprocess.run(
            [sys.executable, "-m", f"controller.cli.{program}", *words], cwd=ROOT, env=self.environment, input=text,
            capture_output=True, text=True, check=False, timeout=LONGEST_S,
        )  # fmt: skip
        assert done.returncode == status, f"{program} {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout

    @contextmanager
    def open(self, how: signal.Signals) -> Iterator[None]:
        """The daemon, ended so."""
        self.socket.unlink(missing_ok=True)
        daemon = subprocess.Popen(
            [sys.executable, "-m", "controller.cli.tabled", "--config", str(self.config)], cwd=ROOT,
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            until = time.monotonic() + LONGEST_S
            while not self.socket.exists():
                assert daemon.poll() is None, f"the daemon ended: {daemon.communicate()[1]}"
                assert time.monotonic() < until
                time.sleep(0.01)
            yield
            daemon.send_signal(how)
            _, said = daemon.communicate(timeout=LONGEST_S)
            assert (daemon.returncode, said) == (0 if how is signal.SIGTERM else -how, "")
        finally:
            if daemon.poll() is None:
                daemon.kill()
                daemon.communicate()

    def say(self, *events: dict[str, Any]) -> None:
        for event in events:
            answer = ask(self.socket, event, timeout_s=LONGEST_S)
            assert answer["type"] == "accepted", answer


@pytest.mark.parametrize("game", ADDED)
def test_killed_in_the_round_it_goes_on(tmp_path: Path, game: str) -> None:
    """Nothing knows the game but by its record, and a SIGKILL in the round costs nothing."""
    table = Table(tmp_path, game)
    first, *rest = PLAY[game]
    config = ("--config", str(table.config))
    assert f"Table t1 of house: {game}" in table.run("tabled", *config, "--check")
    with table.open(signal.SIGKILL):
        table.say(*BETS, first)
    with table.open(signal.SIGTERM):
        status = table.run("tablectl", "status", *config, status=1)
        assert "restarted_in_round" in status
        assert f"clause {CLAUSE[game]} is the floor's to apply" in status
        table.say(*rest, *BETS)
    with table.open(signal.SIGTERM):
        table.say(*PLAY[game])
    table.run("tablectl", "verify", *config)
    table.run("tablectl", "replay", *config)
    assert CLAUSE[game] in table.run("tablectl", "rules", game)
    assert "P1's main of 10.00 wins 10.00" in table.run("tablectl", "recall", *config)
    assert f"Round 2 of {game}: settled" in table.run("tablectl", "replay", *config, "--round", "2")
    script = table.run("tablectl", "export", *config, "--round", "2")
    outcomes = [json.loads(line) for line in table.run("tablectl", "play", "-", text=script).splitlines()]
    assert [(one["game"], one["net"]) for one in outcomes] == [(game, 1000)]


@pytest.mark.parametrize("game", ADDED)
def test_the_simulation_plays_it(tmp_path: Path, game: str) -> None:
    """A shoe by its legal moves: no move is refused, and every round ends."""
    told = Table(tmp_path, game).run("tablectl", "simulate", "--game", game, "--shoes", "1", "--workers", "1")
    assert f"{game}: 1 shoe, " in told
    assert "settled" in told


def test_the_demonstration_plays_it(tmp_path: Path) -> None:
    """What is built on the twenty-one mechanics is demonstrated like the games of this tree."""
    table = Table(tmp_path, "house-blackjack")
    lines = table.run("tabled", "demo", "--game", table.game, "--fast", "--rounds", "1", "--seed", "1").splitlines()
    assert lines[-1].startswith("house-blackjack, seed 1: 1 round, ")


def test_a_table_line_is_read_like_any_other(tmp_path: Path) -> None:
    """The rules of the game check it, and a game that is not installed is named with those that are."""
    table = Table(tmp_path, "high-card")
    for line, said in (
        (
            'game = "high-card"\nlimits = { main = [100, 200] }',
            "`table.limits`: High Card is played without limits",
        ),
        ('game = "high-card"\nseats = 3', "unknown key `seats`"),
        ('game = "no-card"', "'poker', 'high-card', 'house-blackjack', got \"no-card\""),
    ):
        table.config.write_text(f'[house]\nsite = "house"\ntable = "t1"\n[journal]\npath = "j"\n[table]\n{line}\n')
        with pytest.raises(AssertionError) as refused:
            table.run("tabled", "--config", str(table.config), "--check")
        assert said in str(refused.value)


NO_GAME: Final = 7


def test_what_is_no_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point that is no Game, or one of another name, is refused by name; a game of this tree stays its own."""
    points = EntryPoints(
        EntryPoint(name, f"tests.games.added.{what}", registry.GROUP)
        for name, what in (
            ("broken", "test_added_game:NO_GAME"), ("misnamed", "high_card:GAME"), ("poker", "high_card:GAME")
        )
    )  # fmt: skip
    monkeypatch.setattr(registry, "_entry_points", lambda: points)
    assert registry.find("poker") is registry.BUILT_IN["poker"]
    assert list(registry.GAMES) == [*registry.BUILT_IN, "broken", "misnamed"]
    with pytest.raises(TableError, match=r"'broken' of table_controller\.games to be the Game of its name, got int"):
        registry.find("broken")
    with pytest.raises(TableError, match="got that of the name 'high-card'"):
        registry.find("misnamed")
    with pytest.raises(TableError, match="no game 'whist' is installed here"):
        registry.find("whist")
