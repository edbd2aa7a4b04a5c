"""The irregularity desk as a guided choice: what happened, in eight plain groups, and the fields that each kind has.

The kinds are those of the contract (sections 4 and 6); what is needed is `controller.core.families`'s, and what the
rules make of it is asked of them.
"""

from collections.abc import Iterator
from typing import Any, Final

from controller.core.events import Event
from controller.core.outcomes import to_json_object
from controller.core.writer import event_to_json
from controller.games import State
from controller.games.floor.view import floor_view
from controller.games.game import Game

TWENTY_ONE: Final = {
    "cards": ("foreign_card", "extra_card", "missing_card", "unshuffled", "face_up_card"),
    "deal": (
        "misdeal", "dealer_not_dealt", "area_short", "area_not_dealt", "empty_area_dealt", "hand_skipped",
        "burn_missed",
    ),
    "drawn": ("card_refused", "simultaneous_draw", "discard"),
    "shoe": ("insufficient_cards", "cut_card_missed"),
    "people": ("player_absent", "withdraw", "late_insurance"),
    "power": ("power_failure",),
    "other": ("other",),
}  # fmt: skip
POKER: Final = {
    "cards": ("foreign_card", "extra_card", "missing_card", "unshuffled", "face_up_card"),
    "deal": ("wrong_hole_count", "hand_left_out", "extra_hand", "first_burn_missed", "burn_missed"),
    "drawn": ("hole_cards_exposed", "hole_exposed", "flop_exposed", "too_many_community", "community_exposed"),
    "shoe": ("insufficient_cards",),
    "power": ("power_failure",),
    "other": ("other",),
}
MAY: Final = {
    "misdeal": ("layout", "since"), "card_refused": ("player",), "dealer_not_dealt": ("layout", "since"),
    "area_short": ("layout", "since"), "area_not_dealt": ("layout", "since"), "empty_area_dealt": ("layout", "since"),
    "hand_skipped": ("layout", "since"), "burn_missed": ("layout", "since"), "player_absent": ("player",),
    "simultaneous_draw": ("chosen",),
}  # fmt: skip
"""What a kind of a twenty-one game may say besides."""
MAY_POKER: Final = {"face_up_card": ("card",), "too_many_community": ("reconstructable",), "other": ("decision",)}
_HIDDEN: Final = "??"


def groups(game: Game) -> list[dict[str, Any]]:
    """Groups, their kinds, and the fields of each, as the page draws them."""
    poker = "seat" in {name for fields in game.family.irregularity.values() for name in fields}
    may = MAY_POKER if poker else MAY
    return [
        {"group": group, "kinds": [
            {"kind": kind, "needs": list(game.family.irregularity.get(kind, ())), "may": list(may.get(kind, ()))}
            for kind in kinds
        ]}
        for group, kinds in (POKER if poker else TWENTY_ONE).items()
    ]  # fmt: skip


def said(game: Game, state: State, *, rolls: bool) -> list[dict[str, Any]]:
    """What was accepted in the round at hand, with its numbers, for a correction; unseen faces are `??`.

    A face that is held is in nobody's sight wherever else one like it lies; while the meter `rolls`, so is its value.
    """
    seen = set(_faces(to_json_object(floor_view(game, state)))) - set(getattr(state, "kept", ()))
    entries: list[dict[str, Any]] = []
    for entry in getattr(state, "said", ()):
        event = None if entry.event is None else _masked(entry.event, seen)
        if rolls and event is not None and event["type"] == "multiplier.drawn":
            event.pop("value", None)
        entries.append({"n": entry.n, "event": event, "corrected": entry.corrected_by is not None})
    return entries


def _masked(event: Event, seen: set[str]) -> dict[str, Any]:
    record: dict[str, Any] = event_to_json(event)
    concealed = bool(record.get("face_down"))

    def face(value: Any) -> Any:
        if isinstance(value, str) and _is_card(value):
            return _HIDDEN if concealed or value not in seen else value
        if isinstance(value, list):
            return [face(one) for one in value]
        if isinstance(value, dict):
            return {key: face(one) for key, one in value.items()}
        return value

    return {key: face(value) for key, value in record.items()}


def _faces(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if _is_card(value):
            yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _faces(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _faces(one)


def _is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in "A23456789TJQK" and text[1] in "SHDC"
