"""Blackjack (RWS), version 5, sections 3 from 3.17 and 4: drawing, split, double, the Dealer, the pay table."""

from tests.games.twenty_one.rounds import (
    Step,
    bets,
    deal,
    decision,
    double,
    follow,
    hit,
    insure,
    play,
    refused,
    rescue,
    split,
    stand,
    surrender,
    wager,
)

GAME = "blackjack"
TENS_SPLIT: list[Step] = [bets({1: 1000}), "KH 7D QC", split(1)]


def test_3_17_any_number_of_cards_but_none_to_blackjack_and_soft_21() -> None:
    """A hand draws on while it is not over 21, a hard 21 too (I10); Blackjack and a soft 21 get no card."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("2H 3H", "KH 9C", dealer="7D"))
    many = start.then(hit(1), "2S", hit(1), "2C", hit(1), "2D", hit(1), "3S", hit(1), "4S", hit(1), "3C")
    assert (many.acting, many.cards(1)) == ((1, 1), ["2H 3H 2S 2C 2D 3S 4S 3C"])
    many.then(stand(1), stand(2), "KD")
    assert many.then(hit(1), "2H").acting == (2, 1)
    soft = start.then(hit(1), "5S", hit(1), "AS")
    assert soft.acting == (2, 1)
    soft.then(refused(hit(1), "3.17"))
    natural = play(GAME, bets({1: 1000, 2: 1000}), deal("AH KH", "KS 9C", dealer="7D"), refused(hit(1), "3.17"))
    assert natural.acting == (2, 1)


def test_3_18_over_21_loses() -> None:
    """A bust hand has lost, whatever the Dealer draws, and draws no more."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "KS QS", dealer="6D"), hit(1), "8H")
    bust = start.then(refused(hit(1), "3.18"), stand(2), "TC 6S")
    assert (bust.fate(1), bust.line(2).net) == ("lose -1000 by 3.18", 1000)


def test_3_19_under_12_has_to_draw() -> None:
    """A hand of eleven may not stand and one of twelve may; a doubled one has its one card and no more."""
    start = play(GAME, bets({1: 1000}), "2H 7D 3C", refused(stand(1), "3.19"), hit(1), "6C", refused(stand(1), "3.19"))
    assert start.then(hit(1), "AS", stand(1)).awaits == "card"
    assert play(GAME, bets({1: 1000}), "2H 7D 3C", double(1), "2S", "KD").hand(1).total == 7


def test_3_20_stands_from_12_on() -> None:
    """Whoever wants no card stands, and gets none."""
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 2C", "9H 8C", dealer="7D"), stand(1))
    assert round_.acting == (2, 1)
    round_.then(refused(hit(1), None), stand(2), "KD")


def test_3_21_two_cards_of_one_value_are_split_for_an_equal_bet() -> None:
    """King and Queen split (I15), eight and nine do not; the new hand carries the Initial Bet; no surrender then."""
    play(GAME, bets({1: 1000}), "8H 7D 9C", refused(split(1), "3.21"))
    play(GAME, bets({1: 1000}), "KH 7D QC", refused(decision(1, "split", amount=500), "3.21"))
    start = play(GAME, *TENS_SPLIT, refused(surrender(1), "3.21"), "8S", refused(surrender(1), "3.21"))
    round_ = start.then(stand(1), "9S", stand(1), "KD")
    assert [(line.hand, line.stake, line.net) for line in round_.outcome.ledger] == [(1, 1000, 1000), (2, 1000, 1000)]


def test_3_21_1_who_does_not_follow_a_split_stays_on_the_first_hand() -> None:
    """The standing player who follows is on both hands, the other on the first alone."""
    start = play(GAME, bets({1: {"A": 1000, "B": 600, "X": 400}}), "8H 7D 8C", split(1))
    joined = start.then(follow(1, "B"), refused(follow(1, "B"), "3.21.1"), "TS", refused(follow(1, "X"), "3.21.1"))
    round_ = joined.then(stand(1), "TC", stand(1), "KD")
    assert [(line.hand, line.player, line.net) for line in round_.outcome.ledger] == [
        (1, "A", 1000), (1, "B", 600), (1, "X", 400), (2, "A", 1000), (2, "B", 600),
    ]  # fmt: skip
    start.then(refused(follow(1, "B", 500), "3.21.1"))


def test_3_21_1_resplit_is_followed_only_by_a_wager_on_that_hand() -> None:
    """Whoever is not on the second hand has nothing to follow when it is split again (I15)."""
    start = play(GAME, bets({1: {"A": 1000, "B": 600}}), "8H 7D 8C", split(1), "TS", stand(1), "8S", split(1))
    start.then(refused(follow(1, "B"), "3.21.1"))


def test_3_21_2_up_to_four_hands_and_aces_once_with_one_card_each() -> None:
    """Three splits make four hands and a fourth is refused; Aces split once, get one card each and are no Blackjack."""
    four = play(GAME, bets({1: 1000}), "8H 7D 8C", split(1), "8S", split(1), "8D", split(1), "8H")
    assert four.cards(1) == ["8H 8H", "8D", "8S", "8C"]
    four.then(refused(split(1), "3.21.2"), stand(1), "2S", hit(1), "KS")
    aces = play(GAME, bets({1: 1000, 2: 1000}), deal("AH AC", "9H 8H", dealer="7D"), split(1), "AS")
    assert (aces.acting, aces.awaits) == ((1, 2), "card")
    round_ = aces.then("KS", refused(split(1), "3.21.2"), refused(hit(1), "3.21.2"), stand(2), "KD")
    assert [round_.hand(1, number).result for number in (1, 2)] == ["stand", "21"]
    assert round_.fate(1, hand=2) == "win +1000 at 1:1 by 3.23.2 4.1.1"


def test_3_21_2_second_hand_gets_its_card_when_the_first_is_done() -> None:
    """The second split hand waits with one card until the first has stood."""
    start = play(GAME, *TENS_SPLIT)
    assert (start.acting, start.cards(1)) == ((1, 1), ["KH", "QC"])
    first = start.then("3S", hit(1), "2S")
    assert first.cards(1) == ["KH 3S 2S", "QC"]
    assert first.then(stand(1)).acting == (1, 2)
    assert first.then(stand(1), "6S").cards(1) == ["KH 3S 2S", "QC 6S"]


def test_3_21_3_split_hands_lose_one_initial_bet_to_a_blackjack() -> None:
    """Bust hands are lost; of the live ones together an Initial Bet, in their order, and the rest comes back (I7)."""
    start = play(GAME, bets({1: 1000}), "8H AD 8C", split(1), "3S", double(1), "9S", "KS", stand(1), "KC")
    assert [start.fate(1, hand=number) for number in (1, 2)] == ["lose -1000 by 3.21.3 I7", "returned 0 by 3.21.3 I7"]
    bust = play(GAME, bets({1: 1000}), "8H AD 8C", split(1), "7S", hit(1), "9S", "KS", stand(1), "KC")
    assert [bust.fate(1, hand=number) for number in (1, 2)] == ["lose -1000 by 3.18", "lose -1000 by 3.21.3 I7"]


def test_3_22_double_down_on_the_first_two_cards() -> None:
    """Up to the Initial Bet, for one card, also on a split hand; not later, on Blackjack, soft 21 or split Aces."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("5H 6C", "KS 9C", dealer="7D"), refused(double(1, 1100), "3.22"))
    doubled = start.then(double(1, 500), "2S")
    assert doubled.acting == (2, 1)
    round_ = doubled.then(refused(hit(1), "3.22"), refused(rescue(1), "3.22"), stand(2), "KD")
    assert (round_.line(1).stake, round_.line(1).net) == (1500, -1500)
    start.then(hit(1), "2S", refused(double(1), "3.22"))
    natural = play(GAME, bets({1: 1000, 2: 1000}), deal("AH KH", "KS 9C", dealer="7D"))
    natural.then(refused(double(1), "3.22"))
    play(
        GAME, bets({1: 1000, 2: 1000}), deal("AH AC", "KS 9C", dealer="7D"), split(1), "5S", refused(double(1), "3.22")
    )
    soft = play(GAME, *TENS_SPLIT, "AS", "2S", refused(double(1, 1100), "3.22"), double(1), "9S", "KD")
    assert [line.stake for line in soft.outcome.ledger] == [1000, 2000]


def test_3_22_1_standing_player_may_leave_the_double_to_the_seated_one() -> None:
    """He joins before the card with up to his own bet, or stays with his and gets the one card as well."""
    start = play(GAME, bets({1: {"A": 1000, "B": 600, "X": 400}}), "5H 7D 6C", double(1))
    start.then(refused(follow(1, "B", 700), "3.22"))
    joined = start.then(follow(1, "B", 300), refused(follow(1, "B"), "3.22.1"), "8S")
    round_ = joined.then("KD")
    assert [(line.player, line.stake, line.net) for line in round_.outcome.ledger] == [
        ("A", 2000, 2000), ("B", 900, 900), ("X", 400, 400),
    ]  # fmt: skip
    start.then("8S KD", refused(follow(1, "B"), "3.3"))
    play(GAME, bets({1: {"A": 1000, "B": 600}}), "5H 7D 6C", refused(follow(1, "B"), "3.22.1"))


def test_3_22_2_doubled_hand_loses_the_initial_bet_to_a_blackjack() -> None:
    """Bust it loses all; alive against a Blackjack only the Initial Bet (I7)."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 5C", "KS 9C", dealer="AD"), double(1))
    assert start.then("2S", stand(2), "KC").fate(1) == "lose -1000 by 3.22.2 I7"
    assert start.then("9S", stand(2), "KC").fate(1) == "lose -2000 by 3.18"
    assert start.then("2S", stand(2), "8C").line(1).net == -2000


def test_3_23_dealer_draws_to_16_and_stands_on_17() -> None:
    """He draws on 16 and stands on 17, a soft one too."""
    start = play(GAME, bets({1: 1000}), "KH 6D 8C", stand(1))
    assert start.then("KC").awaits == "card"
    assert start.then("AC").outcome.dealer.total == 17
    assert start.then("KC", "AC").outcome.dealer.total == 17


def test_3_23_dealer_draws_out_whenever_a_wager_is_live() -> None:
    """For an insurance alone and for a waiting Blackjack alone he draws to 17, and for nothing not at all (I8)."""
    insured = play(GAME, bets({1: 1000}), "KH AD 6C", insure(1, 500), hit(1), "9S", "2C")
    assert (insured.awaits, insured.then("4C").dealer) == ("card", "AD 2C 4C")
    assert play(GAME, bets({1: 1000}), "AS KD KH", "2C", "5S").dealer == "KD 2C 5S"
    assert play(GAME, bets({1: 1000}), "KH AD 6C", hit(1), "9S").dealer == "AD"


def test_3_23_1_dealer_bust_pays_the_live_hands() -> None:
    """Over 21 the Dealer loses to every hand that is not bust; 22 is bust like any other."""
    round_ = play(GAME, bets({1: 1000}), "KH 6D 2C", stand(1), "KC 6C")
    assert round_.fate(1) == "win +1000 at 1:1 by 3.23.1 4.1.1"


def test_3_23_2_higher_total_wins() -> None:
    """Nineteen beats eighteen."""
    assert play(GAME, bets({1: 1000}), "KH 8D 9C", stand(1), "KC").fate(1) == "win +1000 at 1:1 by 3.23.2 4.1.1"


def test_3_23_3_lower_total_loses() -> None:
    """Seventeen loses to eighteen, and twenty to a Blackjack."""
    assert play(GAME, bets({1: 1000}), "KH 8D 7C", stand(1), "KC").fate(1) == "lose -1000 by 3.23.3"
    assert play(GAME, bets({1: 1000}), "KH KD QC", stand(1), "AC").fate(1) == "lose -1000 by 3.23.3"


def test_3_23_4_same_total_is_a_stand_off() -> None:
    """Eighteen each."""
    assert play(GAME, bets({1: 1000}), "KH 8D 8C", stand(1), "KC").fate(1) == "stand_off 0 by 3.23.4"


def test_3_23_4_hand_of_21_against_a_blackjack_goes_by_the_reading() -> None:
    """It loses, or by the option stands off; split and doubled hands lose an Initial Bet all the same (I18, I7)."""
    steps: list[Step] = [
        bets({1: 1000, 2: 1000}),
        deal("KH 6C", "5S 6H", dealer="KD"),
        hit(1),
        "5H",
        stand(1),
        double(2),
        "TS",
        "AC",
    ]
    for readings, fate in (({}, "lose -1000 by 3.23.3 I18"), ({"I18": "stand_off"}, "stand_off 0 by 3.23.4 I18")):
        round_ = play(GAME, *steps, readings=readings)
        assert (round_.fate(1), round_.fate(2)) == (fate, "lose -1000 by 3.22.2 I7")
    halves = play(GAME, bets({1: 1000}), "KH AD QC", split(1), "AS", "AC", "KC", readings={"I18": "stand_off"})
    assert [halves.line(1, hand=number).net for number in (1, 2)] == [-1000, 0]


def test_4_1_1_pay_table() -> None:
    """Blackjack 3 to 2, a regular bet 1 to 1, insurance 2 to 1, Under and Over 13 1 to 1, a pair 11 to 1."""
    sides = [wager(1, "under13", 100), wager(2, "over13", 100), wager(2, "pair", 100)]
    cards = deal("AS KH", "KC KS", dealer="9D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, stand(2), "9S")
    assert [(line.kind, line.odds, line.net) for line in round_.outcome.ledger] == [
        ("main", "3:2", 1500), ("under13", "1:1", 100), ("main", "1:1", 1000), ("pair", "11:1", 1100),
        ("over13", "1:1", 100),
    ]  # fmt: skip
    insured = play(GAME, bets({1: 1000}), "KH AD 9C", insure(1, 500), stand(1), "KS")
    assert insured.fate(1, "insurance") == "win +1000 at 2:1 by 3.14.2.b 4.1.1"
