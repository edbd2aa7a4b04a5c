"""Under which number each rule stands in a game's document; `None` where it has no such rule."""

from controller.core.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """Sections 1 to 4: bets, play and settlement, and what section 5 says of limits and late wagers."""

    decks: str
    round_of_play: str
    """Its definition: it is concluded when the next one opens."""
    open: str
    close: str
    first_wager: str
    limits: str
    over_maximum: str
    under_minimum: str
    under_minimum_uncut: str | None
    """On a box over its maximum a bet under the minimum is not cut (Blackjack 5.1.2)."""
    minimum_at_close: str | None
    wager_count: str | None
    side_count: str | None
    side_takers: str | None
    """The order in which others may take a player's side wagers; its parts stand below it."""
    late_wager: str
    late_withdrawal: str
    seated: str
    unseated: str
    decides: str
    """Who has wagered decides about his cards, and nobody else."""
    out_of_place: str
    deal: str
    reveal: str | None
    natural: str
    pair_wager: str
    split: str
    split_tens: str | None
    """Where others are split free."""
    split_free_amount: str | None
    """A free split places no wager, so it takes no amount."""
    hand_count: str
    aces_once: str
    aces_one_card: str
    second_card: str
    """Each split hand gets its second card in its turn."""
    follow_split: str
    follow_split_amount: str
    follow_free_split: str | None
    surrender: str
    surrender_closed: str
    surrender_after_split: str
    surrender_void: str
    surrender_settled: str
    double: str
    double_first: str
    double_split: str
    """On the first two cards, of the hand as dealt and of a split one."""
    double_least: str
    double_most: str
    double_aces: str
    double_one_card: str
    double_complete: str
    """A hand that the rules have completed is not doubled."""
    free_double: str | None
    join_double: str
    follow_double: str
    rescue: str | None
    double_stays: str
    """A doubled portion is taken back by `rescue` alone, or never."""
    insurance: str
    insurance_offered: str
    insurance_closed: str
    insurance_amount: str
    insurance_settled: str
    insurance_for_another: str
    insurance_takers: str | None
    """As `side_takers`."""
    even_money: str | None
    stand: str
    stand_least: str | None
    hit: str
    complete: str
    bust: str
    dealer_draws: str
    pays: str
    marker_pays: str | None
    win_higher: str
    win_dealer_bust: str
    win_doubled: str | None
    """A doubled 21 where 21 is paid at once."""
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
    push_22: str | None
    win_natural: str | None
    win_natural_22: str | None
    """A natural wins, also against a Dealer's 22 that the other hands stand off with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusClauses:
    """The bonus, what each wager on the three sevens wins, and what every other one gets."""

    paid: str
    own: str
    others: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityClauses:
    """Sections 5 and 6, without the errors of the deal."""

    void_foreign: str
    void_surplus: str
    void_missing: str
    void_unshuffled: str
    previous_stand: str
    face_up: str
    overdraw: str
    next_card: str
    card_refused: str
    not_dealt: str
    """A wager whose cards never came is returned."""
    empty_area: str
    insufficient: str
    cut_card: str
    absent: str
    absent_other: str
    together_drawn: str
    together: tuple[str, str, str]
    """Cards drawn at once on a player's hand: none disclosed, one, more."""
    together_declined: str | None
    """What the player they were offered to declines is burned."""
    together_dealer: str
    """On the Dealer's hand."""
    together_dealer_unseen: str | None
    together_dealer_one: str | None
    together_dealer_all: str | None
    """There with none disclosed, one, all."""
    withdraw: str
    """Wagers are withdrawn only where an irregularity offers it."""
    withdrawal: str
    """An irregularity offers it."""
    power_failure: str
    power_failure_established: str
    power_failure_open: str
    """With an outcome established, and without."""
    shift_manager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealingErrorClauses:
    """Errors of the deal where each has a clause of its own: `early` before an interim settlement and further cards."""

    void: str
    """Cards that cannot be reconstructed in time."""
    early: str
    late: str
    dealer_early: str
    dealer_late: str
    area_early: str
    area_late: str
    """An area without cards."""
    short_acts: str
    short_returned: str
    """An area with one card, late: by the player's choice."""
    skipped_acts: str
    skipped_stands: str
    """A player passed over: by whether only the next hand has drawn."""
    burn_early: str
    burn_late: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersChoiceClauses:
    """One rule for all errors of the deal: the cards are put right if they can be, and the players choose."""

    choice: str
    reconstructed: str
    as_dealt: str
    as_dealt_late: str
