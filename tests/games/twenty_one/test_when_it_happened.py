"""When an error of the deal happened: as the event says (`since`), as its layout proves, else as the round stands."""

import pytest

from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    alarmed,
    bets,
    deal,
    decision,
    double,
    hit,
    irregularity,
    lies,
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
    wager,
)

three = pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack"])
"""The three whose document numbers section 5 alike."""


# --- three cards on an area prove the subsequent deal -----------------------------------------------------------


@three
def test_5_12_1_a_dealer_without_a_card_noticed_at_the_first_hit(game: str) -> None:
    """By the count of cards the deal has just ended: the player acting completes his hand, then the Dealer draws."""
    layout = lies({1: "5H 4S 2D", 2: "8H 6C"})
    start = play(game, bets({1: 1000, 2: 1000}), "5H 8H 4S 6C 2D")
    late = start.then(ruled(irregularity("dealer_not_dealt", layout=layout), "offer", "5.12"))
    end = late.then(hit(1), "KC")
    assert end.dealer == ""
    end = end.then("9D", stand(2), "8C")
    assert (end.line(1).net, end.line(2).net, end.dealer) == (1000, -1000, "9D 8C")


@three
def test_5_14_an_area_passed_over_noticed_at_the_first_hit(game: str) -> None:
    """The deal is over, though an area has no cards: its wager comes back."""
    layout = lies({1: "2H 3D 4S", 3: "9H 8D"}, dealer="7C")
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}), "2H 9H 7C 3D 8D 4S")
    late = start.then(ruled(irregularity("area_not_dealt", area=2, layout=layout), "return", "5.14"))
    end = late.then(hit(1), "KC", stand(1), stand(3), "KD")
    assert [line.net for line in end.outcome.ledger] == [1000, 0, 0]


@three
def test_5_16_2_an_area_with_one_card_noticed_at_the_first_hit(game: str) -> None:
    """Its player withdraws."""
    layout = lies({1: "3H 4C 5H", 2: "9S"}, dealer="6D")
    short = irregularity("area_short", area=2, option="withdraw", layout=layout)
    start = play(game, bets({1: 1000, 2: 1000}), deal("3H 4C", "9S 5H", dealer="6D"))
    end = start.then(ruled(short, "return", "5.16.2"), hit(1), "8C", stand(1), "KD 2C")
    assert [line.net for line in end.outcome.ledger] == [1000, 0]


@three
def test_5_16_1_an_area_with_one_card_noticed_at_the_first_hit(game: str) -> None:
    """He acts on it; the pair wager beside it has nothing to do with when (1.1.13). `since` says otherwise: 5.13."""
    layout = lies({1: "5H 6S 7S", 2: "9H"}, dealer="9D")
    start = play(game, bets({1: 1000, 2: 1000}, wager(1, "pair", 500)), deal("5H 6S", "9H 7S", dealer="9D"))
    short = irregularity("area_short", area=2, option="act", layout=layout)
    start.then(ruled(short, "continue", "5.16.1"))
    early = irregularity("area_short", area=2, option="act", layout=lies({1: "5H 6S", 2: "9H"}, "9D", "7S"))
    assert start.then(ruled(early, "reconstruct", "5.13"), "8C").cards(2) == ["9H 8C"]
    said = irregularity("area_short", area=2, option="act", layout=layout, since="deal")
    start.then(ruled(said, "reconstruct", "5.13"))


@both
def test_5_21_2_the_card_that_was_not_burned_lies_on_a_hand_and_stays(game: str) -> None:
    """So the layout says; without one the cards are put right, as the engine has them (5.21.1)."""
    start = play(game, bets({1: 1000, 2: 1000}), "KH 9H 9D 9S 8C 2C", burn=True)
    layout = lies({1: "KH 9S", 2: "9H 8C"}, dealer="9D", removed="2C")
    stays = start.then(ruled(irregularity("burn_missed", layout=layout), "continue", "5.21.2"))
    end = stays.then(stand(1), stand(2), "8D")
    assert [line.net for line in end.outcome.ledger] == [1000, 0]
    start.then(ruled(irregularity("burn_missed"), "reconstruct", "5.21.1"))
    start.then(ruled(irregularity("burn_missed", layout=layout, since="deal"), "reconstruct", "5.21.1"))


# --- as the event says ------------------------------------------------------------------------------------------


@three
@pytest.mark.parametrize(
    ("since", "answer"),
    [("deal", ("void", "5.2")), ("interim", ("record", "6.1")), ("subsequent", ("record", "6.1"))],
)
def test_5_2_since_says_when_the_cards_were_dealt_wrongly(game: str, since: str, answer: tuple[str, str]) -> None:
    """Whatever the engine counts, before and after the first hit."""
    misdeal = irregularity("misdeal", reconstructable=False, since=since)
    start = play(game, bets({1: 1000, 2: 1000}), deal("5H 6S", "9H 7S", dealer="9D"))
    start.then(ruled(misdeal, *answer))
    start.then(hit(1), "2C", ruled(misdeal, *answer))


@both
def test_5_6_2_since_an_interim_settlement_the_offers_are_open(game: str) -> None:
    """With a layout the deal is over; only a card asked for closes the offers."""
    start = play(game, bets({1: 1000, 2: 1000}), "KH 9H KD 6S")
    layout = lies({1: "KH 6S", 2: "9H"}, dealer="KD")
    short = irregularity("area_short", area=2, option="act", layout=layout, since="interim")
    assert start.then(ruled(short, "continue", "5.16.1"), surrender(1), hit(2), "8C").awaits == "decision"
    later = irregularity("area_short", area=2, option="act", layout=layout, since="subsequent")
    start.then(ruled(later, "continue", "5.16.1"), refused(surrender(1), "3.24.1"))


@pytest.mark.parametrize("game", ["pontoon", "free-bet-blackjack", "blackjack"])
def test_5_15_since_an_interim_settlement_the_offers_are_open(game: str) -> None:
    """A Blackjack is paid, then the cards of area 3 are seen: nobody has asked for a card, so area 2 may surrender."""
    held = [alarmed(card, "card_held", "5.9" if game == "blackjack" else "5.8") for card in ("5H", "5C")]
    up = "KS" if game == "pontoon" else "9S"
    start = play(game, bets({1: 1000, 2: 1000}), f"AH 4C 4S {up} KD", *held)
    clause = "5.10.3" if game == "blackjack" else "5.15"
    stray = irregularity("empty_area_dealt", area=3, cards="4S 5C", since="interim")
    end = start.then(ruled(stray, "remove", clause), surrender(2))
    assert (end.cards(1), end.cards(2), end.dealer) == (["AH KD"], ["4C 5H"], up)
    if game == "pontoon":
        late = irregularity("empty_area_dealt", area=3, cards="4S 5C", since="subsequent")
        start.then(ruled(late, "remove", clause), refused(surrender(2), "3.24.1"))


@three
def test_5_15_of_equal_cards_those_of_the_area_are_removed(game: str) -> None:
    """The second card of area 2 is like the first of area 1, which keeps its own."""
    held = [alarmed(card, "card_held", "5.8") for card in ("4C", "KD")]
    start = play(game, bets({1: 1000, 3: 1000}), "4C 9C 9H 7S 8C", *held)
    stray = irregularity("empty_area_dealt", area=2, cards="9C 4C", since="subsequent")
    laid = start.then(ruled(stray, "remove", "5.15"))
    assert (laid.cards(1), laid.cards(3), laid.dealer) == (["4C 8C"], ["9H KD"], "7S")


@pytest.mark.parametrize(
    ("since", "answer"),
    [("deal", ("reconstruct", "5.9")), ("interim", ("continue", "5.10.1")), ("subsequent", ("reconstruct", "5.9"))],
)
def test_5_10_1_blackjack_since_says_whether_bets_were_settled(since: str, answer: tuple[str, str]) -> None:
    """Cards are put into their order until an interim settlement."""
    misdeal = irregularity("misdeal", reconstructable=True, since=since)
    play("blackjack", bets({1: 1000, 2: 1000}), deal("5H 6S", "9H 7S", dealer="9D"), ruled(misdeal, *answer))


# --- hands of one card, a Dealer without one, the last hand passed over (I23) -----------------------------------


@both
def test_3_20_a_hand_that_began_with_one_card_is_split_and_its_pair_paid(game: str) -> None:
    """With the card it drew it has its first two; the new first hand gets its second in turn (3.22)."""
    layout = lies({1: "3H 4C 5H 2S", 2: "8S"}, dealer="6D")
    start = play(game, bets({1: 1000, 2: 1000}, wager(2, "pair", 500)), deal("3H 4C", "8S 5H", dealer="6D"))
    short = irregularity("area_short", area=2, option="act", layout=layout)
    acts = start.then(hit(1), "2S", ruled(short, "continue", "5.16.1"), hit(1), "6C", stand(1), hit(2), "8C", split(2))
    waits = acts.then(refused(double(2), "3.25.2"), "3C")
    assert waits.cards(2) == ["8S 3C", "8C"]
    end = waits.then(double(2), "KC", "KD", stand(2), "JC 7D")
    assert end.line(2, "pair").net == 5500


def test_3_26_1_a_hand_that_began_with_one_card_is_doubled_free() -> None:
    """Free Bet 3.26.5: its first two cards are a hard 11; it has a marker for the wager."""
    layout = lies({1: "3H 4C 5H 2S", 2: "5S"}, dealer="6D")
    start = play("free-bet-blackjack", bets({1: 1000, 2: 1000}), deal("3H 4C", "5S 5H", dealer="6D"))
    short = irregularity("area_short", area=2, option="act", layout=layout)
    acts = start.then(hit(1), "2S", ruled(short, "continue", "5.16.1"), hit(1), "6C", stand(1), hit(2), "6H")
    end = acts.then(decision(2, "free_double"), "KC KD KH")
    assert [line.net for line in end.outcome.ledger] == [1000, 2000]


@both
def test_5_12_2_all_are_offered_surrender_once_the_dealer_has_a_card(game: str) -> None:
    """Also who had acted before; not a hand that is bust, paid or doubled."""
    layout = lies({1: "5H 4S 2D 3D", 2: "8H 6C"})
    missing = ruled(irregularity("dealer_not_dealt", layout=layout), "offer", "5.12")
    start = play(game, bets({1: 1000, 2: 1000}), "5H 8H 4S 6C 2D", hit(1), "3D", missing)
    end = start.then(stand(1), "KD", surrender(1), surrender(2), "9D")
    assert [line.net for line in end.outcome.ledger] == [-500, -500]
    start.then(hit(1), "KC", "KD", refused(surrender(1), "3.31"), surrender(2))
    start.then(hit(1), "7C", "KD", refused(surrender(1), "3.29"), surrender(2))
    twice = play(game, bets({1: 1000, 2: 1000}), deal("5H 4S", "8H 6C", dealer="9C"), double(1), "2D")
    late = irregularity("dealer_not_dealt", layout=lies({1: "5H 4S 2D", 2: "8H 6C"}, removed="9C"))
    twice.then(ruled(late, "offer", "5.12"), "KD", refused(surrender(1), "3.24"), surrender(2))


@three
def test_5_17_where_the_dealer_was_next_his_card_is_the_next_card_again(game: str) -> None:
    """The last hand was passed over: it has the card, and the Dealer draws another."""
    start = play(game, bets({1: 1000}), "KH 9D 2S", stand(1), "5C")
    acts = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"), hit(1), stand(1), "8C")
    assert (acts.hand(1).cards, acts.dealer, acts.line(1).net) == (("KH", "2S", "5C"), "9D 8C", 0)


@three
def test_5_18_where_the_next_hand_and_the_dealer_have_drawn_the_hand_stands(game: str) -> None:
    """More than the next hand has been acted upon."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), stand(1), hit(2), "5D", stand(2))
    stood = start.then("4C", ruled(irregularity("hand_skipped", area=1), "continue", "5.18"))
    assert (stood.dealer, stood.awaits) == ("9D 4C", "card")
