"""Blackjack (RWS), version 5, section 1: the words that decide something, each in a round that turns on it."""

from controller.core.events import BetsOpen
from tests.games.twenty_one.rounds import (
    Step,
    bets,
    deal,
    decision,
    double,
    hit,
    insure,
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

GAME = "blackjack"
SPLIT_OF_TENS: list[Step] = [bets({1: 1000}), "KH 7D QC", split(1), "AS", "9D", stand(1), "TC"]


def test_1_2_blackjack_is_an_ace_and_a_ten_as_the_first_two_cards() -> None:
    """An Ace with a ten-point card is Blackjack; 21 in three cards is none, nor is one formed by a split."""
    two = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KD", "7H 7C", dealer="9C"), hit(2), "7S", stand(2), "8H")
    assert (two.hand(1).result, two.hand(2).result) == ("blackjack", "21")
    assert play(GAME, *SPLIT_OF_TENS).hand(1).result == "21"


def test_1_3_over_21_is_bust() -> None:
    """22 is bust for the player and for the Dealer."""
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "KS QS", dealer="6D"), hit(1), "6H", stand(2), "TC 6S")
    assert (round_.hand(1).total, round_.hand(1).result) == (22, "bust")
    assert (round_.outcome.dealer.total, round_.outcome.dealer.result) == (22, "bust")


def test_1_6_double_down_is_up_to_the_initial_bet_also_on_a_split_hand() -> None:
    """Any amount up to the Initial Bet doubles the first two cards, also after a split; split Aces are not doubled."""
    start = play(GAME, bets({1: 1000}), "8H 6D 8C", split(1), "3S", refused(double(1, 1100), "3.22"))
    round_ = start.then(double(1, 300), "KC", "TS", double(1), "2D", "KD KS")
    assert [line.stake for line in round_.outcome.ledger] == [1300, 2000]
    play(GAME, bets({1: 1000}), "AH 6D AC", split(1), refused(double(1), "3.22"))


def test_1_8_even_money_pays_a_blackjack_one_to_one() -> None:
    """A Blackjack against the Dealer's Ace may be settled at 1 to 1."""
    round_ = play(GAME, bets({1: 1000}), "AS AD KH", decision(1, "even_money"))
    assert round_.fate(1) == "win +1000 at 1:1 by 3.14.1"


def test_1_9_final_settlement_is_of_the_subsequent_deal() -> None:
    """A bust hand collected is one: from then on no cards are reconstructed."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 6C", "9H 7C", dealer="7D"), hit(1))
    wrong = irregularity("misdeal", reconstructable=True)
    start.then("2S", ruled(wrong, "reconstruct", "5.9"))
    start.then("9S", ruled(wrong, "continue", "5.10.1"))


def test_1_10_hand_is_the_cards_dealt_in_the_round() -> None:
    """The players' and the Dealer's, each with its own cards."""
    laid = bets({1: 1000, 3: 1000})
    round_ = play(GAME, laid, deal("9H 5C", "KD 8S", dealer="7C"), hit(1), "4C", stand(1), stand(3), "QS")
    assert (round_.cards(1), round_.cards(3), round_.dealer) == (["9H 5C 4C"], ["KD 8S"], "7C QS")


def test_1_11_hard_total_counts_every_ace_as_one() -> None:
    """An Ace that would exceed 21 as 11 counts 1: A-5-K is a hard 16."""
    round_ = play(GAME, bets({1: 1000}), "AS 7D 5H", hit(1), "KC", stand(1), "KD")
    assert round_.hand(1).total == 16


def test_1_12_hit_asks_for_a_card() -> None:
    """The next card goes to the hand that asked."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("9H 5C", "KD 8S", dealer="7C"), hit(1), "2C")
    assert dealt.cards(1) == ["9H 5C 2C"]


def test_1_14_initial_bet_is_no_side_bet() -> None:
    """Doubling is bounded by the bet on the hand alone, whatever lies beside it."""
    start = play(GAME, bets({1: 1000}, wager(1, "pair", 5000)), "6H 7D 5C", refused(double(1, 1100), "3.22"))
    assert start.then(double(1), "9S", "KS").fate(1) == "win +2000 at 1:1 by 3.23.2 4.1.1"


def test_1_15_initial_deal_is_two_cards_each_and_one_to_the_dealer() -> None:
    """The deal is over with the second card of the last hand; the Dealer has one card then."""
    start = play(GAME, bets({1: 1000, 3: 1000}), "2H 3H 4D 5C")
    assert start.awaits == "card"
    done = start.then("6C")
    assert (done.awaits, done.acting, done.dealer) == ("decision", (1, 1), "4D")


def test_1_16_insurance_is_against_the_dealers_ace() -> None:
    """Insurance stands against an Ace as the Dealer's first card only."""
    play(GAME, bets({1: 1000}), "KH KD 9C", refused(insure(1, 500), "3.14.2"))
    round_ = play(GAME, bets({1: 1000}), "KH AD 9C", insure(1, 500), stand(1), "KS")
    assert round_.fate(1, "insurance") == "win +1000 at 2:1 by 3.14.2.b 4.1.1"


def test_1_17_interim_settlement_is_what_the_initial_deal_decides() -> None:
    """A Blackjack paid or a side bet decided by the initial deal is one; where neither is, nothing is established."""
    nothing = play(GAME, bets({1: 1000}), "KH 7D 9C")
    nothing.then(ruled(irregularity("power_failure"), "void", "5.4.2"))
    paid = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 9D", dealer="7D"))
    paid.then(ruled(irregularity("power_failure"), "continue", "5.4.1"))
    beside = play(GAME, bets({1: 1000}, wager(1, "over13", 500)), "KH 7D 9C")
    beside.then(ruled(irregularity("power_failure"), "continue", "5.4.1"))


def test_1_18_over_13_is_a_total_of_more_than_13() -> None:
    """Fourteen in two cards wins the bet on Over 13."""
    round_ = play(GAME, bets({1: 1000}, wager(1, "over13", 500)), "9H 7D 5C", stand(1), "KD")
    assert round_.fate(1, "over13") == "win +500 at 1:1 by 3.13.2.b 4.1.1"


def test_1_19_picture_cards_are_worth_ten() -> None:
    """King, Queen and Jack count ten."""
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("KH QH", "JH 9C", dealer="7D"), stand(1), stand(2), "JS")
    assert (round_.hand(1).total, round_.hand(2).total, round_.outcome.dealer.total) == (20, 19, 17)


def test_1_21_player_pair_is_the_same_number_or_picture() -> None:
    """Two Kings are a pair whatever their suits, King and Queen are none (I15)."""
    sides = [wager(1, "pair", 100), wager(2, "pair", 100)]
    cards = deal("KH KS", "KD QD", dealer="7D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, stand(1), stand(2), "KC")
    assert (round_.line(1, "pair").net, round_.line(2, "pair").net) == (1100, -100)


def test_1_23_point_total_is_the_sum_of_the_cards() -> None:
    """Two, three and ten are fifteen."""
    assert play(GAME, bets({1: 1000}), "2H 7D 3C", hit(1), "TS", stand(1), "KD").hand(1).total == 15


def test_1_24_reconstruction_puts_cards_into_their_intended_order() -> None:
    """Where the cards in fact lie is taken over, and the deal goes on from there."""
    layout = lies({1: "2H", 2: "9H"}, dealer="4D", removed="KS")
    misdeal = irregularity("misdeal", reconstructable=True, layout=layout)
    round_ = play(GAME, bets({1: 1000, 2: 1000}), "2H KS 9H 4D", ruled(misdeal, "reconstruct", "5.9"))
    assert (round_.cards(1), round_.cards(2), round_.dealer) == (["2H"], ["9H"], "4D")


def test_1_25_round_of_play_lasts_from_the_call_for_bets_to_the_final_settlement() -> None:
    """No second round opens before the last bet of the first one is settled; then it does."""
    start = play(GAME, bets({1: 1000}), "KH 7D 9C", refused(BetsOpen(), "1.25"), stand(1))
    assert start.then(refused(BetsOpen(), "1.25"), "KD", BetsOpen()).state.rounds == 2


def test_1_26_seated_player_or_the_highest_bet_decides() -> None:
    """Who sits there with a bet decides; where nobody does, the highest bet, and of equals the front one."""
    mains = {1: {"A": 1000, "B": 3000, "C": 3000}}
    nobody = play(GAME, bets(mains), "KH 7D 4C")
    nobody.then(refused(hit(1, "A"), "1.26"), refused(hit(1, "C"), "1.26"), hit(1, "B"))
    seated = play(GAME, bets(mains, seats={1: "A"}), "KH 7D 4C")
    seated.then(refused(hit(1, "B"), "3.8"), hit(1, "A"))
    without_a_bet = play(GAME, bets(mains, seats={1: "Z"}), "KH 7D 4C")
    without_a_bet.then(refused(hit(1, "Z"), "3.8"), hit(1, "B"))


def test_1_27_soft_21_is_complete_also_from_a_split() -> None:
    """A 21 with an Ace as 11 that is no Blackjack takes no card; split tens with an Ace are one as well."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("AS 4H", "9C 9D", dealer="7D"), hit(1), "6C")
    assert start.acting == (2, 1)
    assert play(GAME, *SPLIT_OF_TENS).hand(1).total == 21


def test_1_28_soft_total_has_an_ace_as_eleven() -> None:
    """A-6 is 17 for the Dealer too, who stands on it."""
    round_ = play(GAME, bets({1: 1000}), "KH AD 8C", stand(1), "6S")
    assert (round_.outcome.dealer.total, round_.fate(1)) == (17, "win +1000 at 1:1 by 3.23.2 4.1.1")


def test_1_29_split_makes_two_hands_of_two_cards_of_one_value() -> None:
    """Two cards of one value become two hands, each with one of them as its first; other cards are not split."""
    play(GAME, bets({1: 1000}), "8H 6D 9C", refused(split(1), "3.21"))
    assert play(GAME, bets({1: 1000}), "KH 6D QC", split(1)).cards(1) == ["KH", "QC"]


def test_1_30_stand_ends_the_draw_of_the_hand() -> None:
    """After a stand the next hand acts and the standing one keeps its cards."""
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 8C", "9H 9D", dealer="7D"), stand(1))
    assert (round_.acting, round_.cards(1)) == ((2, 1), ["KH 8C"])


def test_1_31_stand_off_neither_pays_nor_collects() -> None:
    """Of equal totals nobody wins."""
    round_ = play(GAME, bets({1: 1000}), "KH 8D 8C", stand(1), "KS")
    assert round_.fate(1) == "stand_off 0 by 3.23.4"


def test_1_32_standing_player_bets_on_the_box_of_another() -> None:
    """His bet wins and loses with the hand, and he does not decide."""
    start = play(GAME, bets({1: {"A": 1000, "B": 500}}, seats={1: "A"}), "KH 7D 9C", refused(stand(1, "B"), "3.8"))
    assert start.then(stand(1, "A"), "KD").line(1, player="B").net == 500


def test_1_33_subsequent_deal_begins_with_the_first_card_after_the_initial_deal() -> None:
    """Surrender stands open until that card, and not after it."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("KH 2C", "9H 7S", dealer="7D"), hit(1))
    start.then(surrender(2))
    start.then("5D", refused(surrender(2), "3.16"))


def test_1_34_surrender_gives_up_half_and_not_against_an_ace() -> None:
    """Half of the Initial Bet is lost; against the Dealer's Ace it is not to be had."""
    assert play(GAME, bets({1: 1000}), "KH KD 6C", surrender(1)).fate(1) == "surrendered -500 by 3.16"
    play(GAME, bets({1: 1000}), "KH AD 6C", refused(surrender(1), "3.16"))


def test_1_35_under_13_is_a_total_of_less_than_13() -> None:
    """Twelve in two cards wins the bet on Under 13."""
    round_ = play(GAME, bets({1: 1000}, wager(1, "under13", 500)), "7H 7D 5C", stand(1), "KD")
    assert round_.fate(1, "under13") == "win +500 at 1:1 by 3.13.2.a 4.1.1"


def test_1_36_void_round_has_no_result() -> None:
    """A void round pays and takes nothing, whatever had been decided in it."""
    void = ruled(irregularity("unshuffled"), "void", "5.5.4")
    round_ = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 9D", dealer="7D"), void)
    assert (round_.outcome.status, round_.net) == ("void", 0)
    assert [line.result for line in round_.outcome.ledger] == ["void", "void"]
