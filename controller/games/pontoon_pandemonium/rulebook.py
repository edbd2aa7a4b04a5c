"""Pontoon Pandemonium (MBS), version 5: Pontoon with the jackpot button, the multiplier meter and their wager."""

from dataclasses import replace
from typing import Final

from controller.games.pontoon.rulebook import CLAUSES, PONTOON
from controller.games.twenty_one.wagers.pair import PAIR
from controller.games.twenty_one.wagers.pandemonium import PANDEMONIUM

PONTOON_PANDEMONIUM: Final = replace(
    PONTOON,
    game="pontoon-pandemonium",
    title="Pontoon Pandemonium (MBS), version 5",
    areas_most=7,
    areas_default=7,
    side_wagers=(PAIR, PANDEMONIUM),
    clauses=replace(
        CLAUSES, round_of_play="1.1.14",
        out_of_place="3.15.3", win_higher="4.3.2", win_dealer_bust="4.3.3", lose_lower="4.4.1",
        lose_bust="4.4.2", lose_natural="4.4.3", lose_doubled="4.5.1", lose_split="4.5.1",
        lose_split_doubled="4.5.1", stand_off="4.6.1",
    ),
)  # fmt: skip
