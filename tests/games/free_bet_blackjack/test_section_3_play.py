"""Free Bet Blackjack (MBS), version 3, section 3 from 3.21: splits, surrender, doubles, insurance, the draw."""

from controller.core.events import OffersClosed
from controller.games import legal_moves
from tests.games.twenty_one.rounds import (
    Played,
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

GAME = "free-bet-blackjack"
FREE_SPLIT = decision(1, "free_split")
FREE_DOUBLE = decision(1, "free_double")
TWO_ON_ONE = bets({1: {"A": 1000, "B": 600}})
TWO = bets({1: 1000, 2: 1000})


def _stakes(played: Played) -> list[tuple[int | None, str, int, int | None, int]]:
    """Hand, player, stake, markers and net of every main line."""
    return [
        (line.hand, line.player, line.stake, line.markers, line.net)
        for line in played.outcome.ledger
        if line.kind == "main"
    ]


def _insurers(played: Played, area: int, insured: str) -> list[tuple[str, str]]:
    """Who may take the insurance that this player declines, in order, as the legal moves advise it."""
    wanted = {"area": area, "for": insured}
    found = [
        move.takers
        for move in legal_moves(played.state)
        if move.type == "insure" and wanted.items() <= dict(move.fields).items()
    ]
    return list(found[0])


def test_3_21_pair_below_ten_points_is_split_free() -> None:
    """Aces too; the second hand has a marker and no stake; unequal cards are not split."""
    round_ = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "TS", stand(1), "TC", stand(1), "KD")
    assert _stakes(round_) == [(1, "P1", 1000, 0, 1000), (2, "P1", 0, 1, 1000)]
    play(GAME, bets({1: 1000}), "AH 7D AC", refused(split(1), "3.21"), FREE_SPLIT)
    play(GAME, bets({1: 1000}), "8H 7D 9C", refused(FREE_SPLIT, "3.21"))


def test_3_21_1_ten_point_cards_are_split_for_an_equal_wager() -> None:
    """King and ten as well (I15); another amount and a free split are refused."""
    start = play(GAME, bets({1: 1000}), "KH 7D TC", refused(FREE_SPLIT, "3.21.1"))
    start.then(refused(decision(1, "split", amount=500), "3.21.1"))
    round_ = start.then(split(1), "8S", stand(1), "9S", stand(1), "KD")
    assert _stakes(round_) == [(1, "P1", 1000, 0, 1000), (2, "P1", 1000, 0, 1000)]


def test_3_21_2_split_ace_or_ten_makes_no_blackjack() -> None:
    """21 in two cards after a split is paid 1 to 1."""
    aces = play(GAME, bets({1: 1000}), "AH 7D AC", FREE_SPLIT, "KS", "QS", "KD")
    assert [aces.hand(1, number).result for number in (1, 2)] == ["21", "21"]
    assert _stakes(aces) == [(1, "P1", 1000, 0, 1000), (2, "P1", 0, 1, 1000)]
    assert play(GAME, bets({1: 1000}), "KH 7D KC", split(1), "AS", "AC", "KD").hand(1).result == "21"


def test_3_22_not_more_than_four_hands() -> None:
    """The fourth split of an area is refused."""
    four = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "8S", FREE_SPLIT, "8D", FREE_SPLIT, "8H")
    assert four.cards(1) == ["8H 8H", "8D", "8S", "8C"]
    four.then(refused(FREE_SPLIT, "3.22"))


def test_3_22_1_aces_are_split_once() -> None:
    """A second Ace on a split Ace stays there."""
    aces = play(GAME, TWO, deal("AH AC", "KH 9C", dealer="7D"), FREE_SPLIT, "AS", refused(FREE_SPLIT, "3.22.1"), "AD")
    assert (aces.acting, aces.cards(1)) == ((2, 1), ["AH AS", "AC AD"])
    aces.then(refused(FREE_SPLIT, "3.22.1"))


def test_3_23_first_split_hand_is_completed_before_the_second_gets_a_card() -> None:
    """It gets its second card at once, the other one when the first has stood."""
    start = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "3S", hit(1), "2S")
    assert start.cards(1) == ["8H 3S 2S", "8C"]
    assert start.then(stand(1), "6S").cards(1) == ["8H 3S 2S", "8C 6S"]


def test_3_23_1_split_aces_get_one_card_each() -> None:
    """And no choice of another."""
    aces = play(GAME, TWO, deal("AH AC", "KH 9C", dealer="7D"), FREE_SPLIT, "2S", "3S", refused(hit(1), "3.23.1"))
    assert (aces.acting, aces.cards(1)) == ((2, 1), ["AH 2S", "AC 3S"])


def test_3_23_2_equal_cards_after_a_split_are_split_again() -> None:
    """Free or for money as the cards are, on the first and on the second hand."""
    start = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "8S", refused(split(1), "3.21"), FREE_SPLIT)
    second = start.then("TS", stand(1), "TC", stand(1), "8D", FREE_SPLIT)
    assert second.cards(1) == ["8H TS", "8S TC", "8C", "8D"]
    tens = play(GAME, bets({1: 1000}), "KH 7D KC", split(1), "QS", refused(FREE_SPLIT, "3.21.1"), split(1))
    assert tens.cards(1) == ["KH", "QS", "KC"]


def test_3_24_other_wagers_join_a_split_or_stay_on_the_first_hand() -> None:
    """Each by its own choice, until the next card."""
    start = play(GAME, bets({1: {"A": 1000, "B": 600, "C": 400}}), "8H 7D 8C", FREE_SPLIT, follow(1, "C"), "TS")
    round_ = start.then(refused(follow(1, "B"), "3.24"), stand(1), "TC", stand(1), "KD")
    assert [(hand, player) for hand, player, *_ in _stakes(round_)] == [
        (1, "A"), (1, "B"), (1, "C"), (2, "A"), (2, "C"),
    ]  # fmt: skip


def test_3_24_1_others_follow_a_split_of_tens_with_an_equal_wager() -> None:
    """The original amount, given or not; another one is refused."""
    start = play(GAME, TWO_ON_ONE, "KH 7D KC", split(1), refused(follow(1, "B", 500), "3.24.1"))
    for amount in (None, 600):
        round_ = start.then(follow(1, "B", amount), "8S", stand(1), "9S", stand(1), "KD")
        assert _stakes(round_)[2:] == [(2, "A", 1000, 0, 1000), (2, "B", 600, 0, 600)]


def test_3_24_2_others_follow_a_free_split_with_a_marker() -> None:
    """Free, and for money not at all; once, and before the next card."""
    start = play(GAME, TWO_ON_ONE, "8H 7D 8C", FREE_SPLIT, refused(follow(1, "B", 600), "3.24.2"))
    joined = start.then(follow(1, "B"), refused(follow(1, "B"), "3.24"))
    round_ = joined.then("TS", refused(follow(1, "B"), "3.24"), stand(1), "TC", stand(1), "KD")
    assert _stakes(round_)[2:] == [(2, "A", 0, 1, 1000), (2, "B", 0, 1, 600)]


def test_3_24_3_who_does_not_follow_stays_on_the_first_hand() -> None:
    """His wager has no part in the second, nor in a further split of it."""
    start = play(
        GAME, TWO_ON_ONE, "8H 7D 8C", FREE_SPLIT, "TS", stand(1), "8S", FREE_SPLIT, refused(follow(1, "B"), "3.24")
    )
    round_ = start.then("TC", stand(1), "TD", stand(1), "KD")
    assert [(hand, player) for hand, player, *_ in _stakes(round_)] == [(1, "A"), (1, "B"), (2, "A"), (3, "A")]


def test_3_24_4_split_and_doubled_hands_lose_the_original_wager_to_a_blackjack() -> None:
    """Together one original wager in the order of the hands, free or paid; the rest comes back (I7)."""
    dealt = play(GAME, bets({1: 1000}), "8H AD 8C", FREE_SPLIT, "3S", double(1), "9S", "3C", FREE_DOUBLE, "9C", "KS")
    assert dealt.fate(1, hand=1) == "lose -1000 by 3.24.4 I7"
    assert (dealt.fate(1, hand=2), dealt.line(1, hand=2).stake) == ("lose 0 by 3.24.4 I7", 0)
    tens = play(GAME, bets({1: 1000}), "KH AD KC", split(1), "9S", stand(1), "9C", stand(1), "QS")
    assert [tens.fate(1, hand=number) for number in (1, 2)] == ["lose -1000 by 4.6.2 I7", "returned 0 by 4.6.2 I7"]
    bust = play(GAME, bets({1: 1000}), "KH AD KC", split(1), "5S", hit(1), "9S", "9C", stand(1), "QS")
    assert [bust.line(1, hand=number).net for number in (1, 2)] == [-1000, -1000]
    part = play(GAME, bets({1: 1000}), "8H AD 8C", FREE_SPLIT, "9C", stand(1), "3S", double(1, 400), "9S", "KS")
    assert [part.line(1, hand=number).net for number in (1, 2)] == [-1000, 0]
    bust = play(GAME, bets({1: 1000}), "8H AD 8C", FREE_SPLIT, "7C", hit(1), "9H 8S", FREE_SPLIT)
    pieces = bust.then("3D", double(1, 500), "KH 2D", double(1, 1000), "9D", "KS")
    assert [pieces.line(1, hand=number).net for number in (1, 2, 3)] == [-1000, -500, -500]


def test_3_25_surrender_gives_up_half_unless_the_dealer_has_an_ace() -> None:
    """Half of the original wager against any other card; final, or waiting by the option `void` (I12)."""
    for dealer in ("2D", "9D", "TD", "KD"):
        assert (
            play(GAME, bets({1: 1000}), deal("KH 6C", dealer=dealer), surrender(1)).fate(1)
            == "surrendered -500 by 3.25"
        )
    play(GAME, bets({1: 1000}), "KH AD 6C", refused(surrender(1), "3.25"))
    steps: list[Step] = [TWO, deal("KH 6C", "KS TC", dealer="KD"), surrender(1), stand(2), "AD"]
    assert play(GAME, *steps).fate(1) == "surrendered -500 by 3.25"
    assert play(GAME, *steps, readings={"I12": "void"}).fate(1) == "lose -1000 by 3.25 I12"
    waits = play(GAME, bets({1: 1000}), "KH KD 6C", surrender(1), readings={"I12": "void"})
    assert (waits.awaits, waits.then("5S").fate(1)) == ("card", "surrendered -500 by 3.25")


def test_3_25_1_surrender_is_offered_until_it_is_closed() -> None:
    """By the Dealer's word or by the next card, and for a hand that has acted."""
    dealt = play(GAME, TWO, deal("KH 6C", "KS 5C", dealer="9D"))
    dealt.then(OffersClosed(), refused(surrender(1), "3.25.1"))
    dealt.then(hit(1), refused(surrender(1), "3.25.1"), surrender(2))
    dealt.then(hit(1), "2S", refused(surrender(2), "3.25.1"))
    play(GAME, bets({1: 1000}), "KH", refused(OffersClosed(), "3.25.1"))


def test_3_25_1_1_no_surrender_after_a_split() -> None:
    """Not of either hand, before the next card and after it."""
    start = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, refused(surrender(1), "3.25.1.1"), "2S")
    start.then(refused(surrender(1), "3.25.1.1"))


def test_3_25_1_2_each_wager_surrenders_for_itself() -> None:
    """The one that does not remains in play."""
    round_ = play(GAME, TWO_ON_ONE, "KH 9D 6C", surrender(1, "B"), stand(1), "8D")
    assert [round_.fate(1, player=name) for name in "AB"] == ["lose -1000 by 4.5.1", "surrendered -300 by 3.25"]


def test_3_25_1_3_control_passes_from_front_to_back() -> None:
    """To the next who has not surrendered; the one who has calls nothing more."""
    dealt = play(GAME, bets({1: {"A": 1000, "B": 600, "C": 400}}), "KH 9D 2C", surrender(1, "A"), surrender(1, "B"))
    round_ = dealt.then(refused(hit(1, "A"), "3.12"), hit(1, "C"), "2S", stand(1), "8D")
    assert [round_.line(1, player=name).net for name in "ABC"] == [-500, -300, -400]


def test_3_26_double_is_of_two_cards_by_up_to_the_original_wager() -> None:
    """More, and on more cards, is refused."""
    dealt = play(GAME, bets({1: 1000}), "4H 7D 3C", refused(double(1, 1100), "1.1.4"))
    dealt.then(hit(1), "2S", refused(double(1), "3.26.1"), refused(FREE_DOUBLE, "3.26.1"))
    assert dealt.then(double(1, 100), "2S", "KD").line(1).stake == 1100


def test_3_26_1_double_is_on_the_first_two_cards() -> None:
    """Any two, for money; not after a third card."""
    assert play(GAME, bets({1: 1000}), "KH 7D 2C", double(1), "9S", "KD").line(1).net == 2000
    play(GAME, bets({1: 1000}), "2H 7D 3C", hit(1), "2S", refused(double(1), "3.26.1"))


def test_3_26_2_double_is_on_the_first_two_cards_of_a_split_hand() -> None:
    """For money on any of them, free on a split of ten-point cards too."""
    start = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "9S", double(1, 500), "3S")
    assert _stakes(start.then("TC", stand(1), "KD"))[0] == (1, "P1", 1500, 0, 1500)


def test_3_26_3_split_aces_are_not_doubled() -> None:
    """Neither for money nor free."""
    start = play(GAME, TWO, deal("AH AC", "KH 9C", dealer="7D"), FREE_SPLIT, refused(double(1), "3.26.3"))
    start.then("2S 3S", refused(double(1), "3.26.3"))


def test_3_26_4_doubled_hand_gets_one_card() -> None:
    """Then the next hand acts, whatever the total; the double is not withdrawn."""
    dealt = play(GAME, TWO, deal("5H 6C", "KH 9C", dealer="7D"), FREE_DOUBLE, "2S")
    assert dealt.acting == (2, 1)
    dealt.then(refused(hit(1), "3.26.4"), refused(rescue(1), "5.4"))


def test_3_26_5_free_double_of_a_hard_9_10_or_11_also_after_a_split() -> None:
    """It takes no amount; a soft total and other hard ones are refused."""
    start = play(
        GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "3S", refused(decision(1, "free_double", amount=5), "3.26.5")
    )
    assert _stakes(start.then(FREE_DOUBLE, "TS", "TC", stand(1), "KD"))[0] == (1, "P1", 1000, 1, 2000)
    for cards in ("AH 8C", "AH 9C", "4H 4C", "KH 2C"):
        play(GAME, bets({1: 1000}), deal(cards, dealer="7D"), refused(FREE_DOUBLE, "3.26.5"))


def test_3_26_6_others_double_free_or_for_money_before_the_card() -> None:
    """With an amount for money, without one free where the total allows it, else with the original wager."""
    mains = bets({1: {"A": 1000, "B": 600, "C": 400}})
    dealt = play(
        GAME, mains, "5H 7D 6C", FREE_DOUBLE, follow(1, "B", 300), follow(1, "C"), refused(follow(1, "C"), "3.26.6")
    )
    assert _stakes(dealt.then("9S", "KD")) == [(1, "A", 1000, 1, 2000), (1, "B", 900, 0, 900), (1, "C", 400, 1, 800)]
    paid = play(GAME, mains, "KH 7D 2C", double(1), follow(1, "B"), refused(follow(1, "C", 500), "1.1.4"), "9S", "KD")
    assert _stakes(paid) == [(1, "A", 2000, 0, 2000), (1, "B", 1200, 0, 1200), (1, "C", 400, 0, 400)]
    dealt.then("2S KD", refused(follow(1, "A"), "3.1"))


def test_3_26_7_who_does_not_double_gets_the_one_card_too() -> None:
    """The hand is complete for all its wagers."""
    dealt = play(GAME, TWO_ON_ONE, "5H 7D 6C", FREE_DOUBLE, "2S")
    assert _stakes(dealt.then("KD")) == [(1, "A", 1000, 1, -1000), (1, "B", 600, 0, -600)]


def test_3_26_8_without_a_double_of_the_one_in_control_nobody_doubles() -> None:
    """Neither as a follower nor by a decision of his own."""
    dealt = play(
        GAME, TWO_ON_ONE, "5H 7D 6C", refused(follow(1, "B"), "3.26.8"), refused(double(1, player="B"), "3.12")
    )
    dealt.then(hit(1), refused(follow(1, "B"), "3.26.8"))


def test_3_27_insurance_is_at_most_half_against_an_ace() -> None:
    """Together, also in two parts; against another card there is none."""
    dealt = play(GAME, bets({1: 1000}), "KH AD 9C", refused(insure(1, 600), "3.27"), insure(1, 300))
    dealt.then(refused(insure(1, 300), "3.27"), insure(1, 200))
    play(GAME, bets({1: 1000}), "KH KD 9C", refused(insure(1, 500), "3.27"))


def test_3_27_1_insurance_is_offered_after_the_second_card_until_it_is_closed() -> None:
    """Not before the deal is complete, and not after the Dealer's word."""
    dealt = play(GAME, bets({1: 1000}), "KH AD", refused(insure(1, 500), "3.27.1"), "9C", OffersClosed())
    dealt.then(refused(insure(1, 500), "3.27.1"))


def test_3_27_2_insurance_is_made_before_the_subsequent_deal() -> None:
    """The next card closes it."""
    play(GAME, bets({1: 1000}), "KH AD 2C", hit(1), "2S", refused(insure(1, 500), "3.27.2"))


def test_3_27_3_declined_insurance_may_be_taken_by_others() -> None:
    """Up to half of that player's wager; by one player as a whole."""
    dealt = play(GAME, bets({1: 1000, 2: 600}), deal("KH 9C", "KS 9S", dealer="AD"), insure(1, 300, "P2", "P1"))
    dealt.then(refused(insure(1, 300, "P2", "P1"), "3.27.3"), refused(insure(1, 100, "P1"), "3.27.3"))
    round_ = dealt.then(insure(1, 200, "P2", "P1"), stand(1), stand(2), "QS")
    assert round_.fate(1, "insurance", player="P2") == "win +1000 at 2:1 by 3.27 4.1"


def test_3_27_4_who_may_take_anothers_insurance_stands_in_order() -> None:
    """Those on the area from front to back, then those on the nearest areas."""
    mains = {1: {"E": 1000}, 3: {"A": 1000, "B": 600}, 4: {"D": 1000}}
    dealt = play(GAME, bets(mains), deal("KH 9C", "KS 9S", "KC 9H", dealer="AD"))
    assert [name for name, _ in _insurers(dealt, 3, "A")] == ["B", "D", "E"]


def test_3_27_4_1_first_those_on_the_area_front_to_back() -> None:
    """The others on the area in the order of their wagers."""
    dealt = play(GAME, bets({1: {"A": 1000, "B": 600, "C": 400}, 2: {"D": 1000}}), deal("KH 9C", "KS 9S", dealer="AD"))
    assert _insurers(dealt, 1, "B")[:2] == [("A", "3.27.4.1"), ("C", "3.27.4.1")]


def test_3_27_4_2_then_those_nearest_to_the_area() -> None:
    """Area 3 before area 4, as seen from area 1, and front to back within one."""
    mains = {1: {"A": 1000}, 4: {"B": 1000}, 3: {"C": 1000, "D": 500}}
    dealt = play(GAME, bets(mains), deal("KH 9C", "KS 9S", "KC 9H", dealer="AD"))
    assert [name for name, _ in _insurers(dealt, 1, "A")] == ["C", "D", "B"]
    assert _insurers(dealt, 1, "A")[-1] == ("B", "3.27.4.2")


def test_3_27_4_3_of_equal_distance_the_least_insured_elsewhere() -> None:
    """What he staked on an area that he controls himself does not count."""
    mains = {2: {"A": 1000}, 1: {"B": 1000}, 3: {"C": 1000}, 4: {"D": 1000}}
    dealt = play(GAME, bets(mains), deal("KH 9C", "KS 9S", "KC 9H", "TH 9D", dealer="AD"))
    apart = dealt.then(insure(1, 500, "B"), insure(4, 100, "C", "D"))
    assert _insurers(apart, 2, "A")[:2] == [("B", "3.27.4.3"), ("C", "3.27.4.3")]


def test_3_27_4_5_players_without_a_wager_in_the_round_are_first_come() -> None:
    """A bystander takes what was declined; the next one finds it taken."""
    dealt = play(
        GAME, bets({1: 1000}), "KH AD 9C", insure(1, 300, "Z", "P1"), refused(insure(1, 100, "Y", "P1"), "3.27.3")
    )
    assert dealt.then(stand(1), "QS").line(1, "insurance").player == "Z"


def test_3_28_stands_on_two_cards() -> None:
    """On any total, however low."""
    assert play(GAME, bets({1: 1000}), "2H 7D 3C", stand(1), "KD").hand(1).cards == ("2H", "3C")


def test_3_29_draws_while_under_21_area_after_area_before_the_dealer() -> None:
    """Clockwise from the Dealer's left; nobody acts out of turn and the Dealer comes last."""
    dealt = play(GAME, TWO, deal("2H 3C", "9H 8C", dealer="7D"), refused(hit(2), None))
    drawn = dealt.then(hit(1), "2S", hit(1), "3S", hit(1), "4S", hit(1), "2C", stand(1))
    assert (drawn.cards(1), drawn.acting) == (["2H 3C 2S 3S 4S 2C"], (2, 1))
    assert drawn.then(stand(2), "KD").dealer == "7D KD"


def test_3_30_blackjack_and_21_take_no_card_and_no_double() -> None:
    """A hard 21 is complete like a soft one."""
    hard = play(GAME, TWO, deal("9H 5C", "KH 9C", dealer="7D"), hit(1), "7S", refused(hit(1), "3.30"))
    assert hard.acting == (2, 1)
    soft = play(GAME, TWO, deal("AH 4C", "KH 9C", dealer="7D"), hit(1), "6S", refused(hit(1), "3.30"))
    assert soft.acting == (2, 1)
    play(GAME, TWO, deal("AH KC", "KH 9C", dealer="KD"), refused(hit(1), "3.30"), refused(double(1), "3.30"))


def test_3_32_over_21_loses_at_once() -> None:
    """Whatever the Dealer does; he draws no card when nothing else is left."""
    dealt = play(GAME, bets({1: 1000}), "KH 6D 6C", hit(1), "8S")
    assert (dealt.fate(1), dealt.dealer) == ("lose -1000 by 3.32 4.5.2", "6D")
    play(GAME, TWO, deal("KH 6C", "KS 9C", dealer="6D"), hit(1), "8S", refused(hit(1), "3.32"))


def test_3_33_main_wagers_go_by_the_totals_and_side_wagers_do_not() -> None:
    """The hand loses by its total, its pair and the Dealer's bust apart."""
    sides = [wager(1, "pair", 100), wager(1, "busted", 100), wager(1, "pot_of_gold", 100)]
    round_ = play(
        GAME, bets({1: 1000}, *sides), "6H 6D 6C", FREE_SPLIT, "5S", FREE_DOUBLE, "9S", "KS", stand(1), "KD", "9D"
    )
    assert [line.net for line in round_.outcome.ledger] == [2000, 1000, 1100, 100, 1000]
    assert play(GAME, bets({1: 1000}, *sides[:1]), "6H 6D 6C", stand(1), "KD", "AD").line(1).net == -1000


def test_3_34_dealer_draws_to_16_and_soft_17_and_stands_on_hard_17() -> None:
    """Also on soft 18."""
    dealt = play(GAME, bets({1: 1000}), "KH 6D 9C", stand(1))
    assert dealt.then("KD").awaits == "card"
    assert dealt.then("AD").awaits == "card"
    assert dealt.then("AD", "AC").dealer == "6D AD AC"
    assert dealt.then("KD", "AC").outcome.dealer.total == 17


def test_3_35_dealer_takes_no_card_without_effect() -> None:
    """None for surrendered or bust hands, the second for a waiting Blackjack or insurance, all for `busted` (I9)."""
    assert play(GAME, bets({1: 1000}), "KH KD 6C", surrender(1)).dealer == "KD"
    assert play(GAME, bets({1: 1000}), "AH KD KC", "2S").dealer == "KD 2S"
    insured = play(GAME, bets({1: 1000}), "KH AD 6C", insure(1, 500), hit(1), "9S", "2S")
    assert (insured.dealer, insured.outcome.dealer.result) == ("AD 2S", "stand")
    busted = play(GAME, bets({1: 1000}, wager(1, "busted", 100)), "KH KD 6C", surrender(1))
    assert busted.then("2S").awaits == "card"
    gold = play(GAME, bets({1: 1000}, wager(1, "pot_of_gold", 100)), "KH KD 6C", surrender(1))
    assert (gold.dealer, gold.line(1, "pot_of_gold").net) == ("KD", -100)
