"""How a twenty-one game differs from its sisters, and under which number each rule stands in its document.

A game is one `Rulebook`; the mechanics ask it and never ask which game is on the table.
"""

from dataclasses import dataclass, field
from typing import Literal

from controller.core.money import Odds


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One game. `readings` names each reading with its options, the default first (contract section 7)."""

    game: str
    title: str
    natural: Literal["pontoon", "blackjack"]
    areas_least: int
    areas_most: int
    areas_default: int
    decks_least: int
    decks_most: int = 8
    tens: bool
    """Whether the decks hold the tens (52 cards) or not (48)."""
    wager_kinds: tuple[str, ...]
    actions: frozenset[str]
    wagers_an_area: int | None
    """How many main wagers, and how many of each side wager, one area takes; None is no limit."""
    clauses: Clauses
    readings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    twenty_one_wins_at_once: bool = False
    """A player's 21 is paid whatever the Dealer has, by the lines of its cards (Pontoon 3.29, 4.1)."""
    hard_21_may_draw: bool = False
    stand_least: int = 0
    """The least total on which a player may stand (Blackjack 3.19)."""
    natural_waits: bool = True
    """A natural waits for the Dealer's second card against an Ace or a ten-value card (I14)."""
    doubled_aces_count_one: bool = False
    double_least_is_minimum: bool = True
    """The least double is the table's minimum (1.1.1); otherwise one chip (Blackjack 1.6)."""
    surrender_against: str
    """Ranks of the Dealer's first card against which surrender is offered."""
    surrender_waits: bool = False
    """A surrender is void when the Dealer's second card makes a natural (Pontoon 3.24.2)."""
    dealer_hits_soft_17: bool
    dealer_always_draws_out: bool = False
    """The Dealer draws to the end whenever any wager is live (I8)."""
    push_22: bool = False
    free_bets: bool = False
    insurance_for_another: bool = True
    even_money_returns_insurance: bool = False
    offers_close_by_word: bool = True
    highest_bet_controls: bool = False
    limits_on_box: bool = False
    """Limits bound the total on the box, and an excess is settled pro rata (Blackjack 5.1, 5.2)."""
    absent_soft_least: int = 17
    """An absent player's soft hand is hit until this total (I11)."""
    odds_natural: Odds = Odds(3, 2)
    odds_insurance: Odds = Odds(2)
    odds_pair: Odds = Odds(11)
    super_bonus: bool = False
    jackpot: bool = False
    house_options: bool = False
    """After a dealing error each player may go on or have his bet returned (Blackjack 5.7)."""
    late_insurance: str | None = None
    """The clause by which insurance may be placed late, with a supervisor (Free Bet 5.26)."""
