"""Section 4 of Pontoon and Pontoon Pandemonium: what is paid, who wins, who loses, who stands off."""

import pytest

from tests.games.pontoon.pontoons import both, clause
from tests.games.twenty_one.rounds import (
    Played,
    bets,
    deal,
    double,
    follow,
    hit,
    insure,
    play,
    rescue,
    split,
    stand,
    surrender,
    wager,
)  # fmt: skip


def drawn(game: str, cards: str) -> Played:
    """A single hand of 10.00 against a 9 that draws all these cards; it must come to 21."""
    first, second, *more = cards.split()
    played = play(game, bets({1: 1000}), deal(f"{first} {second}", dealer="9D"))
    for card in more:
        played = played.then(hit(1), card)
    return played


@both
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("2H 3C 4S 5C 7H", "3:2"),
        ("2H 2C 3S 4C 5H 5S", "2:1"),
        ("2H 2C 2S 3C 3H 4S 5C", "3:1"),
        ("2H 2C 2S 2D 3C 3H 3S 4S", "3:1"),
        ("6H 7C 8S", "3:2"),
        ("8H 6H 7H", "2:1"),
        ("7S 8S 6S", "3:1"),
        ("7H 7C 7S", "3:2"),
        ("7C 7C 7C", "2:1"),
        ("7S 7S 7S", "3:1"),
        ("KH 5C 6S", "1:1"),
        ("2H 3C 6S KC", "1:1"),
    ],
)
def test_4_1_the_pay_table(game: str, cards: str, odds: str) -> None:
    """A 21 pays by its cards: five, six, seven and more, 6-7-8 and 7-7-7 by their suits, any other 1 to 1."""
    gain, stake = odds.split(":")
    assert drawn(game, cards).fate(1) == f"win +{1000 * int(gain) // int(stake)} at {odds} by 3.29 4.1"
    regular = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "8D")
    assert regular.line(1).odds == "1:1"
    others = play(game, bets({1: 1000, 2: 1000}, wager(2, "pair", 200)), deal("AH KS", "9C 9S", dealer="AD"),
                  insure(2, 500), stand(2), "KD")  # fmt: skip
    assert [line.odds for line in others.outcome.ledger] == ["3:2", None, "2:1", "11:1"]


@both
def test_4_1_the_pay_table_holds_for_split_hands(game: str) -> None:
    """Three sevens and five cards of a split hand are paid as those of any other (I5)."""
    split_ = play(game, bets({1: 1000}), deal("7S 7S", dealer="9D"), split(1))
    sevens = split_.then("6S", hit(1), "8S", "2C", hit(1), "3C", hit(1), "4C", hit(1), "5C")
    assert [sevens.fate(1, hand=hand) for hand in (1, 2)] == [
        "win +3000 at 3:1 by 3.29 4.1",
        "win +1500 at 3:2 by 3.29 4.1",
    ]


@both
def test_4_1_1_a_super_bonus_by_the_size_of_the_wager(game: str) -> None:
    """From 10.00 it is 1,000.00, from 100.00 it is 5,000.00, under 10.00 there is none (I3)."""
    for amount, bonus in ((1000, 100_000), (9900, 100_000), (10_000, 500_000), (50_000, 500_000)):
        round_ = play(game, bets({1: amount}), deal("7H 7H", dealer="7C"), hit(1), "7H")
        assert round_.fate(1, "super_bonus") == f"win +{bonus} by 4.1.1 4.1.1.1"
        assert round_.line(1, "super_bonus").stake == 0
    round_ = play(game, bets({1: 900}), deal("7H 7H", dealer="7C"), hit(1), "7H")
    assert [line.kind for line in round_.outcome.ledger] == ["main"]


@both
def test_4_1_1_1_each_wager_on_the_three_sevens_wins_its_own(game: str) -> None:
    """Two players on the hand: each by his own wager; the Dealer's first card must be a seven."""
    laid = bets({1: {"A": 1000, "B": 10_000}})
    round_ = play(game, laid, deal("7D 7D", dealer="7S"), hit(1), "7D")
    assert [round_.line(1, "super_bonus", player=name).net for name in "AB"] == [100_000, 500_000]
    mixed = play(game, laid, deal("7D 7D", dealer="7S"), hit(1), "7H")
    other = play(game, laid, deal("7D 7D", dealer="6S"), hit(1), "7D")
    assert {line.kind for line in (*mixed.outcome.ledger, *other.outcome.ledger)} == {"main"}


@both
def test_4_1_1_2_every_other_original_wager_gets_fifty(game: str) -> None:
    """Winning, losing and standing off, split ones once; side wagers and bonus winners get none."""
    laid = bets({1: {"A": 1000, "B": 500}, 2: 1000, 3: 1000, 4: 1000}, wager(2, "pair", 500))
    dealt = play(game, laid, deal("7H 7H", "KH 6S", "8H 8S", "KC 7D", dealer="7C"), hit(1), "7H")
    round_ = dealt.then(hit(2), "KS", split(3), "KC", stand(3), "9C", stand(3), stand(4), "KD")
    bonuses = [
        (line.area, line.hand, line.player, line.net) for line in round_.outcome.ledger if line.kind == "super_bonus"
    ]
    assert bonuses == [
        (1, 1, "A", 100_000),
        (1, 1, "B", 5000),
        (2, 1, "P2", 5000),
        (3, 1, "P3", 5000),
        (4, 1, "P4", 5000),
    ]
    assert round_.fate(2, "super_bonus") == "win +5000 by 4.1.1.2 I3"


@both
def test_4_1_1_3_no_super_bonus_on_split_or_doubled_sevens(game: str) -> None:
    """Three sevens after a split or by a double are paid, but win none."""
    doubled = play(game, bets({1: 1000}), deal("7H 7H", dealer="7C"), double(1), "7H")
    assert doubled.ledger == ["1.1 P1 main: win +2000 at 1:1 by 3.29 4.1.1.4"]
    split_ = play(game, bets({1: 1000}), deal("7H 7H", dealer="7C"), split(1), "7H", hit(1), "7H", "KS", stand(1), "KD")
    assert {line.kind for line in split_.outcome.ledger} == {"main"}
    assert split_.line(1, hand=1).odds == "2:1"


@both
def test_4_1_1_4_winning_doubled_hands_pay_1_to_1_and_no_bonus(game: str) -> None:
    """Also with 6-7-8, and for every wager on the hand; a doubled hand that loses does get the 50.00."""
    laid = bets({1: 1000, 2: {"A": 1000, "B": 500}, 3: 1000})
    dealt = play(game, laid, deal("7H 7H", "6S 7S", "KC 6D", dealer="7C"), hit(1), "7H")
    round_ = dealt.then(double(2), follow(2, "B"), "8S", double(3), "2S", "KD")
    assert round_.fate(2, player="A") == "win +2000 at 1:1 by 3.29 4.1.1.4"
    winners = [(line.area, line.player) for line in round_.outcome.ledger if line.kind == "super_bonus"]
    assert winners == [(1, "P1")]
    lost = dealt.then(double(2), follow(2, "B"), "3S", double(3), "2S", "KD")
    assert [(line.area, line.player) for line in lost.outcome.ledger if line.kind == "super_bonus"] == [
        (1, "P1"),
        (2, "A"),
        (2, "B"),
    ]


@both
def test_4_1_1_5_the_super_bonus_comes_on_top_of_the_pay_table(game: str) -> None:
    """Three sevens of spades pay 3 to 1 and the bonus besides."""
    round_ = play(game, bets({1: 1000}), deal("7S 7S", dealer="7C"), hit(1), "7S")
    assert round_.ledger == [
        "1.1 P1 main: win +3000 at 3:1 by 3.29 4.1",
        "1.1 P1 super_bonus: win +100000 by 4.1.1 4.1.1.1",
    ]
    assert round_.net == 103_000


@both
def test_4_2_pandemonium_4_3_a_wager_wins_in_three_ways(game: str) -> None:
    """By 21, by a higher total, by the Dealer's bust."""
    laid = bets({1: 1000, 2: 1000})
    dealt = play(game, laid, deal("KH 6S", "KC 9S", dealer="6D"), hit(1), "5C", stand(2))
    assert [line.net for line in dealt.then("KD", "2D").outcome.ledger] == [1000, 1000]
    assert [line.net for line in dealt.then("KD", "8D").outcome.ledger] == [1000, 1000]


@both
def test_4_2_1_pandemonium_4_3_1_pontoon_and_21_win(game: str) -> None:
    """Against the Dealer's 21 and against his Pontoon."""
    laid = bets({1: 1000, 2: 1000, 3: 1000})
    dealt = play(game, laid, deal("AH KS", "KD 6S", "KH 9S", dealer="AC"), hit(2), "5C", stand(3))
    for rest in ("KC", "5D 5H"):
        assert [line.result for line in dealt.then(rest).outcome.ledger] == ["win", "win", "lose"]


@both
def test_4_2_2_pandemonium_4_3_2_the_higher_total_wins(game: str) -> None:
    """19 against 18 is paid 1 to 1."""
    round_ = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "9C")
    assert round_.fate(1) == f"win +1000 at 1:1 by {clause(game, '4.2.2')} 4.1"


@both
def test_4_2_3_pandemonium_4_3_3_the_dealers_bust_wins_for_who_is_neither_bust_nor_surrendered(game: str) -> None:
    """The bust hand and the surrendered wager lose all the same."""
    laid = bets({1: 1000, 2: 1000, 3: 1000})
    dealt = play(game, laid, deal("KH 2S", "KD 6S", "KC 6H", dealer="KS"), surrender(2), stand(1), hit(3), "9C")
    round_ = dealt.then("6D", "KD")
    assert [round_.fate(area) for area in (1, 2, 3)] == [
        f"win +1000 at 1:1 by {clause(game, '4.2.3')} 4.1",
        "surrendered -500 by 3.24.3",
        f"lose -1000 by 3.31 {clause(game, '4.3.2')}",
    ]
    assert round_.outcome.dealer.result == "bust"


@both
def test_4_3_pandemonium_4_4_a_wager_loses_in_three_ways(game: str) -> None:
    """By the Dealer's higher total, by its own bust, by the Dealer's Pontoon."""
    laid = bets({1: 1000, 2: 1000})
    dealt = play(game, laid, deal("KH 8S", "KC 6S", dealer="AD"), stand(1), hit(2), "8D")
    assert [line.net for line in dealt.then("8C").outcome.ledger] == [-1000, -1000]
    assert [line.net for line in dealt.then("KD").outcome.ledger] == [-1000, -1000]


@both
def test_4_3_1_pandemonium_4_4_1_the_dealers_higher_total_wins(game: str) -> None:
    """18 against 19 loses; against a Dealer over 21 it does not."""
    stood = play(game, bets({1: 1000}), deal("KH 8S", dealer="9D"), stand(1))
    assert stood.then("KC").fate(1) == f"lose -1000 by {clause(game, '4.3.1')}"
    assert stood.then("6C", "KC").line(1).result == "win"


@both
def test_4_3_2_pandemonium_4_4_2_over_21_loses(game: str) -> None:
    """The stake of a bust hand is lost with what a double added."""
    round_ = play(game, bets({1: 1000}), deal("KH 6S", dealer="9D"), double(1), "8C")
    assert round_.fate(1) == f"lose -2000 by 3.31 {clause(game, '4.3.2')}"


@both
def test_4_3_3_pandemonium_4_4_3_a_dealers_pontoon_takes_all_but_pontoon_and_21(game: str) -> None:
    """20 loses to it, also on each of two split hands; 21 in any number of cards and a Pontoon are paid."""
    laid = bets({1: 1000, 2: 1000, 3: 1000})
    dealt = play(game, laid, deal("KH QS", "8D 8S", "AD KC", dealer="AC"), stand(1), split(2), "KC", stand(2), "2C")
    round_ = dealt.then(hit(2), "AS", "KD")
    assert [round_.fate(area, hand=hand) for area, hand in ((1, 1), (2, 1), (2, 2), (3, 1))] == [
        f"lose -1000 by {clause(game, '4.3.3')}",
        f"lose -1000 by {clause(game, '4.3.3')}",
        "win +1000 at 1:1 by 3.29 4.1",
        "win +1500 at 3:2 by 3.19 4.1",
    ]


@both
def test_4_4_pandemonium_4_5_only_the_original_wager_is_lost(game: str) -> None:
    """A split and doubled area loses the original wager of each hand, or by the reading I4 `original` only one."""
    for reading, lost in (("each", [-1000, -1000]), ("original", [-1000, 0])):
        dealt = play(game, bets({1: 1000}), deal("8H 8S", dealer="AD"), split(1), readings={"I4": reading})
        round_ = dealt.then("3C", double(1), "8C", "2C", double(1), "9H", "KD")
        assert [line.net for line in round_.outcome.ledger] == lost
        assert [line.stake for line in round_.outcome.ledger] == [2000, 2000]


@both
def test_4_4_1_pandemonium_4_5_1_a_doubled_hand_loses_the_original_wager_to_a_pontoon(game: str) -> None:
    """The doubled portion comes back; a bust or rescued double has lost before, a doubled 21 is paid."""
    dealt = play(game, bets({1: 1000}), deal("6H 5S", dealer="AD"), double(1))
    assert dealt.then("8C", "KD").fate(1) == f"lose -1000 by {clause(game, '4.4.1')} I4"
    assert dealt.then("KC").fate(1) == "win +2000 at 1:1 by 3.29 4.1.1.4"
    bust = play(game, bets({1: 1000, 2: 1000}), deal("KH 6S", "KS 9C", dealer="AD"), double(1), "8C", stand(2), "KD")
    assert bust.line(1).net == -2000
    rescued = play(game, bets({1: 1000, 2: 1000}), deal("6H 5S", "KS 9C", dealer="AD"), double(1), "8C", rescue(1))
    assert rescued.then(stand(2), "KD").fate(1) == "lose -1000 by 3.25.8"


@both
def test_4_5_pandemonium_4_6_a_stand_off_leaves_the_wager_as_it_was(game: str) -> None:
    """Also a doubled one."""
    round_ = play(game, bets({1: 1000}), deal("6H 5S", dealer="9D"), double(1), "7C", "9C")
    assert round_.fate(1) == f"stand_off 0 by {clause(game, '4.5.1')}"
    assert round_.line(1).stake == 2000


@both
def test_4_5_1_pandemonium_4_6_1_equal_totals_stand_off_but_21_and_pontoon_are_paid(game: str) -> None:
    """17 to 20 stand off with the same total; 21 against 21 wins."""
    for total, card in ((17, "7S"), (18, "8S"), (19, "9S"), (20, "QS")):
        round_ = play(game, bets({1: 1000}), deal(f"KH {card}", dealer="KD"), stand(1), card)
        assert (round_.hand(1).total, round_.line(1).result) == (total, "stand_off")
    laid = bets({1: 1000, 2: 1000})
    round_ = play(game, laid, deal("KH 6S", "KC 9C", dealer="KD"), hit(1), "5C", stand(2), "5D", "6D")
    assert (round_.outcome.dealer.total, round_.line(1).result) == (21, "win")
