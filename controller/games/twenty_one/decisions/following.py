"""Following: another wager on the hand joins its last split or double before the next card (3.23, 3.25.5, 3.25.7)."""

from typing import NoReturn

from controller.core.effects import Effect
from controller.core.events import Follow
from controller.core.money import Cents
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_bet, with_hand
from controller.games.twenty_one.control import area_index, bet_of, hand_at, open_round
from controller.games.twenty_one.decisions.doubling import doubled_bet
from controller.games.twenty_one.decisions.splitting import split_bet
from controller.games.twenty_one.hands import may_double_free
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Following, Round, State


def follow(state: State, rules: Rulebook, event: Follow, _out: list[Effect]) -> State:
    """The player joins what the one in control has just done on the hand."""
    index = area_index(state, event.area)
    round_ = open_round(state, rules)
    following = round_.following
    clauses = rules.clauses
    area = round_.areas[index]
    if following is None or following.area != index:
        _refuse_following(rules, area, event)
    if event.player in area.absent:
        raise Refused(
            "{player} is absent: he neither splits nor doubles", rules.irregularities.absent, player=event.player
        )
    _, hand = hand_at(area, following.hand)
    bet = bet_of(hand, event.player)
    if bet is None or bet.fate != "":
        clause = clauses.follow_split if following.new_hand else clauses.join_double
        raise Refused(
            "{player} has no live wager on this hand of area {area}", clause, player=event.player, area=event.area
        )
    if following.new_hand:
        return state.with_round(_follow_split(round_, rules, following, bet, event.amount))
    if bet.joined:
        raise Refused("{player} has doubled already", clauses.join_double, player=event.player)
    free = rules.free_bets and event.amount is None and may_double_free(rules, hand)
    hand = with_bet(hand, doubled_bet(state, rules, hand, bet, event.amount, free=free))
    return state.with_round(with_hand(round_, index, hand))


def _refuse_following(rules: Rulebook, area: Area, event: Follow) -> NoReturn:
    """The reason why there is nothing to join: the next card has come, or the one in control has done neither."""
    clauses = rules.clauses
    if any(hand.doubled for hand in area.hands):
        raise Refused(
            "the card has come: nobody joins the double of area {area} any more", clauses.join_double, area=event.area
        )
    if len(area.hands) > 1:
        raise Refused(
            "the card has come: nobody joins the split of area {area} any more", clauses.follow_split, area=event.area
        )
    raise Refused("there is no double or split on area {area} to follow", clauses.follow_double, area=event.area)


def _follow_split(round_: Round, rules: Rulebook, following: Following, bet: Bet, amount: Cents | None) -> Round:
    clauses = rules.clauses
    _, new = hand_at(round_.areas[following.area], following.new_hand)
    if bet_of(new, bet.player) is not None:
        raise Refused("{player} is on the new hand already", clauses.follow_split, player=bet.player)
    if following.free and amount is not None:
        raise Refused("this split is followed free, without an amount", clauses.follow_free_split)
    if amount is not None and amount != bet.original:
        raise Refused(
            "the wager on the new hand is the original one of {original}",
            clauses.follow_split_amount,
            original=bet.original,
        )
    bets = (*new.bets, split_bet(bet, free=following.free))
    new = altered(new, bets=tuple(sorted(bets, key=lambda one: one.position)))
    return with_hand(round_, following.area, new)
