"""How the clauses of Blackjack are disabled; what another game has too is disabled as there."""

from typing import Final

from tests.games.disabled import Disabled, Disablings
from tests.games.free_bet_blackjack import disabled as free_bet
from tests.games.free_bet_blackjack.disabled import BY_CARD, FOUR_HANDS, ORIGINAL_AT_MOST, TWO_CARDS
from tests.games.pontoon import disabled as pontoon
from tests.games.pontoon import disabled_irregularities as irregularities
from tests.games.pontoon.disabled import (
    ACE_ELEVEN,
    AFTER_CLOSE,
    BETTING,
    BUST,
    CONTROL,
    DEALER,
    DEALER_BUST,
    DOUBLE_MOST,
    DOUBLING,
    FLOW,
    FOLLOWING,
    HANDS,
    HIGHER_WINS,
    HOW_FAR,
    LOWER_LOSES,
    MAIN,
    NO_SPLIT_PONTOON,
    OFFERS,
    OWN_RANK_PAIR,
    PAIR,
    SIDE_WAGER,
    SPLITTING,
    STAND_OFF,
)
from tests.games.pontoon.disabled_irregularities import (
    CARDS,
    DESK,
    ESTABLISHED,
    LIMITS,
    PERSONS,
    REDEAL,
    SETTLEMENT,
    TOGETHER,
    WAITING,
    WITHDRAWAL,
)

BOOK: Final = "blackjack/rulebook.py"
CHOOSING: Final = "twenty_one/irregularities/players_choice.py"
UNDER13: Final = "twenty_one/wagers/under13.py"
OVER13: Final = "twenty_one/wagers/over13.py"

ELEVEN: Final = Disabled(HANDS, 'enumerate("A23456789TJQK", start=1)', 'enumerate("A23456789TJQK", start=0)')
NOT_ALIVE: Final = Disabled(HOW_FAR, "return round_.dealt and any(", "return False and any(")
BOX_MAXIMUM: Final = Disabled(BETTING, "if on_box + more > most:", "if False:")
BOX_MINIMUM: Final = Disabled(BETTING, "if 0 < on_box < least:", "if False:")
ABSENT: Final = Disabled(BOOK, "absent_soft_least=12,", "")
SEATED: Final = Disabled(CONTROL, "if player is not None and player != holder:", "if False:")
RECONSTRUCTED: Final = Disabled(CHOOSING, "and not stays and not at.settled:", "and not stays:")
CHOICE: Final = Disabled(
    CHOOSING,
    "return advance(allow_withdrawal(state, rules.irregularities.withdrawal), rules, out)",
    "return state",
)
STANDS: Final = pontoon.DECISIONS["3.27"]

DEFINITIONS: Final[Disablings] = {
    "1.2": NO_SPLIT_PONTOON,
    "1.3": free_bet.DEFINITIONS["1.1.2"],
    "1.6": DOUBLE_MOST,
    "1.8": Disabled(MAIN, 'if bet.fate == "even_money":', "if False:"),
    "1.9": Disabled(DEALER, """    if total > 21:
        return True""", """    if total > 21:
        return False"""),
    "1.10": pontoon.DEFINITIONS["1.1.2"],
    "1.11": ACE_ELEVEN,
    "1.12": pontoon.DECISIONS["3.28"],
    "1.14": DOUBLE_MOST,
    "1.15": pontoon.DEFINITIONS["1.1.4"],
    "1.16": Disabled(OFFERS, """if not round_.dealer or round_.dealer[0][0] != "A":
        raise Refused("insurance""", """if False:
        raise Refused("insurance"""),
    "1.17": NOT_ALIVE,
    "1.18": Disabled(OVER13, "if total > 13", "if total > 14"),
    "1.19": pontoon.WAGERS["3.4"],
    "1.21": OWN_RANK_PAIR,
    "1.23": pontoon.DEFINITIONS["1.1.9"],
    "1.24": Disabled(REDEAL, "    if layout is None:", "    if True:"),
    "1.25": pontoon.DEFINITIONS["1.1.11"],
    "1.26": Disabled(BOOK, "highest_bet_controls=True,", ""),
    "1.27": Disabled(HANDS, "return not rules.hard_21_may_draw or soft", "return False"),
    "1.28": free_bet.DEFINITIONS["1.1.18"]._replace(instead="return total, True"),
    "1.29": Disabled(SPLITTING, "if not same_value(hand.cards) or hand.pending:", "if hand.pending:"),
    "1.30": STANDS,
    "1.31": STAND_OFF,
    "1.32": SEATED,
    "1.33": BY_CARD,
    "1.34": Disabled(BOOK, 'surrender_against="23456789TJQK",', 'surrender_against="A23456789TJQK",'),
    "1.35": Disabled(UNDER13, "if total < 13", "if total < 12"),
    "1.36": irregularities.WRONG_CARDS["5.1.1"],
    "2.1.1.a": Disabled(BOOK, "areas_most=9,", "areas_most=10,"),
    "2.2.1": Disabled(BOOK, "decks_least=4,", "decks_least=3,"),
}  # fmt: skip

PLAYING: Final[Disablings] = {
    "3.1": HIGHER_WINS,
    "3.2": pontoon.WAGERS["3.4"],
    "3.2.1": ACE_ELEVEN,
    "3.2.2": ELEVEN,
    "3.2.3": pontoon.WAGERS["3.4"],
    "3.3": pontoon.WAGERS["3.1"],
    "3.5": BOX_MINIMUM,
    "3.6": BOX_MAXIMUM,
    "3.7": Disabled(BETTING, "bet = Bet(player, position, amount, amount)",
                    'bet = Bet(f"P{event.area}", position, amount, amount)'),
    "3.8": SEATED,
    "3.9": pontoon.WAGERS["3.17"],
    "3.10": AFTER_CLOSE,
    "3.11": Disabled(FLOW, "if held == 0:", "if held < 2:"),
    "3.12": Disabled(FLOW, "    if face_down:", "    if False:"),
    "3.13": Disabled(SIDE_WAGER, "return len(opening_cards(area)) == 2", "return False"),
    "3.13.1": Disabled(PAIR, "return ODDS,", "return None,"),
    "3.13.2": Disabled(
        UNDER13, "sum(POINTS[card[0]] for card in opening_cards(area))",
        "sum(11 if card[0] == 'A' else POINTS[card[0]] for card in opening_cards(area))",
    ),
    "3.13.2.a": Disabled(UNDER13, "if total < 13", "if total < 12"),
    "3.13.2.b": Disabled(OVER13, "if total > 13", "if total > 14"),
    "3.13.2.c": Disabled(UNDER13, "if total < 13", "if total <= 13"),
    "3.13.2.d": Disabled(
        BETTING, "if bound is None or not area.mains else min(side.amount, bound.most(area, side.player))", ""
    ),
    "3.13.2.e": Disabled(SIDE_WAGER, "area.hands[0].cards[:2]", "area.hands[0].cards"),
    "3.14": Disabled(OFFERS, 'round_.dealer[0][0] != "A" or not is_natural(hand):', "not is_natural(hand):"),
    "3.14.1": Disabled(OFFERS, 'raise Refused("the offer of even money is closed", clause)', "pass"),
    "3.14.2": Disabled(BOOK, "insurance_for_another=False,", ""),
    "3.14.2.a": pontoon.INSURANCE["3.26"],
    "3.14.2.b": free_bet.DEFINITIONS["1.1.12"],
    "3.15": Disabled(DEALER, "return rules.natural_waits and (", "return rules.natural_waits and False and ("),
    "3.16": Disabled(BOOK, "offers_close_by_word=False,", ""),
    "3.17": Disabled(BOOK, "hard_21_may_draw=True,", ""),
    "3.18": BUST,
    "3.19": Disabled(BOOK, "stand_least=12,", ""),
    "3.20": STANDS,
    "3.21": Disabled(OFFERS, "if len(area.hands) > 1:", "if False:"),
    "3.21.1": pontoon.DECISIONS["3.23.2"],
    "3.21.2": FOUR_HANDS,
    "3.21.3": ORIGINAL_AT_MOST,
    "3.22": Disabled(DOUBLING, TWO_CARDS, "if hand.pending:"),
    "3.22.1": Disabled(FOLLOWING, "if bet.joined:", "if False:"),
    "3.22.2": ORIGINAL_AT_MOST,
    "3.23": Disabled(BOOK, "dealer_hits_soft_17=False,", "dealer_hits_soft_17=True,"),
    "3.23.1": DEALER_BUST,
    "3.23.2": HIGHER_WINS,
    "3.23.3": LOWER_LOSES,
    "3.23.4": STAND_OFF,
    "4.1.1": free_bet.SETTLING["4.1"],
}  # fmt: skip

IRREGULARITIES: Final[Disablings] = {
    "5.1": BOX_MAXIMUM,
    "5.1.1": Disabled(LIMITS, "amount * most // shared // chip * chip", "amount"),
    "5.1.2": Disabled(LIMITS, "if amount < least:  # Blackjack 5.1.2", "if False:"),
    "5.2": BOX_MINIMUM,
    "5.2.1": Disabled(LIMITS, "        and not rules.limits_on_box\n", ""),
    "5.3": ABSENT,
    "5.4": Disabled(DESK, 'if kind == "power_failure":', "if False:"),
    "5.4.1": ESTABLISHED,
    "5.4.2": Disabled(WITHDRAWAL, "return void(state, round_, rules, clause, out)", "return state"),
    "5.5": Disabled(
        DESK,
        """out.append(RulingGiven(event.kind, "void", clause, text))
    return void(state, state.round, rules, clause, out)""",
        """out.append(RulingGiven(event.kind, "void", clause, text))
    return state""",
    ),
    "5.5.1": Disabled(DESK, '"foreign_card": clauses.void_foreign,', '"foreign_card": clauses.void_surplus,'),
    "5.5.2": Disabled(WAITING, "if drawn > shoe.decks:", "if False:"),
    "5.5.3": Disabled(PERSONS, "if rules.insufficient_cards_void:", "if False:"),
    "5.5.4": Disabled(DESK, '"unshuffled": clauses.void_unshuffled,', '"unshuffled": clauses.void_surplus,'),
    "5.6": irregularities.WRONG_CARDS["5.1.2"],
    "5.7": CHOICE,
    "5.7.1": Disabled(CHOOSING, "clauses.as_dealt_late if at.late else clauses.as_dealt", "clauses.as_dealt_late"),
    "5.7.2": irregularities.WRONG_CARDS["5.6.1"],
    "5.7.3": Disabled(FLOW, "if not live(hand):", "if not live(hand) and not hand.pending:"),
    "5.8": irregularities.WRONG_CARDS["5.4"],
    "5.9": Disabled(CHOOSING, "if _can_be_put_right(event) and not stays and", "if False and"),
    "5.10": RECONSTRUCTED,
    "5.10.1": RECONSTRUCTED,
    "5.10.2": Disabled(CARDS, "if state.overdraw:", "if False:"),
    "5.10.3": irregularities.DEAL["5.15"],
    "5.11": irregularities.WRONG_CARDS["5.5"],
    "5.12": irregularities.PEOPLE["5.23.1"],
    "5.12.1": Disabled(TOGETHER, "gone: tuple[str, ...] = cards", "gone: tuple[str, ...] = ()"),
    "5.12.2": Disabled(
        TOGETHER, "return advance(allow_withdrawal(state, rules.irregularities.withdrawal), rules, out)",
        "return state",
    ),
    "5.13": irregularities.PEOPLE["5.28"],
    "5.14": Disabled(BETTING, "before = 0 if own is None else", "before = 0 if True else"),
    "5.15": Disabled(BETTING, '("" if area.mains else rules.clauses.out_of_place)', '""'),
    "5.16": Disabled(SIDE_WAGER, "return area.opening or (", "return ("),
    "5.17": Disabled(SETTLEMENT, "stake=bet.stake + bet.added, net=0,", "stake=bet.stake, net=0,"),
    "5.19": irregularities.PEOPLE["6.1"],
}  # fmt: skip

BLACKJACK: Final[Disablings] = {**DEFINITIONS, **PLAYING, **IRREGULARITIES}
"""All of them."""
