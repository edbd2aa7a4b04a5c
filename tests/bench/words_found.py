"""Finds what `controller.journal.words` holds, by trial; run as `python -m tests.bench.words_found [TRIALS]`.

Rounds of all games are played at random from a seed by a real table, and its records and messages are packed by the
words at hand. A piece of such a text is put among them, or one of theirs is moved, cut or taken out; what makes the
whole shorter stays. The same seed finds the same words. 12,000 trials take four minutes; they begin with the words that
are there, and the table at the end shows what they are worth on rounds that they were not chosen by.

Faces of cards are masked in every piece, times and marks of proofs are other ones in each text.
"""

import asyncio
import itertools
import random
import re
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import structlog

from controller.alerts.notices import Alert, AlertCleared, DeviceStatus, PersonNotice
from controller.core.cards import ALL_CARDS
from controller.core.events import AnyEvent, ButtonPressed, CardDrawn, MultiplierDrawn
from controller.core.families import POKER
from controller.core.tables import Table, TwentyOneTable
from controller.games import new_table, view
from controller.games.registry import GAMES, find
from controller.journal.clock import Moment
from controller.journal.packing import MEMORY, WINDOW
from controller.journal.signature import unsigned
from controller.journal.words import WORDS, filled
from controller.odds.random_player import RandomPlayer
from controller.odds.random_poker_player import RandomPokerPlayer
from controller.odds.simulation import poker_table
from controller.table.inbox import Item
from drivers.protocols.base.reports import ButtonState, DeviceConnected, DeviceLost, MeterShows
from tests.bench import bench_journal
from tests.journal.journals import open_journal, open_table, readable

TRIALS: Final = 12_000
EVENTS: Final = 1_200
"""Of each game."""
RECORDS, MESSAGES = 80, 30
"""Texts of each game that the words are tried on."""
WORTH: Final = 3
"""A byte of a record stays; one of a message goes after a week."""
JOURNAL: Final = "Journal-of-no-table-with-a-long-name"
"""As long as a journal's name."""
PRICE: Final = 4
"""So many characters of words have to save a byte of the texts that they are tried on."""
MOST: Final = 7_700
"""Characters of words: a window of `packing` has to hold a text, too."""
LIVES_NS: Final = (1_795_000_000_000_000_000, 1_950_000_000_000_000_000)
"""Some years of dates."""
LIMITS: Final = {"main": (1000, 50000), "pair": (200, 10000)}
NOTICED: Final = 150
"""After so many events something else than a round is noticed."""

_FACE: Final = re.compile(r'(?<=")[2-9TJQKA][SHDC](?=")')
_TOKEN: Final = re.compile(r'[A-Za-z_]+|[0-9]+|"|[^"A-Za-z_0-9]+?')
_HEX: Final = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{128})(?![0-9a-f])")
_OTHER_EACH_TIME: Final = re.compile(
    r"(?<=JOURNAL-)[0-9a-f]+-[0-9]+|(?<=at\":\")[0-9T:.-]+Z|[0-9a-f]{32,}|[0-9]{3,}"
    r"|(?<=round\":)[0-9]+|(?<=cards_out\":)[0-9]+|(?<=seq\":)[0-9]+|(?<=badge\":\")[^\"]+|(?<=name\":\")[^\"]+|(?<=login\":\")[^\"]+"
)
_RANKS: Final = ("pit_supervisor", "pit_manager", "shift_manager")
_STATUS: Final[dict[str, Any]] = {
    "driver": "framed", "role": "shoe", "port": "/dev/table/shoe", "connected": True, "firmware": None,
    "last_frame": None, "errors": {"rejected": 0, "repeated": 0, "gaps": 0, "line": 0, "losses": 0, "unsent": 0},
}  # fmt: skip


class Texts(NamedTuple):
    """Of one game's rounds; `names` are its journal, table, game and rules."""

    names: tuple[str, str, str, str]
    records: list[str]
    messages: list[str]


# --- rounds -------------------------------------------------------------------------------------------------------


def events(game: str, seed: int) -> Iterator[tuple[Table, AnyEvent]]:
    """Rounds of the game from a seed, without end."""
    if find(game).family is POKER:
        poker = poker_table(seed + 4, game)  # of six or seven seats
        yield from ((poker, event) for event, _, _ in RandomPokerPlayer(poker, seed).rounds(1 << 30))
    table = TwentyOneTable(game=game, limits=LIMITS if seed % 2 else {})  # told or not
    if game == bench_journal.TABLE.game:  # with a press in each
        yield from ((table, event) for event in bench_journal.many(EVENTS // 50))
    for event, _, _ in RandomPlayer(table, seed).shoes(1 << 30):
        if not isinstance(event, MultiplierDrawn):
            yield table, event


async def played(folder: Path, game: str, seed: int) -> Texts:
    """The texts that a table writes."""
    chance = random.Random(seed)
    rounds = list(itertools.islice(events(game, seed), EVENTS))
    line = rounds[0][0]
    journal = open_journal(folder, lambda: Moment(chance.randrange(*LIVES_NS), 1, True), line)
    journal._connection.execute("PRAGMA synchronous = OFF")
    drawn = itertools.cycle((2, 3, 5, 10, 25))
    task = await open_table(journal, lambda: next(drawn), line)
    running = asyncio.ensure_future(task.run())
    for number, (_, event) in enumerate(rounds):
        await task.submit(*items(event, number, chance), device=device(event))
        if isinstance(event, ButtonPressed):
            await task.submit(*map(Item, (ButtonState(True), ButtonState(False))), device="button")
            await task.submit(*map(Item, map(MeterShows, ("armed", "rolling", "idle"))), device="meter")
    await task.close()
    await running
    await task.record_stop()
    journal.close()
    connection = readable(folder / "journal.db")
    (journal_id,) = connection.execute("SELECT journal_id FROM identity").fetchone()
    records, messages = (
        [other_proofs(text.replace(journal_id, JOURNAL), chance) for (text,) in connection.execute(statement)]
        for statement in (
            "SELECT body FROM records WHERE kind <> 'start' AND sealed = 0",
            "SELECT payload FROM outbox WHERE lane = 'mqtt'",
        )
    )
    connection.close()
    chance.shuffle(records)
    chance.shuffle(messages)
    names = (JOURNAL, "t1", game, view(new_table(line)).rules_hash)
    return Texts(names, records, [unsigned(text).text for text in messages])


def items(event: AnyEvent, number: int, chance: random.Random) -> Iterator[Item]:
    """The event as one of several people asks for it, and now and then what else is recorded."""
    if number % NOTICED == 0:
        yield Item(DeviceConnected("/dev/table/shoe"))
        yield Item(DeviceStatus(device="shoe", status=_STATUS))
        yield Item(DeviceLost("/dev/table/shoe", "unplugged"))
        yield Item(Alert(code="disk_low", text="low"))
        yield Item(AlertCleared(code="disk_low"))
        yield Item(PersonNotice(what="signed_in", badge="1", name="a", rank="dealer", console="web"))
    asked: dict[str, str] | None = None
    match chance.randrange(8) if device(event) == "console" else 0:
        case 3 | 4 | 5:
            asked = {"console": "console", "rank": chance.choice(_RANKS)}
        case 6:
            asked = {"console": "console-socket", "login": name(chance), "rank": chance.choice(_RANKS)}
        case 7:
            asked = {
                "key": f"{chance.getrandbits(128):032x}", "digest": f"{chance.getrandbits(256):064x}",
                "badge": str(chance.randrange(10_000)), "name": name(chance), "rank": "dealer", "console": "web",
            }  # fmt: skip
    yield Item(event, f"{chance.randrange(1 << 16):04X}-{number % 256:02X}", asked=asked)


def device(event: AnyEvent) -> str:
    """Who sends such an event."""
    return "shoe" if isinstance(event, CardDrawn) else "button" if isinstance(event, ButtonPressed) else "console"


def name(chance: random.Random) -> str:
    """Nobody's."""
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=5))


def other_proofs(text: str, chance: random.Random) -> str:
    """The text with other lives, links and seals: those of a journal are its own; its rules it has in common."""
    known = re.search(r'"rules_hash":"([0-9a-f]{64})"', text)

    def other(found: re.Match[str]) -> str:
        digits = len(found[0])
        return (
            found[0] if known is not None and found[0] == known[1] else f"{chance.getrandbits(4 * digits):0{digits}x}"
        )

    return _HEX.sub(other, text)


# --- trials -------------------------------------------------------------------------------------------------------


def sizes(words: str, rounds: Sequence[Texts]) -> list[tuple[int, int]]:
    """Bytes of each game's records and messages packed by these words, of the first `RECORDS` and `MESSAGES`."""
    found = []
    for texts in rounds:
        begun = zlib.compressobj(6, zlib.DEFLATED, -WINDOW, MEMORY, zdict=filled(words, *texts.names))
        found.append((_size(begun, texts.records[:RECORDS]), _size(begun, texts.messages[:MESSAGES])))
    return found


def _size(begun: Any, texts: Sequence[str]) -> int:
    size = 0
    for text in texts:
        one = begun.copy()
        size += len(one.compress(text.encode())) + len(one.flush())
    return size


def cost(words: str, rounds: Sequence[Texts]) -> int:
    """What is made as small as possible."""
    return sum(WORTH * records + messages for records, messages in sizes(words, rounds)) + len(words) // PRICE


def tried(words: list[str], pieces: Sequence[Sequence[str]], chance: random.Random) -> list[str]:
    """Other words."""
    new = list(words)
    at = chance.randrange(len(new))
    match chance.randrange(8):
        case 0 | 1 | 2 | 3:
            tokens = chance.choice(pieces)
            start = chance.randrange(len(tokens))
            piece = "".join(tokens[start : start + int(4 * 2 ** (5 * chance.random()))])
            new.insert(int(len(new) * chance.random() ** chance.choice((0.4, 1))), piece)
        case 4:
            del new[at]
        case 5:
            moved = new.pop(at)
            new.insert(chance.randrange(len(new) + 1), moved)
        case 6:
            tokens = _TOKEN.findall(new[at])
            cut = chance.randrange(min(8, len(tokens)))
            new[at] = "".join(chance.choice((tokens[cut:], tokens[: len(tokens) - cut])))
        case _:
            tokens = _TOKEN.findall(new[at])
            cut = chance.randrange(len(tokens))
            new[at : at + 1] = "".join(tokens[:cut]), "".join(tokens[cut + chance.randrange(1, 9) :])
    return [word for word in new if word]


def allowed(words: str) -> bool:
    """Whether these can be in the source, and there is no face among them."""
    return len(words) <= MOST and '"""' not in words and not any(card in words for card in ALL_CARDS)


def masked(texts: Texts) -> Iterator[list[str]]:
    """What pieces are cut out of: between what is another in each text, names and faces nobody's."""
    journal_id, table, game, rules = texts.names
    for text in (*texts.records[:RECORDS], *texts.messages[:MESSAGES]):
        of_all = (
            text.replace(journal_id, "JOURNAL")
            .replace(f'"{table}"', '"TABLE"')
            .replace(rules, "RULES")
            .replace(f'"{game}"', '"GAME"')
        )
        for piece in _OTHER_EACH_TIME.split(_FACE.sub("??", of_all)):
            if tokens := _TOKEN.findall(piece):
                yield tokens


def main() -> None:
    """Find them, print them, and what they are worth."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    chosen_by, others = (asyncio.run(all_games(seeds)) for seeds in ((1, 2), (3, 4)))
    pieces = [piece for texts in chosen_by for piece in masked(texts)]
    chance = random.Random(1)
    words = re.findall(r".{1,80}(?:(?<=[,}\]])|$)|.{1,80}", WORDS)
    least = cost(WORDS, chosen_by)
    for trial in range(trials):
        new = tried(words, pieces, chance)
        joined = "".join(new)
        if allowed(joined) and (its := cost(joined, chosen_by)) < least:
            words, least = new, its
        if trial % 2_000 == 0:
            print(f"{trial:>8,} trials: {least:,}; {len(''.join(words)):,} characters", file=sys.stderr, flush=True)
    found = "".join(words)
    print(*(found[at : at + 116] for at in range(0, len(found), 116)), sep="\n")
    print(f"\n{'bytes a record, a message':<28}{'before':>14}{'now':>14}", file=sys.stderr)
    for game, before, now in zip([*GAMES] * 2, sizes(WORDS, others), sizes(found, others), strict=True):
        told = (f"{records / RECORDS:.1f} {messages / MESSAGES:.1f}" for records, messages in (before, now))
        print(f"{game:<28}" + "".join(f"{one:>14}" for one in told), file=sys.stderr)


async def all_games(seeds: Sequence[int]) -> list[Texts]:
    """One table after the other, one of each game for each seed."""
    found = []
    for seed, game in itertools.product(seeds, GAMES):
        with tempfile.TemporaryDirectory() as folder:
            found.append(await played(Path(folder), game, seed))
    return found


if __name__ == "__main__":
    main()
