"""The way of a hand from one phase to the next: who acts, which card goes where, when a street opens and closes."""

from controller.core.cards import UNKNOWN
from controller.core.effects import CardShown, Effect
from controller.games.poker.betting import out_of_turn
from controller.games.poker.betting.rounds import first_actor, next_street, nobody_can_bet, waived
from controller.games.poker.cards import BIT
from controller.games.poker.showdown import settlement
from controller.games.poker.state import BOARD_SIZE, FOLDED, NOBODY, RIVER, Betting, Hand, State, replace_at
from controller.games.records.altering import altered


def start_betting(betting: Betting, big_blind: int) -> Betting:
    """The first Betting Round: the seat left of the Big Blind acts first, the Big Blind last (3.9.2, 3.10.3)."""
    return first_actor(betting, big_blind)


def proceed(state: State, hand: Hand, out: list[Effect]) -> State:
    """Goes on after a change in the betting: the next seat acts, the street closes, or the hand is over."""
    betting = hand.betting
    while True:
        if betting.marks.count(FOLDED) == len(betting.marks) - 1:
            return settlement.win_by_folds(state, hand, out)
        if not betting.pending or betting.actor == NOBODY or hand.phase != "betting":
            break
        position = betting.actor
        if out_of_turn.bond(betting, position) != "stands":
            break
        betting = out_of_turn.let_stand(betting, position, hand.order[position], out)
        hand = hand.with_betting(betting)
    if hand.phase == "betting" and betting.actor == NOBODY:
        return close_street(state, hand, out)
    return state.with_hand(hand)


def close_street(state: State, hand: Hand, out: list[Effect]) -> State:
    """The Betting Round is over: the next Community Cards are awaited, or the showdown."""
    betting = hand.betting
    closed = betting.closed or betting.street == RIVER or nobody_can_bet(betting)
    closing = betting.copy()
    closing.actor = NOBODY
    closing.closed = closed
    closing.pending = ()
    closing.waived = waived(betting)
    return _await_next(state, hand.with_betting(closing), out)


def _await_next(state: State, hand: Hand, out: list[Effect]) -> State:
    street = hand.betting.street
    if street == RIVER:
        return settlement.settle_when_decided(state, hand.in_phase("showdown"), out)
    if not state.settings.shuffler:
        return resume_deal(state, hand.in_phase("board"), out)
    waits = hand.in_phase("reveal")
    faces = hand.deal.community[BOARD_SIZE[street] : BOARD_SIZE[street + 1]]
    if UNKNOWN in faces:
        return state.with_hand(waits)
    return turn_up(state, waits, faces, out)


def turn_up(state: State, hand: Hand, faces: tuple[str, ...], out: list[Effect]) -> State:
    """The shuffler's next Community Cards are open (3.10.4, 3.10.6, 3.10.7)."""
    deal = hand.deal
    return open_street(state, hand.with_deal(altered(deal, board=deal.board + faces)), out)


def open_street(state: State, hand: Hand, out: list[Effect]) -> State:
    """All cards of a street lie open: its Betting Round begins, or the next cards are awaited."""
    betting = hand.betting
    board = hand.deal.board
    out.extend(CardShown(card, "board") for card in board[BOARD_SIZE[betting.street] :] if card != UNKNOWN)
    if betting.closed or nobody_can_bet(betting):
        nothing = (0,) * len(betting.bets)
        still_waived = betting.waived if state.settings.shuffler else NOBODY  # a card ends the chance to check
        betting = altered(betting, street=betting.street + 1, bets=nothing, closed=True, waived=still_waived)
        return _await_next(state, hand.with_betting(betting), out)
    hand = hand.in_phase("betting")
    hand.betting = next_street(state.settings, betting)
    return state.with_hand(hand)


def resume_deal(state: State, hand: Hand, out: list[Effect]) -> State:
    """Places the cards that came before they were expected, as far as they are expected now."""
    state = state.with_hand(hand)
    while hand.deal.early and hand.phase in {"initial_deal", "board"}:
        deal = hand.deal
        size = (2 if deal.community else 5) if state.settings.shuffler else 1
        cards, rest = deal.early[:size], deal.early[size:]
        deal = deal.copy()
        deal.early = rest
        hand = hand.with_deal(deal)
        state = _place_set(state, hand, cards, out) if state.settings.shuffler else place(state, hand, cards[0], out)
        if state.hand is None:
            break
        hand = state.hand
    return state


def _place_set(state: State, hand: Hand, cards: tuple[str, ...], out: list[Effect]) -> State:
    """A set lies where 3.10.1 and 3.10.2 put it."""
    deal = hand.deal
    if not deal.community:
        return state.with_hand(hand.with_deal(altered(deal, community=cards)))
    return holes_dealt(state, hand.with_deal(altered(deal, holes=deal.holes + cards)), out)


def place(state: State, hand: Hand, card: str, out: list[Effect]) -> State:
    """The next card from the shoe lies where 3.9 puts it."""
    deal = hand.deal.copy()
    deal.seen |= BIT[card]
    hand = hand.with_deal(deal)
    if hand.phase == "initial_deal":
        if not deal.burns:  # 3.9.1
            deal.burns = (card,)
        elif deal.exposed_holes and "" in deal.holes:  # 5.3
            deal.holes = replace_at(deal.holes, deal.holes.index(""), card)
        else:
            deal.holes = (*deal.holes, card)
        return holes_dealt(state, hand, out)
    street = hand.betting.street + 1
    if len(deal.burns) <= street:  # 3.9.3, 3.9.5, 3.9.6
        deal.burns = (*deal.burns, card)
    else:
        deal.board = (*deal.board, card)
    return open_street(state, hand, out) if len(deal.board) == BOARD_SIZE[street] else state.with_hand(hand)


def holes_dealt(state: State, hand: Hand, out: list[Effect]) -> State:
    """Begins the first Betting Round once every position has two cards."""
    holes = hand.deal.holes
    if len(holes) < 2 * len(hand.order) or "" in holes:
        return state.with_hand(hand)
    return proceed(state, hand.in_phase("betting"), out)
