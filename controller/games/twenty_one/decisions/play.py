"""The player's decisions on his hand: hit, stand, double, split, the free bets, following and rescue.

A decision is a request of the player in control of the hand whose turn it is; the others on the hand may follow his
last double or split until the next card. Each refusal names the clause that forbids it.
"""

from typing import NoReturn

from controller.core.effects import Effect
from controller.core.events import Decision, Follow
from controller.core.money import Cents
from controller.games.refusal import Refused
from controller.games.twenty_one.change import burn_declined, with_area, with_bet, with_hand
from controller.games.twenty_one.control import area_index, bet_of, hand_at, open_round, require_control
from controller.games.twenty_one.decisions.offers import even_money, surrender
from controller.games.twenty_one.hands import POINTS, count, is_complete, same_value, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Following, Hand, State


def decide(state: State, rules: Rulebook, event: Decision, _out: list[Effect]) -> State:
    """A player's decision; surrender, even money and rescue are for any wager concerned, the rest for the turn."""
    index = area_index(state, event.area)
    round_ = open_round(state)
    if round_.phase in ("betting", "dealing"):
        raise Refused("the initial deal is not complete", rules.clauses.deal)
    if event.action == "rescue":
        return _rescue(state, rules, index, event)
    if event.action not in rules.actions:
        raise Refused(f"there is no {event.action} in {rules.title}", None)
    if not round_.areas[index].hands:
        raise Refused(f"area {event.area} has no main wager", None)
    if event.action == "surrender":
        state = surrender(state, rules, index, event)
    elif event.action == "even_money":
        state = even_money(state, rules, index, event)
    else:
        state = _act(state, rules, index, event)
    assert state.round is not None
    if state.round.rescuable is not None and state.round.rescuable != state.round.turn:
        state = state._replace(round=state.round._replace(rescuable=None))  # the next decision elsewhere
    return state


def _act(state: State, rules: Rulebook, index: int, event: Decision) -> State:
    round_ = state.round
    assert round_ is not None
    if round_.turn is None or round_.turn[0] != index:
        _refuse_turn(state, rules, index, event)
    _, hand = hand_at(round_.areas[index], round_.turn[1])
    player = require_control(state, rules, index, hand, event.player)
    if event.action in ("double", "free_double"):
        return _double(state, rules, index, hand, player, event)
    if event.action in ("split", "free_split"):
        return _split(state, rules, index, hand, player, event)
    if hand.pending:
        raise Refused(f"the hand of area {event.area} waits for its card", None)
    if event.action == "hit":
        return with_hand(state, index, hand._replace(pending="hit", acted=True))
    total, _ = total_of(rules, hand)
    if total < rules.stand_least:  # Blackjack 3.19
        name = "the hand" if hand.hidden else f"a hand of {total}"
        raise Refused(f"{name} must draw until it has {rules.stand_least}", "3.19")
    state = burn_declined(state, index)  # who stands on what is offered to him declines it (5.23.3.1)
    return with_hand(state, index, hand._replace(done="stand", acted=True))


def _refuse_turn(state: State, rules: Rulebook, index: int, event: Decision) -> NoReturn:
    """Says why this area does not act now: by the rule that ended its last hand, or because another acts."""
    assert state.round is not None
    hand = state.round.areas[index].hands[-1]
    clauses = rules.clauses
    if hand.done == "refused":
        raise Refused(f"the hand of area {index + 1} refused a card and gets no other", "5.9")
    if hand.done == "complete" and not hand.hidden:
        total, _ = total_of(rules, hand)
        if total > 21:
            raise Refused(f"the hand of area {index + 1} is bust with {total}", clauses.bust)
        if hand.doubled:
            raise Refused(f"the doubled hand of area {index + 1} has had its one card", clauses.double_one_card)
        if hand.aces:
            forbidding = {
                "double": clauses.double_aces, "split": clauses.aces_once, "free_split": clauses.aces_once,
            }  # fmt: skip
            clause = forbidding.get(event.action, clauses.aces_one_card)
            raise Refused(f"the split Aces of area {index + 1} get one card each and nothing more", clause)
        if is_complete(rules, hand):
            clause = clauses.double_complete if event.action in ("double", "free_double") else clauses.complete
            raise Refused(f"the hand of area {index + 1} is complete with {total}", clause)
    raise Refused(f"it is not the turn of area {index + 1}", None)


def _double(state: State, rules: Rulebook, index: int, hand: Hand, player: str, event: Decision) -> State:
    clauses = rules.clauses
    if hand.aces:
        raise Refused("split Aces may not be doubled", clauses.double_aces)
    if len(hand.cards) != 2 or hand.short or hand.pending:
        raise Refused("a hand is doubled on its first two cards only", clauses.double)
    bet = _own_bet(hand, player, event)
    free = event.action == "free_double"
    joined = _doubled_bet(state, rules, hand, bet, event.amount, free=free)
    hand = with_bet(hand, joined)._replace(doubled=True, pending="double", acted=True)
    state = with_hand(state, index, hand)
    assert state.round is not None
    return state._replace(round=state.round._replace(following=Following(index, hand.id, 0, free)))


def _own_bet(hand: Hand, player: str, event: Decision) -> Bet:
    """The wager that is doubled or split; who plays the hand of an absent player has none on it (5.22.1)."""
    bet = bet_of(hand, player)
    if bet is None:
        raise Refused(f"{player} has no wager on this hand of area {event.area}", None)
    return bet


def _doubled_bet(state: State, rules: Rulebook, hand: Hand, bet: Bet, amount: Cents | None, *, free: bool) -> Bet:
    """The wager as it joins the double, free or for money (3.25, 3.26.5; Blackjack 3.22)."""
    if free:
        if amount is not None:
            raise Refused("a free double takes no amount", "3.26.5")
        if not _may_double_free(rules, hand):
            raise Refused("only two cards with a hard total of 9, 10 or 11 are doubled free", "3.26.5")
        return bet._replace(markers=bet.markers + 1, joined=True)
    limits = state.table.limits.get("main") if rules.double_least_is_minimum else None
    least = limits[0] if limits is not None else state.table.chip
    added = bet.original if amount is None else amount
    if added > bet.original:
        raise Refused(f"a double of {added} is over the original wager of {bet.original}", rules.clauses.double)
    if added < least:
        raise Refused(f"a double of {added} is under the least of {least}", rules.clauses.double_least)
    if added % state.table.chip:
        raise Refused(f"{added} is no multiple of the chip, {state.table.chip}", None)
    return bet._replace(added=added, joined=True)


def _may_double_free(rules: Rulebook, hand: Hand) -> bool:
    """Two cards with one of the hard totals that are doubled free (Free Bet 1.1.6)."""
    total, soft = count(hand.cards)
    return len(hand.cards) == 2 and not soft and total in rules.free_double_totals


def _split(state: State, rules: Rulebook, index: int, hand: Hand, player: str, event: Decision) -> State:
    clauses = rules.clauses
    assert state.round is not None
    area = state.round.areas[index]
    if hand.aces:
        raise Refused("Aces are split once only", clauses.aces_once)
    if not same_value(hand.cards) or hand.short or hand.pending:
        raise Refused("only two cards of the same point value are split", clauses.split)
    if len(area.hands) >= 4:
        raise Refused("an area has not more than four hands", clauses.hand_count)
    free = event.action == "free_split"
    if rules.free_bets and free == (POINTS[hand.cards[0][0]] == 10):  # 3.21, 3.21.1
        raise Refused("cards worth ten are split for money, all others free", "3.21.1" if free else "3.21")
    bet = _own_bet(hand, player, event)
    if event.amount is not None and event.amount != bet.original:
        raise Refused(f"the wager on the new hand is the original one of {bet.original}", clauses.split)
    aces = hand.cards[0][0] == "A"
    position = area.hands.index(hand)
    new_id = max(one.id for one in area.hands) + 1
    down, new_down = ((0,) if at in hand.hidden else () for at in (0, 1))  # what lies face down stays so (3.12)
    first = hand._replace(cards=hand.cards[:1], split=True, aces=aces, acted=True, pending="second", hidden=down)
    bets = (_split_bet(bet, free=free),)
    new = Hand(new_id, hand.cards[1:], bets, split=True, aces=aces, acted=True, hidden=new_down)
    hands = (*area.hands[:position], first, new, *area.hands[position + 1 :])
    opening = area.opening or hand.cards
    state = with_area(state, index, area._replace(hands=hands, opening=opening))
    assert state.round is not None
    return state._replace(round=state.round._replace(following=Following(index, hand.id, new_id, free)))


def _split_bet(bet: Bet, *, free: bool) -> Bet:
    """The wager on the new hand: equal to the original, or a free bet marker (3.20; Free Bet 3.21)."""
    return Bet(bet.player, bet.position, bet.original, 0 if free else bet.original, markers=int(free))


def follow(state: State, rules: Rulebook, event: Follow, _out: list[Effect]) -> State:
    """Another wager on the hand joins the last split or double, before the next card (3.23, 3.25.5)."""
    index = area_index(state, event.area)
    following = open_round(state).following
    clauses = rules.clauses
    assert state.round is not None
    area = state.round.areas[index]
    if following is None or following.area != index:
        _refuse_following(rules, area, event)
    if event.player in area.absent:
        raise Refused(f"{event.player} is absent: he neither splits nor doubles", clauses.absent)
    _, hand = hand_at(area, following.hand)
    bet = bet_of(hand, event.player)
    if bet is None or bet.fate != "":
        raise Refused(f"{event.player} has no live wager on this hand of area {event.area}", None)
    if following.new_hand:
        return _follow_split(state, rules, index, following, bet, event.amount)
    if bet.joined:
        raise Refused(f"{event.player} has doubled already", clauses.join_double)
    free = rules.free_bets and event.amount is None and _may_double_free(rules, hand)
    return with_hand(state, index, with_bet(hand, _doubled_bet(state, rules, hand, bet, event.amount, free=free)))


def _refuse_following(rules: Rulebook, area: Area, event: Follow) -> NoReturn:
    """Says why there is nothing to join: the next card has come, or the one in control has done neither."""
    clauses = rules.clauses
    if any(hand.doubled for hand in area.hands):
        raise Refused(f"the card has come: nobody joins the double of area {event.area} any more", clauses.join_double)
    if len(area.hands) > 1:
        raise Refused(f"the card has come: nobody joins the split of area {event.area} any more", clauses.follow_split)
    raise Refused(f"there is no double or split on area {event.area} to follow", clauses.follow_double)


def _follow_split(
    state: State, rules: Rulebook, index: int, following: Following, bet: Bet, amount: Cents | None
) -> State:
    assert state.round is not None
    clauses = rules.clauses
    _, new = hand_at(state.round.areas[index], following.new_hand)
    if bet_of(new, bet.player) is not None:
        raise Refused(f"{bet.player} is on the new hand already", clauses.follow_split)
    if following.free and amount is not None:
        raise Refused("this split is followed free, without an amount", "3.24.2")
    if amount is not None and amount != bet.original:
        raise Refused(f"the wager on the new hand is the original one of {bet.original}", clauses.follow_split)
    bets = (*new.bets, _split_bet(bet, free=following.free))
    return with_hand(state, index, new._replace(bets=tuple(sorted(bets, key=lambda one: one.position))))


def _rescue(state: State, rules: Rulebook, index: int, event: Decision) -> State:
    """The doubled portion comes back and the original is lost (Pontoon 3.25.8)."""
    clause = rules.clauses.rescue
    if event.action not in rules.actions:
        raise Refused(f"a double is not withdrawn in {rules.title}", clause)
    assert state.round is not None
    at = state.round.rescuable
    if at is None or at[0] != index:
        raise Refused(f"there is no double on area {event.area} that could be withdrawn now", clause)
    _, hand = hand_at(state.round.areas[index], at[1])
    if total_of(rules, hand)[0] >= 21:
        raise Refused("a double is withdrawn on a point total of less than 21 only", clause)
    player = event.player or require_control(state, rules, index, hand, None)
    bet = bet_of(hand, player)
    if bet is None or not bet.joined or bet.fate != "":
        raise Refused(f"{player} has no doubled wager on this hand", clause)
    return with_hand(state, index, with_bet(hand, bet._replace(fate="rescued")))
