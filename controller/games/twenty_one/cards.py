"""The shoe: cards that leave it, the cutting card, a new shoe; what is wrong with a card the table sees by itself.

A card is a fact. It is counted against the decks in use, and goes where the round's next card goes; where nobody
waits for one it is kept as the next card (5.8), discarded from the Dealer's completed hand (5.7), or, foreign or one
too many of its kind, makes the round void (5.1). One whose face the shoe could not read holds its place: it and those
behind it wait until the dealer enters the face. At a table where cards are calls one that comes while the hand in turn
may hit is that hand's hit (contract section 10).
"""

from itertools import takewhile

from controller.core.cards import CARD_INDEX, UNKNOWN
from controller.core.effects import AlertRaised, CardShown, Effect
from controller.core.events import CardDrawn, CardRead, CutCard, Decision, Reveal, ShoeNew
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.control import area_index, open_round
from controller.games.twenty_one.decisions.play import decide
from controller.games.twenty_one.flow import advance, place_card
from controller.games.twenty_one.hands import total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import void
from controller.games.twenty_one.shoe import Kept, Shoe
from controller.games.twenty_one.state import BURN, DEALER, DISCARD, Draw, State, replace_at


def check_decks(rules: Rulebook, decks: int) -> Refused | None:
    """Why the game cannot be played with so many decks; None when it can (2.1)."""
    if rules.decks_least <= decks <= rules.decks_most:
        return None
    return Refused(
        "{title} is played with {least} to {most} decks, not with {decks}",
        rules.clauses.decks,
        title=rules.title,
        least=rules.decks_least,
        most=rules.decks_most,
        decks=decks,
    )


def draw_card(state: State, rules: Rulebook, event: CardDrawn, out: list[Effect]) -> State:
    """A card left the shoe."""
    card = event.card
    if card == UNKNOWN:
        text = "The shoe gave a card that it could not read; it takes its place when the dealer enters its face."
        out.append(AlertRaised("card_unreadable", text, rules.irregularities.next_card))
    if card == UNKNOWN or state.waiting:
        return altered(state, waiting=(*state.waiting, Kept(card, event.face_down)))
    index = CARD_INDEX[card]
    state = state.copy()
    shoe = state.shoe = state.shoe.copy()
    drawn = shoe.drawn[index] + 1
    shoe.drawn = replace_at(shoe.drawn, index, drawn)
    name = "a face-down card" if event.face_down else "a burned card" if shoe.burn_due else card
    if card[0] == "T" and not rules.tens:
        text = f"{name} does not belong to these decks"
        return _wrong_card(state, rules, "foreign_card", text, rules.irregularities.void_foreign, out)
    if drawn > shoe.decks:
        text = f"{name} came {drawn} times from {shoe.decks} decks"
        return _wrong_card(state, rules, "extra_card", text, rules.irregularities.void_surplus, out)
    if shoe.burn_due:
        shoe.burn_due = False
        shoe.burned = (*shoe.burned, card)
        if state.round is not None:
            state.round = altered(state.round, draws=(*state.round.draws, Draw(card, BURN, 0)))
        return state
    return _next_card(state, rules, event, out)


def read_card(state: State, rules: Rulebook, event: CardRead, out: list[Effect]) -> State:
    """The oldest unread card has this face and goes where it should have gone; those behind it follow."""
    if not state.waiting:
        raise Refused("no card waits for its face", None)
    if event.card == UNKNOWN:
        raise Refused("the face of a card is its rank and suit, not ??", None)
    first, *behind = state.waiting
    return play_on(state, rules, [altered(first, card=event.card), *behind], out)


def play_on(state: State, rules: Rulebook, queue: list[Kept], out: list[Effect]) -> State:
    """Draws these cards in their order, as far as their faces are known; the others wait."""
    known = list(takewhile(lambda one: one.card != UNKNOWN, queue))
    state = altered(state, waiting=())
    for one in known:
        state = advance(draw_card(state, rules, CardDrawn(card=one.card, face_down=one.face_down), out), rules, out)
    return altered(state, waiting=tuple(queue[len(known) :]))


def _next_card(state: State, rules: Rulebook, event: CardDrawn, out: list[Effect]) -> State:
    """Where the card goes, at a table that is the caller's own."""
    round_ = state.round
    if round_ is not None and round_.phase != "betting":
        missing = round_.dealt and not round_.dealer  # 5.12: nobody has asked for it, so it is the Dealer's first
        if missing or round_.awaits == "card":
            round_ = state.round = round_.copy()
            if round_.awaits != "card":
                round_.place = (DEALER, 0)
            place_card(round_, rules, event.card, event.face_down, out)
            return state
        if round_.awaits == "decision" and state.table.decisions == "drawn" and not state.kept:
            assert round_.turn is not None
            return _draw_as_hit(state, rules, round_.turn[0], event, out)
        if round_.awaits == "decision":
            text = "A card came out while a decision is awaited; it is kept as the next card."
            out.append(AlertRaised("card_held", text, rules.irregularities.next_card))
            state.kept = (*state.kept, Kept(event.card, event.face_down))  # commences nothing (I20)
            return state
    if state.overdraw:
        text = "A card was drawn after the Dealer's hand was complete; it is discarded and his total stands."
        out.append(AlertRaised("dealer_overdraw", text, rules.irregularities.overdraw))
        if round_ is not None:
            draws = (*round_.draws, Draw(event.card, DISCARD, 0))
            state.round = altered(round_, removed=(*round_.removed, event.card), draws=draws)
        return state
    text = "A card came out that nobody waits for; it is kept as the next card."
    out.append(AlertRaised("unexpected_card", text, rules.irregularities.next_card))
    state.kept = (*state.kept, Kept(event.card, event.face_down))
    return state


def _draw_as_hit(state: State, rules: Rulebook, index: int, event: CardDrawn, out: list[Effect]) -> State:
    """At a table where cards are calls the hand in turn has called for this one."""
    state = advance(decide(state, rules, Decision(area=index + 1, action="hit"), out), rules, out)
    assert state.round is not None
    place_card(state.round, rules, event.card, event.face_down, out)
    return state


def _wrong_card(state: State, rules: Rulebook, code: str, text: str, clause: str, out: list[Effect]) -> State:
    if state.round is None:
        out.append(AlertRaised(code, f"{text}; no round is open, the rounds before stand.", clause, "critical"))
        return state
    out.append(AlertRaised(code, f"{text}; the round is void.", clause, "critical"))
    return void(state, state.round, rules, clause, out)


def reveal(state: State, rules: Rulebook, event: Reveal, out: list[Effect]) -> State:
    """The face-down cards of the area are turned (Blackjack 3.12)."""
    index = area_index(state, event.area)
    round_ = open_round(state, rules)
    for position, hand in enumerate(round_.areas[index].hands, start=1):
        if hand.hidden:
            out.extend(CardShown(hand.cards[at], "area", index + 1, position) for at in hand.hidden)
            round_ = with_hand(round_, index, altered(hand, hidden=()))
    return state.with_round(round_)


def cut_card(state: State, _rules: Rulebook, _event: CutCard, _out: list[Effect]) -> State:
    """The cutting card came out: the shoe ends with this round."""
    return altered(state, shoe=altered(state.shoe, cut=True))


def new_shoe(state: State, rules: Rulebook, event: ShoeNew, _out: list[Effect]) -> State:
    """A shuffled shoe is in use, between rounds or after 5.19; then the cards on the table stay counted."""
    decks = event.decks if event.decks is not None else state.shoe.decks
    if (wrong := check_decks(rules, decks)) is not None:
        raise wrong
    round_ = state.round
    if round_ is not None and not round_.reshuffling:
        raise Refused("a round is being played from the shoe in use", rules.irregularities.insufficient)
    shoe = Shoe(decks, burn_due=state.table.burn)
    if round_ is not None:
        drawn = list(shoe.drawn)
        hands = (hand for area in round_.areas for hand in area.hands if total_of(rules, hand)[0] <= 21)  # 3.31
        for card in (*(card for hand in hands for card in hand.cards), *round_.dealer):
            drawn[CARD_INDEX[card]] += 1
        shoe = altered(shoe, drawn=tuple(drawn), cut=True)  # 5.19.1: shuffled again after the round
        round_ = altered(round_, reshuffling=False)
    return altered(state, shoe=shoe, kept=(), waiting=(), round=round_)
