"""How sections 1 to 4 of Pontoon are disabled, by Pontoon's numbers."""

from typing import Final

from tests.games.disabled import Disabled, Disablings

BETTING: Final = "twenty_one/betting/bets.py"
BOOK: Final = "pontoon/rulebook.py"
CONTROL: Final = "twenty_one/control.py"
DEALER: Final = "twenty_one/dealer.py"
FLOW: Final = "twenty_one/flow.py"
HANDS: Final = "twenty_one/hands.py"
LEGAL: Final = "twenty_one/legal_moves.py"
MAIN: Final = "twenty_one/settlement/main_wagers.py"
OFFERS: Final = "twenty_one/decisions/offers.py"
PLAY: Final = "twenty_one/decisions/play.py"
DOUBLING: Final = "twenty_one/decisions/doubling.py"
FOLLOWING: Final = "twenty_one/decisions/following.py"
SPLITTING: Final = "twenty_one/decisions/splitting.py"
PRIORITIES: Final = "twenty_one/betting/priorities.py"
SIDE_LINES: Final = "twenty_one/settlement/side_lines.py"
SIDE_WAGER: Final = "twenty_one/wagers/side_wager.py"
PAIR: Final = "twenty_one/wagers/pair.py"
HOW_FAR: Final = "twenty_one/irregularities/established.py"
SUPER: Final = "twenty_one/settlement/super_bonus.py"

THREE_WAGERS: Final = Disabled(BOOK, "wagers_an_area=3,", "wagers_an_area=None,")
NO_SPLIT_PONTOON: Final = Disabled(HANDS, "and not hand.split and not hand.short", "and not hand.short")
OWN_RANK_PAIR: Final = Disabled(HANDS, "cards[0][0] == cards[1][0]", "POINTS[cards[0][0]] == POINTS[cards[1][0]]")
TAKEN_INSURANCE: Final = Disabled(OFFERS, "if own is not None and own.player != player:", "if False:")
FROM_THE_FRONT: Final = Disabled(PRIORITIES, "for player in here]", "for player in reversed(here)]")
DOUBLE_MOST: Final = Disabled(DOUBLING, "if added > bet.original:", "if False:")
ACE_ELEVEN: Final = Disabled(HANDS, "if free_ace and total <= 11:", "if free_ace:")
AFTER_CLOSE: Final = Disabled(BETTING, 'if state.round.phase != "betting":', "if False:")
HIGHER_WINS: Final = Disabled(MAIN, "if total > dealer:", "if False:")
LOWER_LOSES: Final = Disabled(MAIN, "if total < dealer:", "if False:")
DEALER_BUST: Final = Disabled(MAIN, "if dealer > 21:", "if False:")
BUST: Final = Disabled(MAIN, "    if total > 21:", "    if False:")
PAID_AT_ONCE: Final = Disabled(MAIN, "if rules.twenty_one_wins_at_once and total == 21:", "if False:")
STAND_OFF: Final = Disabled(
    MAIN, 'return Fortune(0, "stand_off", (clauses.stand_off,))', 'return Fortune(-risk, "lose", (clauses.stand_off,))'
)

DEFINITIONS: Final[Disablings] = {
    "1.1.1": DOUBLE_MOST,
    "1.1.2": Disabled(FLOW, "laid.cards = (*hand.cards, card)", "laid.cards = hand.cards"),
    "1.1.3": ACE_ELEVEN,
    "1.1.4": Disabled(FLOW, "if held < 2 and live(hand):", "if held < 1 and live(hand):"),
    "1.1.5": Disabled(SIDE_LINES, "won = dealer_natural(round_)", "won = not dealer_natural(round_)"),
    "1.1.6": Disabled(HOW_FAR, "return round_.dealt and any(", "return False and any("),
    "1.1.7": OWN_RANK_PAIR,
    "1.1.8": Disabled(SIDE_WAGER, "area.hands[0].cards[:2]", "area.hands[0].cards[-2:]"),
    "1.1.9": Disabled(HANDS, "total += POINTS[card[0]]", "total = POINTS[card[0]]"),
    "1.1.10": NO_SPLIT_PONTOON,
    "1.1.11": Disabled(BETTING, "if state.round is not None:", "if False:"),
    "1.1.12": Disabled(HANDS, "return total + 10, True", "return total, True"),
    "1.1.13": Disabled(HANDS, "POINTS[cards[0][0]] == POINTS[cards[1][0]]", "cards[0][0] is cards[1][0]"),
    "1.1.14": STAND_OFF,
    "1.1.15": Disabled(HOW_FAR, "Stage(round_.subsequent or (", "Stage(("),
    "1.1.16": Disabled(SUPER, ' or round_.dealer[0][0] != "7"', ""),
    "1.1.17": Disabled(MAIN, "return Fortune(-(base // 2),", "return Fortune(-base,"),
    "2.1": Disabled(BOOK, "decks_least=4,", "decks_least=1,"),
    "2.2": Disabled(BOOK, "areas_least=5,", "areas_least=1,"),
    "2.2.1": Disabled(CONTROL, "if area is None or not 1 <= area <= len(state.seats):", "if area is None:"),
    "2.2.2": Disabled(
        OFFERS, "insurances=(*(one for one in area.insurances if one is not own), insurance)", "insurances=()"
    ),
    "2.2.3": Disabled(BOOK, "side_wagers=(PAIR,),", "side_wagers=(),"),
}

WAGERS: Final[Disablings] = {
    "3.1": Disabled(BETTING, 'raise Refused("bets are not open", rules.clauses.open)', "return"),
    "3.2": Disabled(BETTING, 'if round_.phase != "betting":', "if False:"),
    "3.3": HIGHER_WINS,
    "3.4": Disabled(HANDS, "{rank: min(number, 10)", "{rank: min(number, 9)"),
    "3.4.1": ACE_ELEVEN,
    "3.4.2": Disabled(HANDS, "return count(hand.cards, 2)", "return count(hand.cards)"),
    "3.4.3": Disabled(HANDS, 'enumerate("A23456789TJQK", start=1)', 'enumerate("A23456789TJQK", start=0)'),
    "3.4.4": OWN_RANK_PAIR,
    "3.6": Disabled(BETTING, "elif not least <= amount <= most:", "elif False:"),
    "3.8": Disabled(CONTROL, "if player is not None and player != holder:", "if False:"),
    "3.10": THREE_WAGERS,
    "3.10.2": Disabled(BETTING, "before = 0 if own is None else", "before = 0 if True else"),
    "3.11": Disabled(CONTROL, "if bet.player == seated:  # 3.11", "if False:"),
    "3.12": Disabled(
        CONTROL, "return min(bets, key=lambda bet: bet.position)", "return max(bets, key=lambda bet: bet.position)"
    ),
    "3.14": Disabled(BETTING, "if not any(area.mains for area in round_.areas):", "if False:"),
    "3.15": AFTER_CLOSE,
    "3.15.1": Disabled(PAIR, "return ODDS,", "return None,"),
    "3.15.2": Disabled(BETTING, '("" if area.mains else rules.clauses.out_of_place)', '""'),
    "3.16": Disabled(PRIORITIES, "for bet in round_.areas[index].mains if", "for bet in () if"),
    "3.17": Disabled(
        BETTING, "Side(kind, player, position, amount)", 'Side(kind, f"P{event.area}", position, amount)'
    ),
    "3.17.1": THREE_WAGERS,
    "3.17.2": Disabled(LEGAL, "takers = side_wager_takers(state, round_, rules, index)", "takers = ()"),
    "3.17.2.1": FROM_THE_FRONT,
    "3.17.2.2": Disabled(PRIORITIES, "abs(at - index)", "0"),
    "3.17.2.3": Disabled(PRIORITIES, "sorted(equals, key=lambda player: totals[player])", "equals"),
    "3.17.2.5": Disabled(
        BETTING, "return next(one for one in range(1, len(taken) + 2)", "return next(one for one in range(3, 0, -1)"
    ),
    "3.18": Disabled(FLOW, "if second is None and not hand.short:", "if not hand.short:"),
    "3.19": Disabled("twenty_one/rulebook.py", "odds_natural: Odds = Odds(3, 2)", "odds_natural: Odds = Odds(1)"),
}  # fmt: skip

DECISIONS: Final[Disablings] = {
    "3.20": Disabled(
        SPLITTING, "if not same_value(hand.cards) or hand.pending:", "if hand.pending:"
    ),
    "3.20.1": NO_SPLIT_PONTOON,
    "3.21": Disabled(SPLITTING, "if len(area.hands) >= 4:", "if False:"),
    "3.21.1": Disabled(SPLITTING, 'raise Refused("Aces are split once only", clauses.aces_once)', "pass"),
    "3.22": Disabled(FLOW, "if hand.split and len(hand.cards) < 2 and not hand.short:", "if False:"),
    "3.22.1": Disabled(HANDS, "if hand.aces and len(hand.cards) >= 2:", "if False:"),
    "3.22.2": Disabled(SPLITTING, "if len(area.hands) >= 4:", "if len(area.hands) >= 2:"),
    "3.23": Disabled(FOLLOWING, "if bet_of(new, bet.player) is not None:", "if False:"),
    "3.23.1": Disabled(FOLLOWING, "if amount is not None and amount != bet.original:", "if False:"),
    "3.23.2": Disabled(SPLITTING, "bets = (split_bet(bet, free=free),)", "bets = hand.bets"),
    "3.24": Disabled(BOOK, 'surrender_against="AKQJ",', 'surrender_against="AKQJ9",'),
    "3.24.1": Disabled(
        OFFERS, 'raise Refused("the offer to surrender is closed", clauses.surrender_closed)', "pass"
    ),
    "3.24.2": Disabled(MAIN, "if surrender_waits(state, round_, rules) and dealer_natural(round_):", "if False:"),
    "3.24.3": Disabled(DEALER, 'if bet.fate == "surrendered" and surrender_waits(state, round_, rules):', "if False:"),
    "3.24.3.1": Disabled(OFFERS, "if len(area.hands) > 1:", "if False:"),
    "3.24.3.2": Disabled(
        OFFERS, "name = player or controller_of(",
        "name = controller_of(",
    ),
    "3.24.3.3": Disabled(CONTROL, 'GIVEN_UP: Final = ("surrendered", "returned")', 'GIVEN_UP: Final = ("returned",)'),
    "3.25": DOUBLE_MOST,
    "3.25.1": Disabled(DOUBLING, "if len(hand.cards) != 2 or hand.pending:", "if hand.pending:"),
    "3.25.2": Disabled(
        DOUBLING,
        "if len(hand.cards) != 2 or hand.pending:",
        "if hand.split or hand.pending:",
    ),
    "3.25.3": Disabled(DOUBLING, 'raise Refused("split Aces may not be doubled", clauses.double_aces)', "pass"),
    "3.25.4": Disabled(HANDS, "if total > 21 or (hand.doubled and not hand.pending):", "if total > 21:"),
    "3.25.5": Disabled(
        FOLLOWING,
        "with_bet(hand, doubled_bet(state, rules, hand, bet, event.amount, free=free))",
        "hand",
    ),
    "3.25.6": Disabled(
        DOUBLING, "hand.doubled = True", "hand.doubled = len(hand.bets) < 2"
    ),
    "3.25.7": Disabled(FOLLOWING, "        _refuse_following(rules, area, event)", "        return state"),
    "3.25.8": Disabled(DOUBLING, "if total_of(rules, hand)[0] >= 21:", "if False:"),
    "3.27": Disabled(PLAY, 'hand.done = "stand"', "pass"),
    "3.28": Disabled(PLAY, 'hand.pending = "hit"', "pass"),
    "3.29": Disabled(HANDS, "return not rules.hard_21_may_draw or soft", "return False"),
    "3.31": BUST,
    "3.32": HIGHER_WINS,
    "3.33": Disabled(DEALER, "total == 17 and not (soft and rules.dealer_hits_soft_17)", "total == 17"),
    "3.34": Disabled(DEALER, 'return "nothing"', 'return "all"'),
}  # fmt: skip

INSURANCE: Final[Disablings] = {
    "3.26": Disabled(OFFERS, "if total * 2 > bet.original:", "if False:"),
    "3.26.1": Disabled(
        OFFERS, 'raise Refused("the offer of insurance is closed", closed)', "pass"
    ),
    "3.26.2": Disabled(
        FLOW,
        "round_.offers_open = False",
        "pass",
    ),
    "3.26.3": TAKEN_INSURANCE,
    "3.26.4": Disabled(LEGAL, "takers = insurance_takers(state, round_, rules, index, bet.player)", "takers = ()"),
    "3.26.4.1": FROM_THE_FRONT,
    "3.26.4.2": Disabled(PRIORITIES, "front_to_back=True)", "front_to_back=False)"),
    "3.26.4.3": Disabled(
        PRIORITIES,
        "if insurance.player in totals and _controller(state, round_, rules, at) != insurance.player",
        "if insurance.player in totals",
    ),
    "3.26.4.5": TAKEN_INSURANCE,
}  # fmt: skip

SETTLEMENT: Final[Disablings] = {
    "4.1": Disabled("twenty_one/settlement/pay_lines.py", "MIXED: Final = Odds(3, 2)", "MIXED: Final = Odds(1)"),
    "4.1.1": Disabled(SUPER, "SUPER_BONUS_WINS[amount >= SUPER_BONUS_HIGH]", "SUPER_BONUS_WINS[0]"),
    "4.1.1.1": Disabled(
        SUPER, "_own_bonus(counted_main(state, rules, area, bet))",
        "_own_bonus(counted_main(state, rules, area, hand.bets[0]))",
    ),
    "4.1.1.2": Disabled(SUPER, "if bet.player not in won.get(index, {}) and", "if False and"),
    "4.1.1.3": Disabled(SUPER, "if len(area.hands) != 1 or area.hands[0].doubled:", "if len(area.hands) != 1:"),
    "4.1.1.4": Disabled(MAIN, "    if hand.doubled:", "    if False:"),
    "4.1.1.5": Disabled(MAIN, "if position == 1 and bet.player in bonuses:", "if False:"),
    "4.2": DEALER_BUST,
    "4.2.1": PAID_AT_ONCE,
    "4.2.2": HIGHER_WINS,
    "4.2.3": DEALER_BUST,
    "4.3": LOWER_LOSES,
    "4.3.1": LOWER_LOSES,
    "4.3.2": BUST,
    "4.3.3": Disabled(MAIN, "    if dealer_natural(round_):", "    if False:"),
    "4.4": Disabled(MAIN, 'readings.get("I4") == "each"', "False"),
    "4.4.1": Disabled(MAIN, 'return Fortune(-base, "lose", cited)', 'return Fortune(-risk, "lose", cited)'),
    "4.5": STAND_OFF,
    "4.5.1": PAID_AT_ONCE,
}  # fmt: skip
