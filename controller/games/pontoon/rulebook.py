"""Pontoon (MBS), version 6: how it differs. Its clauses are also the ground of Pontoon Pandemonium's."""

from typing import Final

from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.wagers.pair import PAIR

CLAUSES: Final = Clauses(
    decks="2.1", areas="Appendix A", open="3.1", close="3.2", first_wager="3.14", limits="3.6", over_maximum="5.27",
    under_minimum="5.26", minimum_at_close=None, wager_count="3.10", side_count="3.17.1", late_wager="5.3",
    late_withdrawal="5.4", seated="3.11", unseated="3.12", out_of_place="3.15.2", deal="3.18", natural="3.19",
    pair_wager="3.15.1", split="3.20", hand_count="3.21", aces_once="3.21.1", aces_one_card="3.22.1",
    follow_split="3.23", surrender="3.24", surrender_closed="3.24.1", surrender_after_split="3.24.3.1", double="3.25",
    double_least="1.1.1", double_aces="3.25.3", double_one_card="3.25.4", double_complete="3.29", join_double="3.25.5",
    follow_double="3.25.7", rescue="3.25.8", insurance="3.26", insurance_closed="3.26.2", insurance_amount="3.26",
    insurance_settled="3.26", insurance_for_another="3.26.3", even_money=None, stand="3.27", hit="3.28",
    complete="3.29", bust="3.31", compare="3.32", dealer_draws="3.33", no_effect="3.34", pays="4.1",
    win_higher="4.2.2", win_dealer_bust="4.2.3", lose_lower="4.3.1", lose_bust="4.3.2", lose_natural="4.3.3",
    lose_doubled="4.4.1", lose_split="4.4.1", lose_split_doubled="4.4.1", stand_off="4.5.1", stand_off_naturals=None,
    stand_off_naturals_ace=None, win_natural=None, win_natural_22=None, void_cards="5.1", void_foreign="5.1",
    void_surplus="5.1", void_missing="5.1", void_unshuffled="5.1", previous_stand="5.1.2", overdraw="5.7",
    absent="5.22", absent_other="5.22.1", next_card="5.8", power_failure="5.29", insufficient="5.19", cut_card="5.20",
    shift_manager="6.1",
)  # fmt: skip

PONTOON: Final = Rulebook(
    game="pontoon",
    title="Pontoon (MBS), version 6",
    natural="pontoon",
    areas_least=5,
    areas_most=8,
    areas_default=8,
    decks_least=4,
    tens=False,
    side_wagers=(PAIR,),
    actions=frozenset({"hit", "stand", "double", "split", "surrender", "rescue"}),
    wagers_an_area=3,
    clauses=CLAUSES,
    readings={"I4": ("each", "original")},
    twenty_one_wins_at_once=True,
    natural_waits=False,
    doubled_aces_count_one=True,
    surrender_against="AKQJ",
    surrender_waits=True,
    dealer_hits_soft_17=True,
    super_bonus=True,
)
