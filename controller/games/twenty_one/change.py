"""Small changes of the state: a new round, area or hand in the place of the old one, nothing mutated."""

from itertools import takewhile

from controller.core.effects import Effect, SetButton, SetMeter
from controller.games.twenty_one.state import Area, Bet, Hand, Round, State, replace_at


def with_area(state: State, index: int, area: Area) -> State:
    """The state with one area of the open round changed."""
    assert state.round is not None
    return state._replace(round=state.round._replace(areas=replace_at(state.round.areas, index, area)))


def with_hand(state: State, area: int, hand: Hand) -> State:
    """The state with the hand of this id changed."""
    assert state.round is not None
    return state._replace(round=state.round._replace(areas=areas_with(state.round, area, hand)))


def areas_with(round_: Round, area: int, hand: Hand) -> tuple[Area, ...]:
    """The round's areas with the hand of this id changed."""
    old = round_.areas[area]
    if hand in old.hands:
        return round_.areas
    hands = (hand,) if len(old.hands) == 1 else tuple(hand if one.id == hand.id else one for one in old.hands)
    return replace_at(round_.areas, area, old._replace(hands=hands))


def burn_declined(state: State, area: int) -> State:
    """The disclosed cards that are offered to this area go out of play: its player has declined them (5.23.3.1).

    Nothing is offered to the area that has selected among them: what it left goes to the next player.
    """
    burned = tuple(takewhile(lambda one: one.disclosed and one.chooser != area, state.kept))
    if not burned or state.round is None:
        return state
    removed = (*state.round.removed, *(one.card for one in burned))
    return state._replace(kept=state.kept[len(burned) :], round=state.round._replace(removed=removed))


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
