"""The payloads of `framed`: what each type of frame means, for each role of a device, and how commands are put.

The tables of `frames` in code. Pure functions; the numbering and the acknowledging are in `host`.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

from controller.core.effects import AlertRaised, Rejected, RulingGiven, SetButton, SetMeter
from controller.core.events import CardDrawn, CutCard, Event, SetDispensed, ShoeNew
from controller.core.reader import MalformedLine, read_event
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import CommandUnknown, DeviceEvent
from drivers.protocols.base.reports import (
    DeviceError,
    DeviceErrorCleared,
    MeterShows,
    ShoeState,
    ShufflerState,
    UndealtDropped,
)
from drivers.protocols.framed.frames import PAYLOAD_LIMIT

MESSAGE_LIMIT: Final = 8192
"""The longest message of a console in characters: the layout of a full table, twice over."""

SENTENCE_LIMIT: Final = 100
"""What is sent about a refused message: it fits into one frame."""

_UNPRINTABLE: Final = re.compile(r"[^ -~]")
_SHOE_STATES: Final = frozenset(("ready", "empty", "door_open", "door_closed", "jam", "locked", "unlocked"))
_SHUFFLER_STATES: Final = frozenset(
    ("ready", "shuffling", "dispensing", "empty", "jam", "door_open", "door_closed")
)  # fmt: skip
_CARD: Final = re.compile(r"([A2-9TJQK][SHDC]|\?\?)(F?)")
_NEW: Final = re.compile(r"new(?:;([1-9]))?")
_SHUFFLER: Final = re.compile(r"([a-z_]+);(\d{0,9});(\d{0,4})")
_METER: Final = re.compile(r"(idle|armed|rolling|showing);(\d{0,3})")
_ERROR: Final = re.compile(r"(?:!(\d\d)(.{0,80})|-(\d\d))")


class PayloadError(ValueError):
    """A frame's payload is not what its type asks for; the text is what was expected. It never quotes a card."""


def _matched(pattern: re.Pattern[str], payload: str, expected: str) -> re.Match[str]:
    if (match := pattern.fullmatch(payload)) is None:
        raise PayloadError(f"expected {expected}")
    return match


def _card(payload: str) -> DeviceEvent:
    match = _matched(_CARD, payload, "a card as in `AS` or `??`, and `F` when it lies face down")
    return CardDrawn(card=match[1], face_down=bool(match[2]))


def _cut_card(payload: str) -> DeviceEvent:
    if payload:
        raise PayloadError("expected no payload with a cutting card")
    return CutCard()


def _shoe(payload: str) -> DeviceEvent:
    if new := _NEW.fullmatch(payload):
        return ShoeNew(decks=int(new[1]) if new[1] else None)
    if payload in _SHOE_STATES:
        return ShoeState(payload)
    raise PayloadError("expected a state of a shoe")


def _shuffler(payload: str) -> DeviceEvent:
    match = _matched(_SHUFFLER, payload, "state;cycle;count of a shuffler")
    if match[1] not in _SHUFFLER_STATES:
        raise PayloadError("expected a state of a shuffler")
    return ShufflerState(match[1], *(int(group) if group else None for group in match.groups()[1:]))


def _set(payload: str) -> DeviceEvent:
    cards = [payload[index : index + 2] for index in range(0, len(payload), 2)]
    for card in cards:
        _matched(_CARD, card, "the cards of a set, two characters each")
    if not cards or any(len(card) != 2 for card in cards):
        raise PayloadError("expected the cards of a set, two characters each")
    return SetDispensed(cards=tuple(cards))


def _undealt(payload: str) -> DeviceEvent:
    del payload  # It is not looked at: what is not dealt is nobody's to know.
    return UndealtDropped()


def _meter(payload: str) -> DeviceEvent:
    match = _matched(_METER, payload, "state;multiplier of a meter")
    return MeterShows(match[1], int(match[2]) if match[2] else None)


def _error(payload: str) -> DeviceEvent:
    match = _matched(_ERROR, payload, "`!`, two digits and a text, or `-` and two digits")
    return DeviceErrorCleared(int(match[3])) if match[3] else DeviceError(int(match[1]), match[2])


READERS: Final[dict[str, dict[str, Callable[[str], DeviceEvent]]]] = {
    "shoe": {"C": _card, "K": _cut_card, "S": _shoe, "O": _undealt, "E": _error},
    "shuffler": {"U": _shuffler, "D": _set, "O": _undealt, "E": _error},
    "button": {"E": _error},
    "meter": {"M": _meter, "E": _error},
    "console": {"E": _error},
}
"""Role and type of frame to the reader of its payload; `B`, `J` and `Y` need a memory: they are read there."""


def read_console_event(text: str) -> Event:
    """The event of a console's message, by the one strict reader. Raises PayloadError."""
    try:
        return read_event(text, family=None)
    except MalformedLine as error:
        where = f" in `{error.field}`" if error.field else ""
        raise PayloadError(_UNPRINTABLE.sub("?", f"expected {error.expected}{where}")[:SENTENCE_LIMIT]) from None


def message_parts(text: str) -> Iterator[str]:
    """The payloads that carry one console message, in order."""
    size = PAYLOAD_LIMIT - 1
    pieces = [text[index : index + size] for index in range(0, len(text), size)]
    for index, piece in enumerate(pieces):
        yield f"{(index == 0) + 2 * (index == len(pieces) - 1)}{piece}"


def _answer(command: object) -> dict[str, object]:
    match command:
        case Rejected(reason, rule):
            return {"type": "rejected", "reason": reason, "rule": rule}
        case AlertRaised(code, text, rule, severity):
            return {"type": "alert", "code": code, "text": text, "rule": rule, "severity": severity}
        case RulingGiven(kind, action, rule, text):
            return {"type": "ruling", "kind": kind, "action": action, "rule": rule, "text": text}
        case dict():
            return command
    raise CommandUnknown(f"a console takes answers and JSON objects, got {type(command).__name__}")


def command_frames(role: Role, command: object) -> list[tuple[str, str]]:
    """Type and payload of each frame of a command. Raises CommandUnknown where the role takes none such."""
    match role, command:
        case "button", SetButton(lit=lit):
            return [("l", "1" if lit else "0")]
        case "meter", SetMeter(state=state, area=area, multiplier=multiplier):
            return [("m", f"{state};{'' if multiplier is None else multiplier};{'' if area is None else area}")]
        case "console", _:
            text = json.dumps(_answer(command), ensure_ascii=True, separators=(",", ":"))
            if len(text) > MESSAGE_LIMIT:
                raise CommandUnknown(f"expected a message of up to {MESSAGE_LIMIT} characters, got {len(text)}")
            return [("j", part) for part in message_parts(text)]
    raise CommandUnknown(f"a {role} does not take {type(command).__name__}")
