"""What a line means: the fields that its pattern found, turned into events of the table and reports of the device."""

import re

from controller.core.cards import RANKS, SUITS, UNKNOWN
from controller.core.events import CardDrawn, CutCard, SetDispensed, ShoeNew
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import (
    DeviceError,
    DeviceErrorCleared,
    ShoeCount,
    ShoeState,
    ShufflerState,
    UndealtDropped,
)
from drivers.protocols.line.shape import SHOE_STATES, SHUFFLER_STATES, LineKind, LineShape

Fields = dict[str, str | None]


class LineError(ValueError):
    """A line that was cut out well and yet is none; the text is what was expected and quotes no card."""


def events_of(shape: LineShape, kind: LineKind, fields: Fields) -> list[DeviceEvent]:
    """The events of a line of this kind. Raises LineError for a field that the description does not know."""
    events = _meant(shape, kind, fields)
    if fields.get("total"):
        events.append(ShoeCount(_whole(fields["total"])))
    return events


def _meant(shape: LineShape, kind: LineKind, fields: Fields) -> list[DeviceEvent]:
    match kind.means:
        case "card":
            card = _card(shape, fields["rank"], fields["suit"])
            return [CardDrawn(card=card, face_down=bool(fields.get("face_down")))]
        case "unread":
            return [CardDrawn(card=UNKNOWN)]
        case "cut_card":
            return [CutCard()]
        case "new_shoe":
            return [ShoeNew(decks=_whole(fields["decks"]) if fields.get("decks") else None)]
        case "state":
            return [ShoeState(_state(shape, fields["state"], SHOE_STATES))]
        case "shuffler":
            state = _state(shape, fields["state"], SHUFFLER_STATES)
            cycle, count = (_whole(fields[name]) if fields.get(name) else None for name in ("cycle", "count"))
            return [ShufflerState(state, cycle, count)]
        case "set":
            return [SetDispensed(cards=_set(shape, kind, fields["cards"] or ""))]
        case "error":
            return [DeviceError(_whole(fields["number"]), fields.get("text") or "without a text")]
        case "error_over":
            return [DeviceErrorCleared(_whole(fields["number"]))]
        case "undealt":
            return [UndealtDropped()]
    return []


def _card(shape: LineShape, rank: str | None, suit: str | None) -> str:
    meant = shape.ranks.get(rank or "", rank or ""), shape.suits.get(suit or "", suit or "")
    if "?" in meant:
        return UNKNOWN
    if len(meant[0]) != 1 or meant[0] not in RANKS or len(meant[1]) != 1 or meant[1] not in SUITS:
        raise LineError("expected a rank and a suit of the description")
    return "".join(meant)


def _set(shape: LineShape, kind: LineKind, cards: str) -> tuple[str, ...]:
    pattern, found, at = re.compile(kind.card or "", re.ASCII), [], 0
    while at < len(cards):
        if (one := pattern.match(cards, at)) is None or one.end() == at:
            raise LineError("expected the cards of a set, one after the other")
        found.append(_card(shape, one["rank"], one["suit"]))
        at = one.end()
    if not found:
        raise LineError("expected the cards of a set, got none")
    return tuple(found)


def _state(shape: LineShape, said: str | None, known: frozenset[str]) -> str:
    state = shape.states.get(said or "", said or "")
    if state not in known:
        raise LineError("expected a state of the description")
    return state


def _whole(text: str | None) -> int:
    if text is None or not text.isdecimal():
        raise LineError("expected a whole number")
    return int(text[:9])
