"""The demonstration from its start to its end.

Where standard output is a terminal it shows the picture and leaves the last outcome, else plain lines; the last line is
always the summary. Ctrl-C, SIGTERM and SIGHUP end it in order. Exit status: 0 it ended as asked, 1 something failed,
2 the command line is wrong.
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

from controller.audit.explain.wording import counted
from controller.configuration.config import ConfigError
from controller.demo import Asked
from controller.demo.lines import lines_of, lines_of_outcome
from controller.demo.pace import FAST, TO_WATCH, Pace
from controller.demo.picture.areas import AreasPicture
from controller.demo.picture.live import Picture, TablePicture
from controller.demo.picture.seats import SeatsPicture
from controller.demo.picture.svg import save
from controller.demo.players.dealer import DemonstrationError
from controller.demo.players.poker_dealer import PokerDealer
from controller.demo.players.twenty_one_dealer import TwentyOneDealer
from controller.demo.plugs import keys
from controller.demo.subscriber import Message, Tally
from controller.demo.virtual_table import VirtualTable, demonstrated, demonstration_table, table_running
from controller.games.game import Game
from controller.games.registry import find
from controller.games.twenty_one.game import TwentyOneGame
from controller.journal.archive import JournalRefusedError
from controller.journal.store import JournalFailedError
from controller.terminal.console import PrintableConsole
from controller.terminal.output import OutputError
from controller.terminal.printable import complain, say

ENDED: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
SVG_SIZE: Final = (120, 36)
"""Columns and lines of the SVG file."""


def main(asked: Asked, signals: Sequence[signal.Signals]) -> int:
    """Plays what is asked for; `signals` end it. Returns the exit status."""
    games = demonstrated()
    game = games[0] if asked.game is None else asked.game
    if game not in games:
        complain(f"tabled demo: expected a game of {', '.join(games)}, got {game!r}.")
        return REFUSED
    if asked.drawn and not isinstance(find(game), TwentyOneGame):
        complain(f"tabled demo: expected --drawn with a game of hits, got {game!r}.")
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
        complain(f"tabled demo: {_sentence(failure)}")
        return FAILED
    say(_summary(tally, game, asked.seed))
    return FAILED if tally.missing else ENDED


async def _demonstrate(asked: Asked, game: Game, tally: Tally, signals: Sequence[signal.Signals]) -> None:
    """Play until the rounds are over or somebody ends it; what was received goes into `tally`."""
    ending = asyncio.Event()
    for number in signals:
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    pace = FAST if asked.fast else TO_WATCH
    table = demonstration_table(game, drawn=asked.drawn)
    with tempfile.TemporaryDirectory(prefix="tabled-demo-") as folder:
        async with table_running(Path(folder), table, pace, tally) as virtual:
            dealer, drawn = _dealer(virtual, pace, asked.seed)
            picture = Picture(virtual, drawn, lambda: dealer.said, asked.seed)
            async with _shown(virtual, picture, ending), asyncio.TaskGroup() as group:
                playing = group.create_task(_play(asked, virtual, dealer), name="dealer")
                asked_to_end = group.create_task(ending.wait(), name="until asked to end")
                await asyncio.wait((playing, asked_to_end), return_when=asyncio.FIRST_COMPLETED)
                playing.cancel()
                asked_to_end.cancel()
            if asked.svg is not None:
                width, height = SVG_SIZE
                save(picture.draw(height), asked.svg, width=width, height=height)


async def _play(asked: Asked, virtual: VirtualTable, dealer: TwentyOneDealer | PokerDealer) -> None:
    """The virtual dealer's rounds, or a person's until somebody ends it."""
    if not asked.deal:
        await dealer.play(asked.rounds)
        return
    virtual.hands.begin()
    await asyncio.Event().wait()


def _dealer(virtual: VirtualTable, pace: Pace, seed: int) -> tuple[TwentyOneDealer | PokerDealer, TablePicture]:
    """Who deals the game of the table, and how its table is drawn."""
    chance = random.Random(seed)  # noqa: S311 - it guards nothing
    game = find(virtual.table.game)
    if isinstance(game, TwentyOneGame):
        twenty_one = TwentyOneDealer(game, virtual, chance, pace)
        return twenty_one, AreasPicture(twenty_one)
    poker = PokerDealer(virtual, chance, pace)
    return poker, SeatsPicture(poker)


@asynccontextmanager
async def _shown(virtual: VirtualTable, picture: Picture, ending: asyncio.Event) -> AsyncIterator[None]:
    """The picture in a terminal, else lines."""
    console = PrintableConsole()
    if sys.stdout.isatty() and not console.is_dumb_terminal:
        with keys(virtual.plugs, ending.set) as picture.has_keys:
            async with picture.live(console):
                yield
        if virtual.subscriber.outcomes:
            say(*lines_of_outcome(virtual.subscriber.outcomes[-1]))
        return

    def show(message: Message) -> None:
        try:
            for line in lines_of(message):
                say(line, flush=True)
        except OutputError:  # met once more at the summary, which says why if anybody can still read it
            ending.set()

    say("demonstration shoe: stacked, so that rare hands come often", flush=True)
    say(f"watch or deal in the browser: http://{virtual.page}/dealer#demo", flush=True)
    virtual.subscriber.on_message.append(show)
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
