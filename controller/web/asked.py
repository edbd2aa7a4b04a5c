"""What a person is asked to say yes to: the event itself, where its card would lie, what each change of it changes.

A face is told where everybody sees it: of a card that is dealt now, when it is laid open; of one that is put right,
when the one before was seen. Whether the rules take the event is not tried where a card of the table is hidden.
"""

from collections.abc import Iterator
from typing import Any

from controller.core.events import AnyEvent, CardDrawn, CardRead, Change, Correction, Event
from controller.core.outcomes import to_json_object
from controller.games import State
from controller.games.floor.trial import tried
from controller.games.floor.view import floor_view
from controller.games.game import Game
from controller.web.corrections import lying_at, masked, said


def asked(game: Game, state: State, event: AnyEvent, *, hidden: bool, rolls: bool) -> dict[str, Any]:
    """`event`, and of a card the `place` it goes to or else the `turn`, of a correction each of the `changes`."""
    if isinstance(event, Correction):
        changes = list(_changes(event.changes, said(game, state, rolls=rolls), hidden=hidden))
        return {"event": {"type": event.type, "reason": event.reason}, "changes": changes}
    if isinstance(event, CardRead):
        return {"event": _told(event, set() if hidden else {event.card})}
    if not isinstance(event, CardDrawn):
        return {"event": _told(event, set())}
    if (place := _goes_to(game, state, event, hidden=hidden)) is not None:
        return {"event": _told(event, {event.card}), "place": place}
    turn = floor_view(game, state).turn
    return {"event": _told(event, set()), "turn": None if turn is None else to_json_object(turn.now)}


def _told(event: Event, seen: set[str]) -> dict[str, Any]:
    """Without who says it, which stands beside it."""
    return {key: value for key, value in masked(event, seen).items() if key not in ("at", "source", "authority")}


def _goes_to(game: Game, state: State, event: CardDrawn, *, hidden: bool) -> dict[str, Any] | None:
    """Where the card is seen by all; None where it would be burned, held or face down."""
    if event.face_down:
        return None
    if not hidden:
        shown = next(iter(tried(game, state, event).shown), None)
        return None if shown is None or shown.card != event.card else lying_at(state, shown)
    if getattr(state, "kept", ()) or getattr(state, "waiting", ()):
        return None
    return next((dict(move.fields) for move in game.legal_moves(state) if move.type == "card" and move.fields), None)


def _changes(changes: tuple[Change, ...], entries: list[dict[str, Any]], *, hidden: bool) -> Iterator[dict[str, Any]]:
    """What was said and what is to stand for it, None where nothing is."""
    known = {entry["n"]: entry for entry in entries}
    for change in changes:
        entry = known.get(change.of, {}) if change.of is not None else {}
        was = entry.get("event")
        own = getattr(change.event, "card", None)
        unseen = hidden if was is None or "card" not in was else was["card"] == "??"
        told = None if change.event is None else _told(change.event, set() if unseen or own is None else {own})
        place = {"place": entry["place"]} if "place" in entry else {}
        yield {"of": change.of, "after": change.after, "was": was, "is": told} | place
