"""The player's decisions on his hand: who may call one, and hit and stand; doubling and splitting have their own files.

A decision is a request of the player in control of the hand whose turn it is; the others on the hand may follow his
last double or split until the next card. Each refusal names the clause that forbids it.
"""

from typing import NoReturn

from controller.core.effects import Effect
from controller.core.events import Decision
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import burn, declined, with_hand
from controller.games.twenty_one.control import area_index, hand_at, open_round, require_control, wagered_area
from controller.games.twenty_one.decisions.doubling import double, rescue
from controller.games.twenty_one.decisions.offers import even_money, surrender
from controller.games.twenty_one.decisions.splitting import split
from controller.games.twenty_one.hands import is_complete, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Hand, Round, State


def decide(state: State, rules: Rulebook, event: Decision, _out: list[Effect]) -> State:
    """A player's decision; surrender, even money and rescue are for any wager concerned, the rest for the turn."""
    index = area_index(state, event.area)
    round_ = open_round(state, rules)
    if round_.phase in ("betting", "dealing"):
        raise Refused("the initial deal is not complete", rules.clauses.deal)
    if event.action == "rescue":
        return state.with_round(rescue(state, round_, rules, index, event))
    if event.action not in rules.actions:
        raise Refused("there is no {action} in {title}", None, action=event.action, title=rules.title)
    wagered_area(state, round_, event.area, rules.clauses.first_wager)
    if round_.rescuable is not None and round_.rescuable != round_.turn:
        round_ = altered(round_, rescuable=None)  # the next decision elsewhere
    if event.action == "surrender":
        return state.with_round(surrender(state, round_, rules, index, event))
    if event.action == "even_money":
        return state.with_round(even_money(state, round_, rules, index, event))
    return _act(state, round_, rules, index, event)


def _act(state: State, round_: Round, rules: Rulebook, index: int, event: Decision) -> State:
    if round_.turn is None or round_.turn[0] != index:
        _refuse_turn(round_.areas[index].hands[-1], rules, index, event)
    _, hand = hand_at(round_.areas[index], round_.turn[1])
    player = require_control(state, round_, rules, index, hand, event.player)
    if event.action in ("double", "free_double"):
        return state.with_round(double(state, round_, rules, index, hand, player, event))
    if event.action in ("split", "free_split"):
        return state.with_round(split(round_, rules, index, hand, player, event))
    if hand.pending:
        why = {"double": rules.clauses.double_one_card, "second": rules.clauses.second_card}
        raise Refused("the hand of area {area} waits for its card", why.get(hand.pending), area=event.area)
    if event.action == "hit":
        hand = hand.copy()
        hand.pending = "hit"
        hand.acted = True
        return state.with_round(with_hand(round_, index, hand))
    total, _ = total_of(rules, hand)
    if total < rules.stand_least:
        name = "the hand" if hand.hidden else f"a hand of {total}"
        raise Refused(
            "{name} must draw until it has {least}", rules.clauses.stand_least, name=name, least=rules.stand_least
        )
    hand = hand.copy()
    hand.done = "stand"
    hand.acted = True
    round_ = with_hand(round_, index, hand)
    return burn(state, round_, declined(state.kept, index))  # who stands on what is offered declines it (5.23.3.1)


def _refuse_turn(hand: Hand, rules: Rulebook, index: int, event: Decision) -> NoReturn:
    """The reason why this area does not act now: by the rule that ended `hand`, its last, or because another acts."""
    clauses = rules.clauses
    if hand.done == "refused":
        text = "the hand of area {area} refused a card and gets no other"
        raise Refused(text, rules.irregularities.card_refused, area=index + 1)
    if hand.done == "complete" and not hand.hidden:
        total, _ = total_of(rules, hand)
        if total > 21:
            raise Refused("the hand of area {area} is bust with {total}", clauses.bust, area=index + 1, total=total)
        if hand.doubled:
            raise Refused(
                "the doubled hand of area {area} has had its one card", clauses.double_one_card, area=index + 1
            )
        if hand.aces:
            forbidding = {
                "double": clauses.double_aces, "split": clauses.aces_once, "free_split": clauses.aces_once,
            }  # fmt: skip
            clause = forbidding.get(event.action, clauses.aces_one_card)
            raise Refused("the split Aces of area {area} get one card each and nothing more", clause, area=index + 1)
        if is_complete(rules, hand):
            clause = clauses.double_complete if event.action in ("double", "free_double") else clauses.complete
            raise Refused("the hand of area {area} is complete with {total}", clause, area=index + 1, total=total)
    raise Refused("it is not the turn of area {area}", None, area=index + 1)
