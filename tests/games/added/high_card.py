"""A game as another package adds it, with mechanics of its own: one card each, the higher one than the Dealer's wins.

betting → dealing (an area's card each, the Dealer's last) → (no round). What nobody waits for is a fact, a card or a
press: it is alarmed and has no effect.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from controller.core.cards import ALL_CARDS, RANKS
from controller.core.effects import AlertRaised, CardShown, Effect, Rejected, RoundEnded, SetButton, SetMeter
from controller.core.events import (
    AnyEvent,
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CutCard,
    Event,
    ShoeNew,
    Wager,
)
from controller.core.families import TWENTY_ONE
from controller.core.outcomes import DealerHand, LedgerLine, LineResult, PlayerHand, TwentyOneOutcome
from controller.core.tables import TableError, TwentyOneTable
from controller.games.clauses import Clause
from controller.games.game import Game
from controller.games.game import State as AnyState
from controller.games.moves import LegalMove
from controller.games.rules_hash import rules_hash
from controller.games.view import TableView

AREAS: Final = 3


class State(NamedTuple):
    """`phase` is idle, betting or dealing; `wagers` the amount on each area, `cards` what was dealt."""

    table: TwentyOneTable
    rounds: int = 0
    phase: str = "idle"
    wagers: tuple[tuple[int, int], ...] = ()
    cards: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game on the table."""
        return self.table.game


def new_table(table: TwentyOneTable) -> State:
    """A table before its first round; raises TableError."""
    if table.limits:
        raise TableError("limits", "High Card is played without limits")
    return State(table)


def renew(fresh: State, old: AnyState, rounds: int) -> State:
    """Rounds count on."""
    del old
    return fresh._replace(rounds=rounds)


def step(state: State, event: Event) -> tuple[State, list[Effect]]:
    """The new state and the effects of one event."""
    match event:
        case ShoeNew() if state.phase == "idle":
            return state, []
        case BetsOpen() if state.phase == "idle":
            return state._replace(phase="betting", rounds=state.rounds + 1), []
        case Wager() if state.phase == "betting" and event.area in {*range(1, AREAS + 1)} - {*dict(state.wagers)}:
            return state._replace(wagers=tuple(sorted((*state.wagers, (event.area, event.amount))))), []
        case BetsClosed() if state.wagers and state.phase == "betting":
            return state._replace(phase="dealing"), []
        case CardDrawn() if state.phase == "dealing":
            return _dealt(state, event.card)
        case CutCard():
            return state, []
        case CardDrawn():
            return state, [AlertRaised("unexpected_card", "Nobody waits for a card.", "2.1")]
        case ButtonPressed():
            return state, [AlertRaised("button_not_armed", "High Card has no button.", "1.1")]
        case _:
            return state, [Rejected("that is not what happens now", "1.1")]


def _dealt(state: State, card: str) -> tuple[State, list[Effect]]:
    areas = [area for area, _ in state.wagers]
    if len(state.cards) < len(areas):
        shown = CardShown(card, "area", areas[len(state.cards)], 1)
        return state._replace(cards=(*state.cards, card)), [shown]
    ended = State(state.table, state.rounds)
    return ended, [CardShown(card, "dealer"), RoundEnded(_outcome(state, card))]


def _outcome(state: State, dealer: str) -> TwentyOneOutcome:
    hands, ledger = [], []
    for (area, amount), card in zip(state.wagers, state.cards, strict=True):
        won = RANKS.index(card[0]) - RANKS.index(dealer[0])
        net = amount if won > 0 else -amount if won else 0
        result: LineResult = "win" if won > 0 else "lose" if won else "stand_off"
        hands.append(
            PlayerHand(
                area=area, hand=1, cards=(card,), total=RANKS.index(card[0]) + 1, doubled=False, split=False,
                result="stand",
            )
        )  # fmt: skip
        ledger.append(
            LedgerLine(
                area=area, hand=1, player=f"P{area}", kind="main", stake=amount, net=net, result=result, rules=("2.2",)
            )
        )
    return TwentyOneOutcome(
        game=state.game,
        round=state.rounds,
        status="settled",
        dealer=DealerHand(cards=(dealer,), total=RANKS.index(dealer[0]) + 1, result="stand"),
        hands=tuple(hands),
        ledger=tuple(ledger),
        net=sum(line.net for line in ledger),
        rules_hash=rules_hash(state.table),
    )


def view(state: State) -> TableView:
    """What the rest of the house may see."""
    return TableView(
        phase=state.phase,
        round=state.rounds,
        cards_out=len(state.cards),
        decks=state.table.decks,
        awaiting_multiplier=False,
        rules_hash=rules_hash(state.table),
        button=SetButton(lit=False),
        meter=SetMeter("idle"),
    )


def legal_moves(state: State) -> tuple[LegalMove, ...]:
    """What may be done now."""
    if state.phase == "idle":
        return (LegalMove(type="bets.open", clause="1.1"),)
    if state.phase == "dealing":
        return (LegalMove(type="card", clause="2.1"),)
    free = [area for area in range(1, AREAS + 1) if area not in dict(state.wagers)]
    fields = [(("area", area), ("kind", "main")) for area in free]
    wagers = [LegalMove(type="wager", fields=one, amounts=(100, 10000), clause="1.1") for one in fields]
    return (*wagers, *([LegalMove(type="bets.closed", clause="1.1")] if state.wagers else []))


def between(was: State, now: State) -> Iterator[AnyEvent]:
    """A table between rounds is as it was at the beginning."""
    del was, now
    yield from ()


GAME: Final = Game(
    name="high-card",
    document="High Card (example), version 1",
    family=TWENTY_ONE,
    new_table=new_table,
    renew=renew,
    step=step,
    view=view,
    legal_moves=legal_moves,
    between=between,
    clauses=(
        Clause("1.1", "the order of a round", people="An example."),
        Clause("2.1", "one card each, the Dealer's last", people="An example."),
        Clause("2.2", "the higher card wins", people="An example."),
        Clause("3.1", "after a power failure", people="The floor decides what is paid."),
    ),
    power_failure="3.1",
    deck=ALL_CARDS,
)
