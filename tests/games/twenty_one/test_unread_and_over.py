"""Cards behind an unread face when their round ends: what lay on the table is cleared, and no other round has it."""

from typing import Any

import pytest

from controller.core.events import AnyEvent, BetsOpen, CardDrawn, Change, Correction, RoundVoid, ShoeNew
from controller.games.twenty_one.state import State
from controller.table.recovery import state_from_json, state_to_json
from tests.games.pontoon.pontoons import both
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    Played,
    Step,
    alarmed,
    bets,
    by,
    deal,
    double,
    hit,
    irregularity,
    play,
    read,
    refused,
    ruled,
    split,
    stand,
)

VOIDED = RoundVoid(reason="a card fell to the floor", authority="pit_supervisor")


def unread(game: str) -> Step:
    """A card that the shoe could not read."""
    return alarmed("??", "card_unreadable", RULEBOOKS[game].irregularities.next_card)


def void(game: str) -> Step:
    """A supervisor's ruling."""
    return ruled(VOIDED, "void", RULEBOOKS[game].irregularities.shift_manager)


def next_of(state: State) -> list[str]:
    """The cards kept as the next ones."""
    return [one.card for one in state.kept]


def cards_out(played: Played) -> int:
    """How many cards have left the shoe."""
    return played.state.shoe.out


@pytest.mark.parametrize("game", RULEBOOKS)
def test_what_lay_on_the_table_of_a_void_round_is_cleared_with_it(game: str) -> None:
    """The next round is dealt as it comes; the face entered late is counted and deals nothing."""
    over = play(game, bets({1: 1000, 2: 1000}), unread(game), "9S 9D", void(game))
    assert (over.state.waiting, over.state.kept, cards_out(over)) == ((), (), 3)
    after = over.then(bets({1: 1000, 2: 1000}), "KH QH 8D KS 8C")
    assert (after.cards(1), after.cards(2), after.dealer, after.awaits) == (["KH KS"], ["QH 8C"], "8D", "decision")
    late = after.then(read("5C"))
    assert (late.cards(1), late.cards(2), late.dealer, late.awaits) == (["KH KS"], ["QH 8C"], "8D", "decision")
    assert (cards_out(after), cards_out(late)) == (8, 8)
    late.then(refused(read("5C"), None))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_5_8_a_card_beyond_the_places_of_the_round_is_the_next_card(game: str) -> None:
    """One area and the Dealer have three of the initial deal; the fourth came too early."""
    clause = RULEBOOKS[game].irregularities.next_card
    start = play(game, bets({1: 1000}), unread(game), "9S 9D 5C")
    over = start.then(alarmed(void(game), "unexpected_card", clause))
    assert (next_of(over.state), cards_out(over)) == (["5C"], 4)
    assert over.then(bets({1: 1000})).cards(1) == ["5C"]


@both
def test_5_8_an_unread_card_beyond_the_places_waits_on(game: str) -> None:
    """It is the first card of the next round, and those behind it follow it."""
    over = play(game, bets({1: 1000}), unread(game), "9S 9D", unread(game), "5C", void(game))
    after = over.then(bets({1: 1000}), "6C", read("4D"))
    assert (after.cards(1), after.dealer) == (["4D 6C"], "5C")


def test_5_1_a_face_that_voids_its_round_takes_the_table_with_it() -> None:
    """A ten in Pontoon: what lay behind it was dealt before anybody knew."""
    game = "pontoon"
    over = play(game, bets({1: 1000}), unread(game), "9S 9D", alarmed(read("TD"), "foreign_card", "5.1"))
    assert (over.outcome.status, next_of(over.state), cards_out(over)) == ("void", [], 3)
    assert over.then(bets({1: 1000}), "KH").cards(1) == ["KH"]


def test_5_1_a_foreign_card_behind_the_unread_one_does_so_too() -> None:
    """It is drawn in its turn; one that is cleared with its round is told all the same."""
    game = "pontoon"
    start = play(game, bets({1: 1000, 2: 1000}), unread(game), "TD 9S 9D")
    over = start.then(alarmed(read("KH"), "foreign_card", "5.1"))
    assert (over.outcome.status, over.cards(1), next_of(over.state)) == ("void", ["KH"], [])
    ruling = start.then(alarmed(void(game), "foreign_card", "5.1"))
    assert (cards_out(ruling), ruling.state.round) == (4, None)


@both
def test_5_29_nor_has_the_next_round_what_everybody_withdrew_from(game: str) -> None:
    """After a power failure."""
    failure = {"pontoon": "5.29.1", "pontoon-pandemonium": "5.29.1"}[game]
    start = play(game, bets({1: 1000, 2: 1000}), unread(game), "9S 9D")
    start = start.then(ruled(irregularity("power_failure"), "offer", failure))
    one = start.then(ruled(irregularity("withdraw", player="P1"), "return", failure))
    over = one.then(ruled(irregularity("withdraw", player="P2"), "return", failure))
    assert ([line.result for line in over.outcome.ledger], cards_out(over)) == (["returned", "returned"], 3)
    assert over.then(bets({1: 1000}), "KH").cards(1) == ["KH"]
    rest = one.then(read("5C"), "7D")  # where only he withdrew, his card lies on his area all the same
    assert (rest.cards(1), rest.cards(2), rest.dealer) == (["5C"], ["9S 7D"], "9D")


CUTS: list[tuple[str, Any, str, str]] = [
    ("pontoon", irregularity("misdeal", reconstructable=False), "void", "5.2"),
    ("free-bet-blackjack", irregularity("missing_card"), "void", "5.1"),
    ("blackjack", irregularity("power_failure"), "void", "5.4.2"),
    ("blackjack", irregularity("insufficient_cards"), "void", "5.5.3"),
]


@pytest.mark.parametrize(("game", "event", "action", "clause"), CUTS, ids=lambda one: getattr(one, "kind", ""))
def test_every_void_clears_the_table(game: str, event: AnyEvent, action: str, clause: str) -> None:
    """Whatever made the round void."""
    over = play(game, bets({1: 1000}), unread(game), "9S", ruled(event, action, clause))
    assert (over.outcome.status, over.state.waiting, next_of(over.state)) == ("void", (), [])
    assert over.then(bets({1: 1000}), "KH").cards(1) == ["KH"]


@both
def test_which_places_are_known_without_a_face(game: str) -> None:
    """A hit has one; behind a doubled hand or split Aces nobody decides, and the Dealer draws."""
    start = play(game, bets({1: 1000}), deal("8H 3S", dealer="9D"))
    too_early = ("unexpected_card", "5.8")
    hits = start.then(hit(1), unread(game), "9S", alarmed(void(game), *too_early))
    assert next_of(hits.state) == ["9S"]
    doubled = start.then(double(1), unread(game), "9S 9C 9H", void(game))
    assert (next_of(doubled.state), cards_out(doubled)) == ([], 7)
    held = start.then(unread(game), void(game))
    assert [one.card for one in held.state.waiting] == ["??"]
    given = start.then(unread(game), hit(1), void(game))
    assert given.state.waiting == ()
    aces = play(game, bets({1: 1000, 2: 1000}), deal("AH AS", "8C 3S", dealer="9D"), split(1), unread(game), "7C 6C")
    assert next_of(aces.then(alarmed(void(game), *too_early)).state) == ["6C"]


@both
def test_behind_the_card_that_ends_the_round_none_has_a_place(game: str) -> None:
    """With the faces known those behind it are what they always were: discarded (5.7), or the next cards (5.8)."""
    start = play(game, bets({1: 1000}), deal("KH 3S", dealer="9D"))
    drawn = start.then(hit(1), "7C", stand(1), unread(game), "4C", unread(game))
    over = drawn.then(alarmed(read("8D"), "dealer_overdraw", "5.7"))
    assert (over.dealer, [one.card for one in over.state.waiting]) == ("9D 8D", ["??"])
    over.then(alarmed(read("5H"), "dealer_overdraw", "5.7"))
    bust = start.then(double(1), unread(game), "4C", alarmed(read("QC"), "unexpected_card", "5.8"))
    assert (bust.cards(1), next_of(bust.state)) == (["KH 3S QC"], ["4C"])


@both
def test_at_a_table_where_cards_are_calls_every_card_lay_somewhere(game: str) -> None:
    """Which hand had it only the faces tell (contract section 10)."""
    start = play(game, bets({1: 1000}), deal("2H 3S", dealer="9D"), unread(game), "4S 5S", decisions="drawn")
    assert start.then(read("2C")).cards(1) == ["2H 3S 2C 4S 5S"]
    assert start.then(void(game)).state.waiting == ()
    assert start.then(void(game)).state.kept == ()


@both
def test_5_7_an_unread_card_behind_the_dealers_hand_is_discarded_when_the_next_round_opens(game: str) -> None:
    """Whatever its face."""
    start = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "8D", unread(game), "4C")
    twice = alarmed(alarmed(BetsOpen(), "dealer_overdraw", "5.7"), "dealer_overdraw", "5.7")
    over = start.then(twice)
    assert (over.state.waiting, over.state.kept, cards_out(over)) == ((), (), 6)
    start.then(alarmed(alarmed(read("4D"), "dealer_overdraw", "5.7"), "dealer_overdraw", "5.7"))


@both
def test_5_19_what_lies_unread_stays_on_the_table_when_the_discards_are_shuffled(game: str) -> None:
    """The shoe between two rounds forgets it."""
    start = play(game, bets({1: 1000}), unread(game), "9S")
    few = start.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew(), "4C", read("KH"))
    assert (few.cards(1), few.dealer, cards_out(few)) == (["KH 4C"], "9S", 3)
    over = start.then(void(game), ShoeNew())
    assert cards_out(over) == 0
    over.then(refused(read("KH"), None))


@both
def test_3_18_the_burned_card_is_none_of_the_next_round(game: str) -> None:
    """The next card after the void is not burned once more."""
    over = play(game, bets({1: 1000}), unread(game), "9S 9D 8D", void(game), burn=True)
    assert (next_of(over.state), cards_out(over)) == ([], 4)
    assert over.then(bets({1: 1000}), "KH").cards(1) == ["KH"]


@both
def test_the_card_that_waits_on_the_table_is_read_before_one_whose_round_is_over(game: str) -> None:
    """Of the older one nobody waits for the face; foreign, it voids the round in which that is found (5.1)."""
    over = play(game, bets({1: 1000}), unread(game), void(game), bets({1: 1000}), unread(game), "9S")
    now = over.then(read("KH"))
    assert (now.cards(1), now.dealer) == (["KH"], "9S")
    found = now.then(alarmed(read("TD"), "foreign_card", "5.1"))
    assert [one.status for one in found.outcomes] == ["void", "void"]
    between = play(game, bets({1: 1000}), unread(game), void(game), alarmed(read("TD"), "foreign_card", "5.1"))
    assert [one.status for one in between.outcomes] == ["void"]


@both
def test_a_void_that_a_misread_face_brought_about_is_taken_back_with_all_its_cards(game: str) -> None:
    """Contract section 9: the face, or the unread card itself, is corrected."""
    start = play(game, bets({1: 1000}), unread(game), "9S 9D")
    wrong = start.then(alarmed(read("TD"), "foreign_card", "5.1"))
    word = RULEBOOKS[game].clauses.round_of_play
    right = Correction(
        changes=(Change(of=_last(wrong), event=read("KD")),), reason="it was a king", authority="pit_manager"
    )
    open_again = wrong.then(alarmed(ruled(right, "correct", word), "round_reopened", word))
    assert (open_again.cards(1), open_again.dealer) == (["KD 9D"], "9S")
    over = start.then(void(game))
    card = next(one.n for one in over.state.said if isinstance(one.event, CardDrawn))
    seen = Correction(changes=(Change(of=card, event=CardDrawn(card="KD")),), reason="seen", authority="pit_manager")
    assert over.then(ruled(seen, "correct", word)).cards(1) == ["KD 9D"]


@both
def test_discarded_the_unread_card_was_none_and_each_place_is_the_next_ones(game: str) -> None:
    """6.1: the card behind it lies one place forward, the last place is free again."""
    gone = by("pit_supervisor", irregularity("discard", card="??"))
    start = play(game, bets({1: 1000, 2: 1000}), unread(game), unread(game), "9S 9D 5C", ruled(gone, "discard", "6.1"))
    over = start.then("4C", void(game))
    assert (over.state.waiting, next_of(over.state), cards_out(over)) == ((), [], 5)


@both
def test_a_power_cut_in_between_changes_nothing(game: str) -> None:
    """The places and the unread cards of a round that is over are in the snapshot."""
    start = play(game, bets({1: 1000}), unread(game), "9S 9D 5C")
    over = start.then(alarmed(void(game), "unexpected_card", "5.8"))
    for one in (start, over):
        assert state_from_json(state_to_json(one.state), one.state.table, "table") == one.state


def _last(played: Played) -> int:
    return played.state.said[-1].n
