"""Free Bet Blackjack (MBS), version 3: how it differs."""

from typing import Final

from controller.games.twenty_one.clauses import Clauses, DealingErrorClauses, IrregularityClauses
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.wagers.busted import BUSTED
from controller.games.twenty_one.wagers.pair import PAIR
from controller.games.twenty_one.wagers.pot_of_gold import POT_OF_GOLD

FREE_BET_BLACKJACK: Final = Rulebook(
    game="free-bet-blackjack",
    title="Free Bet Blackjack (MBS), version 3",
    natural="blackjack",
    areas_least=1,
    areas_most=7,
    areas_default=7,
    decks_least=1,
    tens=True,
    side_wagers=(PAIR, BUSTED, POT_OF_GOLD),
    actions=frozenset({"hit", "stand", "double", "split", "surrender", "even_money", "free_double", "free_split"}),
    wagers_an_area=3,
    clauses=Clauses(
        decks="2.1", round_of_play="1.1.17",
        open="3.1", close="3.2", first_wager="3.14", limits="3.6", over_maximum="5.28",
        under_minimum="5.27", under_minimum_uncut=None, minimum_at_close=None, wager_count="3.10",
        side_count="3.17.1", side_takers="3.17.2", late_wager="5.3", late_withdrawal="5.4", seated="3.11",
        unseated="3.12", decides="3.14", out_of_place="3.15.4", deal="3.18", reveal=None, natural="3.19",
        pair_wager="3.15.1",
        split="3.21", split_tens="3.21.1", hand_count="3.22", split_free_amount="1.1.5", aces_once="3.22.1",
        aces_one_card="3.23.1",
        follow_split="3.24", second_card="3.23", follow_split_amount="3.24.1", follow_free_split="3.24.2",
        surrender="3.25", surrender_closed="3.25.1",
        surrender_after_split="3.25.1.1", surrender_void="3.25", surrender_settled="3.25", double="3.26",
        double_first="3.26.1", double_split="3.26.2", double_most="1.1.4",
        double_least="1.1.4", double_aces="3.26.3", double_one_card="3.26.4", double_complete="3.30",
        free_double="3.26.5", join_double="3.26.6", follow_double="3.26.8", rescue=None, double_stays="5.4",
        insurance="3.27",
        insurance_closed="3.27.2", insurance_offered="3.27.1", insurance_amount="3.27", insurance_settled="3.27",
        insurance_for_another="3.27.3",
        insurance_takers="3.27.4", even_money="3.20", stand="3.28", stand_least=None, hit="3.29", complete="3.30",
        bust="3.32", dealer_draws="3.34", pays="4.1", marker_pays="1.1.8.1", win_higher="4.4.2",
        win_dealer_bust="4.4.3", win_doubled=None, lose_lower="4.5.1", lose_bust="4.5.2", lose_natural="4.5.3",
        lose_doubled="4.6.1", lose_split="4.6.2", lose_split_doubled="3.24.4", stand_off="4.7.1",
        stand_off_naturals="4.7.2", stand_off_naturals_ace="3.20", push_22="4.7.3", win_natural="4.4.1",
        win_natural_22="4.4.4",
    ),
    irregularities=IrregularityClauses(
        void_foreign="5.1", void_surplus="5.1", void_missing="5.1", void_unshuffled="5.1", previous_stand="5.1.2",
        face_up="5.5", overdraw="5.7", next_card="5.8", card_refused="5.9", not_dealt="5.14", empty_area="5.15",
        insufficient="5.19", cut_card="5.20", absent="5.22", absent_other="5.22.1", together_drawn="5.23",
        together=("5.23.1", "5.23.2", "5.23.3"), together_declined="5.23.3.1", together_dealer="5.23.4",
        together_dealer_unseen="5.23.4.1", together_dealer_one="5.23.4.3", together_dealer_all="5.23.4.5",
        withdraw="5.25", withdrawal="5.25", power_failure="5.30", power_failure_established="5.30.2",
        power_failure_open="5.30.1", shift_manager="6.1",
    ),
    dealing_errors=DealingErrorClauses(
        void="5.2", early="5.6.1", late="5.6.2", dealer_early="5.11", dealer_late="5.12", area_early="5.13",
        area_late="5.14", short_acts="5.16.1", short_returned="5.16.2", skipped_acts="5.17", skipped_stands="5.18",
        burn_early="5.21.1", burn_late="5.21.2",
    ),
    readings={"I12": ("final", "void")},
    surrender_against="23456789TJQK",
    dealer_hits_soft_17=True,
    push_22=True,
    free_bets=True,
    free_double_totals=(9, 10, 11),  # 1.1.6, 3.26.5
    even_money_returns_insurance=True,
    late_insurance="5.26",
)  # fmt: skip
