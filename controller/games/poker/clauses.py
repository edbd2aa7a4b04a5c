"""The clause table of Poker (RWS) Version 7: where each numbered clause is decided, and the test that pins it.

`test` names the file and the rest of the function's name: the test of 3.12.3 in `rounds` is
`tests/games/poker/betting/test_rounds.py::test_3_12_3_…`. Definitions that decide nothing by themselves say where they
are used; what only people can do says so.
"""

from typing import Final

from controller.games.clauses import Clause

_DECIDED: Final = {
    "1.1": ("who has not folded", "betting.actions.act", "words::active_player"),
    "1.2": ("All-in is everything", "betting.rounds.total_of", "words::all_in_is_everything"),
    "1.4": ("a BET opens, it is no call or raise", "betting.rounds.total_of", "words::a_bet_opens_the_betting"),
    "1.5": ("when a Betting Round ends", "betting.rounds.next_actor", "words::betting_round_ends_when_matched"),
    "1.6": ("the two Blinds can win the Pot", "showdown.pots.build", "words::blind_wins_the_pot"),
    "1.7": (
        "the Big Blind, twice the small one",
        "betting.blinds.open_blinds",
        "words::big_blind_second_from_the_button",
    ),
    "1.8": ("a Burnt Card before each deal", "flow.place", "words::a_burnt_card_before_each_deal"),
    "1.9": ("a Call matches, or is All-in for less", "betting.rounds.total_of", "words::call_matches_or_is_all_in"),
    "1.11": ("a Check puts nothing in", "betting.rounds.total_of", "words::check_puts_nothing_in"),
    "1.14": ("the button moves clockwise", "betting.blinds.open_blinds", "words::button_moves_clockwise"),
    "1.17": (
        "the Final Betting Round may come before the 4th",
        "betting.rounds.nobody_can_bet",
        "words::final_betting_round_where_nobody_can_bet",
    ),
    "1.19": ("a Fold is final", "betting.actions.act", "words::fold_is_final"),
    "1.20": ("what the Game Marker says", "showdown.showing.turn_marker", "words::marker_turned_after_the_final_round"),
    "1.25": ("No Limit", "betting.rounds.total_of", "words::no_limit"),
    "1.27": ("an Orbit of the button", "betting.blinds.open_blinds", "words::orbit_counts_the_way_of_the_button"),
    "1.31": ("the Pot is all that was put in", "showdown.pots.build", "words::pot_is_all_that_was_put_in"),
    "1.32": ("a Raise is more than the Bet", "betting.rounds.total_of", "words::raise_is_more_than_the_bet"),
    "1.36": (
        "a Round of play, from blinds to settlement",
        "betting.blinds.open_blinds",
        "words::round_runs_to_its_settlement",
    ),
    "1.39": ("the Small Blind", "betting.blinds.open_blinds", "words::small_blind_of_a_short_stack"),
    "1.43": ("a Void round has no result", "showdown.settlement.void", "words::void_has_no_result"),
    "2.2.1": ("one deck of 52", "dealing.card_drawn", "play::single_deck"),
    "3.1": ("the highest hand wins", "showdown.settlement.settle_when_decided", "play::highest_five_card_hand_wins"),
    "3.1.1": (
        "order of cards, suits equal",
        "showdown.ranks.strength",
        "play::suits_are_equal_and_the_ace_is_high_or_low",
    ),
    "3.1.2": ("order of ranks", "showdown.ranks.played", "play::ranks"),
    "3.1.3": ("equal ranks", "showdown.ranks.strength", "play::equal_ranks_by_their_cards"),
    "3.1.3(a)": ("the higher straight", "showdown.ranks.strength", "play::longer_straight"),
    "3.1.3(b)": ("the higher kicker", "showdown.ranks.strength", "play::kicker_of_a_pair"),
    "3.1.3(c)": ("the higher odd card", "showdown.ranks.strength", "play::odd_cards"),
    "3.2": ("Seated Players only", "seating.join", "play::seated_players_only"),
    "3.4": ("No Limit but for 3.5", "betting.rounds.total_of", "play::no_limit_but_for_the_least_raise"),
    "3.5": ("the least raise", "betting.rounds.least_raise", "play::least_raise"),
    "3.6": ("the Table Stake and its limits", "seating.join", "play::table_stake_within_the_limits"),
    "3.6.1": ("it grows between rounds only", "seating.add_stack", "play::stake_grows_between_rounds_only"),
    "3.6.2": ("it is never reduced", "seating.leave", "play::stake_is_not_reduced"),
    "3.7": ("where the button begins", "betting.blinds.open_blinds", "play::button_on_the_dealers_left_first"),
    "3.8": ("who posts the Blinds, also of two", "betting.blinds.open_blinds", "play::blinds_left_of_the_button"),
    "3.9.1": (
        "burn, then one card at a time",
        "flow.place",
        "dealing::one_card_at_a_time_from_the_buttons_left",
    ),
    "3.9.2": (
        "the 1st Betting Round",
        "flow.start_betting",
        "dealing::first_round_begins_left_of_the_big_blind",
    ),
    "3.9.2(a)": ("who begins it", "flow.start_betting", "turns::first_to_act"),
    "3.9.2(b)": ("the Big Blind's option", "betting.rounds.next_actor", "turns::big_blind_option"),
    "3.9.3": ("burn and Flop", "flow.place", "dealing::burn_and_flop_after_the_first_round"),
    "3.9.4": ("the 2nd Betting Round", "betting.rounds.next_street", "dealing::second_round_begins_left_of_the_button"),
    "3.9.4(a)": ("who begins it", "betting.rounds.next_street", "turns::left_of_the_button"),
    "3.9.4(b)": ("after a check", "betting.rounds.total_of", "turns::after_a_check"),
    "3.9.4(c)": ("a bet after checks", "betting.rounds.next_actor", "turns::a_bet_after_checks"),
    "3.9.4(d)": ("no check after a bet", "betting.rounds.total_of", "turns::no_check_after_a_bet"),
    "3.9.5": ("burn and Turn", "flow.place", "dealing::turn_after_the_second_round"),
    "3.9.6": ("burn and River", "flow.place", "dealing::river_after_the_third_round"),
    "3.9.7": ("later rounds alike", "betting.rounds.next_street", "dealing::later_rounds_go_like_the_second"),
    "3.10.1": ("five Community Cards face down", "dealing.set_dispensed", "dealing::five_community_cards_first"),
    "3.10.2": ("a set of two to each", "dealing.set_dispensed", "dealing::two_cards_to_each_player"),
    "3.10.3": ("the 1st Betting Round", "flow.start_betting", "dealing::first_round_with_a_shuffler"),
    "3.10.3(a)": ("who begins it", "flow.start_betting", "turns::first_to_act"),
    "3.10.3(b)": ("the Big Blind's option", "betting.rounds.next_actor", "turns::big_blind_option"),
    "3.10.4": ("the Flop is revealed", "dealing.reveal", "dealing::flop_is_revealed_after_the_first_round"),
    "3.10.5": ("the 2nd Betting Round", "betting.rounds.next_street", "dealing::second_round_with_a_shuffler"),
    "3.10.5(a)": ("who begins it", "betting.rounds.next_street", "turns::left_of_the_button"),
    "3.10.5(b)": ("after a check", "betting.rounds.total_of", "turns::after_a_check"),
    "3.10.5(c)": ("a bet after checks", "betting.rounds.next_actor", "turns::a_bet_after_checks"),
    "3.10.5(d)": ("no check after a bet", "betting.rounds.total_of", "turns::no_check_after_a_bet"),
    "3.10.6": ("the Turn is revealed", "dealing.reveal", "dealing::turn_is_revealed_after_the_second_round"),
    "3.10.7": ("the River is revealed", "dealing.reveal", "dealing::river_is_revealed_after_the_third_round"),
    "3.10.8": ("later rounds alike", "betting.rounds.next_street", "dealing::later_rounds_with_a_shuffler"),
    "3.11": ("hands after the marker", "showdown.showing.show", "showing::marker_before_the_hands"),
    "3.11.1": ("one left need not show", "showdown.settlement.win_by_folds", "showing::one_player_left_need_not_show"),
    "3.11.2": ("two or more show", "showdown.showing.show", "showing::hands_are_shown"),
    "3.11.2(a)": ("the last raiser first", "showdown.showing.first_to_show", "showing::last_raiser_shows_first"),
    "3.11.2(b)": ("shown before the marker", "showdown.showing.show", "showing::shown_before_the_marker_is_valid"),
    "3.11.2(c)": (
        "after checks, or one bet",
        "showdown.showing.first_to_show",
        "showing::first_left_of_the_button_or_first_bettor",
    ),
    "3.11.2(d)": ("who else must show", "showdown.showing.must_show", "showing::equal_or_higher_hands_are_shown"),
    "3.11.2(e)": ("any five of seven", "showdown.ranks.strength", "showing::board_plays"),
    "3.12": ("All-in to bet, call or raise", "betting.rounds.put_in", "rounds::all_in_to_bet_call_or_raise"),
    "3.12.1": ("All-in for less", "betting.actions.act", "rounds::short_stack_stays_in_without_further_bets"),
    "3.12.2": ("the call stays what it was", "betting.rounds.put_in", "rounds::others_call_the_previous_amount"),
    "3.12.3": ("less than half a raise", "betting.rounds.put_in", "rounds::less_than_half_a_raise_is_no_raise"),
    "3.12.4": ("only Pots contributed to", "showdown.pots.build", "rounds::only_pots_contributed_to"),
    "3.13": ("no raise below the one before", "betting.rounds.least_raise", "rounds::no_raise_below_the_one_before"),
    "3.14": ("actions bind", "betting.actions.act", "rounds::an_action_is_binding"),
    "4.1": ("the Rake and its cap", "showdown.pots.build", "settlement::rake_is_a_percentage_down_to_the_chip"),
    "4.2": ("no division by agreement", "engine.step", "settlement::no_division_by_agreement"),
    "4.3": ("uncalled bets", "showdown.pots.stakes", "settlement::uncalled_bet_is_not_raked"),
    "4.4": ("the highest hand", "showdown.settlement.settle_when_decided", "settlement::highest_hand_wins"),
    "4.5": ("equal hands, odd chips", "showdown.pots.split", "settlement::equal_hands_divide_the_pot"),
    "4.6": ("Main and Side Pots", "showdown.pots.build", "settlement::pots_are_resolved_from_the_main_pot_on"),
    "4.6.1": (
        "what an All-in player wins",
        "showdown.pots.build",
        "settlement::all_in_player_wins_what_he_contributed_to",
    ),
    "4.6.2": ("Side Pots", "showdown.pots.build", "settlement::side_pot_to_the_best_of_its_contributors"),
    "5.1": ("technical interruption", "irregularities.kinds.report", "desk::power_failure"),
    "5.1.1": ("an outcome established", "irregularities.kinds.report", "desk::power_failure_after_a_bet_was_lost"),
    "5.1.2": ("none established", "irregularities.kinds.report", "desk::power_failure_voids"),
    "5.2": ("what voids the round", "irregularities.kinds.report", "deal::deck_is_not_right"),
    "5.2.1": ("a foreign card", "irregularities.kinds.report", "deal::card_that_is_not_of_the_set"),
    "5.2.2": ("shortage or excess", "dealing.card_drawn", "deal::excess_of_cards"),
    "5.2.3": ("insufficient cards", "irregularities.kinds.report", "deal::insufficient_cards"),
    "5.2.4": ("not shuffled", "irregularities.kinds.report", "deal::unshuffled_cards"),
    "5.2.5": (
        "two cards exposed",
        "irregularities.deal.hole_cards_exposed",
        "deal::two_cards_exposed_in_the_initial_deal",
    ),
    "5.2.6": ("a wrong number", "irregularities.deal.wrong_hole_count", "deal::wrong_number_of_cards"),
    "5.2.7": ("a hand too few or many", "irregularities.deal.extra_hand", "deal::hand_left_out_or_extra"),
    "5.2.7(a)": (
        "nobody looked, no Reconstruction",
        "irregularities.deal.hand_left_out",
        "deal::not_looked_and_not_reconstructable",
    ),
    "5.2.7(b)": ("somebody looked", "irregularities.deal.hand_left_out", "deal::looked"),
    "5.3": ("a card face up", "irregularities.deal.face_up_card", "deal::exposed_card_is_discarded"),
    "5.4": ("a new player pays", "betting.blinds.open_blinds", "seating::new_player_pays_the_big_blind"),
    "5.4.1": ("a relocated player", "betting.blinds.open_blinds", "seating::relocated_player_pays_the_big_blind_alone"),
    "5.4.2": ("missed blinds", "betting.blinds.open_blinds", "seating::missed_blinds_are_paid_on_return"),
    "5.4.2(a)": ("back at the button", "betting.blinds.open_blinds", "seating::waits_for_the_button_to_pass"),
    "5.4.2(b)": ("back elsewhere", "betting.blinds.open_blinds", "seating::where_no_blind_is_due_the_small_blind"),
    "5.4.2(c)": (
        "back at the Big Blind",
        "betting.blinds.open_blinds",
        "seating::at_the_big_blind_the_big_blind_alone",
    ),
    "5.4.2(d)": ("both missed", "betting.blinds.open_blinds", "seating::both_missed_at_the_big_blind"),
    "5.5": ("absent Small Blind", "betting.blinds.open_blinds", "seating::no_small_blind_where_its_seat_is_absent"),
    "5.6": ("absent Big Blind", "betting.blinds.open_blinds", "seating::absent_big_blind_passes_to_the_left"),
    "5.7": ("first burn forgotten", "irregularities.deal.first_burn_missed", "deal::first_burn_missed"),
    "5.8": ("burn forgotten", "irregularities.board.burn_missed", "board::burn_missed_and_reconstructed"),
    "5.8.1": ("shuffled back", "irregularities.board.burn_missed", "board::burn_missed_and_shuffled"),
    "5.8.2": ("Bets returned", "irregularities.board.burn_missed", "board::affected_bets_are_returned"),
    "5.8.3": ("folds stand", "irregularities.board.burn_missed", "board::who_has_folded_stays_out"),
    "5.9": ("Flop exposed", "irregularities.board.flop_exposed", "board::flop_exposed_early"),
    "5.10": ("too many Flop Cards", "irregularities.board.too_many_community", "board::too_many_flop_cards"),
    "5.10.1": ("too many Turn Cards", "irregularities.board.too_many_community", "board::too_many_turn_cards"),
    "5.10.2": ("too many River Cards", "irregularities.board.too_many_community", "board::too_many_river_cards"),
    "5.11": (
        "Turn or River exposed",
        "irregularities.board.community_exposed",
        "board::turn_or_river_exposed_early",
    ),
    "5.12": ("Out of Turn", "betting.out_of_turn.record", "out_of_turn::the_action_is_retracted"),
    "5.12.1": ("after checks", "betting.out_of_turn.bond", "out_of_turn::after_checks_it_must_check"),
    "5.12.2": ("after a smaller bet", "betting.out_of_turn.bond", "out_of_turn::after_a_smaller_or_equal_bet_no_raise"),
    "5.12.3": ("after a bigger bet", "betting.out_of_turn.forfeit", "out_of_turn::folding_forfeits_the_bet"),
    "5.12.4": ("after a fold", "betting.out_of_turn.let_stand", "out_of_turn::after_a_fold_the_bet_stands"),
    "5.13": ("exposed hands are folded", "showdown.showing.fold_exposed", "desk::exposed_hole_cards_are_folded"),
    "5.14": ("Void returns all Bets", "showdown.settlement.void", "desk::void_returns_all_bets"),
    "5.16": ("anything else", "irregularities.kinds.report", "desk::other_is_decided_by_the_shift_manager"),
}

_FOR_PEOPLE: Final = {
    "1.3": ("Bet and wager", "one word for another"),
    "1.5(a)": ("the 1st Betting Round", "names a time: 3.9.2 and 3.10.3 decide"),
    "1.5(b)": ("the 2nd Betting Round", "names a time: 3.9.4 and 3.10.5 decide"),
    "1.5(c)": ("the 3rd Betting Round", "names a time: 3.9.7 and 3.10.8 decide"),
    "1.5(d)": ("the 4th Betting Round", "names a time: 3.9.7 and 3.10.8 decide"),
    "1.10": ("the Card Shoe", "names a device: 3.9 says what it deals"),
    "1.12": ("Community Cards", "names cards: 3.11.2 e says how they are used"),
    "1.13": ("the Dealer", "names a person"),
    "1.15": ("the shuffler", "names a device: 3.10 says what it deals"),
    "1.16": ("the Five-card Hand", "names cards: 3.1 and 3.11.2 e decide"),
    "1.18": ("the Flop Cards", "names cards: 3.9.3 and 3.10.4 decide"),
    "1.20(i)": ("BETTING ROUND", "the side of a disc that the Dealer turns: 5.13 says what exposure costs"),
    "1.20(ii)": ("SHOWDOWN", "the side of a disc that the Dealer turns: 3.11 decides"),
    "1.21": ("the Hand", "names cards"),
    "1.22": ("the Hole Cards", "names cards: 3.9.1 and 3.10.2 decide"),
    "1.23": ("the House", "names a party"),
    "1.24": ("the Initial Deal", "names a time: 3.9.1 and 3.10.2 decide"),
    "1.26": ("the Main Pot", "names a Pot: 4.6 decides"),
    "1.28": ("Out of Turn", "names an action: 5.12 decides"),
    "1.29": ("Pit Employees", "names persons; their authority comes with each event"),
    "1.30": ("the Player", "names a person"),
    "1.33": ("the Rake", "names a fee: 4.1 decides"),
    "1.34": ("Reconstruction", "cards are moved on the table by hand: 5.2.6, 5.2.7, 5.7, 5.8 and 5.10 decide when"),
    "1.35": ("the River Card", "names a card: 3.9.6 and 3.10.7 decide"),
    "1.37": ("the Seated Player", "names a person: 3.2 decides"),
    "1.38": ("Side Pots", "names Pots: 4.6 decides"),
    "1.40": ("the Standing Player", "names a person: 3.2 decides"),
    "1.41": ("the Table Stake", "names chips: 3.6 decides"),
    "1.42": ("the Turn Card", "names a card: 3.9.5 and 3.10.6 decide"),
    "2.1": ("the layout", "a heading"),
    "2.1.1": ("the layout of Appendix A", "the table's cloth is before everybody's eyes"),
    "2.2": ("the cards", "a heading"),
    "3.3": ("no decision for another", "the console cannot know who spoke: the Dealer watches"),
    "3.9": ("dealing from a shoe", "a heading: the table line says `dealing`"),
    "3.10": ("dealing from a shuffler", "a heading: the table line says `dealing`"),
    "5.15": ("Bets placed for a Player", "a Pit Employee moves the chips; the event names the seat"),
}


_ROOMS: Final = {
    "rounds": "betting/", "turns": "betting/", "out_of_turn": "betting/", "showing": "showdown/",
    "settlement": "showdown/", "board": "irregularities/", "deal": "irregularities/", "desk": "irregularities/",
}  # fmt: skip
"""The room of a test file; of those not named, none."""


def _test(number: str, named: str) -> str:
    file, rest = named.split("::")
    letters = "".join(character if character.isalnum() else "_" for character in number.rstrip(")"))
    return f"tests/games/poker/{_ROOMS.get(file, '')}test_{file}.py::test_{letters}_{rest}"


def _key(clause: Clause) -> list[tuple[int, str]]:
    parts = clause.number.replace("(", ".").rstrip(")").split(".")
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


CLAUSES: Final[tuple[Clause, ...]] = tuple(
    sorted(
        [
            *(
                Clause(number, about, where=f"controller.games.poker.{where}", test=_test(number, test))
                for number, (about, where, test) in _DECIDED.items()
            ),
            *(Clause(number, about, people=why) for number, (about, why) in _FOR_PEOPLE.items()),
        ],
        key=_key,
    )
)
"""Every numbered clause, in the order of the document."""
