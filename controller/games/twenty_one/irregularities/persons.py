"""What people do or leave undone: refused and kept cards, absent players, late insurance, shuffles, other rulings."""

from controller.core.cards import UNKNOWN
from controller.core.effects import Effect, RulingGiven
from controller.core.events import RANK, Authority, Irregularity
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import burn, declined, with_area, with_hand
from controller.games.twenty_one.control import area_index, controller_of, hand_at, require_control
from controller.games.twenty_one.decisions.offers import add_insurance
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import void
from controller.games.twenty_one.state import Round, State


def _require(event: Irregularity, needed: Authority, clause: str) -> None:
    if RANK[event.authority] < RANK[needed]:
        raise Refused(
            "{kind} needs the authority of a {needed} or above",
            clause,
            kind=event.kind,
            needed=needed.replace("_", " "),
        )


def card_refused(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The player refuses the kept card: his hand stands, the card goes on to the next (5.9, 5.10, 5.24)."""
    clauses = rules.irregularities
    if not rules.cards_may_be_refused:
        raise Refused("who plays on has to accept the cards that are dealt", clauses.card_refused)
    index = area_index(state, event.area)
    if round_.turn is None or round_.turn[0] != index:
        raise Refused("it is not the turn of area {area}", None, area=event.area)
    if not state.kept:
        raise Refused("no card is kept that could be refused", clauses.card_refused)
    _, hand = hand_at(round_.areas[index], round_.turn[1])
    require_control(state, round_, rules, index, hand, event.player)
    round_ = with_hand(round_, index, altered(hand, done="refused", acted=True, pending=""))
    burned = declined(state.kept, index)
    if burned:
        text = "Burn what was refused; the hand stands."
        out.append(RulingGiven(event.kind, "discard", clauses.together_declined, text))
    else:
        text = "The hand stands and gets no further card; offer the card to the next hand, at last to the Dealer."
        out.append(RulingGiven(event.kind, "continue", clauses.card_refused, text))
    return burn(state, round_, burned)


def player_absent(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """A player is not there to decide: another on the area does, or the fixed rule (5.22, I11; Blackjack 5.3)."""
    index = area_index(state, event.area)
    seated, area = state.seats[index], round_.areas[index]
    hand = next((one for one in area.hands if not one.done), None)
    if hand is None:
        raise Refused("area {area} has no hand that waits for decisions", rules.irregularities.absent, area=event.area)
    player = event.player or controller_of(rules, seated, area, hand)
    if player is None:
        raise Refused("nobody present controls area {area}", rules.irregularities.absent, area=event.area)
    if all(bet.player != player for bet in area.mains):
        raise Refused(
            "{player} has no main wager on area {area}", rules.irregularities.absent, player=player, area=event.area
        )
    if player not in area.absent:
        area = altered(area, absent=(*area.absent, player))
    next_ = controller_of(rules, seated, area, hand)
    if next_ is None:
        text = "Deal cards to the hand by the fixed rule until it has its total; then it stands."
        out.append(RulingGiven(event.kind, "continue", rules.irregularities.absent, text))
    else:
        text = f"{next_} calls the decisions for the area."
        out.append(RulingGiven(event.kind, "continue", rules.irregularities.absent_other, text))
    return state.with_round(with_area(round_, index, area))


def late_insurance(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """Insurance that was not offered in time, with a supervisor's approval (Free Bet 5.26)."""
    clause = rules.late_insurance
    if clause is None:
        raise Refused("insurance is made before the subsequent deal only", rules.clauses.insurance_closed)
    _require(event, "pit_supervisor", clause)
    index = area_index(state, event.area)
    if not round_.dealt or len(round_.dealer) != 1 or round_.dealer[0][0] != "A":
        raise Refused("late insurance is for a Dealer's Ace, before his second card", clause)
    if round_.offered:
        raise Refused("insurance was offered and the offer closed", clause)
    assert event.amount is not None  # the field is needed
    round_ = add_insurance(state, round_, rules, index, event.amount, event.player, None)
    out.append(RulingGiven(event.kind, "continue", clause, "Take the insurance; the round goes on."))
    return state.with_round(round_)


def insufficient_cards(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The shoe has too few cards to end the round (5.19; Blackjack 5.5.3)."""
    clause = rules.irregularities.insufficient
    if rules.insufficient_cards_void:
        out.append(RulingGiven(event.kind, "void", clause, "Return all bets: the round is void."))
        return void(state, round_, rules, clause, out)
    text = "Shuffle the discards once, have them cut by the next player to act, and complete the round from them."
    out.append(RulingGiven(event.kind, "shuffle", clause, text))
    return state.with_round(altered(round_, reshuffling=True))


def cut_card_missed(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The cards were not shuffled after the cutting card (5.20)."""
    text = "Shuffle the cards when this round is over."
    out.append(RulingGiven(event.kind, "shuffle", rules.irregularities.cut_card, text))
    return altered(state, shoe=altered(state.shoe, cut=True))


def discard(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """A supervisor takes a kept card out of play (6.1)."""
    clause = rules.irregularities.shift_manager
    _require(event, "pit_supervisor", clause)
    if event.card == UNKNOWN and state.waiting:  # the oldest unread card; those behind it go on, each a place forward
        out.append(RulingGiven(event.kind, "discard", clause, "Place the card in the discard holder; play goes on."))
        return altered(state, waiting=tuple(altered(one, place=None) for one in state.waiting[1:]))
    at = next((at for at, kept in enumerate(state.kept) if kept.card == event.card), None)
    if at is None:
        raise Refused("no such card is kept", None)
    state = altered(state, kept=(*state.kept[:at], *state.kept[at + 1 :]))
    if state.round is not None and event.card is not None:
        state = state.with_round(altered(state.round, removed=(*state.round.removed, event.card)))
    out.append(RulingGiven(event.kind, "discard", clause, "Place the card in the discard holder; play goes on."))
    return state


def other(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """Something the rules do not cover: the shift manager's ruling is recorded (6.1)."""
    clause = rules.irregularities.shift_manager
    _require(event, "shift_manager", clause)
    out.append(RulingGiven(event.kind, "record", clause, event.decision or ""))
    return state
