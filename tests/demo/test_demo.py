"""The demonstration as its user starts it: in a pipe and in a terminal, ended by itself and by signals."""

import asyncio
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import aiomqtt
import pytest

from controller.demo.broker import HOST, broker_running
from controller.demo.subscriber import Subscriber, Tally
from controller.demo.virtual_table import demonstrated

ROOT: Final = Path(__file__).resolve().parents[2]
DEMO: Final = (sys.executable, "-W", "error", "-m", "controller.cli.tabled", "demo")
SUMMARY: Final = re.compile(r"(\S+), seed (\d+): (\d+) rounds?, (\d+) messages, seq (\d+) to (\d+), none missing")


def environment(folder: Path) -> dict[str, str]:
    """Temporary files go into `folder`, where a test sees what is left of them."""
    return {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}


def play(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the demonstration to its end, with no terminal."""
    return subprocess.run(
        [*DEMO, *words], cwd=folder, env=environment(folder), capture_output=True, text=True, check=False, timeout=100
    )


@pytest.mark.parametrize("game", demonstrated())
def test_rounds_for_machines(tmp_path: Path, game: str) -> None:
    """After N rounds it ends with status 0 and one line that says how much was received; nothing is left behind."""
    done = play(tmp_path, "--fast", "--rounds", "3", "--seed", "1", "--game", game)
    assert (done.returncode, done.stderr) == (0, "")
    found = SUMMARY.fullmatch(done.stdout.splitlines()[-1])
    assert found is not None
    name, seed, rounds, messages, first, last = found.groups()
    assert (name, seed, rounds, first, last) == (game, "1", "3", "1", messages)
    assert [line for line in done.stdout.splitlines() if line.startswith("round 3 settled")]
    assert not [line for line in done.stdout.splitlines() if line.startswith("alert")]
    assert list(tmp_path.iterdir()) == []


def test_cards_are_calls(tmp_path: Path) -> None:
    """With `--drawn` no hit is said; every card finds its hand, and none is held."""
    done = play(tmp_path, "--fast", "--rounds", "3", "--seed", "1", "--game", "pontoon", "--drawn")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if line.startswith("round 3 settled")]
    assert not [line for line in done.stdout.splitlines() if line.startswith("alert")]


def test_a_jackpot_comes_with_the_first_round(tmp_path: Path) -> None:
    """Whoever looks for a minute sees button and meter at work: the shoe is stacked for it, and says so."""
    done = play(tmp_path, "--fast", "--rounds", "1")
    assert done.stdout.startswith("demonstration shoe: stacked")
    shown = re.search(r"meter showing area (\d) P\1 (\d+) to 1", done.stdout)
    assert shown is not None
    assert re.search(rf"area {shown[1]} P{shown[1]} pandemonium .*: win .* {shown[2]}:1 x{shown[2]} \[", done.stdout)


def test_a_seed_plays_the_same_rounds(tmp_path: Path) -> None:
    """The same seed gives the same cards, wagers and decisions, so a round can be shown again."""
    words = ("--fast", "--rounds", "3", "--seed", "4", "--game", "blackjack")
    first, second = play(tmp_path, *words), play(tmp_path, *words)
    lines = [
        [line for line in one.stdout.splitlines()[:-1] if not line.startswith(("table ", "watch "))]
        for one in (first, second)
    ]
    assert lines[0] == lines[1], "all but the summary, which counts what devices send in their own time"
    assert first.stdout.count("round ") >= 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """In the middle of a round it stops the table, prints what was received, leaves nothing behind and exits with 0."""
    process = subprocess.Popen(
        [*DEMO, "--seed", "2"], cwd=tmp_path, env=environment(tmp_path), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if line == "table online\n":
            break
    process.send_signal(number)
    rest, said = process.communicate(timeout=100)
    assert (process.returncode, said) == (0, "")
    assert rest.splitlines()[-2] == "table offline"
    assert SUMMARY.fullmatch(rest.splitlines()[-1])
    assert list(tmp_path.iterdir()) == []


def test_a_reader_who_leaves_ends_it(tmp_path: Path) -> None:
    """`tabled demo | head -1` ends without a complaint, with the status of every command whose reader has gone."""
    process = subprocess.Popen(
        [*DEMO, "--fast"], cwd=tmp_path, env=environment(tmp_path), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=100) == 1
    process.stderr.close()


def test_the_picture_gives_the_terminal_back(tmp_path: Path) -> None:
    """In a terminal it draws the table on a screen of its own, and Ctrl-C brings the old one back, cursor included."""
    master, terminal = pty.openpty()
    os.set_blocking(master, True)
    process = subprocess.Popen(
        [*DEMO, "--fast"], cwd=tmp_path, env={**environment(tmp_path), "COLUMNS": "100", "LINES": "30"},
        stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    seen = b""
    while not re.search(rb"round \d+ settled", seen):
        seen += os.read(master, 65536)
    process.send_signal(signal.SIGINT)
    seen += _rest(master)
    assert process.wait(timeout=100) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    enters, leaves, shows = (seen.rindex(code) for code in (b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"))
    assert enters < leaves
    for shown in ("demonstration shoe", "Dealer", "Meter", "Button", "1 P1", "Outcomes", "MQTT", "record "):
        assert shown in seen[enters:leaves].decode(errors="replace")
    assert not re.search("not_drawn|stand_off|initial_deal|device_lost", seen[enters:leaves].decode(errors="replace"))
    assert re.search("[♠♥♦♣]", seen[enters:leaves].decode(errors="replace"))
    after = seen[max(leaves, shows) :].decode().splitlines()
    assert SUMMARY.search(after[-1])


def _rest(master: int) -> bytes:
    """All that comes until the other end is closed."""
    seen = b""
    try:
        while data := os.read(master, 65536):
            seen += data
    except OSError:  # how Linux says that the terminal has no more users
        pass
    finally:
        os.close(master)
    return seen


def test_the_picture_as_svg(tmp_path: Path) -> None:
    """The picture of the last moment is written as an SVG that needs nothing from elsewhere."""
    done = play(tmp_path, "--fast", "--rounds", "1", "--svg", "picture.svg")
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    pieces = [piece.strip() for piece in ET.fromstring(text).itertext()]  # noqa: S314 - we have just written it
    shown = " ".join(pieces)
    for part in ("demonstration shoe, stacked", "Dealer", "round 1 settled", "outcome/last", "record "):
        assert part in shown
    root = ET.fromstring(text)  # noqa: S314 - we have just written it
    assert [root.attrib["width"], root.attrib["height"]] == root.attrib["viewBox"].split()[2:]
    assert not [piece for piece in pieces[2:] if re.search("[ ─│]", piece)], "each word has its own place"
    assert set(re.findall(r"https?://[\w.]+", text)) <= {
        "http://www.w3.org",
        "https://www.textualize.io",
        "http://127.0.0.1",
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--rounds", "0"), "'--rounds': Input should be greater than or equal to 1"),
        (("--game", "whist"), "expected a game of pontoon-pandemonium, "),
        (("--game", "poker", "--drawn"), "expected --drawn with a game of hits, got 'poker'"),
    ],
)
def test_a_wrong_command_line(tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    """What cannot be played is refused with status 2 and what was expected."""
    done = play(tmp_path, *words)
    assert done.returncode == 2
    assert expected in done.stderr


async def test_the_subscriber_counts_what_is_missing() -> None:
    """A message that comes again counts once, and one left out is noticed: the summary's claim means something."""
    subscriber, ready = Subscriber("casino/house/t1", Tally()), asyncio.Event()
    async with broker_running() as port, asyncio.TaskGroup() as group:
        subscribed = group.create_task(subscriber.run(port, ready))
        await ready.wait()
        async with aiomqtt.Client(HOST, port) as client:
            for seq in (1, 2, 2, 1, 5):
                await client.publish("casino/house/t1/card", f'{{"seq":{seq}}}', qos=1)
            await client.publish("casino/house/t1/availability", "offline", qos=1)
        await subscriber.offline()
        subscribed.cancel()
    assert subscriber.tally == Tally(rounds=0, messages=3, first_seq=1, last_seq=5, missing=2)
