"""How a twenty-one game differs from its sisters.

A game is one `Rulebook`; the mechanics ask it and never ask which game is on the table.
"""

from dataclasses import dataclass, field
from typing import Literal

from controller.core.events import Authority
from controller.core.money import Odds
from controller.games.twenty_one.clauses import (
    Clauses,
    DealingErrorClauses,
    IrregularityClauses,
    PlayersChoiceClauses,
    SuperBonusClauses,
)
from controller.games.twenty_one.wagers.side_wager import SideWager


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
    side_wagers: tuple[SideWager, ...]
    """In the order of the ledger (contract section 5)."""
    actions: frozenset[str]
    wagers_an_area: int | None
    """How many main wagers, and how many of each side wager, one area takes; None is no limit."""
    clauses: Clauses
    irregularities: IrregularityClauses
    dealing_errors: DealingErrorClauses | PlayersChoiceClauses
    """Whether each error of the deal has its own rule, or each player then goes on or has his bet returned."""
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
    """Splits and doubles are free where the cards allow it, with a marker for the wager."""
    free_double_totals: tuple[int, ...] = ()
    """Hard totals of two cards that may be doubled free."""
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
    super_bonus: SuperBonusClauses | None = None
    cards_may_be_refused: bool = True
    """Who plays on may refuse a card that came out in error (5.9); otherwise he has to accept it (Blackjack 5.7)."""
    disclosure_decides: bool = True
    """Of cards drawn at once a single disclosed one is the next card, and of more the player takes what he wants
    (5.23.2, 5.23.3); otherwise he chooses the next card in any case (Blackjack 5.12)."""
    together_discarded_from_dealer: bool = False
    """Cards drawn at once on the Dealer's hand are discarded (Blackjack 5.12.1); otherwise one of them is his."""
    together_on_dealer_authority: Authority = "pit_manager"
    insufficient_cards_void: bool = False
    """Too few cards to end the round make it void (Blackjack 5.5.3); otherwise the discards are shuffled (5.19)."""
    power_failure_voids: bool = False
    """Without an outcome the round is void (Blackjack 5.4.2); otherwise the players may withdraw (5.29.1)."""
    late_insurance: str | None = None
    """The clause by which insurance may be placed late, with a supervisor (Free Bet 5.26)."""
    sides: dict[str, SideWager] = field(init=False)
    """The side wagers by kind."""
    wager_kinds: tuple[str, ...] = field(init=False)
    """All kinds of wager, the main one first."""
    sides_need_dealer: bool = field(init=False)
    """Whether any kind of side wager needs the Dealer's whole draw."""
    jackpot: bool = field(init=False)
    """Whether any wager is owed presses of the button."""
    players_choose: bool = field(init=False)
    """After an error of the deal each player goes on or has his bet returned (Blackjack 5.7)."""

    def __post_init__(self) -> None:
        """Keeps what the mechanics ask of the side wagers together."""
        sides = {one.kind: one for one in self.side_wagers}
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "wager_kinds", ("main", *sides))
        object.__setattr__(self, "players_choose", isinstance(self.dealing_errors, PlayersChoiceClauses))
        object.__setattr__(self, "sides_need_dealer", any(one.needs_dealer for one in self.side_wagers))
        object.__setattr__(self, "jackpot", any(one.has_press for one in self.side_wagers))
