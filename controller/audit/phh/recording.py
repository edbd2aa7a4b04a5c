"""Rounds that were played here into hand histories: what everybody saw, and `????` for hands that were not shown.

A history knows the blinds as posted, actions in turn, the board and the showdown. A round in which a ruling moved cards
or chips would read as another hand, so it is left out with the reason; so is a void one, and one that was corrected.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from controller.audit.phh.notation import STREETS, Action, HandHistory, amount, written_cards
from controller.core.effects import Effect, Rejected, RoundEnded, RoundReopened, RulingGiven
from controller.core.events import AnyEvent, BlindsOpen, Muck, PokerAction, Show
from controller.core.money import Cents
from controller.core.outcomes import PokerOutcome
from controller.games import State as AnyState
from controller.games import view
from controller.games.poker.state import BOARD_SIZE, Betting, Hand, State

Played = tuple[AnyEvent, AnyState, list[Effect]]
"""An event, the state after it, its effects."""

_TELLS_NOTHING: Final = {("out_of_turn", "return"), ("power_failure", "continue"), ("hole_exposed", "continue")}
"""Rulings after which the round is what the actions say; a `record` is such, too."""


class LeftOut(NamedTuple):
    """A round that no hand history can tell, and why, in a sentence."""

    round: int
    reason: str


def histories(played: Iterable[Played], *, unit: Cents) -> Iterator[HandHistory | LeftOut]:
    """One for each round that ended, in order; amounts in units of so many cents."""
    before: Hand | None = None
    tale: _Tale | None = None
    over: HandHistory | LeftOut | None = None
    """The last round, until the next opens: it may still be corrected."""
    for event, state, effects in played:
        if not isinstance(state, State):
            raise TypeError(f"expected a table of poker, got one of {state.game}")
        hand = state.hand
        if isinstance(event, BlindsOpen) and before is None and hand is not None:
            if over is not None:
                yield over
            tale, over = _Tale(state, hand, unit), None
        if tale is not None and not any(isinstance(effect, Rejected) for effect in effects):
            tale.hear(event, before, hand, effects)
        ended = next((effect.outcome for effect in effects if isinstance(effect, RoundEnded)), None)
        if tale is not None and isinstance(ended, PokerOutcome):
            over = tale.told(state, ended)
            tale = None
        elif over is not None and any(isinstance(effect, RoundEnded | RoundReopened) for effect in effects):
            over = LeftOut(view(state).round, "its outcome was corrected, and a history has no form for that")
        before = hand
    if over is not None:
        yield over


class _Tale:
    """A round on its way; `steps` are actions, a number of board cards, or the seat that shows."""

    def __init__(self, state: State, hand: Hand, unit: Cents) -> None:
        self._order = hand.order
        self._names = {number: seat.player for number, seat in enumerate(state.seats, start=1) if seat is not None}
        self._settings = state.settings
        self._opened = hand
        self._unit = unit
        self._steps: list[Action | _Shows] = []
        self._board = 0
        self._ruling: RulingGiven | None = None

    def hear(self, event: AnyEvent, before: Hand | None, after: Hand | None, effects: list[Effect]) -> None:
        """One event that was not refused."""
        for effect in effects:
            if isinstance(effect, RulingGiven) and not _is_harmless(effect):
                self._ruling = self._ruling or effect
        if isinstance(event, PokerAction) and before is not None and before.phase == "betting":
            position = self._order.index(event.seat)
            if position == before.betting.actor:
                self._steps.append(Action((f"p{position + 1}", *self._words(event, before.betting, position))))
        if isinstance(event, Show | Muck):
            self._steps.append(_Shows(event.seat, gives_up=isinstance(event, Muck)))
        if after is not None:
            self._lay(len(after.deal.board))

    def _lay(self, count: int) -> None:
        """So many board cards lie now; each street stands by itself."""
        for size in BOARD_SIZE[1:]:
            if self._board < size <= count:
                self._steps.append(Action(("d", "db")))
                self._board = size

    def told(self, state: State, outcome: PokerOutcome) -> HandHistory | LeftOut:
        if outcome.status == "void":
            return LeftOut(outcome.round, f"it is void by {outcome.rule}")
        if self._ruling is not None:
            return LeftOut(outcome.round, f"a ruling by {self._ruling.rule} has no form there")
        if len(outcome.board) in BOARD_SIZE:
            self._lay(len(outcome.board))
        lines = {line.seat: line for line in outcome.ledger}
        stacks = {number: seat.stack for number, seat in enumerate(state.seats, start=1) if seat is not None}
        return HandHistory(
            blinds=self._amounts(self._blind(position) for position in range(len(self._order))),
            antes=self._amounts(self._opened.dead),
            min_bet=amount(self._settings.big_blind, self._unit),
            starting_stacks=self._amounts(self._opened.brought),
            actions=(
                *(
                    Action(("d", "dh", f"p{position}", written_cards(lines[seat].hole)))
                    for position, seat in enumerate(self._order, start=1)
                ),
                *self._actions(outcome),
            ),
            seats=self._order,
            seat_count=self._settings.seats,
            players=tuple(self._names[seat] for seat in self._order),
            name=str(outcome.round),
            winnings=self._amounts(lines[seat].won for seat in self._order),
            finishing_stacks=self._amounts(stacks[seat] for seat in self._order),
        )

    def _actions(self, outcome: PokerOutcome) -> Iterator[Action]:
        """The steps with the faces that everybody saw in the end."""
        holes = {line.seat: line.hole for line in outcome.ledger}
        board, streets = outcome.board, iter(STREETS)
        for one in self._steps:
            if isinstance(one, _Shows):
                cards = () if one.gives_up else (written_cards(holes[one.seat]),)
                yield Action((f"p{self._order.index(one.seat) + 1}", "sm", *cards))
            elif one.words == ("d", "db"):
                count = next(streets)
                yield Action(("d", "db", written_cards(board[:count])))
                board = board[count:]
            else:
                yield one

    def _words(self, event: PokerAction, betting: Betting, position: int) -> tuple[str, ...]:
        if event.action == "fold":
            return ("f",)
        total = betting.bets[position] + betting.stacks[position] if event.action == "all_in" else event.amount
        if total is None or total <= betting.high or event.action in {"check", "call"}:
            return ("cc",)
        return ("cbr", f"{amount(total, self._unit)}")

    def _amounts(self, values: Iterable[Cents]) -> tuple[Decimal, ...]:
        return tuple(amount(value, self._unit) for value in values)

    def _blind(self, position: int) -> Cents:
        """What the position posted; of one that went All-in with it, the whole blind, as the format wants it."""
        betting, settings = self._opened.betting, self._settings
        posted = betting.bets[position]
        if betting.stacks[position] or not posted:
            return posted
        two = len(self._order) == 2
        small = position == (1 if two else 0) and posted <= settings.small_blind
        return settings.small_blind if small else max(posted, settings.big_blind)


class _Shows(NamedTuple):
    seat: int
    gives_up: bool


def _is_harmless(ruling: RulingGiven) -> bool:
    return ruling.action == "record" or (ruling.kind, ruling.action) in _TELLS_NOTHING
