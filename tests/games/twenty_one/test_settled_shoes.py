"""What a round is settled as whose cards had a turn: another shoe, a burned or a kept card, cards turned late.

A test bears the number of its clause, Pontoon's where games share it.
"""

import pytest

from controller.core.events import ShoeNew
from tests.games.pontoon.pontoons import both
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    alarmed,
    bets,
    deal,
    double,
    down,
    hit,
    irregularity,
    lies,
    play,
    refused,
    reveal,
    ruled,
    stand,
)

every = pytest.mark.parametrize("game", RULEBOOKS)
"""The test is played at all four tables."""


@every
def test_2_1_the_next_shoe_may_have_other_decks(game: str) -> None:
    """Eight decks, then four: the fifth of a card is one too many."""
    four = play(game, ShoeNew(decks=4), bets({1: 1000, 2: 1000, 3: 1000}), "9H 9H 9H 9H")
    void = four.then(alarmed("9H", "extra_card", RULEBOOKS[game].irregularities.void_surplus))
    assert void.outcome.status == "void"
    play(game, refused(ShoeNew(decks=9), RULEBOOKS[game].clauses.decks))


@every
def test_the_first_card_of_every_shoe_is_burned(game: str) -> None:
    """Also before a round is open, and of the next shoe; the burned card is nobody's."""
    first = play(game, "2C", bets({1: 1000}), "9H 8D 7C", hit(1), "KS", burn=True)
    assert first.hand(1).cards == ("9H", "7C", "KS")
    second = first.then(ShoeNew(), "3C", bets({1: 1000}), "9S 8S 7S", hit(1), "KH")
    assert second.hand(1).cards == ("9S", "7S", "KH")
    where_it_lies = irregularity("dealer_not_dealt", layout=lies({1: "9C"}))
    clause = "5.9" if game == "blackjack" else "5.11"
    third = second.then(bets({1: 1000}), "9C", ruled(where_it_lies, "reconstruct", clause), "8C 7H")
    assert (third.cards(1), third.dealer) == (["9C 7H"], "8C")


@every
def test_a_kept_card_is_forgotten_with_its_shoe(game: str) -> None:
    """A card that came between rounds is not dealt from the next shoe; one that comes after it is."""
    clause = RULEBOOKS[game].irregularities.next_card
    start = play(game, alarmed("2C", "unexpected_card", clause), ShoeNew(), bets({1: 1000}), "9H 8D 7C")
    assert start.cards(1) == ["9H 7C"]
    kept = play(game, ShoeNew(), alarmed("2C", "unexpected_card", clause), bets({1: 1000}), "8D 7C")
    assert (kept.cards(1), kept.dealer) == (["2C 7C"], "8D")


@both
def test_5_19_a_doubled_hand_stays_counted_in_the_new_shoe(game: str) -> None:
    """Its Aces count one, so that it is not bust: its cards are on the table, and not among those shuffled."""
    doubled = play(game, bets({1: 1000, 2: 1000}), deal("AH 9S", "KC 9C", dealer="8D"), double(1), "KS", decks=4)
    few = doubled.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew())
    rest = few.then(hit(2), "AH", hit(2), "AH", "AH")
    assert (rest.cards(1), rest.outcome.status) == (["AH 9S KS"], "settled")
    rest.then(alarmed("AH", "extra_card", "5.1"))


def test_3_12_revealed_cards_are_settled_open() -> None:
    """Cards dealt face down and turned before the end are settled like any others."""
    start = play("blackjack", bets({1: 1000}), down("KH"), "8D", down("9C"), reveal(1), stand(1), "KD")
    assert start.fate(1) == "win +1000 at 1:1 by 3.23.2 4.1.1"


@both
def test_5_19_every_card_on_the_table_stays_counted(game: str) -> None:
    """Two of a kind count two: of four decks two more may come."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("9H 9S", "9H 9C", dealer="8D"), hit(1), "2C", decks=4)
    few = start.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew(), stand(1), hit(2), "2S")
    end = few.then(stand(2), "9H")
    assert end.outcome.dealer.total == 17
    end.then(alarmed("9H", "dealer_overdraw", "5.7"), alarmed("9H", "extra_card", "5.1"))
