"""Under which number each rule stands in a game's document."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """The numbers, in one game's document, of the rules that the mechanics apply."""

    decks: str
    areas: str | None
    open: str
    close: str
    first_wager: str
    limits: str
    over_maximum: str
    under_minimum: str
    minimum_at_close: str | None
    wager_count: str | None
    side_count: str | None
    late_wager: str
    late_withdrawal: str
    seated: str
    unseated: str
    out_of_place: str
    deal: str
    natural: str
    pair_wager: str
    split: str
    hand_count: str
    aces_once: str
    aces_one_card: str
    follow_split: str
    surrender: str
    surrender_closed: str
    surrender_after_split: str
    double: str
    double_least: str
    double_aces: str
    double_one_card: str
    double_complete: str
    """A hand that the rules have completed is not doubled."""
    join_double: str
    follow_double: str
    rescue: str | None
    insurance: str
    insurance_closed: str
    insurance_amount: str
    insurance_settled: str
    insurance_for_another: str
    even_money: str | None
    stand: str
    hit: str
    complete: str
    bust: str
    compare: str
    dealer_draws: str
    no_effect: str
    pays: str
    win_higher: str
    win_dealer_bust: str
    lose_lower: str
    lose_bust: str
    lose_natural: str
    lose_doubled: str
    lose_split: str
    lose_split_doubled: str
    stand_off: str
    stand_off_naturals: str | None
    stand_off_naturals_ace: str | None
    """The same where the Dealer's first card is an Ace."""
    win_natural: str | None
    win_natural_22: str | None
    """A natural wins, also against a Dealer's 22 that the other hands stand off with."""
    # section 5 and 6
    void_cards: str
    void_foreign: str
    void_surplus: str
    void_missing: str
    void_unshuffled: str
    previous_stand: str
    overdraw: str
    absent: str
    absent_other: str
    next_card: str
    power_failure: str
    insufficient: str
    cut_card: str
    shift_manager: str
