"""A card that nobody asked for: it waits, commences nothing, and is not dealt on before people could choose (I20)."""

import pytest

from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    Played,
    Step,
    alarmed,
    bets,
    deal,
    decision,
    double,
    follow,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    rescue,
    ruled,
    split,
    stand,
    surrender,
    wager,
)

three = pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack"])
"""The three whose document numbers section 5 alike."""


def held(card: str) -> Step:
    """A card that came while a decision is awaited."""
    return alarmed(card, "card_held", "5.8")


# --- it commences nothing ---------------------------------------------------------------------------------------


@both
def test_3_24_surrender_is_open_beside_a_held_card(game: str) -> None:
    """1.1.15: the subsequent deal is the cards that Players request; the held one goes to who draws next."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 6S", "5H 6D", dealer="KD"), held("9C"), surrender(1))
    end = start.then(hit(2), stand(2), "8C")
    assert (end.line(1).net, end.line(2).net, end.hand(2).cards) == (-500, 1000, ("5H", "6D", "9C"))


def test_3_14_2_a_insurance_is_open_beside_a_held_card() -> None:
    """Blackjack: it was not dealt to any Player."""
    start = play("blackjack", bets({1: 1000}), "KH AD 6S", alarmed("9C", "card_held", "5.9"), insure(1, 500))
    end = start.then(stand(1))
    assert (end.dealer, end.line(1).net, end.line(1, "insurance").net) == ("AD 9C", -1000, -500)


def test_5_7_1_a_surplus_card_of_the_deal_is_none_of_the_subsequent_deal() -> None:
    """Blackjack: the cards stay as they were dealt, before it."""
    start = play("blackjack", bets({1: 1000, 2: 1000}), deal("5H 9D", "9H 6S", dealer="2C"))
    misdeal = irregularity("misdeal", reconstructable=False)
    start.then(alarmed("7S", "card_held", "5.9"), ruled(misdeal, "continue", "5.7.1"))


SURPLUS: Step = bets({1: 1000, 2: 1000})


@three
def test_5_2_a_surplus_card_that_cannot_be_put_right_voids_the_round(game: str) -> None:
    """Noticed at the end of the initial deal, before anybody has asked for a card."""
    start = play(game, SURPLUS, deal("5H 9D", "9H 6S", dealer="2C"), held("7S"))
    void = start.then(ruled(irregularity("misdeal", reconstructable=False), "void", "5.2"))
    assert void.outcome.status == "void"


@both
def test_5_6_1_with_a_surplus_card_the_deal_is_put_right(game: str) -> None:
    """The offers follow it as ever: surrender stands open against the King."""
    start = play(game, SURPLUS, deal("5H 9D", "9H 6S", dealer="KC"), held("7S"))
    right = start.then(ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.6.1"))
    assert right.then(surrender(1), stand(2)).line(1).net == -500


@three
def test_5_6_1_an_area_without_a_wager_noticed_before_anybody_drew(game: str) -> None:
    """Its cards go on in the order of the deal: the last is the Dealer's second."""
    start = play(game, bets({1: 1000, 3: 1000}), "5H 9H 8C 7D 6H", held("KD"), held("4C"))
    empty = irregularity("empty_area_dealt", area=2, cards="9H KD")
    right = start.then(ruled(empty, "reconstruct", "5.6.1"), stand(1), stand(3))
    assert (right.dealer, right.net) == ("8C KD", -2000)


@both
def test_5_8_a_card_after_a_dealer_who_stopped_early_is_the_next_card(game: str) -> None:
    """5.7 is for a hand drawn to its end (I22): here only his second card was needed (I1)."""
    start = play(game, bets({1: 1000}), "KH AD 6S", insure(1, 500), hit(1), "9C", "4D")
    assert (start.line(1).net, start.line(1, "insurance").net) == (-1000, -500)
    again = start.then(alarmed("9S", "unexpected_card", "5.8"), bets({1: 1000}), "KC 8H", stand(1), "7D")
    assert (again.hand(1).cards, again.dealer) == (("9S", "8H"), "KC 7D")
    ended = play(game, bets({1: 1000}), "KH 9D 8S", stand(1), "8D")
    ended.then(alarmed("9S", "dealer_overdraw", "5.7"))


# --- it waits while somebody may choose -------------------------------------------------------------------------


def test_3_26_6_others_join_a_double_before_a_held_card() -> None:
    """Free Bet: also where the additional card came before the call."""
    laid = bets({1: {"A": 1000, "B": 1000}}, wager(1, "pot_of_gold", 100, "B"))
    start = play("free-bet-blackjack", laid, "5H 6D 6S", held("KC"), decision(1, "free_double"))
    assert (start.cards(1), start.awaits) == (["5H 6S"], "card")
    end = start.then(follow(1, "B"), "KD 9C")
    assert [line.net for line in end.outcome.ledger] == [2000, 2000, 300]


@three
def test_3_23_others_join_a_split_before_a_held_card(game: str) -> None:
    """Once all have, it comes at once."""
    call = decision(1, "free_split" if game == "free-bet-blackjack" else "split")
    start = play(game, bets({1: {"A": 1000, "B": 1000}}), "8H 9D 8S", held("KC"), call)
    assert start.cards(1) == ["8H", "8S"]
    joined = start.then(follow(1, "B"))
    assert (joined.cards(1), joined.awaits) == (["8H KC", "8S"], "decision")
    assert len(joined.then(stand(1), "KS", stand(1), "8D").outcome.ledger) == 4


@both
def test_3_23_a_held_card_goes_on_with_the_next_word(game: str) -> None:
    """Whatever it is: the Dealer's word, another call, another card. Alone on the hand nobody waits."""
    laid = bets({1: {"A": 1000, "B": 1000}, 2: 1000})
    start = play(game, laid, deal("8H 8S", "5H 6D", dealer="9D"), held("KC"), split(1))
    assert start.cards(1) == ["8H", "8S"]
    assert start.then(OFFERS_CLOSED).cards(1) == ["8H KC", "8S"]
    assert start.then(stand(1), "2C").cards(1) == ["8H KC", "8S 2C"]
    assert start.then(held("2C"), stand(1)).cards(1) == ["8H KC", "8S 2C"]
    start.then(OFFERS_CLOSED, refused(follow(1, "B"), "3.23"))
    start.then(refused(stand(2), None)).then(follow(1, "B"))  # what is refused changes nothing
    alone = play(game, bets({1: 1000}), "8H 9D 8S", held("KC"), split(1))
    assert alone.cards(1) == ["8H KC", "8S"]


@both
def test_3_26_1_offers_stand_open_while_a_held_card_waits(game: str) -> None:
    """Until it lies on the hand (I20): others surrender and insure as before a card that is still in the shoe."""
    laid = bets({1: {"A": 1000, "B": 1000}, 2: 1000, 3: 1000})
    start = play(game, laid, deal("8H 8S", "5H 6D", "KH 4S", dealer="AD"), held("2C"), split(1))
    offered = start.then(insure(2, 500), surrender(3))
    assert offered.cards(1) == ["8H", "8S"]
    joined = offered.then(follow(1, "B"), refused(insure(2, 100), "3.26.2"))
    assert joined.cards(1) == ["8H 2C", "8S"]


@both
def test_3_25_8_a_second_held_card_waits_for_who_may_take_his_double_back(game: str) -> None:
    """The first is the double's; the other is not the Dealer's before the player could rescue."""
    start = play(game, bets({1: 1000}), "5H 9D 6S", held("2C"), held("KD"), double(1))
    assert (start.cards(1), start.dealer, start.awaits) == (["5H 6S 2C"], "9D", "card")
    assert start.then(rescue(1)).line(1).net == -1000
    assert start.then(OFFERS_CLOSED).line(1).net == -2000
    assert play(game, bets({1: 1000}), "5H 9D 6S", held("KC"), held("KD"), double(1)).line(1).net == 2000


@both
def test_3_25_8_who_takes_his_double_back_waits_for_nobody_to_join_it(game: str) -> None:
    """A held card lies on the hand first: with the call to take the double back nobody joins it any more."""
    start = play(game, bets({1: {"A": 1000, "B": 1000}}), "5H 9D 6S", held("2C"), decision(1, "double"))
    taken_back = start.then(rescue(1, "A"), refused(follow(1, "B"), "3.25.5"), "KD")
    assert (taken_back.cards(1), [line.net for line in taken_back.outcome.ledger]) == (["5H 6S 2C"], [-1000, -1000])


@pytest.mark.parametrize(
    ("game", "answer", "clause"),
    [
        ("pontoon", ("continue", "5.23.1"), "5.25"),
        ("pontoon-pandemonium", ("continue", "5.23.1"), "5.25"),
        ("free-bet-blackjack", ("continue", "5.23.1"), "5.25"),
        ("blackjack", ("offer", "5.12"), "5.7.3"),
    ],
)
def test_5_25_a_ruling_settles_nothing_before_anybody_could_withdraw(
    game: str, answer: tuple[str, str], clause: str
) -> None:
    """The Dealer's card came at once with the last one of a double: it waits until somebody has chosen."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 6S", "5H 6C", dealer="9D"), stand(1), double(2), "8C", "5C")
    drawn = irregularity("simultaneous_draw", cards="8C 5C", disclosed="", chosen="5C")
    ruling = start.then(ruled(drawn, *answer))
    assert (ruling.cards(2), ruling.dealer, ruling.awaits) == (["5H 6C 5C"], "9D", "card")
    end = ruling.then(ruled(irregularity("withdraw", player="P1"), "return", clause))
    assert (end.line(1).net, end.line(2).net, end.dealer) == (0, -2000, "9D 8C")
    assert ruling.then(OFFERS_CLOSED).dealer == "9D 8C"


@three
def test_5_25_the_places_lifted_in_the_deal_are_laid_at_once(game: str) -> None:
    """Only what is over waits; the Dealer's word lets it go on, also while the deal is not complete."""
    start = play(game, bets({1: 1000, 2: 1000}), "KH 8C 9D")
    drawn = irregularity("simultaneous_draw", cards="8C 9D", chosen="9D")
    laid = start.then(ruled(drawn, "continue", "5.23.1"))
    assert (laid.cards(1), laid.cards(2), laid.dealer, laid.awaits) == (["KH"], ["9D"], "8C", "card")
    assert laid.then(OFFERS_CLOSED, "2S").cards(1) == ["KH 2S"]


@three
def test_5_12_the_dealers_missing_card_waits_while_somebody_may_withdraw(game: str) -> None:
    """A card is kept when it is found that he has none."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), hit(1), "2C", held("KD"))
    missing = irregularity("dealer_not_dealt", layout=lies({1: "KH 2S 2C", 2: "8C 3S"}, removed="9D"))
    late: Played = start.then(ruled(missing, "offer", "5.12"), stand(1))
    assert late.dealer == "KD"
