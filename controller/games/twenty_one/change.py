"""Small changes of the state: a new round, area or hand in the place of the old one, nothing mutated."""

from itertools import takewhile

from controller.core.effects import Effect, SetButton, SetMeter
from controller.games.twenty_one.state import Area, Bet, Hand, Kept, Round, State, replace_at


def with_area(round_: Round, index: int, area: Area) -> Round:
    """The round with one area changed."""
    return round_._replace(areas=replace_at(round_.areas, index, area))


def with_hand(round_: Round, area: int, hand: Hand) -> Round:
    """The round with the hand of this id changed."""
    return round_._replace(areas=areas_with(round_, area, hand))


def areas_with(round_: Round, area: int, hand: Hand) -> tuple[Area, ...]:
    """The round's areas with the hand of this id changed."""
    old = round_.areas[area]
    if hand in old.hands:
        return round_.areas
    hands = (hand,) if len(old.hands) == 1 else tuple(hand if one.id == hand.id else one for one in old.hands)
    return replace_at(round_.areas, area, old._replace(hands=hands))


def declined(kept: tuple[Kept, ...], area: int) -> tuple[Kept, ...]:
    """The disclosed cards that are offered to this area and burned when its player declines them (5.23.3.1).

    Nothing is offered to the area that has selected among them: what it left goes to the next player.
    """
    return tuple(takewhile(lambda one: one.disclosed and one.chooser != area, kept))


def burn(state: State, round_: Round, burned: tuple[Kept, ...]) -> State:
    """The first kept cards, these, go out of play."""
    if not burned:
        return state._replace(round=round_)
    removed = (*round_.removed, *(one.card for one in burned))
    return state._replace(kept=state.kept[len(burned) :], round=round_._replace(removed=removed))


def with_bet(hand: Hand, bet: Bet) -> Hand:
    """The hand with its player's wager changed."""
    return hand._replace(bets=tuple(bet if one.player == bet.player else one for one in hand.bets))


def show_button(state: State, out: list[Effect], button: SetButton) -> State:
    """Orders the button's level where it differs from the one that stands."""
    if button == state.button:
        return state
    out.append(button)
    return state._replace(button=button)


def show_meter(state: State, out: list[Effect], meter: SetMeter) -> State:
    """Orders what the meter shows where it differs from what it shows now."""
    if meter == state.meter:
        return state
    out.append(meter)
    return state._replace(meter=meter)
