"""The Dealer's own hand: how far he draws, and whether any card still has an effect (3.33, 3.34, I1, I8, I9)."""

from typing import Literal

from controller.games.twenty_one.hands import count, is_natural, total_of, two_card_natural
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Hand, Round, State

Needs = Literal["nothing", "second", "all"]
"""What the wagers in play still need of the Dealer: nothing, his second card, or the whole draw."""


def drawn_out(rules: Rulebook, cards: tuple[str, ...]) -> bool:
    """Whether the Dealer's hand is at its end: past hard 16, and past soft 17 where he draws to it (3.33)."""
    if len(cards) < 2:
        return False
    total, soft = count(cards)
    return total > 17 or (total == 17 and not (soft and rules.dealer_hits_soft_17))


def dealer_natural(round_: Round) -> bool:
    """Whether the Dealer has a Pontoon or Blackjack."""
    return two_card_natural(round_.dealer)


def may_turn_natural(round_: Round) -> bool:
    """Whether the Dealer's first card can still become, or has become, part of a natural: an Ace or worth ten."""
    return bool(round_.dealer) and round_.dealer[0][0] in "ATJQK"


def natural_waits(round_: Round, rules: Rulebook) -> bool:
    """Whether a player's natural waits for the Dealer's second card (I14)."""
    return rules.natural_waits and (not round_.dealer or may_turn_natural(round_))


def surrender_waits(state: State, round_: Round, rules: Rulebook) -> bool:
    """Whether a surrender waits for the Dealer's second card (Pontoon 3.24.2, I12 `void`)."""
    waits = rules.surrender_waits or state.table.readings.get("I12") == "void"
    return waits and may_turn_natural(round_)


def dealer_needs(state: State, round_: Round, rules: Rulebook) -> Needs:
    """What the wagers in play still need (I1, I8, I9)."""
    second = False
    for area in round_.areas:
        for hand in area.hands:
            need = _hand_needs(state, round_, rules, hand)
            if need == "all":
                return "all"
            second = second or need == "second"
        for insurance in area.insurances:
            second = second or not insurance.returned
        if rules.sides_need_dealer and any(
            rules.sides[side.kind].needs_dealer and not side.returned for side in area.sides
        ):  # I9
            return "all"
    if not second:
        return "nothing"
    return "all" if rules.dealer_always_draws_out else "second"  # I8


def _hand_needs(state: State, round_: Round, rules: Rulebook, hand: Hand) -> Needs:
    needs: Needs = "nothing"
    for bet in hand.bets:
        if bet.fate == "surrendered" and surrender_waits(state, round_, rules):
            needs = "second"
        elif bet.fate == "" and not decided(round_, rules, hand):
            if not is_natural(hand):
                return "all"
            needs = "second"
    return needs


def decided(round_: Round, rules: Rulebook, hand: Hand) -> bool:
    """Whether wagers on the hand without a fate of their own are won or lost whatever the Dealer may draw."""
    if not hand.cards:
        return False
    total, _ = total_of(rules, hand)
    if total > 21:
        return True
    if total == 21 and rules.twenty_one_wins_at_once:  # Pontoon 3.29
        return True
    return is_natural(hand) and not natural_waits(round_, rules)  # I14
