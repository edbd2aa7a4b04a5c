"""What the floor sees of a table, whatever its game: the parts common to all, and those that the game adds."""

from typing import Any

from controller.games.floor.last_round import last_round
from controller.games.floor.records import Floor, TableNow
from controller.games.game import Game


def floor_view(game: Game, state: Any) -> Floor:
    """The table now; between rounds with the last one as it lay, until the next one opens."""
    ended = last_round(game, state)
    view = game.view(state)
    table = TableNow(
        game=game.name,
        title=game.title,
        phase=view.phase,
        round=view.round,
        cards_out=view.cards_out,
        decks=view.decks,
        button=view.button,
        meter=view.meter,
        status=None if ended is None else ended.outcome.status,
        rule=None if ended is None else ended.outcome.rule,
        revision=state.revision if ended is not None and state.revision > 1 else None,
    )
    return game.floor(state, table, ended)
