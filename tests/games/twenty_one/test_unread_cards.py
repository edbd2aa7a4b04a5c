"""A card that the shoe could not read holds its place: it and those behind it wait until its face is entered."""

import pytest

from controller.core.events import CardDrawn, CardRead, Change, Correction, PlainEvent, ShoeNew
from controller.games import legal_moves
from tests.games.pontoon.pontoons import both
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    Played,
    Step,
    alarmed,
    bets,
    by,
    deal,
    down,
    hit,
    irregularity,
    play,
    read,
    refused,
    ruled,
    stand,
)


def unread(game: str) -> Step:
    """A card that the shoe could not read."""
    return alarmed("??", "card_unreadable", RULEBOOKS[game].irregularities.next_card)


@both
def test_5_8_an_unread_card_of_the_deal_lies_where_it_came(game: str) -> None:
    """The shoe went on before the face was entered (3.18)."""
    start = play(game, bets({1: 1000, 2: 1000}), unread(game), "9H 9D KS 8C")
    assert (start.cards(1), start.awaits) == ([""], "card")
    dealt = start.then(read("KH"))
    assert (dealt.cards(1), dealt.cards(2), dealt.awaits) == (["KH KS"], ["9H 8C"], "decision")
    end = dealt.then(stand(1), stand(2), "8D")
    assert [line.net for line in end.outcome.ledger] == [1000, 0]


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_oldest_unread_card_is_read_first(game: str) -> None:
    """Up to the next one everything follows; a face that is none and a face nobody waits for are refused."""
    start = play(game, refused(read("KH"), None), bets({1: 1000, 2: 1000}), unread(game), "9H", unread(game), "KS")
    start.then(refused(read("??"), None))
    first = start.then(read("KH"))
    assert (first.cards(1), first.cards(2), first.dealer) == (["KH"], ["9H"], "")
    second = first.then(read("7D"))
    assert (second.cards(1), second.dealer) == (["KH KS"], "7D")
    second.then(refused(read("AS"), None))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_what_the_consoles_offer_while_a_face_is_missing(game: str) -> None:
    """`card.read` stands first, in a round and between rounds."""
    moves = [legal_moves(play(game, unread(game)).state), legal_moves(play(game, bets({1: 1000}), unread(game)).state)]
    assert [one[0].type for one in moves] == ["card.read", "card.read"]


@both
def test_5_8_an_unread_card_that_nobody_asked_for_is_held_once_it_is_read(game: str) -> None:
    """While a decision is awaited, and between rounds."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), unread(game))
    held = start.then(alarmed(read("4C"), "card_held", "5.8"), hit(1))
    assert held.cards(1) == ["KH 2S 4C"]
    between = play(game, unread(game), alarmed(read("4C"), "unexpected_card", "5.8"), bets({1: 1000}))
    assert between.cards(1) == ["4C"]


def test_5_1_the_ninth_card_of_a_kind_voids_the_round_when_it_is_read() -> None:
    """As if the shoe had read it."""
    start = play("pontoon", bets({1: 1000}), unread("pontoon"))
    void = start.then(alarmed(read("TS"), "foreign_card", "5.1"))
    assert void.outcome.status == "void"


def test_3_12_an_unread_card_may_lie_face_down() -> None:
    """Blackjack: what is entered is not told before the cards are turned."""
    start = play("blackjack", bets({1: 1000}), alarmed(down("??"), "card_unreadable", "5.9"), read("KH"))
    assert "KH" not in start.told
    assert start.cards(1) == ["KH"]


@both
def test_6_1_a_supervisor_takes_an_unread_card_out_of_play(game: str) -> None:
    """No card came, or nobody can tell its face: those behind it go on. A new shoe forgets them all."""
    start = play(game, bets({1: 1000, 2: 1000}), unread(game), "9H 9D")
    out = irregularity("discard", card="??")
    start.then(refused(out, "6.1"))
    gone = start.then(ruled(by("pit_supervisor", out), "discard", "6.1"))
    assert (gone.cards(1), gone.cards(2)) == (["9H"], ["9D"])
    play(game, unread(game), ShoeNew(), refused(read("KH"), None))


@both
def test_5_8_an_unread_card_is_read_by_a_correction_too(game: str) -> None:
    """Of the card itself, or of the face that was entered wrongly."""
    start = play(game, bets({1: 1000, 2: 1000}), unread(game), "9H 9D KS 8C")
    card = next(one.n for one in start.state.said if one.event is not None and one.event.type == "card")
    assert _corrected(start, card, CardDrawn(card="KH")).cards(1) == ["KH KS"]
    wrong = start.then(read("QH"))
    assert _corrected(wrong, wrong.state.said[-1].n, CardRead(card="KH")).cards(1) == ["KH KS"]


def _corrected(played: Played, n: int, event: PlainEvent) -> Played:
    word = RULEBOOKS[played.state.game].clauses.round_of_play
    changes = (Change(of=n, event=event),)
    return played.then(
        ruled(Correction(changes=changes, reason="read again", authority="pit_supervisor"), "correct", word)
    )
