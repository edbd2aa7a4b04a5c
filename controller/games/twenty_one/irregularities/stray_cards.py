"""Cards where none should be: dealt to an area without a wager, or face up in the shoe (5.5, 5.15)."""

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.clauses import PlayersChoiceClauses
from controller.games.twenty_one.control import area_index
from controller.games.twenty_one.flow import advance
from controller.games.twenty_one.irregularities.dealing_errors import reconstruct
from controller.games.twenty_one.irregularities.established import stage
from controller.games.twenty_one.irregularities.players_choice import choose
from controller.games.twenty_one.irregularities.redeal import lay_again, take_over
from controller.games.twenty_one.irregularities.withdrawal import allow_withdrawal
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import BURN, Round, State


def empty_area_dealt(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """An area without a wager got cards (5.15; Blackjack 5.10.3)."""
    clause, errors = rules.irregularities.empty_area, rules.dealing_errors
    index = area_index(state, event.area)
    if round_.areas[index].hands:
        raise Refused("area {area} has a main wager: its cards are not removed", clause, area=event.area)
    cards = event.cards or ()
    left = _without_given(state, round_, cards, index)
    at = stage(state, round_, rules, event)
    if isinstance(errors, PlayersChoiceClauses):
        if not at.settled:
            return choose(state, round_, rules, errors, event, out)
    elif not at.late:
        return reconstruct(state, round_, event, out, errors.early)
    if event.layout is None:  # the others lie in their order, each one place further on
        state, round_ = lay_again(state, round_, left, at)
        round_ = altered(round_, removed=(*round_.removed, *cards))
    else:
        state, round_ = take_over(state, round_, event.layout, at)
    text = "Discard the cards of the area without a wager; play goes on."
    out.append(RulingGiven(event.kind, "remove", clause, text))
    return advance(allow_withdrawal(state.with_round(round_), rules.irregularities.withdrawal), rules, out)


def face_up_card(state: State, _round: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """A card lay face up in the shoe (5.5; Blackjack 5.11)."""
    text = "Play the card as if it had lain face down."
    out.append(RulingGiven(event.kind, "continue", rules.irregularities.face_up, text))
    return state


def _without_given(state: State, round_: Round, cards: tuple[str, ...], index: int) -> tuple[str, ...]:
    """The cards that the shoe gave the round, in their order, without these; of equal ones those of this area go.

    Raises:
        Refused: one of these was not given.

    """
    given = [draw.card for draw in round_.draws if draw.area != BURN] + [one.card for one in state.kept]
    wagered = [at for at, area in enumerate(round_.areas) if area.hands]
    first = sum(at < index for at in wagered)
    places = (first, first + len(wagered) + min(len(cards), 2))  # the Dealer's card and, if so, its own lie between
    gone: set[int] = set()
    for card in cards:
        equal = [at for at, one in enumerate(given) if one == card and at not in gone]
        if not equal:
            raise Refused("one of the cards is none that this round gave", None)
        gone.add(next((at for at in equal if at in places), equal[0]))
    return tuple(card for at, card in enumerate(given) if at not in gone)
