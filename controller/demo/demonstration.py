"""The demonstration from its start to its end.

Where standard output is a terminal it shows the picture, else plain lines; the last line is always the summary. Ctrl-C,
SIGTERM and SIGHUP end it in order. Exit status: 0 it ended as asked, 1 something failed, 2 the command line is wrong.
"""

import asyncio
import random
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
from controller.demo import Asked
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
from controller.games.game import Game
from controller.games.registry import find
from controller.games.twenty_one.game import TwentyOneGame
from controller.journal.archive import JournalRefusedError
from controller.journal.store import JournalFailedError
from controller.terminal.output import OutputError

ENDED: Final = 0
FAILED: Final = 1
REFUSED: Final = 2


def main(asked: Asked, signals: Sequence[signal.Signals]) -> int:
    """Plays what is asked for; `signals` end it. Returns the exit status."""
    games = demonstrated()
    game = games[0] if asked.game is None else asked.game
    if game not in games:
        print(f"tabled demo: expected a game of {', '.join(games)}, got {game!r}.", file=sys.stderr)
        return REFUSED
    if asked.drawn and not isinstance(find(game), TwentyOneGame):
        print(f"tabled demo: expected --drawn with a game of hits, got {game!r}.", file=sys.stderr)
        return REFUSED
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a terminal without hearts and spades shows question marks
    failure: BaseException | None = None
    tally = Tally()
    try:
        asyncio.run(_demonstrate(asked, find(game), tally, signals))
    except* (DemonstrationError, JournalRefusedError, JournalFailedError, ConfigError, OSError) as group:
        failure = group
    if failure is not None:
        print(f"tabled demo: {_sentence(failure)}", file=sys.stderr)
        return FAILED
    print(_summary(tally, game, asked.seed))
    return FAILED if tally.missing else ENDED


async def _demonstrate(asked: Asked, game: Game, tally: Tally, signals: Sequence[signal.Signals]) -> None:
    """Play until the rounds are over or somebody ends it; what was heard goes into `tally`."""
    ending = asyncio.Event()
    for number in signals:
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    pace = FAST if asked.fast else TO_WATCH
    table = demonstration_table(game, drawn=asked.drawn)
    with tempfile.TemporaryDirectory(prefix="tabled-demo-") as folder:
        async with open_house(Path(folder), table, pace, tally) as house:
            dealer, drawn = _dealer(house, pace, asked.seed)
            picture = Picture(house, drawn, lambda: dealer.said, asked.seed)
            async with _shown(house, picture, ending), asyncio.TaskGroup() as group:
                playing = group.create_task(dealer.play(asked.rounds), name="dealer")
                told = group.create_task(ending.wait(), name="until told to end")
                await asyncio.wait((playing, told), return_when=asyncio.FIRST_COMPLETED)
                playing.cancel()
                told.cancel()
            if asked.svg is not None:
                picture.save(asked.svg)


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
async def _shown(house: House, picture: Picture, ending: asyncio.Event) -> AsyncIterator[None]:
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
            ending.set()

    print("demonstration shoe: stacked, so that rare hands come often", flush=True)
    house.listener.on_heard.append(tell)
    yield


def _sentence(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def _summary(tally: Tally, game: str, seed: int) -> str:
    gap = f"{tally.missing} missing" if tally.missing else "none missing"
    return (
        f"{game}, seed {seed}: {counted(tally.rounds, 'round')}, {counted(tally.messages, 'message')}, "
        f"seq {tally.first_seq} to {tally.last_seq}, {gap}"
    )
