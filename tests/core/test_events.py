"""Records that carry cards: what their text tells."""

from dataclasses import fields
from typing import Any, get_args

import pytest

from controller.core import reader
from controller.core.events import AnyEvent, Layout
from controller.core.outcomes import dumps
from controller.games import State, new_table, step
from controller.games.reading import read_event, read_table

_NEEDED: dict[str, Any] = {
    "kind": "other", "seat": 3, "area": 1, "amount": 100, "player": "P1", "value": 2, "reason": "none", "stack": 100,
    "card": "QD", "cards": ["QD", "7C"], "disclosed": ["QD"], "chosen": ["7C"],
    "changes": [{"of": 3, "event": {"type": "card", "card": "QD"}},
                {"after": 5, "event": {"type": "card", "card": "7C"}}],
    "layout": {"areas": {"1": ["QD"]}, "dealer": ["7C"], "removed": ["QD"]},
}  # fmt: skip
_ACTIONS = {"decision": "hit", "action": "fold"}


@pytest.mark.parametrize("cls", get_args(AnyEvent))
def test_no_event_tells_a_face_in_its_text(cls: type) -> None:
    """Whatever an event holds, its `repr` and `str` name no card: they end up in tracebacks and assertions."""
    event_type = get_args(cls.__dataclass_fields__["type"].type)[0]  # type: ignore[attr-defined]
    names = {field.name for field in fields(cls)}
    body = {name: value for name, value in _NEEDED.items() if name in names}
    if "action" in names:
        body["action"] = _ACTIONS[event_type]
    event = reader.read_event(dumps({"type": event_type, **body}), family=None)
    assert not [face for face in ("QD", "7C") if face in repr(event) + str(event)]


def test_no_layout_tells_a_face() -> None:
    """The same for where cards in fact lie."""
    assert "QD" not in repr(Layout(areas={"1": ("QD",)}, dealer=("QD",), removed=("QD",)))


@pytest.mark.parametrize("game", ["blackjack", "pontoon-pandemonium"])
def test_no_state_tells_a_face(game: str) -> None:
    """A table's state in the middle of a round shows counts and phases, no cards."""
    state: State = new_table(read_table(dumps({"type": "table", "game": game, "burn": True})))
    for body in (
        {"type": "shoe.new"}, {"type": "card", "card": "QD"}, {"type": "bets.open"},
        {"type": "wager", "area": 1, "kind": "main", "amount": 1000}, {"type": "bets.closed"},
        {"type": "card", "card": "7C", "face_down": True}, {"type": "card", "card": "QD"},
        {"type": "card", "card": "7C", "face_down": True}, {"type": "card", "card": "QD"},
    ):  # fmt: skip
        state, _ = step(state, read_event(dumps(body), game=game))
    assert not [face for face in ("QD", "7C") if face in repr(state)]
