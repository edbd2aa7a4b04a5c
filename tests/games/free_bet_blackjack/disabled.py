"""How the clauses of Free Bet Blackjack are disabled; what Pontoon has too is disabled as there."""

from typing import Final

from tests.games.disabled import Disabled, Disablings
from tests.games.pontoon import disabled as pontoon
from tests.games.pontoon import disabled_irregularities as irregularities
from tests.games.pontoon.disabled import (
    ACE_ELEVEN,
    AFTER_CLOSE,
    BETTING,
    BUST,
    DEALER,
    DEALER_BUST,
    DOUBLE_MOST,
    DOUBLING,
    FLOW,
    FOLLOWING,
    FROM_THE_FRONT,
    HANDS,
    HIGHER_WINS,
    HOW_FAR,
    LOWER_LOSES,
    MAIN,
    NO_SPLIT_PONTOON,
    OFFERS,
    OWN_RANK_PAIR,
    PAIR,
    PLAY,
    PRIORITIES,
    SIDE_LINES,
    SIDE_WAGER,
    SPLITTING,
    STAND_OFF,
    TAKEN_INSURANCE,
)
from tests.games.pontoon.disabled_irregularities import PERSONS, SETTLEMENT

BOOK: Final = "free_bet_blackjack/rulebook.py"
RULEBOOK: Final = "twenty_one/rulebook.py"
BUSTED_WAGER: Final = "twenty_one/wagers/busted.py"
POT_OF_GOLD: Final = "twenty_one/wagers/pot_of_gold.py"

THREE_WAGERS: Final = Disabled(BOOK, "wagers_an_area=3,", "wagers_an_area=None,")
PUSH_22: Final = Disabled(BOOK, "push_22=True,", "push_22=False,")
SOFT_17: Final = Disabled(BOOK, "dealer_hits_soft_17=True,", "dealer_hits_soft_17=False,")
FREE_TOTALS: Final = Disabled(BOOK, "(9, 10, 11)", "(8, 9, 10, 11, 12)")
FREE_STAKE: Final = Disabled(SPLITTING, "bet.original, 0 if free else bet.original,", "bet.original, bet.original,")
FREE_OR_PAID: Final = Disabled(SPLITTING, "if rules.free_bets and free == (", "if False and free == (")
FOUR_HANDS: Final = Disabled(SPLITTING, "if len(area.hands) >= 4:", "if False:")
ORIGINAL_AT_MOST: Final = Disabled(MAIN, "taken = min(risk, left[bet.player])", "taken = risk")
NATURAL: Final = Disabled(MAIN, "    natural = is_natural(hand)", "    natural = False")
NEAREST: Final = Disabled(
    PRIORITIES, "in sorted(set(distances.values())):", "in sorted(set(distances.values()))[::-1]:"
)
BY_CARD: Final = Disabled(
    FLOW,
    "round_.offers_open = False",
    "pass",
)
BY_WORD: Final = Disabled(OFFERS, "if not round_.dealt or not rules.offers_close_by_word:", "if True:")
TWO_CARDS: Final = "if len(hand.cards) != 2 or hand.pending:"
ONE_CARD: Final = Disabled(HANDS, "if total > 21 or (hand.doubled and not hand.pending):", "if total > 21:")
BUSTED: Final = Disabled(BUSTED_WAGER, "count(round_.dealer)[0] > 21", "count(round_.dealer)[0] > 22")

DEFINITIONS: Final[Disablings] = {
    "1.1.1": NO_SPLIT_PONTOON,
    "1.1.2": Disabled(
        SETTLEMENT, """result = "bust"
    elif is_natural(hand):""", """result = "stand"
    elif is_natural(hand):""",
    ),
    "1.1.3": BUSTED._replace(instead="True"),
    "1.1.4": Disabled(DOUBLING, "if added < least:", "if False:"),
    "1.1.5": FREE_STAKE,
    "1.1.6": FREE_TOTALS,
    "1.1.7": Disabled(POT_OF_GOLD, "ODDS[min(found, 5)] if found else None", "ODDS[1]"),
    "1.1.8": Disabled(DOUBLING, "altered(bet, markers=bet.markers + 1, joined=True)", "altered(bet, joined=True)"),
    "1.1.8.1": Disabled(MAIN, "gain = risk + bet.markers * original", "gain = risk"),
    "1.1.9": pontoon.DEFINITIONS["1.1.2"],
    "1.1.10": ACE_ELEVEN,
    "1.1.11": pontoon.DEFINITIONS["1.1.4"],
    "1.1.12": Disabled(SIDE_LINES, "won = dealer_natural(round_)", "won = not dealer_natural(round_)"),
    "1.1.13": Disabled(HOW_FAR, "return round_.dealt and any(", "return False and any("),
    "1.1.14": OWN_RANK_PAIR,
    "1.1.15": Disabled(SIDE_WAGER, "return area.opening or (", "return ("),
    "1.1.16": Disabled(HANDS, "total += POINTS[card[0]]", "total = POINTS[card[0]]"),
    "1.1.17": Disabled(BETTING, "if state.round is not None:", "if False:"),
    "1.1.18": Disabled(HANDS, "return total + 10, True", "return total + 10, False"),
    "1.1.19": Disabled(HANDS, "POINTS[cards[0][0]] == POINTS[cards[1][0]]", "cards[0][0] is cards[1][0]"),
    "1.1.20": STAND_OFF,
    "1.1.21": BY_CARD,
    "1.1.22": Disabled(MAIN, "return Fortune(-(base // 2),", "return Fortune(-base,"),
    "2.1": Disabled(BOOK, "decks_least=1,", "decks_least=0,"),
    "2.2": Disabled(BOOK, "areas_least=1,", "areas_least=0,"),
    "2.2.1": pontoon.DEFINITIONS["2.2.1"],
    "2.2.2": pontoon.DEFINITIONS["2.2.2"],
    "2.2.3": Disabled(BOOK, "PAIR, BUSTED, POT_OF_GOLD", "BUSTED, POT_OF_GOLD"),
    "2.2.4": Disabled(BOOK, "PAIR, BUSTED, POT_OF_GOLD", "PAIR, POT_OF_GOLD"),
    "2.2.5": Disabled(BOOK, "PAIR, BUSTED, POT_OF_GOLD", "PAIR, BUSTED"),
}  # fmt: skip

WAGERS: Final[Disablings] = {
    "3.1": pontoon.WAGERS["3.1"],
    "3.2": pontoon.WAGERS["3.2"],
    "3.3": HIGHER_WINS,
    "3.4": pontoon.WAGERS["3.4"],
    "3.4.1": ACE_ELEVEN,
    "3.4.2": pontoon.WAGERS["3.4.3"],
    "3.4.3": OWN_RANK_PAIR,
    "3.6": pontoon.WAGERS["3.6"],
    "3.8": pontoon.WAGERS["3.8"],
    "3.10": THREE_WAGERS,
    "3.10.2": pontoon.WAGERS["3.10.2"],
    "3.11": pontoon.WAGERS["3.11"],
    "3.12": pontoon.WAGERS["3.12"],
    "3.14": pontoon.WAGERS["3.14"],
    "3.15": AFTER_CLOSE,
    "3.15.1": Disabled(
        PAIR, "return ODDS,", "return None if len(_round.dealer) == 2 else ODDS,"
    ),
    "3.15.2": BUSTED,
    "3.15.3": Disabled(POT_OF_GOLD, "for bet in hand.bets if bet.player == counted)", "for bet in hand.bets)"),
    "3.15.4": pontoon.WAGERS["3.15.2"],
    "3.15.4.1": Disabled(
        POT_OF_GOLD, "counted = player if _has_main(area, player) else area.closer", "counted = area.mains[0].player"
    ),
    "3.16": pontoon.WAGERS["3.16"],
    "3.17": pontoon.WAGERS["3.17"],
    "3.17.1": THREE_WAGERS,
    "3.17.2": NEAREST,
    "3.17.2.1": FROM_THE_FRONT,
    "3.17.2.2": NEAREST,
    "3.17.2.3": pontoon.WAGERS["3.17.2.3"],
    "3.17.2.5": pontoon.WAGERS["3.17.2.5"],
    "3.18": Disabled(FLOW, "if held == 0:", "if held < 2:"),
    "3.19": Disabled(RULEBOOK, "odds_natural: Odds = Odds(3, 2)", "odds_natural: Odds = Odds(1)"),
    "3.20": Disabled(BOOK, "even_money_returns_insurance=True,", "even_money_returns_insurance=False,"),
}  # fmt: skip

PLAYING: Final[Disablings] = {
    "3.21": FREE_OR_PAID,
    "3.21.1": FREE_OR_PAID,
    "3.21.2": NO_SPLIT_PONTOON,
    "3.22": FOUR_HANDS,
    "3.22.1": pontoon.DECISIONS["3.21.1"],
    "3.23": pontoon.DECISIONS["3.22"],
    "3.23.1": pontoon.DECISIONS["3.22.1"],
    "3.23.2": pontoon.DECISIONS["3.22.2"],
    "3.24": Disabled(FOLLOWING, "bets = (*new.bets, split_bet(bet, free=following.free))", "bets = new.bets"),
    "3.24.1": pontoon.DECISIONS["3.23.1"],
    "3.24.2": Disabled(FOLLOWING, "if following.free and amount is not None:", "if False:"),
    "3.24.3": pontoon.DECISIONS["3.23.2"],
    "3.24.4": ORIGINAL_AT_MOST,
    "3.25": Disabled(BOOK, 'surrender_against="23456789TJQK",', 'surrender_against="A23456789TJQK",'),
    "3.25.1": pontoon.DECISIONS["3.24.1"],
    "3.25.1.1": pontoon.DECISIONS["3.24.3.1"],
    "3.25.1.2": pontoon.DECISIONS["3.24.3.2"],
    "3.25.1.3": pontoon.DECISIONS["3.24.3.3"],
    "3.26": DOUBLE_MOST,
    "3.26.1": Disabled(DOUBLING, TWO_CARDS, "if hand.pending:"),
    "3.26.2": Disabled(DOUBLING, TWO_CARDS, "if hand.split or hand.pending:"),
    "3.26.3": pontoon.DECISIONS["3.25.3"],
    "3.26.4": ONE_CARD,
    "3.26.5": Disabled(DOUBLING, "if not may_double_free(rules, hand):", "if False:"),
    "3.26.6": Disabled(
        FOLLOWING, "free = rules.free_bets and event.amount is None and may_double_free(rules, hand)", "free = False"
    ),
    "3.26.7": ONE_CARD,
    "3.26.8": pontoon.DECISIONS["3.25.7"],
    "3.27": pontoon.INSURANCE["3.26"],
    "3.27.1": BY_WORD,
    "3.27.2": BY_CARD,
    "3.27.3": Disabled(
        OFFERS, "if insured != player and not rules.insurance_for_another:", "if insured != player:"
    ),
    "3.27.4": NEAREST,
    "3.27.4.1": FROM_THE_FRONT,
    "3.27.4.2": NEAREST,
    "3.27.4.3": pontoon.INSURANCE["3.26.4.3"],
    "3.27.4.5": TAKEN_INSURANCE,
    "3.28": pontoon.DECISIONS["3.27"],
    "3.29": Disabled(PLAY, "if round_.turn is None or round_.turn[0] != index:", "if round_.turn is None:"),
    "3.30": pontoon.DECISIONS["3.29"],
    "3.32": Disabled(HANDS, "if total > 21 or (hand.doubled", "if (hand.doubled"),
    "3.33": LOWER_LOSES,
    "3.34": SOFT_17,
    "3.35": Disabled(DEALER, 'return "all" if rules.dealer_always_draws_out else "second"', 'return "all"'),
}  # fmt: skip

SETTLING: Final[Disablings] = {
    "4.1": Disabled(PAIR, "ODDS: Final = Odds(11)", "ODDS: Final = Odds(8)"),
    "4.2": Disabled(BUSTED_WAGER, "6: Odds(50)", "6: Odds(40)"),
    "4.3": Disabled(POT_OF_GOLD, "4: Odds(50)", "4: Odds(40)"),
    "4.4": DEALER_BUST,
    "4.4.1": NATURAL,
    "4.4.2": HIGHER_WINS,
    "4.4.3": PUSH_22,
    "4.4.4": NATURAL,
    "4.5": LOWER_LOSES,
    "4.5.1": LOWER_LOSES,
    "4.5.2": BUST,
    "4.5.3": Disabled(MAIN, "    if dealer_natural(round_):", "    if False:"),
    "4.6": ORIGINAL_AT_MOST,
    "4.6.1": ORIGINAL_AT_MOST,
    "4.6.2": Disabled(MAIN, "left[bet.player] -= taken", "pass"),
    "4.7": STAND_OFF,
    "4.7.1": STAND_OFF,
    "4.7.2": Disabled(
        MAIN, 'return Fortune(0, "stand_off", (_naturals_stand_off(round_, rules),))',
        'return Fortune(-risk, "lose", (_naturals_stand_off(round_, rules),))',
    ),
    "4.7.3": PUSH_22,
}  # fmt: skip

IRREGULARITIES: Final[Disablings] = {
    **irregularities.WRONG_CARDS, **irregularities.DEAL, **irregularities.PEOPLE,
    "5.12": Disabled(
        irregularities.ERRORS, "    if round_.dealer:", "    if False:",
    ),
    "5.16.1": Disabled(HANDS, "not hand.split and not hand.short and", "not hand.split and"),
    "5.20": Disabled(BETTING, "if state.shoe.cut:", "if False:"),
    "5.26": Disabled(PERSONS, "len(round_.dealer) != 1 or round_.dealer", "round_.dealer"),
    "5.27": irregularities.PEOPLE["5.26"],
    "5.28": irregularities.PEOPLE["5.27"],
    "5.29": irregularities.PEOPLE["5.28"],
    "5.30": irregularities.ESTABLISHED,
    "5.30.1": irregularities.PEOPLE["5.29.1"],
    "5.30.2": irregularities.ESTABLISHED,
}  # fmt: skip

FREE_BET: Final[Disablings] = {
    number: disabled
    for number, disabled in {**DEFINITIONS, **WAGERS, **PLAYING, **SETTLING, **IRREGULARITIES}.items()
    if number not in ("5.29.1", "5.29.2")
}
"""All of them; 5.29 has parts in Pontoon's document only."""
