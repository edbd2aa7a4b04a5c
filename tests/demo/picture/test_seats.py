"""The poker table in the picture: what everybody sees of it, and never a card that nobody saw."""

import io
import re
from types import SimpleNamespace
from typing import Any, Final, cast

from rich.console import Console, Group

from controller.core.effects import RoundEnded
from controller.core.outcomes import to_json_object
from controller.demo.picture.seats import SeatsPicture
from controller.demo.players.poker_dealer import PokerDealer
from controller.demo.words import card
from controller.games.poker.state import State, hole_cards
from controller.odds.random_poker_player import RandomPokerPlayer
from controller.odds.simulation import poker_table

FACE: Final = re.compile("(?:10|[2-9JQKA])[♠♥♦♣]")


def drawn(state: State, outcome: dict[str, Any] | None) -> str:
    """All that the picture shows of the table, as text."""
    picture = SeatsPicture(cast("PokerDealer", SimpleNamespace(state=state)))
    console = Console(width=200, record=True, file=io.StringIO())
    lines = [picture.ledger(outcome)] if outcome is not None else []
    console.print(Group(picture.head(outcome), *picture.places(outcome), *lines))
    return console.export_text()


def seen(state: State, outcome: dict[str, Any] | None) -> set[str]:
    """The cards that everybody at the table has seen: the board and the hands that were shown."""
    hand = state.hand
    if hand is not None:
        holes = [hole_cards(state.settings, hand, position) for position in hand.shown]
        return {card(face) for face in (*hand.deal.board, *(face for hole in holes for face in hole))}
    if outcome is None:
        return set()
    holes = [line["hole"] for line in outcome["ledger"]]
    return {card(face) for face in (*outcome["board"], *(face for hole in holes for face in hole)) if face != "??"}


def test_no_unseen_card_is_drawn() -> None:
    """Over whole rounds of either way of dealing, after every event, the picture holds seen cards alone."""
    shown = 0
    for seed in (3, 4):
        outcome = None
        for _, state, effects in RandomPokerPlayer(poker_table(seed), seed).rounds(8):
            for effect in effects:
                if isinstance(effect, RoundEnded):
                    outcome = to_json_object(effect.outcome)
            faces = set(FACE.findall(drawn(state, outcome)))
            assert faces <= seen(state, outcome)
            shown += bool(faces)
    assert shown > 20
