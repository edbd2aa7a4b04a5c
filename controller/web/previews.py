"""What an event would do, as far as somebody may know who does not do it: nothing that hangs on a card nobody has seen.

a fact (a card, a show, a reveal, a press)   is not tried: its answer would tell of cards
a request                                    why it would be refused, else that it would be accepted
a ruling                                     the ruling; while nothing is hidden, the money and the table after it, too
"""

from typing import Any, Final

from controller.core.events import AnyEvent, Correction, Irregularity, RoundVoid
from controller.core.outcomes import to_json_object
from controller.games import State
from controller.games.floor.trial import Tried, tried
from controller.games.game import Game

FACTS: Final = frozenset(
    ("card", "card.read", "cut_card", "set", "show", "muck", "reveal", "button.pressed", "multiplier.drawn", "shoe.new")
)
_RULINGS: Final = (Irregularity, RoundVoid, Correction)
_EMPTY: Final[dict[str, Any]] = {"rulings": [], "alerts": [], "shown": [], "reopens": False, "money": []}


def preview(game: Game, state: State, event: AnyEvent, *, hidden: bool) -> dict[str, Any]:
    """The answer to whoever asks; `hidden`: something of the table is known to nobody yet."""
    if event.type in FACTS:
        return dict(_EMPTY)
    return shown(tried(game, state, event), event, hidden=hidden)


def shown(found: Tried, event: AnyEvent, *, hidden: bool) -> dict[str, Any]:
    """What of a trial is told."""
    told: dict[str, Any] = to_json_object(found)
    if found.refusal is not None:
        return told
    if not isinstance(event, _RULINGS):
        return dict(_EMPTY)
    told["shown"] = []
    if hidden:
        own = [{**one, "difference": None} for one in told["rulings"]]
        return _EMPTY | {"rulings": own[:1]}
    return told


def conceals(game: Game, state: State) -> bool:
    """Whether any card of the round at hand is not seen by the players: face down, held, or in a hand of poker."""
    if game.view(state).phase == "idle":
        return False
    if game.deck_a_round:
        return True
    if getattr(state, "kept", ()) or getattr(state, "waiting", ()):
        return True
    round_ = getattr(state, "round", None)
    return any(hand.hidden for area in getattr(round_, "areas", ()) for hand in area.hands)
