"""The shoe: cards that leave it, the cutting card, a new shoe; what is wrong with a card the table sees by itself.

A card is a fact. It is counted against the decks in use, and goes where the round's next card goes; where nobody
waits for one it is kept as the next card (5.8), discarded from the Dealer's completed hand (5.7), or, foreign or one
too many of its kind, makes the round void (5.1). One whose face the shoe could not read holds its place: it and those
behind it wait until the dealer enters the face (`waiting`). At a table where cards are calls one that comes while the
hand in turn may hit is that hand's hit (contract section 10).
"""

from controller.core.cards import CARD_INDEX, UNKNOWN
from controller.core.effects import AlertRaised, CardShown, Effect
from controller.core.events import CardDrawn, CardRead, CutCard, Decision, Reveal, ShoeNew
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.control import area_index, hand_at, open_round
from controller.games.twenty_one.decisions.play import decide
from controller.games.twenty_one.flow import advance, place_card
from controller.games.twenty_one.hands import live, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import void
from controller.games.twenty_one.shoe import Kept, Shoe
from controller.games.twenty_one.state import BURN, DEALER, DISCARD, Draw, Round, State
from controller.games.twenty_one.waiting import NO_ROUND, OVER, Wrong, count_out, leave, overdrawn, with_places


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
    one = Kept(card, event.face_down)
    if card == UNKNOWN or state.waiting:
        return altered(state, waiting=(*state.waiting, one))
    return _draw(state, rules, one, out)


def read_card(state: State, rules: Rulebook, event: CardRead, out: list[Effect]) -> State:
    """The oldest unread card has this face and goes where it should have gone; those behind it follow (`play_on`).

    Where none waits it is the oldest whose round is over: it is counted by its face, and nothing is dealt.
    """
    if not state.waiting and not state.shoe.unread:
        raise Refused("no card waits for its face", None)
    if event.card == UNKNOWN:
        raise Refused("the face of a card is its rank and suit, not ??", None)
    if state.waiting:
        return altered(state, waiting=(altered(state.waiting[0], card=event.card), *state.waiting[1:]))
    state = altered(state, shoe=altered(state.shoe, unread=state.shoe.unread - 1))
    wrong = count_out(state, rules, event.card, OVER)
    return state if wrong is None else _wrong_card(state, rules, wrong, out)


def play_on(state: State, rules: Rulebook, out: list[Effect]) -> State:
    """Draws the waiting cards in their order up to the next unread one; it and those behind it lie at their places.

    Where the round is over without them, as everybody has withdrawn, they leave the table first; one that ends by the
    cards drawn here has no place for those behind them.
    """
    if state.round is None:
        state = state.copy()
        leave(state, rules, out)
    while state.waiting:
        state = with_places(state, rules)
        one = state.waiting[0]
        if one.card == UNKNOWN:
            break
        state = altered(state, waiting=state.waiting[1:])
        state = advance(_draw(state, rules, one, out), rules, out)
    return state


def _draw(state: State, rules: Rulebook, one: Kept, out: list[Effect]) -> State:
    """A card with its face goes where it belongs."""
    card = one.card
    state = state.copy()
    is_burned = state.shoe.burn_due and one.place in (None, (BURN, 0))
    name = "a face-down card" if one.face_down else "a burned card" if is_burned else card
    if (wrong := count_out(state, rules, card, name)) is not None:
        return _wrong_card(state, rules, wrong, out)
    if is_burned:
        shoe = state.shoe
        shoe.burn_due = False
        shoe.burned = (*shoe.burned, card)
        if state.round is not None:
            state.round = altered(state.round, draws=(*state.round.draws, Draw(card, BURN, 0)))
        return state
    return _next_card(state, rules, one, out)


def _next_card(state: State, rules: Rulebook, one: Kept, out: list[Effect]) -> State:
    """Where the card goes, at a table that is the caller's own."""
    round_ = state.round
    if round_ is not None and round_.phase != "betting":
        if one.place is not None and _is_given_up(round_, one.place):  # it has lain there since before
            round_ = state.round = round_.copy()
            round_.place = one.place
            place_card(round_, rules, one.card, one.face_down, out)
            return state
        missing = round_.dealt and not round_.dealer  # 5.12: nobody has asked for it, so it is the Dealer's first
        if missing or round_.awaits == "card":
            round_ = state.round = round_.copy()
            if round_.awaits != "card":
                round_.place = (DEALER, 0)
            place_card(round_, rules, one.card, one.face_down, out)
            return state
        if round_.awaits == "decision" and state.table.decisions == "drawn" and not state.kept:
            assert round_.turn is not None
            return _draw_as_hit(state, rules, round_.turn[0], one, out)
        if round_.awaits == "decision":
            text = "A card came out while a decision is awaited; it is kept as the next card."
            out.append(AlertRaised("card_held", text, rules.irregularities.next_card))
            state.kept = (*state.kept, Kept(one.card, one.face_down))  # commences nothing (I20)
            return state
    if state.overdraw:
        out.append(overdrawn(rules))
        if round_ is not None:
            draws = (*round_.draws, Draw(one.card, DISCARD, 0))
            state.round = altered(round_, removed=(*round_.removed, one.card), draws=draws)
        return state
    text = "A card came out that nobody waits for; it is kept as the next card."
    out.append(AlertRaised("unexpected_card", text, rules.irregularities.next_card))
    state.kept = (*state.kept, Kept(one.card, one.face_down))
    return state


def _is_given_up(round_: Round, place: tuple[int, int]) -> bool:
    """Whether the place is a hand on which no wager is in play any more."""
    index, hand_id = place
    return index >= 0 and not live(hand_at(round_.areas[index], hand_id)[1])


def _draw_as_hit(state: State, rules: Rulebook, index: int, one: Kept, out: list[Effect]) -> State:
    """At a table where cards are calls the hand in turn has called for this one."""
    state = advance(decide(state, rules, Decision(area=index + 1, action="hit"), out), rules, out)
    assert state.round is not None
    place_card(state.round, rules, one.card, one.face_down, out)
    return state


def _wrong_card(state: State, rules: Rulebook, wrong: Wrong, out: list[Effect]) -> State:
    if state.round is None:
        out.append(wrong.alert(NO_ROUND))
        return state
    out.append(wrong.alert("the round is void."))
    return void(state, state.round, rules, wrong.clause, out)


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
    laid = tuple(one for one in state.waiting if round_ is not None and one.place is not None)
    return altered(state, shoe=shoe, kept=(), waiting=laid, round=round_)
