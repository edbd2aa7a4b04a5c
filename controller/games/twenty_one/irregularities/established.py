"""How far a round has come, as the irregularities ask it: interim settlement, subsequent deal, what is decided."""

from controller.games.twenty_one.dealer import decided, surrender_waits
from controller.games.twenty_one.hands import is_natural
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Hand, Round, Side, State


def established(state: State, round_: Round, rules: Rulebook) -> bool:
    """Whether the initial deal is complete and any wager has conclusively won or lost (5.29; an interim settlement)."""
    if not round_.dealt:
        return False
    return any(
        any(
            bet_decided(state, round_, rules, hand, bet)
            for hand in area.hands
            for bet in hand.bets
            if bet.fate != "returned"
        )
        or any(side_decided(rules, area, side) for side in area.sides if not side.returned)
        or any(insurance_decided(round_) for insurance in area.insurances if not insurance.returned)
        for area in round_.areas
    )


def too_late(state: State, round_: Round, rules: Rulebook) -> bool:
    """Whether an interim settlement has taken place or the subsequent deal has commenced (5.2, 5.6)."""
    return round_.subsequent or established(state, round_, rules)


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
    return rules.sides[side.kind].decided(area)


def insurance_decided(round_: Round) -> bool:
    """Whether insurance is decided: by the Dealer's second card (3.26)."""
    return len(round_.dealer) > 1
