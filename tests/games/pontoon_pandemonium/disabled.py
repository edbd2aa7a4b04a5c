"""How Pontoon Pandemonium's own clauses are disabled."""

from typing import Final

from tests.games.disabled import Disabled, Disablings
from tests.games.pontoon.disabled import BETTING, FLOW, PRIORITIES, THREE_WAGERS

JACKPOT: Final = "twenty_one/wagers/jackpot.py"

PANDEMONIUM: Final = "twenty_one/wagers/pandemonium.py"

WITH_A_PONTOON: Final = Disabled(PANDEMONIUM, "bool(area.hands) and is_natural(area.hands[0])", "bool(area.hands)")

OWN: Final[Disablings] = {
    "1.1.2": Disabled(PANDEMONIUM, "Odds(side.multiplier)", "Odds(2)"),
    "1.1.12": WITH_A_PONTOON,
    "1.1.13": Disabled(
        JACKPOT, "SetButton(lit=True, area=next_[0] + 1, player=player)", "SetButton(lit=False)"
    ),
    "2.2.4": Disabled("pontoon_pandemonium/rulebook.py", "(PAIR, PANDEMONIUM)", "(PAIR,)"),
    "3.15.2": WITH_A_PONTOON,
    "3.15.3": Disabled(BETTING, '("" if area.mains else rules.clauses.out_of_place)', '""'),
    "3.16": Disabled(
        PRIORITIES, "if side.player in totals:",
        'if side.player in totals and side.kind == "pair":',
    ),
    "3.17.1": THREE_WAGERS,
    "3.19.1": Disabled(JACKPOT, "range(len(round_.areas) - 1, -1, -1)", "range(len(round_.areas))"),
    "3.19.2": Disabled(JACKPOT, " and _has_winning_wager(round_, event.player)", " and False"),
    "3.29.1": Disabled(FLOW, "if rules.jackpot and jackpot.owed(round_) is not None:", "if False:"),
    "3.32": Disabled(PANDEMONIUM, "return None, (ON_A_PONTOON,)", "return Odds(1), (ON_A_PONTOON,)"),
    "4.2": Disabled(JACKPOT, "if event.value not in MULTIPLIERS:", "if False:"),
}  # fmt: skip
