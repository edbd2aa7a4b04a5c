"""What a console costs after each step: the legal moves with their names, what the floor sees, and its JSON.

Run as `python -m tests.bench.bench_floor`. A twenty-one table has seven areas with so many players on each and every
kind of wager: `betting` is before `No more bets`, `offers` with insurance open everywhere, `after` when the round has
its outcome and is played again for it. Beside the list of moves is the one that plays each candidate to its end.
"""

import sys
import time
from collections.abc import Callable
from typing import Any, Final, cast

from controller.core.cards import ALL_CARDS
from controller.core.events import AnyEvent, BetsClosed, BetsOpen, CardDrawn, Decision, OffersClosed, Wager
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import PokerTable, TwentyOneTable
from controller.games import State, floor_view, legal_moves, new_table, step
from controller.games.twenty_one.state import State as TwentyOneState
from controller.odds.random_poker_player import RandomPokerPlayer
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one import moves_by_trial

AREAS: Final = 7
TIMES: Final = 50
DEALT: Final = ("5H", "6H", "8H", "4D", "9D", "7D", "8C", "AS", "6C", "5C", "2C", "QC", "8S", "9S", "7S")
"""The initial deal: seven hands that may all act, and an Ace for the Dealer."""


def states(game: str, players: int) -> dict[str, State]:
    """The table at the three points, with so many players on each area."""
    state = new_table(TwentyOneTable(game=game, areas=AREAS))
    found = {}
    kinds = RULEBOOKS[game].wager_kinds
    named = [(area, f"P{area}" if one == 0 else f"Q{one}-{area}") for area in range(1, 8) for one in range(players)]
    laid = [Wager(area=area, kind=kind, amount=1000, player=player) for area, player in named for kind in kinds]
    for event in (BetsOpen(), *laid):
        state, _ = step(state, event)
    found[f"betting, {len(laid)} wagers"] = state
    for event in (BetsClosed(), *(CardDrawn(card=card) for card in DEALT)):
        state, _ = step(state, event)
    found[f"offers, {len(laid)} wagers"] = state
    state, _ = step(state, OffersClosed())
    for event in _played(state):
        state, _ = step(state, event)
    found[f"after, {len(laid)} wagers"] = state
    return found


def _played(state: State) -> list[AnyEvent]:
    """Everybody stands, or draws where he must, and the Dealer draws."""
    events: list[AnyEvent] = []
    cards = iter(ALL_CARDS[13:] * 4)
    while (round_ := cast(TwentyOneState, state).round) is not None:
        event: AnyEvent = CardDrawn(card=next(card for card in cards if card[0] != "T"))
        if round_.awaits == "decision" and round_.turn is not None:
            actions = {dict(move.fields)["action"] for move in legal_moves(state) if move.type == "decision"}
            event = Decision(area=round_.turn[0] + 1, action="stand" if "stand" in actions else "hit")
        state, _ = step(state, event)
        events.append(event)
    return events


def milliseconds(call: Callable[[], Any]) -> float:
    """The least of so many calls: what it takes where nothing comes between."""
    least = 1e9
    for _ in range(TIMES):
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
    return least * 1000


def _line(what: str, state: State, *, by_trial: bool) -> None:
    moves = milliseconds(lambda: legal_moves(state))
    seen = floor_view(state)
    tried = "       -"
    if by_trial:
        rules = RULEBOOKS[state.game]
        tried = f"{milliseconds(lambda: moves_by_trial.legal_moves(rules, cast(TwentyOneState, state))):8.2f}"
    view, text = milliseconds(lambda: floor_view(state)), dumps(to_json_object(seen))
    written = milliseconds(lambda: dumps(to_json_object(seen)))
    print(f"{what:46}{len(legal_moves(state)):7}{moves:8.2f}{tried}{view:8.2f}{written:8.2f}{len(text):8}")


def main() -> int:
    """Prints one line for each table."""
    print(f"{'':46}{'moves':>7}{'ms':>8}{'by trial':>8}{'floor':>8}{'JSON':>8}{'bytes':>8}")
    for game in RULEBOOKS:
        for players in (1, 3):
            for what, state in states(game, players).items():
                _line(f"{game}, {what}", state, by_trial=True)
    player = RandomPokerPlayer(PokerTable(game="poker", seats=9), seed=3)
    hands = [state for _, state, _ in player.rounds(60)]
    betting = [state for state in hands if state.hand is not None and state.hand.phase == "betting"]
    _line("poker, betting", max(betting, key=lambda state: len(state.said)), by_trial=False)
    _line(
        "poker, after", max((one for one in hands if one.hand is None), key=lambda one: len(one.said)), by_trial=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
