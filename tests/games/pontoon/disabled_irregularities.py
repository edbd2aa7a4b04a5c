"""How sections 5 and 6 of Pontoon are disabled, by Pontoon's numbers."""

from typing import Final

from tests.games.disabled import Disabled, Disablings
from tests.games.pontoon.disabled import AFTER_CLOSE, BETTING, CONTROL, FLOW

CARDS: Final = "twenty_one/cards.py"
DESK: Final = "twenty_one/irregularities/kinds.py"
ERRORS: Final = "twenty_one/irregularities/dealing_errors.py"
STRAY: Final = "twenty_one/irregularities/stray_cards.py"
LIMITS: Final = "twenty_one/betting/limits.py"
PERSONS: Final = "twenty_one/irregularities/persons.py"
REDEAL: Final = "twenty_one/irregularities/redeal.py"
SETTLEMENT: Final = "twenty_one/settlement/ending.py"
TOGETHER: Final = "twenty_one/irregularities/simultaneous.py"
WAITING: Final = "twenty_one/waiting.py"
WITHDRAWAL: Final = "twenty_one/irregularities/withdrawal.py"

REFUSED_CARD: Final = Disabled(
    PERSONS, 'round_ = with_hand(round_, index, altered(hand, done="refused", acted=True, pending=""))', "pass"
)
REST_FOLLOWS: Final = Disabled(TOGETHER, "return (*first, *rest)", "return first")
ESTABLISHED: Final = Disabled(WITHDRAWAL, "if established(state, round_, rules):", "if False:")
ORDER_ON_DEALER: Final = Disabled(TOGETHER, "ordered = _ordered(cards, chosen[:1])", "ordered = cards")

WRONG_CARDS: Final[Disablings] = {
    "5.1": Disabled(WAITING, "if drawn > shoe.decks:", "if False:"),
    "5.1.1": Disabled(SETTLEMENT, 'status="void" if void_ else "settled",', 'status="settled",'),
    "5.1.2": Disabled(
        DESK, 'RulingGiven(event.kind, "record", clauses.previous_stand, text)',
        'RulingGiven(event.kind, "void", clause, text)',
    ),
    "5.2": Disabled(ERRORS, "return void(state, round_, rules, clauses.void, out)", "return state"),
    "5.3": AFTER_CLOSE,
    "5.4": Disabled(BETTING, "_require_betting(state, rules, rules.clauses.late_withdrawal)", "open_round(state)"),
    "5.5": Disabled(
        STRAY, 'RulingGiven(event.kind, "continue", rules.irregularities.face_up, text)',
        'RulingGiven(event.kind, "discard", rules.irregularities.face_up, text)',
    ),
    "5.6": Disabled(ERRORS, "    if event.reconstructable:", "    if False:"),
    "5.6.1": Disabled(REDEAL, "    if incomplete:", "    if False:"),
    "5.6.2": Disabled(ERRORS, "clauses.late if at.late else clauses.early", "clauses.early"),
    "5.7": Disabled(CARDS, "if state.overdraw:", "if False:"),
    "5.8": Disabled(CARDS, 'if round_.awaits == "decision":', "if False:"),
    "5.9": REFUSED_CARD,
    "5.10": Disabled(FLOW, 'if not state.kept or state.round is None or round_.awaits != "card":', "if True:"),
}  # fmt: skip

DEAL: Final[Disablings] = {
    "5.11": Disabled(ERRORS, "return reconstruct(state, round_, event, out, clauses.dealer_early)", "return state"),
    "5.12": Disabled(FLOW, "if not round_.dealer and round_.completing != place:", "if False:"),
    "5.12.1": Disabled(ERRORS, "completing=round_.turn", "completing=None"),
    "5.12.2": Disabled(FLOW, "missing = round_.dealt and not round_.dealer", "missing = False"),
    "5.13": Disabled(
        ERRORS,
        '''(5.13, 5.16)."""
    index = wagered_area(state, round_, event.area, clauses.area_early)
    at = stage(state, round_, rules, event)
    if not at.late:''',
        '''(5.16)."""
    index = wagered_area(state, round_, event.area, clauses.area_early)
    if False:''',
    ),
    "5.14": Disabled(ERRORS, "round_ = return_area(round_, index, clauses.area_late)", "pass"),
    "5.15": Disabled(STRAY, "    if event.layout is None:", "    if False:"),
    "5.16": Disabled(ERRORS, '    if event.option == "withdraw":', "    if False:"),
    "5.16.1": Disabled(ERRORS, "altered(hand, short=hand.acted or len(hand.cards) < 2)", "hand"),
    "5.16.2": Disabled(ERRORS, "round_ = return_area(round_, index, clauses.short_returned)", "pass"),
    "5.17": Disabled(
        ERRORS, "return let_act(state, round_, index, lift=event.layout is None)", "return state.with_round(round_)"
    ),
    "5.18": Disabled(ERRORS, "if len(later) > 1 or (later and len(round_.dealer) > 1):", "if False:"),
    "5.19": Disabled(PERSONS, "return state.with_round(altered(round_, reshuffling=True))", "return state"),
    "5.19.1": Disabled(CARDS, "drawn=tuple(drawn), cut=True)", "drawn=tuple(drawn))"),
    "5.20": Disabled(PERSONS, "return altered(state, shoe=altered(state.shoe, cut=True))", "return state"),
    "5.21": Disabled(CARDS, "if is_burned:", "if False:"),
    "5.21.1": Disabled(ERRORS, "return reconstruct(state, round_, event, out, clauses.burn_early)", "return state"),
    "5.21.2": Disabled(
        ERRORS,
        """    state, round_ = take_over(state, round_, event.layout, at)
    text = "The card stays in play""",
        """    text = "The card stays in play""",
    ),
}

PEOPLE: Final[Disablings] = {
    "5.22": Disabled(FLOW, "if total <= 11 or (soft", "if total <= 10 or (soft"),
    "5.22.1": Disabled(CONTROL, " and bet.player not in absent]", "]"),
    "5.23": Disabled(TOGETHER, "if sorted(last) != sorted(cards):", "if False:"),
    "5.23.1": Disabled(TOGETHER, "first = (chosen or cards)[:1]", "first = cards[:1]"),
    "5.23.1.1": REST_FOLLOWS,
    "5.23.2": Disabled(TOGETHER, "first = disclosed", "first = chosen or ()"),
    "5.23.2.1": REST_FOLLOWS,
    "5.23.3": Disabled(TOGETHER, "first = chosen or ()", "first = ()"),
    "5.23.3.1": Disabled(PERSONS, "if burned:", "if False:"),
    "5.23.4": Disabled(TOGETHER, "if RANK[event.authority] < RANK[needed]:", "if False:"),
    "5.23.4.1": ORDER_ON_DEALER,
    "5.23.4.2": REST_FOLLOWS,
    "5.23.4.3": Disabled(TOGETHER, "clause = _ordered(cards, disclosed), ()", "clause = cards, ()"),
    "5.23.4.4": REST_FOLLOWS,
    "5.23.4.5": Disabled(TOGETHER, "clause = ordered[:1], ordered[1:]", "clause = ordered[1:], ordered[:1]"),
    "5.23.4.6": Disabled(TOGETHER, "clause = ordered[:1], ordered[1:]", "clause = ordered, ()"),
    "5.24": REFUSED_CARD,
    "5.25": Disabled(WITHDRAWAL, "clause = round_.withdrawal", 'clause = round_.withdrawal or "5.25"'),
    "5.26": Disabled(LIMITS, "player in state.warned", "False"),
    "5.27": Disabled(LIMITS, "return min(amount, most)", "return amount"),
    "5.28": Disabled(SETTLEMENT, "    state.round = None", "    pass"),
    "5.29": ESTABLISHED,
    "5.29.1": Disabled(WITHDRAWAL, 'return altered(one, fate="returned", clause=clause)', "return one"),
    "5.29.2": ESTABLISHED,
    "6.1": Disabled(PERSONS, '_require(event, "shift_manager", clause)', "pass"),
    "6.2": Disabled(
        DESK, '[event.authority] < RANK["pit_supervisor"]:', '[event.authority] != RANK["pit_supervisor"]:'
    ),
}  # fmt: skip
