"""Splitting two cards of one point value, for money or free with a marker (3.20 to 3.22; Free Bet 3.21; I15)."""

from controller.core.events import Decision
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_area
from controller.games.twenty_one.control import wager_of
from controller.games.twenty_one.hands import POINTS, same_value
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Bet, Following, Hand, Round


def split(round_: Round, rules: Rulebook, index: int, hand: Hand, player: str, event: Decision) -> Round:
    """The second card begins a new hand behind this one; the other wagers stay on the first until they follow."""
    clauses = rules.clauses
    area = round_.areas[index]
    if hand.aces:
        raise Refused("Aces are split once only", clauses.aces_once)
    if not same_value(hand.cards) or hand.pending:
        raise Refused("only two cards of the same point value are split", clauses.split)
    if len(area.hands) >= 4:
        raise Refused("an area has not more than four hands", clauses.hand_count)
    free = event.action == "free_split"
    if rules.free_bets and free == (POINTS[hand.cards[0][0]] == 10):  # Free Bet 3.21, 3.21.1
        text = "cards worth ten are split for money, all others free"
        raise Refused(text, clauses.split_tens if free else clauses.split)
    bet = wager_of(rules, hand, player, event.area)
    if event.amount is not None and event.amount != bet.original:
        clause = clauses.split_free_amount if free else clauses.split_tens or clauses.split
        raise Refused("the wager on the new hand is the original one of {original}", clause, original=bet.original)
    aces = hand.cards[0][0] == "A"
    position = area.hands.index(hand)
    new_id = max(one.id for one in area.hands) + 1
    down, new_down = ((0,) if at in hand.hidden else () for at in (0, 1))  # what lies face down stays so (3.12)
    first = altered(
        hand, cards=hand.cards[:1], split=True, short=False, aces=aces, acted=True, pending="second", hidden=down
    )
    bets = (split_bet(bet, free=free),)
    new = Hand(new_id, hand.cards[1:], bets, split=True, aces=aces, acted=True, hidden=new_down)
    hands = (*area.hands[:position], first, new, *area.hands[position + 1 :])
    opening = area.opening or hand.cards
    round_ = with_area(round_, index, altered(area, hands=hands, opening=opening))
    return altered(round_, following=Following(index, hand.id, new_id, free), pause=True)


def split_bet(bet: Bet, *, free: bool) -> Bet:
    """The wager on the new hand: equal to the original, or a free bet marker (3.20; Free Bet 3.21)."""
    return Bet(bet.player, bet.position, bet.original, 0 if free else bet.original, markers=int(free))
