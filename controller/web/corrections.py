"""What a correction is made from: what was said in the round at hand, and the fields of what may be changed or put in.

A face is told where everybody has seen it: it was shown as it came, or as many of it lie open now as have come. It is
`??` else; that another card of this face lies there says nothing of one that nobody has seen.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, Final, get_args

from controller.core.cards import ALL_CARDS, UNKNOWN
from controller.core.effects import AlertRaised, CardShown
from controller.core.events import (
    CardDrawn,
    CardRead,
    CutCard,
    Decision,
    Event,
    Follow,
    Insure,
    Irregularity,
    Muck,
    OffersClosed,
    PokerAction,
    Reveal,
    Seat,
    SeatLeft,
    SetDispensed,
    Show,
    Showdown,
    Wager,
    WagerWithdrawn,
)
from controller.core.families import POKER
from controller.core.outcomes import to_json_object
from controller.core.writer import event_to_json
from controller.games import State
from controller.games.correction import CORRECTABLE
from controller.games.difference import Turn
from controller.games.floor.view import floor_view
from controller.games.game import Game
from controller.games.revision import fold
from controller.web.irregularities import groups

AT_TWENTY_ONE: Final = (
    CardDrawn, CardRead, CutCard, Reveal, Decision, Follow, Insure, OffersClosed, Wager, WagerWithdrawn, Seat, SeatLeft,
)  # fmt: skip
AT_POKER: Final = (CardDrawn, SetDispensed, Reveal, PokerAction, Showdown, Show, Muck)
_COMMON: Final = frozenset(("type", "at", "source", "authority"))
_FACES: Final = frozenset(ALL_CARDS)
_EXPOSED: Final = "dealer_overdraw"
"""The alert of a card that was exposed, dealt to the Dealer's completed hand (5.7)."""


def forms(game: Game) -> dict[str, dict[str, Any]]:
    """The fields of each event that a correction may hold, as the page draws them; an irregularity's by its kind."""
    kinds = {one["kind"]: one for group in groups(game) for one in group["kinds"]}
    return dict(_form(game, cls) for cls in _of(game)) | {"irregularity": {"kinds": kinds}}


def _of(game: Game) -> tuple[type[Event], ...]:
    return AT_POKER if game.family is POKER else AT_TWENTY_ONE


def _form(game: Game, cls: type[Event]) -> tuple[str, dict[str, Any]]:
    known = {field.name.rstrip("_"): field for field in fields(cls) if field.name not in _COMMON}
    if cls is Reveal:
        needs, may = list(game.family.reveal), [] if game.family.reveal else ["cards"]
    else:
        needs = [name for name, field in known.items() if field.default is MISSING]
        may = [name for name in known if name not in needs and (name != "face_down" or game.face_down)]
    word: str = get_args(cls.__dataclass_fields__["type"].type)[0]
    choices = {name: list(game.words[name]) for name in known if name in game.words}
    return word, {"needs": needs, "may": may, "choices": choices}


def said(game: Game, state: State, *, rolls: bool) -> list[dict[str, Any]]:
    """What was accepted in the round at hand, with its numbers; while the meter `rolls` its value is not told.

    `fixed` is what no correction changes, `place` where a card lay as it came, if everybody saw it.
    """
    turns = _played(game, state)
    came = Counter(face for turn in turns for face in _dealt(turn.entry.event))
    lying = Counter(_faces(to_json_object(floor_view(game, state))))
    shown = [_shown(turn) for turn in turns]
    open_ = {face for face in lying if lying[face] >= came[face]}
    known = open_.union(lying, *shown)
    entries: list[dict[str, Any]] = []
    for turn, own in zip(turns, shown, strict=True):
        entry, event = turn.entry, None
        if entry.event is not None:
            dealt = isinstance(entry.event, CardDrawn | CardRead | SetDispensed)
            event = masked(entry.event, own | open_ if dealt else known)
            if rolls and event["type"] == "multiplier.drawn":
                event.pop("value", None)
        told = {"n": entry.n, "event": event, "corrected": entry.corrected_by is not None}
        if isinstance(entry.event, CardDrawn) and (laid := _laid(turn)) is not None:
            told["place"] = lying_at(turn.before, laid)
        entries.append(told if entry.event is None or isinstance(entry.event, CORRECTABLE) else told | {"fixed": True})
    return entries


def _played(game: Game, state: Any) -> list[Turn]:
    rounds = game.round_of_play
    if rounds is None or state.before is None:
        return []
    return fold(game, rounds, rounds.begin(state.before, state), state.said)[1]


def _dealt(event: Event | None) -> tuple[str, ...]:
    if isinstance(event, CardDrawn | CardRead):
        return (event.card,)
    return event.cards if isinstance(event, SetDispensed) else ()


def _laid(turn: Turn) -> CardShown | None:
    """The card of this entry, where it was shown on a hand as it came."""
    shown = next((effect for effect in turn.effects if isinstance(effect, CardShown)), None)
    own = shown is not None and shown.place in ("area", "dealer") and shown.card == _dealt(turn.entry.event)[0]
    return shown if own else None


def lying_at(before: Any, shown: CardShown) -> dict[str, Any]:
    """Where a card comes to lie, and which it is of its hand; the hand is named where its area has several."""
    if shown.area is None or shown.hand is None:
        return {"place": "dealer", "nth": len(before.round.dealer) + 1}
    hands = before.round.areas[shown.area - 1].hands
    own = {"hand": shown.hand} if len(hands) > 1 else {}
    return {"place": "area", "area": shown.area, **own, "nth": len(hands[shown.hand - 1].cards) + 1}


def _shown(turn: Turn) -> set[str]:
    """The faces that everybody saw as this was said."""
    shown = {effect.card for effect in turn.effects if isinstance(effect, CardShown)}
    event = turn.entry.event
    if isinstance(event, Irregularity):
        return shown.union(event.disclosed or ())
    if isinstance(event, CardDrawn) and not event.face_down:
        alerts = [effect for effect in turn.effects if isinstance(effect, AlertRaised)]
        if any(alert.code == _EXPOSED or event.card in alert.text for alert in alerts):
            shown.add(event.card)
    return shown


def masked(event: Event, seen: set[str]) -> dict[str, Any]:
    """The event with `??` for each face that is not `seen`."""

    def face(value: Any) -> Any:
        if isinstance(value, str):
            return UNKNOWN if value in _FACES and value not in seen else value
        if isinstance(value, list):
            return [face(one) for one in value]
        if isinstance(value, dict):
            return {key: face(one) for key, one in value.items()}
        return value

    record: dict[str, Any] = event_to_json(event)
    return {key: face(value) for key, value in record.items()}


def _faces(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value in _FACES:
            yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _faces(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _faces(one)
