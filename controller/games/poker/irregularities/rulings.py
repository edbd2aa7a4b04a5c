"""How a ruling of section 5 is given: its clause, its effect, and one sentence for the floor."""

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.poker.showdown.settlement import void
from controller.games.poker.state import Hand, State
from controller.games.refusal import Refused


def void_by(state: State, hand: Hand, event: Irregularity, rule: str, text: str, out: list[Effect]) -> State:
    """The round is Void and all Bets go back (5.14); `text` is what else the floor has to do."""
    out.append(RulingGiven(event.kind, "void", rule, f"The round is Void: {text}, and return every Bet of this round."))
    return void(state, hand, rule, out)


def position_of(hand: Hand, seat: int | None) -> int:
    """The position of a seat dealt in; raises Refused for another."""
    if seat is None or seat not in hand.order:
        raise Refused("Seat {seat} is not in this round.", seat=seat)
    return hand.order.index(seat)


def check_shoe(state: State) -> None:
    """Clauses of the Card Shoe and its Burnt Card do not apply to a shuffler's sets (5.16)."""
    if state.settings.shuffler:
        raise Refused("The clause is for a Card Shoe; with a shuffler the Table Game Shift Manager decides.", "5.16")
