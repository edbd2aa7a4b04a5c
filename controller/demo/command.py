"""The command line of the demonstration, its start and its end.

    tabled demo [--game GAME] [--rounds N] [--fast] [--seed N] [--svg FILE]

Where standard output is a terminal it shows the picture, else plain lines; the last line is always the summary. Ctrl-C,
SIGTERM and SIGHUP end it in order. Exit status: 0 it ended as asked, 1 something failed, 2 the command line is wrong.
"""

import argparse
import asyncio
import random
import secrets
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from rich.console import Console

from controller.audit.explain.wording import counted
from controller.configuration.config import ConfigError
from controller.demo.areas import AreasPicture
from controller.demo.dealer import DemonstrationError
from controller.demo.house import House, demonstrated, demonstration_table, open_house
from controller.demo.lines import lines_of
from controller.demo.listener import Heard, Tally
from controller.demo.pace import FAST, TO_WATCH, Pace
from controller.demo.picture import Picture, TablePicture
from controller.demo.poker_dealer import PokerDealer
from controller.demo.seats import SeatsPicture
from controller.demo.twenty_one_dealer import TwentyOneDealer
from controller.games.registry import find
from controller.games.twenty_one.game import TwentyOneGame
from controller.journal.archive import JournalRefusedError
from controller.journal.store import JournalFailedError
from controller.terminal.output import OutputError

ENDED: Final = 0
FAILED: Final = 1
SEEDS: Final = 1_000_000
"""A seed that nobody chose has six digits, to be typed again."""


def main(words: Sequence[str], signals: Sequence[signal.Signals]) -> int:
    """The command; `signals` end it. Returns its exit status."""
    options = _options(words)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a terminal without hearts and spades shows question marks
    if options.seed is None:
        options.seed = secrets.randbelow(SEEDS)
    failure: BaseException | None = None
    tally = Tally()
    try:
        asyncio.run(_demonstrate(options, tally, signals))
    except* (DemonstrationError, JournalRefusedError, JournalFailedError, ConfigError, OSError) as group:
        failure = group
    if failure is not None:
        print(f"tabled demo: {_sentence(failure)}", file=sys.stderr)
        return FAILED
    print(_summary(tally, options))
    return FAILED if tally.missing else ENDED


def _options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tabled demo",
        description="A table with virtual devices, a broker and the real daemon in one process; Ctrl-C ends it.",
    )
    parser.add_argument("--game", choices=demonstrated(), default=demonstrated()[0])
    parser.add_argument("--rounds", type=_count, metavar="N", help="end after N rounds; else it goes on until Ctrl-C")
    parser.add_argument("--fast", action="store_true", help="as fast as the table takes it")
    parser.add_argument("--seed", type=int, metavar="N", help="the same cards, wagers and decisions each time")
    parser.add_argument("--svg", type=_new_file, metavar="FILE", help="write the last picture to FILE")
    return parser.parse_args(words)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got {text!r}")
    return int(text)


def _new_file(text: str) -> Path:
    """Asked for before the rounds are played, and no folder is made: it may be of a disk that is not there."""
    if not (path := Path(text)).parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    return path


async def _demonstrate(options: argparse.Namespace, tally: Tally, signals: Sequence[signal.Signals]) -> None:
    """Play until the rounds are over or somebody ends it; what was heard goes into `tally`."""
    asked = asyncio.Event()
    for number in signals:
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    pace = FAST if options.fast else TO_WATCH
    table = demonstration_table(find(options.game))
    with tempfile.TemporaryDirectory(prefix="tabled-demo-") as folder:
        async with open_house(Path(folder), table, pace, tally) as house:
            dealer, drawn = _dealer(house, pace, options.seed)
            picture = Picture(house, drawn, lambda: dealer.said, options.seed)
            async with _shown(house, picture, asked), asyncio.TaskGroup() as group:
                playing = group.create_task(dealer.play(options.rounds), name="dealer")
                ending = group.create_task(asked.wait(), name="until asked to end")
                await asyncio.wait((playing, ending), return_when=asyncio.FIRST_COMPLETED)
                playing.cancel()
                ending.cancel()
            if options.svg is not None:
                picture.save(options.svg)


def _dealer(house: House, pace: Pace, seed: int) -> tuple[TwentyOneDealer | PokerDealer, TablePicture]:
    """Who deals the house's game, and how its table is drawn."""
    chance = random.Random(seed)  # noqa: S311 - it guards nothing
    game = find(house.table.game)
    if isinstance(game, TwentyOneGame):
        twenty_one = TwentyOneDealer(game, house, chance, pace)
        return twenty_one, AreasPicture(twenty_one)
    poker = PokerDealer(house, chance, pace)
    return poker, SeatsPicture(poker)


@asynccontextmanager
async def _shown(house: House, picture: Picture, asked: asyncio.Event) -> AsyncIterator[None]:
    """The picture in a terminal, else lines."""
    console = Console()
    if sys.stdout.isatty() and not console.is_dumb_terminal:
        async with picture.live(console):
            yield
        return

    def tell(heard: Heard) -> None:
        try:
            for line in lines_of(heard):
                print(line, flush=True)
        except OutputError:  # met once more at the summary, which says why if anybody can still read it
            asked.set()

    print("demonstration shoe: stacked, so that rare hands come often", flush=True)
    house.listener.on_heard.append(tell)
    yield


def _sentence(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def _summary(tally: Tally, options: argparse.Namespace) -> str:
    gap = f"{tally.missing} missing" if tally.missing else "none missing"
    return (
        f"{options.game}, seed {options.seed}: {counted(tally.rounds, 'round')}, {counted(tally.messages, 'message')}, "
        f"seq {tally.first_seq} to {tally.last_seq}, {gap}"
    )
