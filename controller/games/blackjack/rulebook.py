"""Blackjack (RWS), version 5: how it differs."""

from typing import Final

from controller.games.twenty_one.clauses import Clauses, IrregularityClauses, PlayersChoiceClauses
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.wagers.over13 import OVER13
from controller.games.twenty_one.wagers.pair import PAIR
from controller.games.twenty_one.wagers.under13 import UNDER13

BLACKJACK: Final = Rulebook(
    game="blackjack",
    title="Blackjack (RWS), version 5",
    natural="blackjack",
    areas_least=1,
    areas_most=9,
    areas_default=7,
    decks_least=4,
    tens=True,
    side_wagers=(PAIR, UNDER13, OVER13),
    actions=frozenset({"hit", "stand", "double", "split", "surrender", "even_money"}),
    wagers_an_area=None,
    clauses=Clauses(
        decks="2.2.1", round_of_play="1.25",
        open="3.3", close="3.10", first_wager="3.11", limits="5.1", over_maximum="5.1.1",
        under_minimum="5.2.1", under_minimum_uncut="5.1.2", minimum_at_close="5.2", wager_count=None, side_count=None,
        side_takers=None, late_wager="5.8", late_withdrawal="5.8", seated="3.8", unseated="1.26", decides="3.8",
        out_of_place="5.15",
        deal="3.11", reveal="3.12", natural="3.15", pair_wager="3.13.1", split="3.21", split_tens=None,
        hand_count="3.21.2", split_free_amount=None, aces_once="3.21.2", aces_one_card="3.21.2",
        follow_split="3.21.1", second_card="3.21.2", follow_split_amount="3.21.1",
        follow_free_split=None, surrender="3.16", surrender_closed="3.16", surrender_after_split="3.21",
        surrender_void="3.16", surrender_settled="3.16", double="3.22", double_first="3.22", double_split="3.22",
        double_most="3.22", double_least="1.6", double_aces="3.22",
        double_one_card="3.22", double_complete="3.22", free_double=None, join_double="3.22.1",
        follow_double="3.22.1", rescue="3.22", double_stays="3.22", insurance="3.14.2", insurance_closed="3.14.2.a",
        insurance_offered="3.14.2.a",
        insurance_amount="3.14.2.a", insurance_settled="3.14.2.b", insurance_for_another="3.14.2",
        insurance_takers=None, even_money="3.14.1", stand="3.20", stand_least="3.19", hit="3.17", complete="3.17",
        bust="3.18", dealer_draws="3.23", pays="4.1.1", marker_pays=None, win_higher="3.23.2",
        win_dealer_bust="3.23.1", win_doubled=None, lose_lower="3.23.3", lose_bust="3.18", lose_natural="3.23.3",
        lose_doubled="3.22.2", lose_split="3.21.3", lose_split_doubled="3.21.3", stand_off="3.23.4",
        stand_off_naturals="3.15", stand_off_naturals_ace="3.14.1", push_22=None, win_natural=None,
        win_natural_22=None,
    ),
    irregularities=IrregularityClauses(
        void_foreign="5.5.1", void_surplus="5.5.2", void_missing="5.5.2", void_unshuffled="5.5.4",
        previous_stand="5.6", face_up="5.11", overdraw="5.10.2", next_card="5.9", card_refused="5.7", not_dealt="5.7",
        empty_area="5.10.3", insufficient="5.5.3", cut_card="5.19", absent="5.3", absent_other="5.3",
        together_drawn="5.12",
        together=("5.12", "5.12", "5.12"), together_declined=None, together_dealer="5.12.1",
        together_dealer_unseen=None, together_dealer_one=None, together_dealer_all=None, withdraw="5.7",
        withdrawal="5.7.3", power_failure="5.4", power_failure_established="5.4.1", power_failure_open="5.4.2",
        shift_manager="5.19",
    ),
    dealing_errors=PlayersChoiceClauses(
        choice="5.7", reconstructed="5.9", as_dealt="5.7.1", as_dealt_late="5.10.1",
    ),
    readings={"I12": ("final", "void"), "I18": ("lose", "stand_off")},
    hard_21_may_draw=True,
    stand_least=12,
    double_least_is_minimum=False,
    surrender_against="23456789TJQK",
    dealer_hits_soft_17=False,
    dealer_always_draws_out=True,
    insurance_for_another=False,
    offers_close_by_word=False,
    highest_bet_controls=True,
    limits_on_box=True,
    absent_soft_least=12,
    cards_may_be_refused=False,
    disclosure_decides=False,
    together_discarded_from_dealer=True,
    together_on_dealer_authority="pit_supervisor",
    insufficient_cards_void=True,
    power_failure_voids=True,
)  # fmt: skip
