"""The Super Bonus of Pontoon: three sevens of one suit against the Dealer's first seven (1.1.19, 4.1.1, I3)."""

from typing import Final

from controller.core.money import Cents
from controller.games.twenty_one.betting.limits import counted_main
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.main_wagers import is_returned, wins_on
from controller.games.twenty_one.state import Area, Bet, Round, State

SUPER_BONUS_LEAST: Final = 1000
"""A wager of at least 10.00 wins a Super Bonus (4.1.1)."""
SUPER_BONUS_HIGH: Final = 10000
"""From 100.00 on it is the higher one (4.1.1)."""
SUPER_BONUS_WINS: Final = (100_000, 500_000)
"""1,000.00 and 5,000.00."""
BONUS_FOR_OTHERS: Final = 5000
"""50.00 for every other original wager of the round (4.1.1.2)."""


Bonuses = dict[int, dict[str, tuple[Cents, tuple[str, ...]]]]
"""Area index and player to the bonus won and the clauses."""


def super_bonuses(state: State, round_: Round, rules: Rulebook) -> Bonuses:
    """All that are won; empty when nobody holds the three sevens."""
    clauses = rules.super_bonus
    won = own_bonuses(state, round_, rules)
    if clauses is None or not any(won.values()):
        return {}
    for index, area in enumerate(round_.areas):
        for bet in area.mains:
            if bet.player not in won.get(index, {}) and _shares(state, round_, rules, area, bet):
                won.setdefault(index, {})[bet.player] = (BONUS_FOR_OTHERS, (clauses.others, "I3"))
    return won


def own_bonuses(state: State, round_: Round, rules: Rulebook) -> Bonuses:
    """Those of the wagers on the three sevens themselves."""
    clauses = rules.super_bonus
    if clauses is None or not round_.dealer or round_.dealer[0][0] != "7":
        return {}
    won: Bonuses = {}
    for index, area in enumerate(round_.areas):
        if _three_sevens(area):
            hand = area.hands[0]
            own = {
                bet.player: _own_bonus(counted_main(state, rules, area, bet))
                for bet in hand.bets
                if not is_returned(state, rules, hand, bet)
            }
            won[index] = {player: (amount, (clauses.paid, clauses.own)) for player, amount in own.items() if amount}
    return won


def awaits_dealer(state: State, round_: Round, rules: Rulebook) -> bool:
    """Whether a Super Bonus still depends on the first card that the Dealer was not dealt (5.12)."""
    if rules.super_bonus is None or round_.dealer:
        return False
    return any(
        _three_sevens(area) and not all(is_returned(state, rules, area.hands[0], bet) for bet in area.hands[0].bets)
        for area in round_.areas
    )


def _three_sevens(area: Area) -> bool:
    """7-7-7 of one suit on a hand neither split nor doubled (4.1.1.1, 4.1.1.3)."""
    if len(area.hands) != 1 or area.hands[0].doubled:
        return False
    cards = area.hands[0].cards
    return len(cards) == 3 and all(card == cards[0] for card in cards) and cards[0][0] == "7"


def _own_bonus(amount: Cents) -> Cents:
    """By the wager as far as it counts: one over the maximum is paid to the maximum only (5.27)."""
    if amount < SUPER_BONUS_LEAST:
        return 0
    return SUPER_BONUS_WINS[amount >= SUPER_BONUS_HIGH]


def _shares(state: State, round_: Round, rules: Rulebook, area: Area, bet: Bet) -> bool:
    """Whether the wager gets its 50.00: not a returned one, nor one whose every hand wins doubled (4.1.1.4, I3)."""
    own = [(hand, one) for hand in area.hands for one in hand.bets if one.player == bet.player]
    if not own or all(is_returned(state, rules, hand, one) for hand, one in own):
        return False
    return not all(hand.doubled and wins_on(state, round_, rules, hand, one) for hand, one in own)
