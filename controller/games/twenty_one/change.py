"""Small changes of the state: a new round, area or hand in the place of the old one; button and meter of one's own."""

from itertools import takewhile

from controller.core.effects import Effect, SetButton, SetMeter
from controller.games.records.altering import altered
from controller.games.twenty_one.shoe import Kept
from controller.games.twenty_one.state import Area, Bet, Hand, Round, State, replace_at


def with_area(round_: Round, index: int, area: Area) -> Round:
    """The round with one area changed."""
    round_ = round_.copy()
    round_.areas = replace_at(round_.areas, index, area)
    return round_


def with_hand(round_: Round, area: int, hand: Hand) -> Round:
    """The round with the hand of this id changed."""
    round_ = round_.copy()
    round_.areas = areas_with(round_, area, hand)
    return round_


def areas_with(round_: Round, area: int, hand: Hand) -> tuple[Area, ...]:
    """The round's areas with the hand of this id changed."""
    old = round_.areas[area]
    hands = old.hands
    if len(hands) == 1:
        if hands[0] is hand:
            return round_.areas
        hands = (hand,)
    else:
        hands = tuple([hand if one.id == hand.id else one for one in hands])
    new = old.copy()
    new.hands = hands
    return replace_at(round_.areas, area, new)


def declined(kept: tuple[Kept, ...], area: int) -> tuple[Kept, ...]:
    """The disclosed cards that are offered to this area and burned when its player declines them (5.23.3.1).

    Nothing is offered to the area that has selected among them: what it left goes to the next player.
    """
    return tuple(takewhile(lambda one: one.disclosed and one.chooser != area, kept))


def burn(state: State, round_: Round, burned: tuple[Kept, ...]) -> State:
    """The first kept cards, these, go out of play."""
    if not burned:
        return state.with_round(round_)
    removed = (*round_.removed, *(one.card for one in burned))
    return altered(state, kept=state.kept[len(burned) :], round=altered(round_, removed=removed))


def with_bet(hand: Hand, bet: Bet) -> Hand:
    """The hand with its player's wager changed."""
    hand = hand.copy()
    hand.bets = tuple([bet if one.player == bet.player else one for one in hand.bets])
    return hand


def show_button(state: State, out: list[Effect], button: SetButton) -> None:
    """Orders the button's level where it differs from the one that stands; the table is the caller's own."""
    if button != state.button:
        out.append(button)
        state.button = button


def show_meter(state: State, out: list[Effect], meter: SetMeter) -> None:
    """Orders what the meter shows where it differs from what it shows now; the table is the caller's own."""
    if meter != state.meter:
        out.append(meter)
        state.meter = meter
