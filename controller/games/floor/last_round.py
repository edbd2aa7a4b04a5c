"""The round at hand once its outcome is told: nothing of it is stored, so it is played again from its record.

The table is held back from settling meanwhile (`RoundOfPlay.hold`), so that it stays as it lay at the end.
"""

from typing import Any

from controller.core.effects import RoundEnded
from controller.games.floor.records import LastRound
from controller.games.game import Game
from controller.games.revision import fold
from controller.games.view import IDLE


def last_round(game: Game, state: Any) -> LastRound | None:
    """None while a round is open, before the first one, and where the game keeps no record of its rounds."""
    rounds = game.round_of_play
    if rounds is None or state.before is None or game.view(state).phase != IDLE:
        return None
    start = rounds.begin(state.before, state)
    _, played = fold(game, rounds, start, state.said)
    outcomes = [one.outcome for turn in played for one in turn.effects if isinstance(one, RoundEnded)]
    if not outcomes:
        return None
    return LastRound(_as_it_lay(game, rounds.hold(start, True), state), outcomes[-1])


def _as_it_lay(game: Game, held: Any, state: Any) -> Any:
    for entry in state.said:
        if entry.event is not None:
            after, _ = game.step(held, entry.event)
            if game.view(after).phase == IDLE:  # void, or withdrawn by everybody
                return held
            held = after
    return held
