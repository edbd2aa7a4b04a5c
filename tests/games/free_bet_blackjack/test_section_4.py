"""Free Bet Blackjack (MBS), version 3, section 4: what each wager pays and when it wins, loses and stands off."""

import pytest

from tests.games.twenty_one.rounds import (
    Step,
    bets,
    deal,
    decision,
    double,
    hit,
    insure,
    play,
    split,
    stand,
    surrender,
    wager,
)

GAME = "free-bet-blackjack"
FREE_SPLIT = decision(1, "free_split")
FREE_DOUBLE = decision(1, "free_double")


def test_4_1_pay_table() -> None:
    """Blackjack 3 to 2, a regular wager 1 to 1, insurance 2 to 1, a pair 11 to 1."""
    cards = deal("AS KH", "9C 9H", dealer="AD")
    start = play(GAME, bets({1: 1000, 2: 1000}, wager(2, "pair", 100)), cards, insure(2, 500), stand(2))
    lost = start.then("7S")
    assert [(line.kind, line.odds) for line in lost.outcome.ledger] == [
        ("main", "3:2"), ("main", None), ("insurance", None), ("pair", "11:1"),
    ]  # fmt: skip
    assert lost.line(2).result == "stand_off"
    assert start.then("KS").line(2, "insurance").odds == "2:1"
    assert play(GAME, bets({1: 1000}), "KH 8D 9C", stand(1), "KS").line(1).odds == "1:1"


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("KD 9C", "1:1"),
        ("4D 3C KS", "2:1"),
        ("2D 4C 4S TS", "6:1"),
        ("2D 2C 2S 4C KS", "50:1"),
        ("2D 2C 2S 2H 2C TS", "100:1"),
        ("2D 2C 2S 2H 2D 2C TS", "100:1"),
    ],
)
def test_4_2_busted_by_the_number_of_the_dealers_cards(cards: str, odds: str) -> None:
    """Three cards 1 to 1, four 2 to 1, five 6 to 1, six 50 to 1, seven and more 100 to 1."""
    first = "6H" if len(cards.split()) < 7 else "2H"
    round_ = play(GAME, bets({1: 1000}, wager(1, "busted", 100)), deal("KH 9H", dealer=first), stand(1), cards)
    assert round_.outcome.dealer.result == "bust"
    assert round_.line(1, "busted").odds == odds


@pytest.mark.parametrize(
    ("markers", "odds"), [(1, "3:1"), (2, "10:1"), (3, "25:1"), (4, "50:1"), (5, "100:1"), (6, "100:1")]
)
def test_4_3_pot_of_gold_by_the_number_of_markers(markers: int, odds: str) -> None:
    """One marker 3 to 1, two 10, three 25, four 50, five and more 100 to 1."""
    splits: list[Step] = [FREE_SPLIT, "8S", FREE_SPLIT, "8D", FREE_SPLIT]
    given = splits[: 2 * min(markers, 3) - 1]
    start = play(GAME, bets({1: 1000}, wager(1, "pot_of_gold", 100)), "8H 7D 8C", *given)
    doubles = markers - min(markers, 3)
    for _ in range(min(markers, 3) + 1):
        start = start.then("3S", FREE_DOUBLE, "TS") if doubles > 0 else start.then("9S", stand(1))
        doubles -= 1
    assert start.then("KD").line(1, "pot_of_gold").odds == odds


def test_4_4_when_a_player_wins() -> None:
    """A Blackjack alone, the higher total, the Dealer over 22; not a surrendered hand."""
    laid = bets({1: 1000, 2: 1000, 3: 1000})
    round_ = play(GAME, laid, deal("AS KH", "9C 9H", "KC 6H", dealer="6D"), surrender(3), stand(2), "KD 8S")
    assert [line.result for line in round_.outcome.ledger] == ["win", "win", "surrendered"]


def test_4_4_1_blackjack_wins_unless_the_dealer_has_one() -> None:
    """Also against his 21 in three cards."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 9H", dealer="KD"), stand(2))
    assert dealt.then("5D 6D").fate(1) == "win +1500 at 3:2 by 3.19 4.4.1 4.1"
    assert dealt.then("AD").line(1).net == 0


def test_4_4_2_higher_total_wins() -> None:
    """Nineteen beats eighteen."""
    assert play(GAME, bets({1: 1000}), "KH 8D 9C", stand(1), "KS").fate(1) == "win +1000 at 1:1 by 4.4.2 4.1"


def test_4_4_3_dealer_over_21_loses_but_not_with_22() -> None:
    """23 pays every live hand, 22 none; a bust hand stays lost."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 2H", "KC 6C", dealer="6D"), stand(1), hit(2), "9S", "KD")
    assert dealt.then("7S").fate(1) == "win +1000 at 1:1 by 4.4.3 4.1"
    assert [dealt.then("6S").line(area).net for area in (1, 2)] == [0, -1000]


def test_4_4_4_blackjack_wins_against_a_22() -> None:
    """The others stand off."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 9H", dealer="TD"), stand(2), "6S 6D")
    assert dealt.fate(1) == "win +1500 at 3:2 by 3.19 4.4.4 4.1"
    assert dealt.fate(2) == "stand_off 0 by 4.7.3"


def test_4_5_when_a_player_loses() -> None:
    """By the Dealer's higher total, by his Blackjack and over 21."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("KC 9C", "KS 6S", dealer="KD"), stand(1), hit(2), "9S")
    for card in ("QD", "AD"):
        assert [line.net for line in dealt.then(card).outcome.ledger] == [-1000, -1000]


def test_4_5_1_lower_total_loses() -> None:
    """Seventeen loses to eighteen."""
    assert play(GAME, bets({1: 1000}), "KH 8D 7C", stand(1), "KS").fate(1) == "lose -1000 by 4.5.1"


def test_4_5_2_over_21_loses() -> None:
    """Though the Dealer is bust as well."""
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "KC 9C", dealer="6D"), hit(1), "9S", stand(2), "KD KS")
    assert round_.fate(1) == "lose -1000 by 3.32 4.5.2"


def test_4_5_3_dealers_blackjack_beats_all_but_a_blackjack() -> None:
    """A 21 in three cards loses to it."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "AC KC", dealer="KD"), hit(1), "5S", "AD")
    assert (dealt.hand(1).total, dealt.fate(1), dealt.line(2).net) == (21, "lose -1000 by 4.5.3", 0)


def test_4_6_when_only_the_original_wager_is_lost() -> None:
    """To the Dealer's Blackjack, for a double and for a split; not to his 21 in three cards."""
    doubled = play(GAME, bets({1: 1000}), deal("6H 5C", dealer="KD"), double(1), "9S")
    halves = play(GAME, bets({1: 1000}), "TH KD KC", split(1), "9S", stand(1), "9C", stand(1))
    assert [start.then("AD").net for start in (doubled, halves)] == [-1000, -1000]
    assert [start.then("5D 6D").net for start in (doubled, halves)] == [-2000, -2000]


def test_4_6_1_doubled_hand_loses_the_original_wager_to_a_blackjack() -> None:
    """The doubled portion comes back, paid or free (I7)."""
    dealt = play(GAME, bets({1: 1000}), deal("6H 5C", dealer="AD"))
    for action in (double(1), FREE_DOUBLE):
        assert dealt.then(action, "9S", "KD").fate(1) == "lose -1000 by 4.6.1 I7"
    assert dealt.then(double(1), "2S", "8D").line(1).net == -2000


def test_4_6_2_split_hands_lose_the_original_wager_to_a_blackjack() -> None:
    """Once together, in the order of the hands; a free hand without a stake has lost nothing (I7)."""
    tens = play(GAME, bets({1: 1000}), "KH AD KC", split(1), "9S", stand(1), "9C", stand(1), "QS")
    assert [tens.fate(1, hand=number) for number in (1, 2)] == ["lose -1000 by 4.6.2 I7", "returned 0 by 4.6.2 I7"]
    free = play(GAME, bets({1: 1000}), "8H AD 8C", FREE_SPLIT, "9S", stand(1), "9C", stand(1), "QS")
    assert [free.fate(1, hand=number) for number in (1, 2)] == ["lose -1000 by 4.6.2 I7", "lose 0 by 4.6.2 I7"]


def test_4_7_when_a_player_stands_off() -> None:
    """Equal totals, two Blackjacks, and the Dealer's 22."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("AC KC", "KH 9C", dealer="TD"), stand(2))
    assert dealt.then("9S").line(2).result == "stand_off"
    assert dealt.then("AS").line(1).result == "stand_off"
    assert dealt.then("6S 6H").line(2).result == "stand_off"


def test_4_7_1_same_total_stands_off() -> None:
    """Eighteen each."""
    assert play(GAME, bets({1: 1000}), "KH 8D 8C", stand(1), "KS").fate(1) == "stand_off 0 by 4.7.1"


def test_4_7_2_two_blackjacks_stand_off() -> None:
    """The Dealer's with a ten first."""
    assert play(GAME, bets({1: 1000}), "AH KD KC", "AC").fate(1) == "stand_off 0 by 4.7.2"


def test_4_7_3_dealers_22_stands_off_with_every_live_hand() -> None:
    """Doubled and free ones too, and nothing is paid for the markers."""
    dealt = play(
        GAME, bets({1: 1000, 2: 1000}), deal("5H 6H", "KC 2C", dealer="6D"), FREE_DOUBLE, "9S", stand(2), "KD", "6S"
    )
    assert [dealt.fate(area) for area in (1, 2)] == ["stand_off 0 by 4.7.3"] * 2
