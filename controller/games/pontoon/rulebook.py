"""Pontoon (MBS), version 6: how it differs. Its clauses are also the ground of Pontoon Pandemonium's."""

from typing import Final

from controller.games.twenty_one.clauses import Clauses, DealingErrorClauses, IrregularityClauses, SuperBonusClauses
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.wagers.pair import PAIR

CLAUSES: Final = Clauses(
    decks="2.1", round_of_play="1.1.11",
    open="3.1", close="3.2", first_wager="3.14", limits="3.6", over_maximum="5.27", under_minimum="5.26",
    under_minimum_uncut=None, minimum_at_close=None, wager_count="3.10", side_count="3.17.1", side_takers="3.17.2",
    late_wager="5.3", late_withdrawal="5.4", seated="3.11", unseated="3.12", decides="3.14", out_of_place="3.15.2",
    deal="3.18",
    reveal=None, natural="3.19", pair_wager="3.15.1", split="3.20", split_tens=None, hand_count="3.21",
    split_free_amount=None,
    aces_once="3.21.1", aces_one_card="3.22.1", follow_split="3.23", second_card="3.22", follow_split_amount="3.23.1",
    follow_free_split=None, surrender="3.24",
    surrender_closed="3.24.1", surrender_after_split="3.24.3.1", surrender_void="3.24.2", surrender_settled="3.24.3",
    double="3.25", double_first="3.25.1", double_split="3.25.2", double_most="3.25", double_least="1.1.1",
    double_aces="3.25.3", double_one_card="3.25.4", double_complete="3.29",
    free_double=None, join_double="3.25.5", follow_double="3.25.7", rescue="3.25.8", double_stays="3.25.8",
    insurance="3.26",
    insurance_closed="3.26.2", insurance_offered="3.26.1", insurance_amount="3.26", insurance_settled="3.26",
    insurance_for_another="3.26.3",
    insurance_takers="3.26.4", even_money=None, stand="3.27", stand_least=None, hit="3.28", complete="3.29",
    bust="3.31", dealer_draws="3.33", pays="4.1", marker_pays=None, win_higher="4.2.2", win_dealer_bust="4.2.3",
    win_doubled="4.1.1.4", lose_lower="4.3.1", lose_bust="4.3.2", lose_natural="4.3.3", lose_doubled="4.4.1",
    lose_split="4.4.1", lose_split_doubled="4.4.1", stand_off="4.5.1", stand_off_naturals=None,
    stand_off_naturals_ace=None, push_22=None, win_natural=None, win_natural_22=None,
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
    irregularities=IrregularityClauses(
        void_foreign="5.1", void_surplus="5.1", void_missing="5.1", void_unshuffled="5.1", previous_stand="5.1.2",
        face_up="5.5", overdraw="5.7", next_card="5.8", card_refused="5.9", not_dealt="5.14", empty_area="5.15",
        insufficient="5.19", cut_card="5.20", absent="5.22", absent_other="5.22.1", together_drawn="5.23",
        together=("5.23.1", "5.23.2", "5.23.3"), together_declined="5.23.3.1", together_dealer="5.23.4",
        together_dealer_unseen="5.23.4.1", together_dealer_one="5.23.4.3", together_dealer_all="5.23.4.5",
        withdraw="5.25", withdrawal="5.25", power_failure="5.29", power_failure_established="5.29.2",
        power_failure_open="5.29.1", shift_manager="6.1",
    ),
    dealing_errors=DealingErrorClauses(
        void="5.2", early="5.6.1", late="5.6.2", dealer_early="5.11", dealer_late="5.12", area_early="5.13",
        area_late="5.14", short_acts="5.16.1", short_returned="5.16.2", skipped_acts="5.17", skipped_stands="5.18",
        burn_early="5.21.1", burn_late="5.21.2",
    ),
    readings={"I4": ("each", "original")},
    twenty_one_wins_at_once=True,
    natural_waits=False,
    doubled_aces_count_one=True,
    surrender_against="AKQJ",
    surrender_waits=True,
    dealer_hits_soft_17=True,
    super_bonus=SuperBonusClauses(paid="4.1.1", own="4.1.1.1", others="4.1.1.2"),
)  # fmt: skip
