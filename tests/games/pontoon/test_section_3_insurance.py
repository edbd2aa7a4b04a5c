"""Section 3 of Pontoon and Pontoon Pandemonium, 3.26: insurance, its time, its amount and whose it is."""

from controller.games import legal_moves
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    Played,
    Step,
    bets,
    deal,
    hit,
    insure,
    play,
    refused,
    stand,
    surrender,
)

KING: Step = "KC"


def insurance_takers(played: Played, area: int, insured: str) -> list[tuple[str, str]]:
    """Who may take this player's insurance, in order, as the legal moves advise."""
    return next(
        list(move.takers)
        for move in legal_moves(played.state)
        if move.type == "insure" and {("area", area), ("for", insured)} <= set(move.fields)
    )


@both
def test_3_26_insurance_of_up_to_half_against_an_ace(game: str) -> None:
    """Half is the most, also in two parts; against no other first card."""
    dealt = play(game, bets({1: 1000}), deal("KH 8S", dealer="AD"))
    dealt.then(refused(insure(1, 600), "3.26"), insure(1, 300), refused(insure(1, 300), "3.26"))
    parts = dealt.then(insure(1, 300), insure(1, 200), stand(1))
    assert parts.then(KING).fate(1, "insurance") == "win +1000 at 2:1 by 3.26 4.1"
    assert parts.then("9C").fate(1, "insurance") == "lose -500 by 3.26"
    play(game, bets({1: 1000}), deal("KH 8S", dealer="KD"), refused(insure(1, 500), "3.26"))
    play(game, bets({1: 1000}), deal("AH KS", dealer="AD"))


@both
def test_3_26_1_insurance_is_offered_until_the_dealer_closes_it(game: str) -> None:
    """Not before the second cards are dealt, and not after the announcement."""
    play(game, bets({1: 1000}), "KH AD", refused(insure(1, 500), "3.26.1"))
    dealt = play(game, bets({1: 1000}), deal("KH 8S", dealer="AD"))
    dealt.then(insure(1, 500))
    dealt.then(OFFERS_CLOSED, refused(insure(1, 500), "3.26.1"))


@both
def test_3_26_2_insurance_is_made_before_the_subsequent_deal(game: str) -> None:
    """The next card closes it without a word; a wager that is paid or surrendered is not insured."""
    dealt = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 4S", "KC 8S", "AC KS", dealer="AD"))
    dealt.then(hit(1), insure(2, 500))
    dealt.then(hit(1), "2C", refused(insure(2, 500), "3.26.2"))
    dealt.then(refused(insure(3, 500, "X", "P3"), "3.26"), surrender(1), refused(insure(1, 500, "P1"), "3.26"))


@both
def test_3_26_3_declined_insurance_is_for_others(game: str) -> None:
    """Up to half of the wager of the player who declined; it is his as a whole who takes it."""
    dealt = play(game, bets({1: {"A": 1000, "B": 500}}), deal("KH 8S", dealer="AD"))
    dealt.then(refused(insure(1, 600, "X", "A"), "3.26.3"))
    taken = dealt.then(insure(1, 300, "X", "A"), insure(1, 200, "X", "A"), insure(1, 200, "B"))
    taken.then(refused(insure(1, 100, "A"), "3.26.3"), refused(insure(1, 100, "Y", "A"), "3.26.3"))
    round_ = taken.then(stand(1), KING)
    assert [line for line in round_.ledger if "insurance" in line] == [
        "1 X insurance: win +1000 at 2:1 by 3.26 4.1",
        "1 B insurance: win +400 at 2:1 by 3.26 4.1",
    ]


@both
def test_3_26_4_who_may_take_anothers_insurance_stands_in_order(game: str) -> None:
    """The legal moves list the players with their clauses, the preferred first."""
    laid = bets({2: {"A": 1000, "B": 1000}, 3: {"C": 1000}, 5: {"D": 1000}})
    dealt = play(game, laid, deal("KH 8S", "KD 8C", "QS 9S", dealer="AD"))
    assert insurance_takers(dealt, 2, "A") == [("B", "3.26.4.1"), ("C", "3.26.4.2"), ("D", "3.26.4.2")]


@both
def test_3_26_4_1_first_the_players_on_the_area_from_the_front(game: str) -> None:
    """Front to back, whoever controls."""
    laid = bets({1: {"A": 1000, "B": 1000, "C": 1000}}, seats={1: "C"})
    dealt = play(game, laid, deal("KH 8S", dealer="AD"))
    assert insurance_takers(dealt, 1, "B") == [("A", "3.26.4.1"), ("C", "3.26.4.1")]


@both
def test_3_26_4_2_then_the_players_of_the_nearest_area_from_the_front(game: str) -> None:
    """The nearest area first, and on it the front wager first, whatever they have staked on insurance."""
    laid = bets({1: {"A": 1000}, 2: {"B": 1000, "C": 1000}, 4: {"D": 1000}})
    dealt = play(game, laid, deal("KH 8S", "KD 8C", "QS 9S", dealer="AD"), insure(4, 300, "B", "D"))
    assert insurance_takers(dealt, 1, "A") == [("B", "3.26.4.2"), ("C", "3.26.4.2"), ("D", "3.26.4.2")]


@both
def test_3_26_4_3_of_equals_the_one_with_the_least_insurance_elsewhere(game: str) -> None:
    """What lies on areas that he controls himself does not count."""
    laid = bets({1: {"B": 1000}, 2: {"A": 1000}, 3: {"C": 1000}, 5: {"D": 1000}})
    dealt = play(game, laid, deal("KH 8S", "KD 8C", "QS 9S", "QD 9C", dealer="AD"))
    elsewhere = dealt.then(insure(5, 300, "B", "D"), insure(3, 500, "C"))
    assert insurance_takers(elsewhere, 2, "A")[:2] == [("C", "3.26.4.3"), ("B", "3.26.4.3")]
    others = dealt.then(insure(5, 300, "C", "D"), insure(1, 500, "B"))
    assert insurance_takers(others, 2, "A")[:2] == [("B", "3.26.4.3"), ("C", "3.26.4.3")]


@both
def test_3_26_4_5_players_without_a_wager_come_in_the_order_in_which_they_lay(game: str) -> None:
    """The first who lays takes the option."""
    dealt = play(game, bets({1: 1000}), deal("KH 8S", dealer="AD"), insure(1, 100, "X", "P1"))
    dealt.then(refused(insure(1, 100, "Y", "P1"), "3.26.3"))
    assert dealt.then(stand(1), KING).line(1, "insurance").player == "X"
