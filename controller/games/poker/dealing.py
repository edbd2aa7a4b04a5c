"""Cards as they come: from a shoe one at a time (3.9), from a shuffler as sets (3.10), and faces read out later.

A card is a fact. One that is expected lies where the clause puts it; one too early is kept and is the next card, with
an alert; a second card of the same face shows that the deck is not one deck, and the round is Void (2.2.1, 5.2.2).
No alert names a face, since the card may be one that nobody has seen.
"""

from typing import Final

from controller.core.cards import UNKNOWN
from controller.core.effects import AlertRaised, CardShown, Effect
from controller.core.events import CardDrawn, Reveal, SetDispensed, ShoeNew
from controller.games.poker.betting.rounds import is_covered
from controller.games.poker.cards import BIT, DECK_SIZE, faces, out_of_the_deck
from controller.games.poker.flow import close_street, place, resume_deal, turn_up
from controller.games.poker.settings import DECKS
from controller.games.poker.showdown.settlement import settle_when_decided, void
from controller.games.poker.state import BOARD_SIZE, RIVER, Hand, State
from controller.games.records.altering import altered
from controller.games.refusal import Refused

COMMUNITY: Final = 5

_TURNED: Final = {1: "3.10.4", 2: "3.10.6", 3: "3.10.7"}
"""The clause by which the cards of a street are turned at a shuffler."""


def card_drawn(state: State, event: CardDrawn, out: list[Effect]) -> State:
    """A card left the shoe."""
    card, hand = event.card, state.hand
    if hand is None:
        return _keep(state, (card,), out)
    if hand.deal.seen & BIT[card]:
        return _extra_card(state, hand, out)
    if hand.phase == "betting" and is_covered(hand.betting):
        state = close_street(state, hand, out)
        assert state.hand is not None
        hand = state.hand
    if hand.phase in {"initial_deal", "board"} and not state.settings.shuffler:
        return place(state, hand, card, out)
    deal = altered(hand.deal, seen=hand.deal.seen | BIT[card])
    if state.settings.shuffler:
        out.append(AlertRaised("unexpected_card", "A single card came from the shuffler: it is out of play."))
        return state.with_hand(hand.with_deal(altered(deal, discards=(*deal.discards, card))))
    out.append(AlertRaised("unexpected_card", "A card came that the round does not expect: it is the next card."))
    deal = altered(deal, early=(*deal.early, card))
    if len(out_of_the_deck(deal)) > DECK_SIZE:
        return _extra_card(state, hand, out)
    return state.with_hand(altered(hand, deal=deal, came_early=True))


def set_dispensed(state: State, event: SetDispensed, out: list[Effect]) -> State:
    """A set left the shuffler: first five Community Cards face down, then two for each player (3.10.1, 3.10.2)."""
    hand, cards = state.hand, event.cards
    if hand is None:
        return _keep(state, cards, out)
    deal = hand.deal
    new = faces(cards)
    if deal.seen & new or new.bit_count() < sum(card != UNKNOWN for card in cards):
        return _extra_card(state, hand, out)
    deal = altered(deal, seen=deal.seen | new)
    if hand.phase != "initial_deal" or not state.settings.shuffler or len(cards) != _set_size(deal.community):
        out.append(
            AlertRaised(
                "unexpected_card", f"A set of {len(cards)} came that the round does not expect: it is out of play."
            )
        )
        return state.with_hand(hand.with_deal(altered(deal, discards=deal.discards + cards)))
    return resume_deal(state, hand.with_deal(altered(deal, early=deal.early + cards)), out)


def reveal(state: State, event: Reveal, out: list[Effect]) -> State:
    """Community Cards are turned, or their faces read out (3.10.4, 3.10.6, 3.10.7)."""
    hand = state.hand
    if hand is None:
        raise Refused("No Round of play is in progress.")
    if hand.phase == "reveal":
        street = hand.betting.street + 1
        start, end = BOARD_SIZE[street - 1], BOARD_SIZE[street]
        read = _read(hand, hand.deal.community[start:end], event.cards)
        community = hand.deal.community[:start] + read + hand.deal.community[end:]
        deal = altered(hand.deal, community=community, seen=hand.deal.seen | faces(read))
        return turn_up(state, altered(hand, deal=deal, revealed=street), read, out)
    if state.settings.shuffler:
        return _confirm(state, hand, event)
    return _read_board(state, hand, event, out)


def shoe_new(state: State, event: ShoeNew, _out: list[Effect]) -> State:
    """Another deck is in use; a card kept from between the rounds is forgotten."""
    if event.decks not in {None, DECKS}:
        raise Refused(
            "Poker is played with {decks_needed} deck, not {decks}.", "2.2.1", decks_needed=DECKS, decks=event.decks
        )
    if state.hand is not None:
        raise Refused("Round {round} is in progress: it has its own deck.", "2.2.1", round=state.round)
    return altered(state, kept=())


def _set_size(community: tuple[str, ...]) -> int:
    return 2 if community else COMMUNITY


def _keep(state: State, cards: tuple[str, ...], out: list[Effect]) -> State:
    """No round is open: what came is kept as the first cards of the next one."""
    if faces(state.kept) & faces(cards):
        out.append(AlertRaised("extra_card", "A card of the single deck came a second time.", "5.2.2"))
        return state
    if state.settings.shuffler and len(cards) != _set_size(state.kept):
        out.append(AlertRaised("unexpected_card", f"A set of {len(cards)} came between rounds: it is out of play."))
        return state
    out.append(AlertRaised("unexpected_card", "A card came while no round is open: it is kept for the next one."))
    return altered(state, kept=state.kept + cards)


def _extra_card(state: State, hand: Hand, out: list[Effect]) -> State:
    out.append(
        AlertRaised("extra_card", "The deck holds a card too many: the round is Void.", "5.2.2", severity="critical")
    )
    return void(state, hand, "5.2.2", out)


def _read(hand: Hand, lying: tuple[str, ...], cards: tuple[str, ...] | None) -> tuple[str, ...]:
    """The faces of cards that lie on the board; raises Refused where what is read out cannot be."""
    if cards is None:
        raise Refused("The faces of these Community Cards are not known: say which cards they are.")
    if len(cards) != len(lying) or UNKNOWN in cards or len(set(cards)) < len(cards):
        raise Refused("These Community Cards are {count} different ones, with their faces.", count=len(lying))
    known = [card for card in lying if card != UNKNOWN]
    if any(card not in cards for card in known):
        raise Refused("The Community Cards that came are others than those read out: read again, or correct the card.")
    if hand.deal.seen & faces(card for card in cards if card not in known):
        raise Refused("A card read out is already out in this round: read again, or report `extra_card`.", "2.2.1")
    return cards


def _confirm(state: State, hand: Hand, event: Reveal) -> State:
    board = hand.deal.board
    streets = [board[BOARD_SIZE[street - 1] : BOARD_SIZE[street]] for street in range(1, RIVER + 1)]
    opened = [street for street in streets if street]
    if hand.revealed >= len(opened):
        rule = _TURNED.get(len(opened) + 1, "3.10")
        raise Refused("The next Community Cards are turned when the Betting Round before them is over.", rule)
    if event.cards is not None and sorted(event.cards) not in [sorted(street) for street in opened]:
        raise Refused(
            "The Community Cards that lie open are others than those read out: read again, or correct the card."
        )
    return state.with_hand(altered(hand, revealed=hand.revealed + 1))


def _read_board(state: State, hand: Hand, event: Reveal, out: list[Effect]) -> State:
    """At a shoe the board lies open; only faces that the shoe did not know are left to be read out."""
    board = hand.deal.board
    for street in range(1, RIVER + 1):
        start, end = BOARD_SIZE[street - 1], BOARD_SIZE[street]
        lying = board[start:end]
        if len(lying) == end - start and UNKNOWN in lying:
            read = _read(hand, lying, event.cards)
            deal = altered(hand.deal, board=board[:start] + read + board[end:], seen=hand.deal.seen | faces(read))
            out.extend(CardShown(card, "board") for card in read if card not in lying)
            return settle_when_decided(state, hand.with_deal(deal), out)
    raise Refused("No Community Card lies here whose face is not known.", "3.9")
