"""How far a round has come, as the irregularities ask it: interim settlement, subsequent deal, what is decided."""

from typing import NamedTuple

from controller.core.events import Irregularity, Layout
from controller.games.twenty_one.dealer import decided, surrender_waits
from controller.games.twenty_one.hands import is_natural
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Hand, Round, Side, State


def established(state: State, round_: Round, rules: Rulebook) -> bool:
    """Whether the initial deal is complete and any wager has conclusively won or lost (5.29)."""
    if not round_.dealt:
        return False
    return interim_settlement(state, round_, rules) or any(
        any(side_decided(rules, area, side) for side in area.sides if not side.returned)
        or any(insurance_decided(round_) for insurance in area.insurances if not insurance.returned)
        for area in round_.areas
    )


def interim_settlement(state: State, round_: Round, rules: Rulebook) -> bool:
    """Whether a wager has been paid or taken by the initial deal; a side wager merely decided is none (1.1.6)."""
    return round_.dealt and any(
        bet_decided(state, round_, rules, hand, bet)
        for area in round_.areas
        for hand in area.hands
        for bet in hand.bets
        if bet.fate != "returned"
    )


class Stage(NamedTuple):
    """How far the round had come when an error happened: what the clauses of the deal distinguish (5.2, 5.6)."""

    subsequent: bool
    """The subsequent deal had commenced."""
    settled: bool
    """An interim settlement had taken place."""

    @property
    def late(self) -> bool:
        """Whether the clauses that put the cards right in any case are past."""
        return self.subsequent or self.settled


def stage(state: State, round_: Round, rules: Rulebook, event: Irregularity) -> Stage:
    """When the error happened: as the event says, else as its layout proves, else as the round stands now."""
    if event.since == "deal":
        return Stage(subsequent=False, settled=False)
    settled = event.since == "interim" or interim_settlement(state, round_, rules)
    if event.since is not None:
        return Stage(event.since == "subsequent", settled)
    return Stage(round_.subsequent or (event.layout is not None and _shows_the_subsequent_deal(event.layout)), settled)


def _shows_the_subsequent_deal(layout: Layout) -> bool:
    """Three cards on an area, or a split, came after the initial deal."""
    return any(len(cards) > 2 or any(isinstance(one, tuple) for one in cards) for cards in layout.areas.values())


def bet_decided(state: State, round_: Round, rules: Rulebook, hand: Hand, bet: Bet) -> bool:
    """Whether what the wager wins or loses on this hand stands fast; the Dealer's second card ends every waiting."""
    second = len(round_.dealer) > 1
    if bet.fate in ("even_money", "rescued"):
        return True
    if bet.fate == "surrendered":
        return second or not surrender_waits(state, round_, rules)
    return bet.fate == "" and (decided(round_, rules, hand) or (second and is_natural(hand)))


def side_decided(rules: Rulebook, area: Area, side: Side) -> bool:
    """Whether the side wager is decided once the initial deal is complete."""
    return rules.sides[side.kind].decided(rules, area, side)


def insurance_decided(round_: Round) -> bool:
    """Whether insurance is decided: by the Dealer's second card (3.26)."""
    return len(round_.dealer) > 1
