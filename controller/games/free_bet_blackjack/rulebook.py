"""Free Bet Blackjack (MBS), version 3: how it differs."""

from typing import Final

from controller.games.twenty_one.clauses import Clauses
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
        decks="2.1", areas="Appendix A", open="3.1", close="3.2", first_wager="3.14", limits="3.6",
        over_maximum="5.28", under_minimum="5.27", minimum_at_close=None, wager_count="3.10", side_count="3.17.1",
        late_wager="5.3", late_withdrawal="5.4", seated="3.11", unseated="3.12", out_of_place="3.15.4", deal="3.18",
        natural="3.19", pair_wager="3.15.1", split="3.21", hand_count="3.22", aces_once="3.22.1",
        aces_one_card="3.23.1", follow_split="3.24", surrender="3.25", surrender_closed="3.25.1",
        surrender_after_split="3.25.1.1", double="3.26", double_least="1.1.4", double_aces="3.26.3",
        double_one_card="3.26.4", double_complete="3.30", join_double="3.26.6",
        follow_double="3.26.8", rescue=None, insurance="3.27",
        insurance_closed="3.27.2", insurance_amount="3.27", insurance_settled="3.27", insurance_for_another="3.27.3",
        even_money="3.20", stand="3.28", hit="3.29", complete="3.30", bust="3.32", compare="3.33",
        dealer_draws="3.34", no_effect="3.35", pays="4.1", win_higher="4.4.2", win_dealer_bust="4.4.3",
        lose_lower="4.5.1", lose_bust="4.5.2", lose_natural="4.5.3", lose_doubled="4.6.1", lose_split="4.6.2",
        lose_split_doubled="3.24.4", stand_off="4.7.1", stand_off_naturals="4.7.2", stand_off_naturals_ace="3.20",
        win_natural="4.4.1", win_natural_22="4.4.4", void_cards="5.1", void_foreign="5.1", void_surplus="5.1",
        void_missing="5.1", void_unshuffled="5.1", previous_stand="5.1.2", overdraw="5.7", absent="5.22",
        absent_other="5.22.1", next_card="5.8", power_failure="5.30", insufficient="5.19", cut_card="5.20",
        shift_manager="6.1",
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
