"""Which records are sealed: every one that names a card which the table has not seen; and nothing else names one."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import structlog

from controller.core.effects import AlertRaised, CardShown, Effect, RoundEnded
from controller.core.events import BetsClosed, BetsOpen, CardDrawn, MultiplierDrawn, ShoeNew, Wager
from controller.core.outcomes import dumps
from controller.core.reader import read_event
from controller.core.tables import PokerTable, Table, TwentyOneTable
from controller.core.writer import effect_to_json, event_to_json
from controller.games import new_table, step
from controller.mqtt.messages import ALERT, BROKER
from controller.table.inbox import Item
from controller.table.secrecy import conceals
from tests.games.floor.tables import Step, poker, unruly
from tests.journal.journals import open_journal, open_table

ROOT = Path(__file__).resolve().parents[2]
FACE = re.compile(r"\b[A2-9TJQK][SHDC]\b")
WRONG = {"foreign_card", "extra_card"}
"""Of a card that lies open on the table, where it should not be."""
SHOWN = CardShown("QD", "board")
LAYOUT = {"areas": {"1": ["7C"], "2": [["7C"], ["8C"]]}}


@pytest.mark.parametrize(
    ("record", "effects", "sealed"),
    [
        ({"type": "card", "card": "QD"}, [SHOWN], False),
        ({"type": "card", "card": "QD"}, [], True),
        ({"type": "card", "card": "7C"}, [SHOWN], True),
        ({"type": "card", "card": "QD", "face_down": True}, [SHOWN], True),
        ({"type": "card", "card": "??"}, [], False),
        ({"type": "set", "cards": ["QD", "7C"]}, [SHOWN], True),
        ({"type": "set", "cards": ["??", "??"]}, [], False),
        ({"type": "show", "seat": 1, "cards": ["QD", "7C"]}, [SHOWN, CardShown("7C", "seat", 1)], False),
        ({"type": "show", "seat": 1, "cards": ["QD", "7C"]}, [], True),
        ({"type": "show", "seat": 1}, [], False),
        ({"type": "reveal", "cards": ["QD"]}, [], True),
        ({"type": "irregularity", "kind": "discard", "card": "QD"}, [SHOWN], True),
        ({"type": "irregularity", "kind": "misdeal", "layout": LAYOUT}, [], True),
        ({"type": "irregularity", "kind": "misdeal", "layout": {"dealer": ["QD"]}}, [], True),
        ({"type": "irregularity", "kind": "simultaneous_draw", "cards": ["QD"]}, [], True),
        ({"type": "irregularity", "kind": "power_failure"}, [], False),
        ({"type": "bets.open"}, [], False),
    ],
)
def test_a_record_that_names_an_unseen_card_is_sealed(
    record: dict[str, Any], effects: list[Effect], sealed: bool
) -> None:
    """A card that an effect showed may stand in clear; a face that some other card showed does not excuse it."""
    assert conceals(read_event(dumps(record), family=None), effects) is sealed


def test_an_unforeseen_error_tells_no_card() -> None:
    """A traceback with a face in its text comes out with the face blotted out and the rest as it was."""
    program = "from controller.table.secrecy import mask_errors; mask_errors(); raise KeyError('QD', {'a': '7CTH'})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "QD" not in done.stderr.splitlines()[-1]
    assert done.stderr.splitlines()[-1] == "KeyError: ('**', {'a': '**'})"


@pytest.mark.parametrize("game", ["blackjack", "pontoon-pandemonium"])
@pytest.mark.parametrize("seed", range(3))
async def test_neither_log_nor_alert_names_a_card_that_nobody_has_seen(tmp_path: Path, game: str, seed: int) -> None:
    """Errors, cards face down, burned, held and unread: each face that is named was shown in this round or the last."""
    table = TwentyOneTable(game=game, areas=5, burn=True)
    assert await leaks(tmp_path, table, unruly(game, seed, rounds=6)) == []


@pytest.mark.parametrize("wrong", [CardDrawn(card="TS", face_down=True), CardDrawn(card="TS")])
def test_a_wrong_card_that_lies_face_down_or_is_burned_is_not_named(wrong: CardDrawn) -> None:
    """A ten does not belong to these decks: it is told, and which it is only where everybody sees it."""
    state = new_table(TwentyOneTable(game="pontoon", areas=5, burn=not wrong.face_down))
    for event in (ShoeNew(), BetsOpen(), Wager(area=1, kind="main", amount=1000), BetsClosed()):
        state, _ = step(state, event)
    _, effects = step(state, wrong)
    texts = [effect.text for effect in effects if isinstance(effect, AlertRaised)]
    assert texts
    assert not any("TS" in text for text in texts)


@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
async def test_neither_log_nor_alert_names_a_hole_card(tmp_path: Path, dealing: Any) -> None:
    """Nor one that was burned or folded."""
    table = PokerTable(game="poker", seats=6, dealing=dealing)
    assert await leaks(tmp_path, table, poker(dealing, 7, rounds=12)) == []


async def leaks(folder: Path, table: Table, steps: Iterable[Step]) -> list[str]:
    """Lines of the log and texts of alerts with a face that no player has seen, of a real task on a real journal."""
    journal = open_journal(folder)
    task = await open_table(journal, lambda: 3, table)
    running = asyncio.ensure_future(task.run())
    found: list[str] = []
    shown: set[str] = set()
    before: set[str] = set()
    hidden = 0
    seq = 0
    with structlog.testing.capture_logs() as lines:
        for number, (event, _, _) in enumerate(steps):
            lines.clear()
            if isinstance(event, MultiplierDrawn):
                continue
            (answer,) = await task.submit(Item(event, f"A:{number}"), device="shoe")
            effects = answer.effects
            await asyncio.sleep(0)
            faces = set(FACE.findall(dumps(event_to_json(event))))
            shown |= {effect.card for effect in effects if isinstance(effect, CardShown)}
            shown |= {face for effect in effects if isinstance(effect, RoundEnded) for face in faces_of(effect)}
            lies_open = {
                event.card
                for effect in effects
                if isinstance(effect, AlertRaised) and effect.code in WRONG and isinstance(event, CardDrawn)
                if not event.face_down
            }
            rows = await journal.lookup.lane(BROKER, after=seq, limit=1000)
            seq = rows[-1].seq if rows else seq
            texts = [dumps(line) for line in lines] + [row.payload for row in rows if row.topic == ALERT]
            hidden += bool(faces - shown - before)
            found += [text for text in texts if set(FACE.findall(text)) - shown - before - lies_open]
            if any(isinstance(effect, RoundEnded) for effect in effects):
                before, shown = shown, set()
    await task.close()
    await running
    journal.close()
    assert hidden > 10, "no card was hidden"
    return found


def faces_of(effect: RoundEnded) -> list[str]:
    """What an outcome shows."""
    return FACE.findall(dumps(effect_to_json(effect)))
