"""How the clauses of Poker are disabled, one by one, so that the clause's own test must fail.

Each constant is named after what no longer holds; clauses that one line of code decides together share it.
"""

from typing import Final

from tests.games.disabled import Disabled, Disablings

ACTIONS: Final = "poker/betting/actions.py"
BETTING: Final = "poker/betting/rounds.py"
BLINDS: Final = "poker/betting/blinds.py"
BOARD: Final = "poker/irregularities/board.py"
DEAL: Final = "poker/irregularities/deal.py"
DEALING: Final = "poker/dealing.py"
DESK: Final = "poker/irregularities/kinds.py"
FLOW: Final = "poker/flow.py"
OUT_OF_TURN: Final = "poker/betting/out_of_turn.py"
POTS: Final = "poker/showdown/pots.py"
RANKS: Final = "poker/showdown/ranks.py"
SEATING: Final = "poker/seating.py"
SETTLEMENT: Final = "poker/showdown/settlement.py"
SHOWDOWN: Final = "poker/showdown/showing.py"

FOLD_IS_FINAL: Final = Disabled(ACTIONS, "if betting.marks[position] == FOLDED:", "if False:")
IN_TURN: Final = Disabled(ACTIONS, "if position != betting.actor:", "if False:")
BIG_BLIND: Final = Disabled(BLINDS, "if number == due.big:", "if False:")
CALL_FOR_LESS: Final = Disabled(BETTING, "total = min(high, bet + betting.stacks[position])", "total = high")
NO_LIMIT: Final = Disabled(BETTING, "if amount > most:", "if amount > 10 * settings.big_blind:")
NO_CHECK: Final = Disabled(BETTING, 'if action == "check" and bet < high:', "if False:")
CHECK_OPEN: Final = NO_CHECK._replace(instead='if action == "check":')
ANSWERS: Final = Disabled(BETTING, "marks = [FOLDED if mark == FOLDED else FRESH for mark in marks]", "pass")
OPTION: Final = Disabled(BETTING, "if marks[position] == FRESH:", "if False:")
LEFT_OF_THE_BUTTON: Final = Disabled(
    BETTING,
    "actor=next_actor(bets, betting.stacks, marks, 0, len(marks) - 1)",
    "actor=next_actor(bets, betting.stacks, marks, 0, 0)",
)
LEFT_OF_THE_BIG_BLIND: Final = Disabled(
    FLOW, "return first_actor(betting, big_blind)", "return first_actor(betting, big_blind + 1)"
)
BURN: Final = Disabled(FLOW, "if len(deal.burns) <= street:", "if False:")
BEST: Final = Disabled(SETTLEMENT, "best = min(strengths", "best = max(strengths")
SHOWN: Final = Disabled(
    SETTLEMENT,
    "if len(showed) + len(hand.mucked) + hand.betting.marks.count(FOLDED) < len(hand.order):",
    "if False:",
)
STRENGTH: Final = "return int(evaluate_7cards(_ID[a], _ID[b], _ID[c], _ID[d], _ID[e], _ID[f], _ID[g]))"
SUITS: Final = Disabled(RANKS, STRENGTH, f'return "SHDC".index(a[1]) + {STRENGTH.removeprefix("return ")}')
CARDS_OF_A_RANK: Final = Disabled(
    RANKS,
    STRENGTH,
    f"found = {STRENGTH.removeprefix('return ')}\n"
    "    return next(weakest for weakest, _ in _RANKS if found <= weakest)",
)
BOTH_HOLE_CARDS: Final = Disabled(
    RANKS,
    STRENGTH,
    "from itertools import combinations\n"
    "    return min(evaluate_5cards(_ID[a], _ID[b], *(_ID[x] for x in three)) for three in combinations(board, 3))",
)
CONTRIBUTED: Final = Disabled(POTS, "for position in still_in if live[position] >= level", "for position in still_in")

DEFINITIONS: Final[Disablings] = {
    "1.1": FOLD_IS_FINAL,
    "1.2": Disabled(BETTING, "if amount is not None and amount != most:", "if False:"),
    "1.4": Disabled(BETTING, 'if (action == "bet") != (high == 0):', 'if action != "bet" and high == 0:'),
    "1.5": Disabled(FLOW, 'if hand.phase == "betting" and betting.actor == NOBODY:', "if False:"),
    "1.6": Disabled(POTS, "amounts, eligible = [sum(live)]", "amounts, eligible = [0]"),
    "1.7": BIG_BLIND,
    "1.8": Disabled(FLOW, "if not deal.burns:", "if False:"),
    "1.9": CALL_FOR_LESS,
    "1.11": Disabled(BETTING, "if amount is not None and amount != bet:", "if False:"),
    "1.14": Disabled(BLINDS, "_clockwise(state.settings.seats, state.button)", "_clockwise(state.settings.seats, 0)"),
    "1.17": Disabled(BETTING, "return len(able) <= 1", "return len(able) < 0"),
    "1.19": FOLD_IS_FINAL,
    "1.20": Disabled(SHOWDOWN, "if hand is None or not hand.betting.closed:", "if hand is None:"),
    "1.25": NO_LIMIT,
    "1.27": Disabled(BLINDS, "travelled = state.travelled + ((", "travelled = (("),
    "1.31": Disabled(POTS, "amounts, eligible = [sum(live)]", "amounts, eligible = [2 * max(live)]"),
    "1.32": Disabled(BETTING, "if total <= high and total < most:", "if False:"),
    "1.36": Disabled(BLINDS, "if state.hand is not None:", "if False:"),
    "1.39": Disabled(BLINDS, "live = min(seat.stack, live_owed)", "live = live_owed"),
    "1.43": Disabled(SETTLEMENT, 'status="void",', 'status="settled",'),
    "2.2.1": Disabled("poker/settings.py", "_check(table.decks == DECKS,", "_check(True,"),
}

TABLE_AND_HANDS: Final[Disablings] = {
    "3.1": BEST,
    "3.1.1": SUITS,
    "3.1.2": Disabled(RANKS, '(1599, "flush"),', '(1599, "straight"),'),
    "3.1.3": SUITS,
    "3.1.3(a)": CARDS_OF_A_RANK,
    "3.1.3(b)": CARDS_OF_A_RANK,
    "3.1.3(c)": CARDS_OF_A_RANK,
    "3.2": Disabled(SEATING, "if taken is not None and taken.stack:", "if False:"),
    "3.4": Disabled(BETTING, "if total < least and not all_in:", "if False:"),
    "3.5": Disabled(BETTING, "return betting.high + betting.last_raise", "return betting.high + 1"),
    "3.6": Disabled(SEATING, "if new and least is not None and stack < least:", "if False:"),
    "3.6.1": Disabled(SEATING, '_between_rounds(state, "The Table Stake grows", "3.6.1")', "pass"),
    "3.6.2": Disabled(SEATING, '_between_rounds(state, "A player leaves", "3.6.2")', "pass"),
    "3.7": Disabled(BLINDS, "button = event.button or _next_button(state)", "button = event.button or 1"),
    "3.8": Disabled(BLINDS, "first, rest = around[0], around[1:]", "first, rest = around[-1], around[:-1]"),
    "3.9.1": Disabled(FLOW, "holes = (*deal.holes, card)", "holes = (card, *deal.holes)"),
    "3.9.2": LEFT_OF_THE_BIG_BLIND,
    "3.9.2(a)": LEFT_OF_THE_BIG_BLIND,
    "3.9.2(b)": OPTION,
    "3.9.3": BURN,
    "3.9.4": NO_CHECK,
    "3.9.4(a)": LEFT_OF_THE_BUTTON,
    "3.9.4(b)": CHECK_OPEN,
    "3.9.4(c)": ANSWERS,
    "3.9.4(d)": NO_CHECK,
    "3.9.5": BURN,
    "3.9.6": BURN,
    "3.9.7": NO_CHECK,
    "3.10.1": Disabled(DEALING, "return 2 if community else COMMUNITY", "return 2"),
    "3.10.2": Disabled(FLOW, "holes=deal.holes + cards", "holes=cards + deal.holes"),
    "3.10.3": LEFT_OF_THE_BIG_BLIND,
    "3.10.3(a)": LEFT_OF_THE_BIG_BLIND,
    "3.10.3(b)": OPTION,
    "3.10.4": Disabled(FLOW, "if UNKNOWN in faces:", "if False:"),
    "3.10.5": NO_CHECK,
    "3.10.5(a)": LEFT_OF_THE_BUTTON,
    "3.10.5(b)": CHECK_OPEN,
    "3.10.5(c)": ANSWERS,
    "3.10.5(d)": NO_CHECK,
    "3.10.6": Disabled(FLOW, "[BOARD_SIZE[street] : BOARD_SIZE[street + 1]]", "[BOARD_SIZE[street] :][:3]"),
    "3.10.7": Disabled(DEALING, 'if hand.phase == "reveal":', "if False:"),
    "3.10.8": NO_CHECK,
}

SHOWDOWN_AND_ALL_IN: Final[Disablings] = {
    "3.11": Disabled(
        SHOWDOWN, 'if not hand.betting.closed or len(board) < BOARD_SIZE[RIVER] or "??" in board:', "if False:"
    ),
    "3.11.1": Disabled(FLOW, "return settlement.win_by_folds(state, hand, out)", "return state.with_hand(hand)"),
    "3.11.2": SHOWN,
    "3.11.2(a)": Disabled(SHOWDOWN, "return betting.aggressor", "return 0"),
    "3.11.2(b)": Disabled(SHOWDOWN, "if not hand.betting.closed:", "if not hand.marker:"),
    "3.11.2(c)": Disabled(
        SHOWDOWN,
        "return next(position for position, mark in enumerate(betting.marks) if mark != FOLDED)",
        "return len(betting.marks) - 1",
    ),
    "3.11.2(d)": Disabled(SHOWDOWN, "if own <= best:", "if own < best:"),
    "3.11.2(e)": BOTH_HOLE_CARDS,
    "3.12": Disabled(BETTING, "total = most\n", "total = high\n"),
    "3.12.1": Disabled(ACTIONS, "if not betting.stacks[position]:", "if False:"),
    "3.12.2": Disabled(BLINDS, "high=settings.big_blind,", "high=max(bets[present.index(due.big)], 0),"),
    "3.12.3": Disabled(BETTING, "if 2 * excess >= betting.last_raise:", "if True:"),
    "3.12.4": CONTRIBUTED,
    "3.13": Disabled(BETTING, "betting.last_raise = max(betting.last_raise, excess)", "pass"),
    "3.14": IN_TURN,
}

MONEY: Final[Disablings] = {
    "4.1": Disabled(POTS, "return taken - taken % settings.chip", "return taken"),
    "4.2": Disabled("poker/legal_moves.py", "if complete and hand.contending and", "if complete and"),
    "4.3": Disabled(POTS, "live[position] = matched", "pass"),
    "4.4": BEST,
    "4.5": Disabled(POTS, "enumerate(sorted(winners))", "enumerate(sorted(winners)[:1])"),
    "4.6": CONTRIBUTED,
    "4.6.1": CONTRIBUTED,
    "4.6.2": CONTRIBUTED,
}

OUTCOME_ESTABLISHED: Final = Disabled(DESK, "if any(mark == FOLDED and stack < brought for", "if True or any(mark for")
TAKEN_BACK: Final = Disabled(
    BOARD, "return state.with_hand(altered(hand, deal=take_back(hand.deal, street), came_early=False))", "return state"
)
TOO_MANY: Final = Disabled(
    BOARD, 'if event.reconstructable:\n        text = f"Leave', 'if True:\n        text = f"Leave'
)
RECONSTRUCTED: Final = Disabled(DEAL, "if not event.reconstructable:", "if True:")

IRREGULAR: Final[Disablings] = {
    "5.1": OUTCOME_ESTABLISHED,
    "5.1.1": OUTCOME_ESTABLISHED._replace(instead="if False and any(mark for"),
    "5.1.2": OUTCOME_ESTABLISHED._replace(instead="if any(mark == FOLDED for"),
    "5.2": Disabled(
        DESK,
        'return void_by(state, hand, event, _DECK[kind], "take in all cards, put the deck right and shuffle", out)',
        "return state",
    ),
    "5.2.1": Disabled(DESK, '"foreign_card": "5.2.1",', ""),
    "5.2.2": Disabled(DEALING, "if hand.deal.seen & BIT[card]:", "if False:"),
    "5.2.3": Disabled(DESK, '"insufficient_cards": "5.2.3",', ""),
    "5.2.4": Disabled(DESK, '"unshuffled": "5.2.4",', ""),
    "5.2.5": Disabled(
        DEAL,
        'position_of(hand, seat)\n    return void_by(state, hand, event, "5.2.5", TAKE_IN, out)',
        "position_of(hand, seat)\n    return state",
    ),
    "5.2.6": Disabled(DEAL, 'return void_by(state, hand, event, "5.2.6", TAKE_IN, out)', "pass"),
    "5.2.7": RECONSTRUCTED,
    "5.2.7(a)": RECONSTRUCTED._replace(instead="if False:"),
    "5.2.7(b)": Disabled(DEAL, 'return void_by(state, hand, event, "5.2.7(b)", TAKE_IN, out)', "pass"),
    "5.3": Disabled(DEAL, "return state.with_hand(changed)", "return state"),
    "5.4": Disabled(BLINDS, 'joins = seat.entry == "new" and not first_orbit', "joins = False"),
    "5.4.1": Disabled(BLINDS, 'if seat.entry == "relocated":', "if False:"),
    "5.4.2": Disabled(BLINDS, "if seat.missed_big:", "if False:"),
    "5.4.2(a)": Disabled(BLINDS, "if len(present) > 2 and", "if False and"),
    "5.4.2(b)": Disabled(BLINDS, "return (small, 0) if seat.missed_small else (0, 0)", "return 0, 0"),
    "5.4.2(c)": BIG_BLIND._replace(instead="if number == due.big and not seat.missed_small:"),
    "5.4.2(d)": BIG_BLIND._replace(instead="if number == due.big and not seat.missed_big:"),
    "5.5": Disabled(BLINDS, "if first not in present:", "if False:"),
    "5.6": Disabled(BLINDS, "seat.away and not seat.missed_big)", "seat.away)"),
    "5.7": Disabled(DEAL, "if event.looked or not event.reconstructable:", "if event.looked:"),
    "5.8": Disabled(BOARD, 'if event.reconstructable:\n        text = f"Burn', 'if False:\n        text = f"Burn'),
    "5.8.1": Disabled(
        BOARD,
        '"5.8.1", text))\n    return state.with_hand(_deal_again(state, hand, street))',
        '"5.8.1", text))\n    return state',
    ),
    "5.8.2": Disabled(BOARD, "stacks = tuple(stack + bet for", "stacks = tuple(stack + 0 * bet for"),
    "5.8.3": Disabled(
        BOARD,
        "marks=tuple(FOLDED if mark == FOLDED else FRESH for mark in betting.marks)",
        "marks=(FRESH,) * len(stacks)",
    ),
    "5.9": TAKEN_BACK,
    "5.10": TOO_MANY,
    "5.10.1": TOO_MANY,
    "5.10.2": TOO_MANY,
    "5.11": TAKEN_BACK,
    "5.12": IN_TURN,
    "5.12.1": Disabled(OUT_OF_TURN, 'if bound == "check" and total != betting.bets[position]:', "if False:"),
    "5.12.2": Disabled(OUT_OF_TURN, 'if bound == "no_raise" and total > betting.high:', "if False:"),
    "5.12.3": Disabled(ACTIONS, "betting = out_of_turn.forfeit(betting, position, event.seat, out)", "pass"),
    "5.12.4": Disabled(OUT_OF_TURN, 'return "stands"', 'return ""'),
    "5.13": Disabled(SHOWDOWN, "betting = fold(betting, position)", "pass"),
    "5.14": Disabled(
        SETTLEMENT,
        "seats = tuple(_as_before(old, now) for old, now in zip(hand.before, state.seats, strict=True))",
        "left = dict(zip(hand.order, hand.betting.stacks, strict=True))\n"
        "    seats = tuple(one and altered(one, stack=left[place]) for place, one in enumerate(state.seats, start=1))",
    ),
    "5.16": Disabled(DESK, 'if RANK[event.authority] < RANK["shift_manager"]:', "if False:"),
}

POKER: Final[Disablings] = {**DEFINITIONS, **TABLE_AND_HANDS, **SHOWDOWN_AND_ALL_IN, **MONEY, **IRREGULAR}
"""Every clause of poker that is decided in code."""
