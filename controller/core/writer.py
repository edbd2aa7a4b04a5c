"""The way back to the contract's JSON: events and effects as the journal, the console and the messages carry them.

`event_to_json` leaves out what has its default, so `read_event(dumps(event_to_json(e))) == e`. An effect has one JSON
form too, in the journal and in every answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from controller.core.effects import (
    AlertRaised,
    CardShown,
    DrawMultiplier,
    Effect,
    Rejected,
    RoundEnded,
    RoundReopened,
    RulingGiven,
    SetButton,
    SetMeter,
)
from controller.core.events import Event
from controller.core.outcomes import outcome_to_json, outcome_to_text, text_of, to_json_object

_COMMON = ("at", "source", "authority")


_shapes: dict[type, tuple[tuple[str, str, Any], ...]] = {}


def _shape(cls: type) -> tuple[tuple[str, str, Any], ...]:
    """(field, JSON key, default) of a record's class: its own fields first, then what every event may carry."""
    if cls not in _shapes:
        known = sorted(
            (field for field in fields(cls) if field.name != "type"), key=lambda field: field.name in _COMMON
        )
        _shapes[cls] = tuple((field.name, field.name.rstrip("_"), _default(field)) for field in known)
    return _shapes[cls]


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def event_to_json(event: Event) -> dict[str, Any]:
    """The contract's JSON object of an event: `type` first, defaults left out, `for_` and `as_` by their words."""
    record: dict[str, Any] = {"type": event.type}  # type: ignore[attr-defined]  # every event has one
    for name, key, default in _shape(type(event)):
        value = getattr(event, name)
        if value != default:
            record[key] = _nested(value)
    return record


def _nested(value: Any) -> Any:
    if isinstance(value, Event):
        return event_to_json(value)
    if hasattr(value, "__dataclass_fields__"):
        found = ((key, getattr(value, name), default) for name, key, default in _shape(type(value)))
        return {key: _nested(item) for key, item, default in found if item != default}
    if isinstance(value, tuple):
        return [_nested(item) for item in value]
    if isinstance(value, dict):
        return {key: _nested(item) for key, item in value.items()}
    return value


_WORDS: Final[dict[type, str]] = {
    CardShown: "card", SetButton: "button", SetMeter: "meter", DrawMultiplier: "multiplier.draw",
    RoundReopened: "round.reopened",
}  # fmt: skip
"""Of the effects that are their fields."""


def effect_to_json(effect: Effect) -> dict[str, Any]:
    """The JSON object of an effect, told apart by `type`."""
    word = _WORDS.get(type(effect))
    if word is not None:
        return {"type": word, **to_json_object(effect)}
    match effect:
        case Rejected():
            return {"type": "rejected", "reason": effect.reason, "rule": effect.rule}
        case AlertRaised():
            return {
                "type": "alert", "code": effect.code, "text": effect.text, "rule": effect.rule,
                "severity": effect.severity,
            }  # fmt: skip
        case RulingGiven():
            return {
                "type": "ruling", "kind": effect.kind, "action": effect.action, "rule": effect.rule,
                "text": effect.text, **difference_to_json(effect),
            }  # fmt: skip
        case RoundEnded():
            return {**outcome_to_json(effect.outcome)}
    raise TypeError(type(effect))


def effects_to_json(effects: Sequence[Effect]) -> str:
    """The one JSON text of the effects of a step."""
    if not effects:
        return "[]"
    return f"[{','.join([effect_to_text(effect) for effect in effects])}]"


def effect_to_text(effect: Effect) -> str:
    """The one JSON text of an effect: in its record, and where it is an order, for the device."""
    kind: Any = type(effect)
    fields_of = _LEVELS.get(kind)
    return _text(effect) if fields_of is None else _of_a_level(kind, fields_of(effect))


def _text(effect: Effect) -> str:
    return outcome_to_text(effect.outcome) if isinstance(effect, RoundEnded) else text_of(effect_to_json(effect))


_LEVELS: Final[dict[type, Callable[[Any], tuple[Any, ...]]]] = {
    kind: attrgetter(*(field.name for field in fields(kind))) for kind in (CardShown, SetButton, SetMeter)
}
"""What everybody can see, and what comes again and again, and how its fields are taken."""


@lru_cache(maxsize=4096)
def _of_a_level(kind: Any, found: tuple[Any, ...]) -> str:
    """The one JSON text of what comes again and again; by its fields, whose hash takes a third of the record's."""
    return _text(kind(*found))


def difference_to_json(ruling: RulingGiven) -> dict[str, Any]:
    """The field `difference` of a ruling; nothing where it changed no outcome that was told."""
    return {} if ruling.difference is None else {"difference": to_json_object(ruling.difference)}
