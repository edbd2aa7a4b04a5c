"""The name of a legal move: the same as long as what it is about looks the same, another when it does not.

A console sends the name of the move that its person saw. Where that looks otherwise by now, a hand has got its card, a
wager has grown, another round has begun, no move has the name any more, and nothing is done that nobody meant.
"""

from dataclasses import replace
from hashlib import blake2s
from typing import Any, Final

from controller.core.events import AnyEvent
from controller.core.money import Cents
from controller.core.outcomes import dumps
from controller.games.game import Game
from controller.games.moves import LegalMove
from controller.games.reading import read_event

_SIZE: Final = 6
"""Bytes of a name: among the hundred moves of a table two never meet."""


def named_moves(game: Game, state: Any) -> tuple[LegalMove, ...]:
    """What may be done now, each with its name."""
    view = game.view(state)
    about = (game.name, view.round, view.phase)
    return tuple(
        replace(move, id=_name((about, game.sight(state, move), move.type, move.fields, move.amounts, move.clause)))
        for move in game.legal_moves(state)
    )


def move_for(game: Game, state: Any, name: str) -> LegalMove | None:
    """The move of this name, None where none is legal that looks so."""
    return next((move for move in named_moves(game, state) if move.id == name), None)


def event_of(game: Game, move: LegalMove, amount: Cents | None = None, **said: Any) -> AnyEvent:
    """The event of a move, with what a person says of it: the amount, the player, the cards.

    The amount of `join` is the stack that a seat brings (contract section 6).

    Raises:
        MalformedLine: a field is missing, unknown or of the wrong form.

    """
    record: dict[str, Any] = {"type": move.type, **dict(move.fields), **said}
    if amount is not None:
        record["stack" if move.type == "join" else "amount"] = amount
    return read_event(dumps(record), game=game.name)


def _name(seen: tuple[Any, ...]) -> str:
    return blake2s(repr(seen).encode(), digest_size=_SIZE).hexdigest()
