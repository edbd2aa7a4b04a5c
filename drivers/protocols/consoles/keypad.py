"""A dealer's keypad: which key means which event of the table, as the configuration says.

    [devices.options.keys]
    KEY_F1 = { type = "bets.open" }
    KEY_KP3 = { place = 3 }                                  chooses an area or seat, for the next key that needs one
    KEY_KPENTER = { type = "decision", action = "stand" }    goes to the area chosen before

Every meaning is read by the one strict reader when the configuration is. A place counts for one key and is forgotten
after `FORGET_S`: a decision must never go to an area that was chosen for something else.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from controller.core.events import Event
from controller.core.reader import MalformedLine, read_event
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.suspicions import KeyIgnored, PlaceChosen

Keys = dict[str, dict[str, Any]]
"""Keys of a keypad with what they mean, as the configuration has them."""

FORGET_S: Final = 10.0
MOST_PLACES: Final = 9
FOR_MACHINES: Final = frozenset(("card", "set", "multiplier.drawn", "button.pressed"))
"""Facts of devices: a key that claims one would be a card without a shoe."""


class Keypad:
    """Turns names of keys into events. Raises ValueError for a meaning that is none."""

    def __init__(self, keys: Mapping[str, Mapping[str, Any]]) -> None:
        if not keys:
            raise ValueError("expected at least one key with its meaning, got none")
        self._places: dict[str, int] = {}
        self._events: dict[str, dict[str, Any]] = {}
        for key, meaning in keys.items():
            if set(meaning) == {"place"} and type(meaning["place"]) is int and 1 <= meaning["place"] <= MOST_PLACES:
                self._places[key] = meaning["place"]
            else:
                self._events[key] = dict(meaning)
                self._check(key, meaning)
        self._place: int | None = None
        self._place_until = 0.0

    def names(self) -> list[str]:
        """The keys that mean something."""
        return [*self._places, *self._events]

    def forget(self) -> None:
        self._place = None

    def pressed(self, key: str, at: float) -> list[DeviceEvent]:
        """What a key that went down means."""
        if key in self._places:
            self._place, self._place_until = self._places[key], at + FORGET_S
            return [PlaceChosen(self._place)]
        if key not in self._events:
            return [KeyIgnored(key, "it has no meaning in the configuration")]
        meaning = self._events[key]
        place, self._place = self._place if at < self._place_until else None, None
        field = _lacks_place(meaning)
        if field is None:
            return [_read(meaning)]
        if place is None:
            return [KeyIgnored(key, f"no {field} was chosen before")]
        return [_read({**meaning, field: place})]

    @staticmethod
    def _check(key: str, meaning: Mapping[str, Any]) -> None:
        if meaning.get("type") in FOR_MACHINES:
            raise ValueError(f"expected an event that a dealer may make for {key}, got {meaning['type']!r}")
        field = _lacks_place(meaning)
        try:
            _read(meaning if field is None else {**meaning, field: 1})
        except MalformedLine as error:
            where = f" in `{error.field}`" if error.field else ""
            raise ValueError(f"expected {error.expected}{where} for {key}, got {error.actual}") from None


def _lacks_place(meaning: Mapping[str, Any]) -> str | None:
    """`area` or `seat` where an event lacks it first of all."""
    try:
        _read(meaning)
    except MalformedLine as error:
        return error.field if error.field in ("area", "seat") and error.field not in meaning else None
    return None


def _read(meaning: Mapping[str, Any]) -> Event:
    return read_event(json.dumps(dict(meaning)), family=None)
