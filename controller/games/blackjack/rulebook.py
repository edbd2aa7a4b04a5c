"""Blackjack (RWS), version 5: how it differs."""

from typing import Final

from controller.games.twenty_one.clauses import Clauses
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
        decks="2.2.1", areas=None, open="3.3", close="3.10", first_wager="3.11", limits="3.4", over_maximum="5.1.1",
        under_minimum="5.2.1", minimum_at_close="5.2", wager_count=None, side_count=None, late_wager="5.8",
        late_withdrawal="5.8", seated="3.8", unseated="1.26", out_of_place="5.15", deal="3.11", natural="3.15",
        pair_wager="3.13.1", split="3.21", hand_count="3.21.2", aces_once="3.21.2", aces_one_card="3.21.2",
        follow_split="3.21.1", surrender="3.16", surrender_closed="3.16", surrender_after_split="3.21", double="3.22",
        double_least="1.6", double_aces="3.22", double_one_card="3.22", double_complete="3.22",
        join_double="3.22.1", follow_double="3.22.1", rescue="3.22", insurance="3.14.2", insurance_closed="3.14.2.a",
        insurance_amount="3.14.2.a", insurance_settled="3.14.2.b", insurance_for_another="3.14.2",
        even_money="3.14.1", stand="3.20", hit="3.17", complete="3.17", bust="3.18", compare="3.23",
        dealer_draws="3.23", no_effect="3.23", pays="4.1.1", win_higher="3.23.2", win_dealer_bust="3.23.1",
        lose_lower="3.23.3", lose_bust="3.18", lose_natural="3.23.3", lose_doubled="3.22.2", lose_split="3.21.3",
        lose_split_doubled="3.21.3", stand_off="3.23.4", stand_off_naturals="3.15", stand_off_naturals_ace="3.14.1",
        win_natural=None, win_natural_22=None, void_cards="5.5", void_foreign="5.5.1", void_surplus="5.5.2",
        void_missing="5.5.2", void_unshuffled="5.5.4", previous_stand="5.6", overdraw="5.10.2", absent="5.3",
        absent_other="5.3", next_card="5.9", power_failure="5.4", insufficient="5.5.3", cut_card="5.19",
        shift_manager="5.19",
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
    house_options=True,
)  # fmt: skip
