"""Free Bet Blackjack (MBS), version 3, sections 1 and 2: what the defined words mean, the decks and the layout."""

import pytest

from controller.core.events import BetsOpen
from controller.core.tables import TableError
from tests.games.twenty_one.rounds import (
    Step,
    alarmed,
    bets,
    deal,
    decision,
    double,
    hit,
    insure,
    irregularity,
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
    table,
    wager,
)

GAME = "free-bet-blackjack"
FREE_SPLIT = decision(1, "free_split")
FREE_DOUBLE = decision(1, "free_double")


def test_1_1_1_blackjack_is_an_ace_and_a_ten_as_the_initial_two_cards() -> None:
    """Neither three cards of 21 nor a split ten with an Ace are Blackjack."""
    two = play(GAME, bets({1: 1000, 2: 1000}), deal("AS TD", "7H 7C", dealer="9C"), hit(2), "7S", "9S")
    assert (two.hand(1).result, two.hand(2).result) == ("blackjack", "21")
    assert play(GAME, bets({1: 1000}), "KH 7D KC", split(1), "AS", "9D", stand(1), "TC").hand(1).result == "21"


def test_1_1_2_bust_is_over_21() -> None:
    """A player's and the Dealer's 22 are bust."""
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "KS QS", dealer="6D"), hit(1), "6H", stand(2), "TC 6S")
    assert (round_.hand(1).result, round_.outcome.dealer.result) == ("bust", "bust")


def test_1_1_3_busted_wager_wins_by_the_dealers_bust() -> None:
    """And loses otherwise, whatever its player's hand does."""
    steps: list[Step] = [bets({1: 1000}, wager(1, "busted", 100)), deal("KH 6C", dealer="6D"), hit(1), "9H"]
    assert play(GAME, *steps, "KD 9C").fate(1, "busted") == "win +100 at 1:1 by 3.15.2 4.2"
    assert play(GAME, *steps, "KD AC").fate(1, "busted") == "lose -100 by 3.15.2 4.2"


def test_1_1_4_double_adds_from_the_table_minimum_to_the_original_wager() -> None:
    """Less than the minimum and more than the original are refused."""
    start = play(GAME, bets({1: 2000}), deal("6H 6C", dealer="9D"), limits={"main": (1000, 5000)})
    start.then(refused(double(1, 900), "1.1.4"), refused(double(1, 2100), "1.1.4"))
    for added in (1000, 2000):
        assert start.then(double(1, added), "8S", "KC").line(1).stake == 2000 + added


def test_1_1_5_free_split_places_no_wager_on_the_new_hand() -> None:
    """Any pair but of ten-point cards: the second hand has a marker and no stake."""
    round_ = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "TS", stand(1), "TC", stand(1), "KD")
    assert [(line.stake, line.markers, line.net) for line in round_.outcome.ledger] == [(1000, 0, 1000), (0, 1, 1000)]
    play(GAME, bets({1: 1000}), "KH 7D KC", refused(FREE_SPLIT, "3.21.1"))


def test_1_1_6_free_double_is_for_a_hard_9_10_or_11() -> None:
    """Without a stake, on two cards of these totals; hard 8, 12, a soft total and three cards are refused."""
    for cards in ("4H 5C", "4H 6C", "5H 6C"):
        line = play(GAME, bets({1: 1000}), deal(cards, dealer="7D"), FREE_DOUBLE, "9S", "KD").line(1)
        assert (line.stake, line.markers, line.net) == (1000, 1, 2000)
    for cards in ("4H 4C", "KH 2C", "AH 8C"):
        play(GAME, bets({1: 1000}), deal(cards, dealer="7D"), refused(FREE_DOUBLE, "3.26.5"))
    play(GAME, bets({1: 1000}), deal("2H 3C", dealer="7D"), hit(1), "4S", refused(FREE_DOUBLE, "3.26.1"))


def test_1_1_7_pot_of_gold_wins_by_a_marker() -> None:
    """One marker wins, none loses."""
    dealt = play(GAME, bets({1: 1000}, wager(1, "pot_of_gold", 100)), "5H 7D 6C")
    assert dealt.then(FREE_DOUBLE, "9S", "KD").fate(1, "pot_of_gold") == "win +300 at 3:1 by 3.15.3 4.3"
    assert dealt.then(double(1), "9S", "KD").fate(1, "pot_of_gold") == "lose -100 by 3.15.3 4.3"


def test_1_1_8_markers_stand_for_free_splits_and_free_doubles() -> None:
    """Each free split and each free double puts one on its hand; a paid one puts none."""
    round_ = play(GAME, bets({1: 1000}), "5H 7D 5C", FREE_SPLIT, "6S", FREE_DOUBLE, "9S", "4S", FREE_DOUBLE, "9C", "KD")
    assert [line.markers for line in round_.outcome.ledger] == [1, 2]
    paid = play(GAME, bets({1: 1000}), "KH 7D KC", split(1), "9S", stand(1), "9C", stand(1), "KD")
    assert [line.markers for line in paid.outcome.ledger] == [0, 0]


def test_1_1_8_1_marker_on_a_winning_hand_pays_the_original_wager() -> None:
    """Once for each marker, and a losing hand loses none for it."""
    dealt = play(GAME, bets({1: 700}), "5H 7D 6C", FREE_DOUBLE)
    assert dealt.then("9S", "KD").fate(1) == "win +1400 at 1:1 by 4.4.2 4.1 1.1.8.1"
    assert dealt.then("2S", "KD").fate(1) == "lose -700 by 4.5.1"


def test_1_1_9_hand_is_the_cards_dealt_in_the_round() -> None:
    """The outcome holds each player's hand and the Dealer's as they were dealt."""
    round_ = play(GAME, bets({1: 1000, 3: 1000}), deal("9H 5C", "KD 8S", dealer="7C"), hit(1), "4C", stand(1), stand(3),
                  "QS")  # fmt: skip
    assert (round_.cards(1), round_.cards(3), round_.dealer) == (["9H 5C 4C"], ["KD 8S"], "7C QS")


def test_1_1_10_hard_total_has_no_ace_worth_eleven() -> None:
    """The Dealer stands on a 17 whose Ace counts 1."""
    round_ = play(GAME, bets({1: 1000}), deal("KH 8S", dealer="6C"), stand(1), "KD", "AS")
    assert (round_.outcome.dealer.total, round_.outcome.dealer.cards) == (17, ("6C", "KD", "AS"))


def test_1_1_11_initial_deal_is_two_cards_a_player_and_one_for_the_dealer() -> None:
    """Nothing is decided before it is complete, and then the Dealer has one card."""
    dealing = play(GAME, bets({1: 1000, 2: 1000}), "2H 3H 4D 5C", refused(hit(1), "3.18"))
    assert (dealing.then("6C").awaits, dealing.then("6C").dealer) == ("decision", "4D")


def test_1_1_12_insurance_wins_by_a_ten_as_the_dealers_second_card() -> None:
    """Ten, Jack, Queen and King win it, every other card loses it."""
    dealt = play(GAME, bets({1: 1000}), "KH AD 9C", insure(1, 500), stand(1))
    for card in ("TS", "JS", "QS", "KS"):
        assert dealt.then(card).fate(1, "insurance") == "win +1000 at 2:1 by 3.27 4.1"
    for card in ("9S", "8S", "7S"):
        assert dealt.then(card).fate(1, "insurance") == "lose -500 by 3.27"


def test_1_1_13_interim_settlement_is_what_the_initial_deal_decides() -> None:
    """A Blackjack paid makes it too late to void for a misdeal; without one the round is void."""
    wrong = irregularity("misdeal", reconstructable=False)
    play(GAME, bets({1: 1000}), "KH 7D 9C", ruled(wrong, "void", "5.2"))
    paid = play(GAME, bets({1: 1000, 2: 1000}), deal("AH KC", "9H 7C", dealer="7D"))
    paid.then(ruled(wrong, "record", "6.1"))


def test_1_1_14_pair_is_of_one_rank() -> None:
    """Two tens and two Queens are pairs, King with Queen and King with ten are none (I15)."""
    for cards, net in (("TH TS", 1100), ("QH QS", 1100), ("KH QS", -100), ("KH TS", -100), ("AH AS", 1100)):
        dealt = play(GAME, bets({1: 1000}, wager(1, "pair", 100)), deal(cards, dealer="7D"), stand(1), "KD")
        assert dealt.line(1, "pair").net == net


def test_1_1_15_pair_wager_wins_by_the_initial_two_cards() -> None:
    """A pair formed later, by a split, is none."""
    dealt = play(
        GAME, bets({1: 1000}, wager(1, "pair", 100)), "KH 7D QC", split(1), "KS", stand(1), "QS", stand(1), "KD"
    )
    assert dealt.fate(1, "pair") == "lose -100 by 3.15.1"


def test_1_1_16_point_total_is_the_sum_of_the_cards() -> None:
    """Two, three and ten are fifteen."""
    assert play(GAME, bets({1: 1000}), "2H 7D 3C", hit(1), "TS", stand(1), "KD").hand(1).total == 15


def test_1_1_17_round_of_play_ends_with_its_settlement() -> None:
    """Until then no other begins; a card later belongs to none."""
    dealt = play(GAME, bets({1: 1000}), "KH 7D 9C", refused(BetsOpen(), "1.1.17"), stand(1), "KD")
    assert dealt.then(BetsOpen()).awaits == "wagers"


def test_1_1_18_soft_total_has_an_ace_worth_eleven() -> None:
    """The Dealer draws on a 17 whose Ace counts 11."""
    assert play(GAME, bets({1: 1000}), deal("KH 8S", dealer="6C"), stand(1), "AS").awaits == "card"


def test_1_1_19_split_is_of_two_cards_of_one_point_value() -> None:
    """King and Queen split, nine and eight do not."""
    assert play(GAME, bets({1: 1000}), "KH 7D QC", split(1)).cards(1) == ["KH", "QC"]
    play(GAME, bets({1: 1000}), "9H 7D 8C", refused(FREE_SPLIT, "3.21"), refused(split(1), "3.21"))


def test_1_1_20_stand_off_neither_wins_nor_loses() -> None:
    """Equal totals leave the wager where it is."""
    assert play(GAME, bets({1: 1000}), "KH 8D 8C", stand(1), "KD").fate(1) == "stand_off 0 by 4.7.1"


def test_1_1_21_subsequent_deal_is_the_cards_asked_for_after_the_initial_deal() -> None:
    """With the first of them surrender is closed."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 2C", "9H 7S", dealer="7D"), hit(1))
    dealt.then(surrender(2))
    dealt.then("5D", refused(surrender(2), "3.25.1"))


def test_1_1_22_surrender_gives_up_half_of_the_original_wager() -> None:
    """Half of it is lost and the hand is folded."""
    assert play(GAME, bets({1: 1000}), "KH KD 6C", surrender(1)).fate(1) == "surrendered -500 by 3.25"


def test_2_1_one_to_eight_decks_of_52_cards() -> None:
    """No deck and nine are refused; the tens are in, and with one deck the second card of a kind is one too many."""
    for decks in (0, 9):
        with pytest.raises(TableError, match=rf"1 to 8 decks, not with {decks} \(2.1\)"):
            table(GAME, decks=decks)
    one = play(GAME, bets({1: 1000}), "TH TD", alarmed("TH", "extra_card", "5.1"), decks=1)
    assert (one.outcome.status, one.outcome.rule) == ("void", "5.1")


def test_2_2_layout_has_one_to_seven_areas() -> None:
    """Seven unless the table says otherwise."""
    assert len(table(GAME).state.seats) == 7
    for areas in (0, 8):
        with pytest.raises(TableError, match=f"1 to 7 areas, not {areas}"):
            table(GAME, areas=areas)


def test_2_2_1_areas_take_wagers() -> None:
    """Each area of the layout takes a main wager, one that is not there none."""
    play(GAME, BetsOpen(), wager(1, "main", 1000), wager(7, "main", 1000), refused(wager(8, "main", 1000), None))


def test_2_2_2_areas_take_insurance() -> None:
    """Insurance lies beside the wager of its area."""
    dealt = play(GAME, bets({1: 1000, 3: 1000}), deal("KH 9C", "KS 9S", dealer="AD"), insure(3, 500))
    round_ = dealt.then(stand(1), stand(3), "KC")
    assert [line.area for line in round_.outcome.ledger if line.kind == "insurance"] == [3]


def test_2_2_3_areas_take_pair_wagers() -> None:
    """A pair wager lies on the area it was placed on."""
    assert play(GAME, bets({2: 1000}, wager(2, "pair", 100)), "8H 7D 8C", stand(2), "KD").line(2, "pair").net == 1100


def test_2_2_4_areas_take_busted_wagers() -> None:
    """A busted wager lies on the area it was placed on."""
    assert (
        play(GAME, bets({2: 1000}, wager(2, "busted", 100)), "8H 7D 8C", stand(2), "KD").line(2, "busted").net == -100
    )


def test_2_2_5_areas_take_pot_of_gold_wagers() -> None:
    """A Pot of Gold wager lies on the area it was placed on; a wager of another game is refused."""
    play(GAME, BetsOpen(), refused(wager(1, "pandemonium", 100), None), refused(wager(1, "over13", 100), None))
    round_ = play(GAME, bets({2: 1000}, wager(2, "pot_of_gold", 100)), "8H 7D 8C", stand(2), "KD")
    assert round_.line(2, "pot_of_gold").net == -100
