"""Free Bet Blackjack (MBS), version 3, section 3 to 3.20: values, wagers, control, side wagers, the deal, Blackjack."""

from controller.core.events import BetsClosed, BetsOpen, OffersClosed, WagerWithdrawn
from controller.games import legal_moves
from tests.games.twenty_one.rounds import (
    Played,
    Step,
    bets,
    deal,
    decision,
    follow,
    hit,
    insure,
    play,
    refused,
    split,
    stand,
    surrender,
    wager,
)

GAME = "free-bet-blackjack"
LIMITS = {"main": (1000, 5000), "pair": (100, 1000)}
FREE_SPLIT = decision(1, "free_split")
FREE_DOUBLE = decision(1, "free_double")
SIDES = ("pair", "busted", "pot_of_gold")
EVEN_MONEY = decision(1, "even_money")


def _takers(played: Played, area: int, kind: str = "pair") -> list[tuple[str, str]]:
    """Who may take the area's side wager, in order, as the legal moves advise it."""
    found = [
        move.takers
        for move in legal_moves(played.state)
        if move.type == "wager" and dict(move.fields) == {"area": area, "kind": kind}
    ]
    return list(found[0])


def test_3_1_round_begins_with_the_call_for_bets() -> None:
    """Before it no wager is taken."""
    play(GAME, refused(wager(1, "main", 1000), "3.1"), BetsOpen(), wager(1, "main", 1000))


def test_3_2_no_more_bets_closes_them() -> None:
    """Once, and with a wager on the table; from then on cards are dealt."""
    assert play(GAME, bets({1: 1000}), refused(BetsClosed(), "3.2")).awaits == "card"


def test_3_3_higher_total_without_exceeding_21_wins() -> None:
    """Twenty beats nineteen, eighteen does not, twenty-two loses."""
    cards = deal("KH QC", "KS 8S", "KC 6C", dealer="9D")
    round_ = play(GAME, bets({1: 1000, 2: 1000, 3: 1000}), cards, stand(1), stand(2), hit(3), "6D", "TS")
    assert [round_.line(area).net for area in (1, 2, 3)] == [1000, -1000, -1000]


def test_3_4_point_values() -> None:
    """An Ace 11 or 1, two to nine what they show, ten and the court cards 10."""
    for rank, points in zip("A23456789TJQK", (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True):
        over = play(GAME, bets({1: 1000}), f"{rank}H 7D 3C", stand(1), "KD")
        assert over.hand(1).total == points + 3


def test_3_4_1_ace_is_eleven_unless_that_exceeds_21() -> None:
    """A-7 is eighteen, with an eight sixteen; A-A is twelve."""
    cards = deal("AS 7C", "AH 7H", "AC AD", dealer="9D")
    round_ = play(GAME, bets({1: 1000, 2: 1000, 3: 1000}), cards, stand(1), hit(2), "8H", stand(2), stand(3), "8S")
    assert [round_.hand(area).total for area in (1, 2, 3)] == [18, 16, 12]


def test_3_4_2_numbers_count_what_they_show() -> None:
    """Two to ten have their own value."""
    cards = deal("2H 3H", "4H 5H", "6H 7H", "8H 9H", dealer="TD")
    round_ = play(GAME, bets(dict.fromkeys((1, 2, 3, 4), 1000)), cards, *[stand(area) for area in (1, 2, 3, 4)], "TS")
    assert [round_.hand(area).total for area in (1, 2, 3, 4)] == [5, 9, 13, 17]
    assert round_.outcome.dealer.total == 20


def test_3_4_3_court_cards_are_ten_and_their_own_face_for_pairs() -> None:
    """King and Queen are twenty and no pair."""
    round_ = play(GAME, bets({1: 1000}, wager(1, "pair", 100)), "KH 9D QC", stand(1), "JD")
    assert (round_.hand(1).total, round_.outcome.dealer.total, round_.line(1, "pair").net) == (20, 19, -100)


def test_3_6_each_wager_is_within_the_limits() -> None:
    """Single or several wagers on an area, each by itself within its minimum and maximum."""
    opened = play(GAME, BetsOpen(), limits=LIMITS)
    for amount in (900, 5100):
        opened.then(refused(wager(1, "main", amount), "3.6"))
    opened.then(refused(wager(1, "pair", 1100), "3.6"))
    full = opened.then(
        wager(1, "main", 5000, "A"), wager(1, "main", 5000, "B"), refused(wager(1, "main", 100, "A"), "3.6")
    )
    full.then(wager(1, "busted", 100_000))


def test_3_8_player_wagers_on_areas_but_decides_where_he_is_entitled() -> None:
    """He bets on a second area and does not call its decisions."""
    mains = {1: {"A": 1000}, 2: {"B": 1000, "A": 1000}}
    dealt = play(GAME, bets(mains, seats={1: "A", 2: "B"}), deal("KH 9C", "KS 6C", dealer="8D"), stand(1, "A"))
    dealt.then(refused(hit(2, "A"), "3.11"), hit(2, "B"))


def test_3_10_three_wagers_an_area() -> None:
    """The fourth player's is refused, and so is a position beyond the third or one that is taken."""
    three = play(GAME, BetsOpen(), *[wager(1, "main", 1000, name) for name in "ABC"])
    three.then(refused(wager(1, "main", 1000, "D"), "3.10"), wager(2, "main", 1000, "D"))
    for position in (0, 4):
        play(GAME, BetsOpen(), refused(wager(1, "main", 1000, "A", position), "3.10"))
    play(GAME, BetsOpen(), wager(1, "main", 1000, "A", 2), refused(wager(1, "main", 1000, "B", 2), "3.10"))


def test_3_10_2_wagers_of_one_player_are_not_separated() -> None:
    """What he adds lies on his first wager, wherever he puts it."""
    laid: list[Step] = [BetsOpen(), wager(1, "main", 1000, "A", 2), wager(1, "main", 500, "A", 3), BetsClosed()]
    round_ = play(GAME, laid, "KH 7D 9C", stand(1), "KD")
    assert [(line.player, line.stake) for line in round_.outcome.ledger] == [("A", 1500)]


def test_3_11_seated_player_decides_wherever_his_wager_lies() -> None:
    """He sits there with the hindmost wager, and it is his decision."""
    dealt = play(GAME, bets({1: {"A": 3000, "B": 1000}}, seats={1: "B"}), "KH 7D 4C")
    dealt.then(refused(hit(1, "A"), "3.11"), hit(1, "B"))
    play(GAME, bets({1: {"A": 3000, "B": 1000}}, seats={1: "Z"}), "KH 7D 4C", refused(hit(1, "Z"), "3.14"), hit(1, "A"))


def test_3_12_without_a_seated_player_the_front_wager_decides() -> None:
    """Nearest to the Dealer by its position, however small and whenever it was laid."""
    laid: list[Step] = [BetsOpen(), wager(1, "main", 3000, "A", 2), wager(1, "main", 1000, "B", 1), BetsClosed()]
    play(GAME, laid, "KH 7D 4C", refused(hit(1, "A"), "3.12"), hit(1, "B"))


def test_3_14_wager_comes_first_then_two_cards_then_decisions() -> None:
    """Bets do not close over an empty table, and no decision is taken before the second card."""
    play(GAME, BetsOpen(), refused(BetsClosed(), "3.14"), wager(1, "pair", 100), refused(BetsClosed(), "3.14"))
    dealing = play(GAME, bets({1: 1000}), refused(stand(1), "3.18"), "KH 7D", refused(stand(1), "3.18"), "9C")
    assert dealing.then(stand(1)).awaits == "card"


def test_3_15_side_wagers_are_placed_before_the_cards() -> None:
    """While bets are open, and not after."""
    opened = play(GAME, BetsOpen(), wager(1, "main", 1000))
    closed = opened.then(*[wager(1, kind, 100) for kind in SIDES], BetsClosed())
    closed.then(*[refused(wager(1, kind, 100, "Z"), "5.3") for kind in SIDES])


def test_3_15_1_pair_wager_wins_also_against_a_blackjack() -> None:
    """Eleven to one though the Dealer's Blackjack takes the main wager."""
    round_ = play(GAME, bets({1: 1000}, wager(1, "pair", 100)), "9H AD 9C", stand(1), "KD")
    assert (round_.fate(1, "pair"), round_.line(1).net) == ("win +1100 at 11:1 by 3.15.1 4.1", -1000)


def test_3_15_2_busted_wager_wins_by_the_cards_of_the_dealers_bust() -> None:
    """Three cards 1 to 1, four 2 to 1, 22 included (I9); the Dealer draws for it alone; his Blackjack loses it."""
    start = play(GAME, bets({1: 1000}, wager(1, "busted", 100)), "KH 6D 6C", hit(1), "9S")
    assert start.then("KD", "6S").fate(1, "busted") == "win +100 at 1:1 by 3.15.2 4.2"
    assert start.then("2D", "4D", "KC").fate(1, "busted") == "win +200 at 2:1 by 3.15.2 4.2"
    assert start.then("2D", "KC").fate(1, "busted") == "lose -100 by 3.15.2 4.2"
    natural = play(GAME, bets({1: 1000}, wager(1, "busted", 100)), "KH AD 9C", stand(1), "KD")
    assert natural.line(1, "busted").net == -100


def test_3_15_3_pot_of_gold_counts_the_players_own_markers_also_on_bust_hands() -> None:
    """A bust split hand's marker counts; the wager of a player on the area counts his own alone (I16)."""
    gold = [wager(1, "pot_of_gold", 100, name) for name in "AB"]
    start = play(
        GAME, bets({1: {"A": 1000, "B": 1000}}, *gold), "8H 7D 8C", FREE_SPLIT, "6S", stand(1), "6C", hit(1), "KS"
    )
    round_ = start.then("KD")
    assert round_.fate(1, "pot_of_gold", player="A") == "win +300 at 3:1 by 3.15.3 4.3"
    assert round_.fate(1, "pot_of_gold", player="B") == "lose -100 by 3.15.3 4.3"


def test_3_15_4_side_wagers_need_a_main_wager_on_the_area_not_of_their_player() -> None:
    """A bystander's are played on an area with a main wager, and returned on one without."""
    sides = [wager(area, kind, 100, "Z") for area in (1, 2) for kind in SIDES]
    round_ = play(GAME, bets({1: 1000}, *sides), "8H 7D 8C", stand(1), "KD")
    assert [round_.fate(2, kind) for kind in SIDES] == ["returned 0 by 3.15.4"] * 3
    assert [round_.line(1, kind).net for kind in SIDES] == [1100, -100, -100]


def test_3_15_4_1_bystanders_pot_of_gold_counts_the_controllers_markers() -> None:
    """Of whoever is in control when the play of the area ends (I16)."""
    dealt = play(GAME, bets({1: {"A": 1000, "B": 1000}}, wager(1, "pot_of_gold", 100, "Z")), "5H 7D 6C")
    assert dealt.then(FREE_DOUBLE, "9S", "KD").fate(1, "pot_of_gold") == "win +300 at 3:1 by 3.15.4.1 4.3"
    followed = dealt.then(decision(1, "double"), follow(1, "B"), "9S", "KD")
    assert [followed.line(1, player=name).markers for name in "AB"] == [0, 1]
    assert followed.fate(1, "pot_of_gold") == "lose -100 by 3.15.4.1 4.3"
    passed = dealt.then(surrender(1, "A"), FREE_DOUBLE, "9S", "KD")
    assert passed.line(1, "pot_of_gold").net == 300


def test_3_16_players_on_the_area_come_first_for_its_side_wagers() -> None:
    """The advice of the legal moves names them before everybody else."""
    opened = play(GAME, BetsOpen(), *[wager(1, "main", 1000, name) for name in "AB"], wager(2, "main", 1000, "C"))
    assert _takers(opened, 1)[0] == ("B", "3.17.2.1")


def test_3_17_side_wagers_on_several_areas() -> None:
    """One player bets pairs, busted and Pot of Gold on two areas at once."""
    sides = [wager(area, kind, 100, "Z") for area in (1, 2) for kind in SIDES]
    cards = deal("8H 8C", "9H 9C", dealer="7D")
    round_ = play(GAME, bets({1: 1000, 2: 1000}, *sides), cards, stand(1), stand(2), "KD")
    assert len([line for line in round_.outcome.ledger if line.player == "Z"]) == 6


def test_3_17_1_three_side_wagers_of_a_kind_an_area() -> None:
    """The fourth of each kind is refused."""
    for kind in SIDES:
        three = play(GAME, BetsOpen(), wager(1, "main", 1000), *[wager(1, kind, 100, name) for name in "ABC"])
        three.then(refused(wager(1, kind, 100, "D"), "3.17.1"), wager(1, kind, 100, "A"))


def test_3_17_2_who_may_take_another_players_side_wager_stands_in_order() -> None:
    """Those on the area, then the nearest, and of equals the one with the least in side wagers."""
    laid = [wager(3, "main", 1000, "A"), wager(3, "main", 1000, "B"), wager(2, "main", 1000, "C"),
            wager(4, "main", 1000, "D"), wager(6, "main", 1000, "E"), wager(2, "pair", 100, "C")]  # fmt: skip
    assert [name for name, _ in _takers(play(GAME, BetsOpen(), *laid), 3)] == ["B", "D", "C", "E"]


def test_3_17_2_1_first_those_on_the_area_who_do_not_control_it_front_to_back() -> None:
    """The one in control has declined; the others on the area follow by their position."""
    laid = [wager(1, "main", 1000, "A", 3), wager(1, "main", 1000, "B", 1), wager(1, "main", 1000, "C", 2)]
    assert _takers(play(GAME, BetsOpen(), *laid), 1) == [("C", "3.17.2.1"), ("A", "3.17.2.1")]


def test_3_17_2_2_then_those_in_the_round_by_the_distance_of_their_area() -> None:
    """Area 3 is nearer to area 4 than area 1 is."""
    laid = [wager(4, "main", 1000, "A"), wager(1, "main", 1000, "B"), wager(3, "main", 1000, "C")]
    assert _takers(play(GAME, BetsOpen(), *laid), 4) == [("C", "3.17.2.2"), ("B", "3.17.2.2")]


def test_3_17_2_3_of_equal_distance_the_least_staked_in_side_wagers() -> None:
    """Areas 1 and 3 are equally near to area 2: who has less on side wagers comes first."""
    laid = [wager(2, "main", 1000, "A"), wager(1, "main", 1000, "B"), wager(3, "main", 1000, "C")]
    beside = [wager(1, "pair", 300, "B"), wager(3, "busted", 200, "C")]
    assert _takers(play(GAME, BetsOpen(), *laid, *beside), 2) == [("C", "3.17.2.3"), ("B", "3.17.2.3")]


def test_3_17_2_5_players_without_a_wager_in_the_round_are_first_come() -> None:
    """Nobody holds their side wager up while a place is free."""
    laid = [wager(1, "pair", 100, name) for name in "XYZ"]
    round_ = play(GAME, bets({1: {"A": 1000}}, *laid), "8H 7D 8C", stand(1), "KD")
    assert [line.player for line in round_.outcome.ledger if line.kind == "pair"] == ["X", "Y", "Z"]


def test_3_18_deal_goes_clockwise_and_gives_the_dealer_one_card() -> None:
    """One card to each area with a wager and one to the Dealer, then a second one to each area."""
    round_ = play(GAME, bets({2: 1000, 5: 1000}), "2H 5H 9D 2C 5C")
    assert (round_.cards(2), round_.cards(5), round_.dealer, round_.cards(1)) == (["2H 2C"], ["5H 5C"], "9D", [])


def test_3_19_blackjack_is_paid_3_to_2() -> None:
    """Against 2 to 9 at once, without a card of the Dealer; against a ten it waits for his second card (I14)."""
    paid = play(GAME, bets({1: 1000}), "AS 9D KH")
    assert (paid.fate(1), paid.dealer) == ("win +1500 at 3:2 by 3.19 4.4.1 4.1", "9D")
    waits = play(GAME, bets({1: 1000}), "AS KD KH")
    assert waits.awaits == "card"
    assert waits.then("7S").fate(1) == "win +1500 at 3:2 by 3.19 4.4.1 4.1"


def test_3_20_blackjack_against_an_ace_takes_even_money_or_waits() -> None:
    """One to one before the subsequent deal with the own insurance back; otherwise a stand-off with a Blackjack."""
    dealt = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 7D", dealer="AD"), insure(1, 500))
    taken = dealt.then(EVEN_MONEY, stand(2), "KS")
    assert (taken.fate(1), taken.fate(1, "insurance")) == ("win +1000 at 1:1 by 3.20", "returned 0 by 3.20")
    assert dealt.then(stand(2), "KS").fate(1) == "stand_off 0 by 3.20"
    assert dealt.then(stand(2), "7S").fate(1) == "win +1500 at 3:2 by 3.19 4.4.1 4.1"
    dealt.then(hit(2), "2S", refused(EVEN_MONEY, "3.20"))
    dealt.then(OffersClosed(), refused(EVEN_MONEY, "3.20"))
    ten = play(GAME, bets({1: 1000, 2: 1000}), deal("AS KH", "9C 7D", dealer="KD"))
    ten.then(refused(EVEN_MONEY, "3.20"), refused(decision(2, "even_money"), "3.20"))


def test_3_20_insurance_of_another_player_stands() -> None:
    """Even money gives back the player's own insurance only (I14), and nobody insures a wager that is paid."""
    mains: list[Step] = [bets({1: {"A": 1000}, 2: {"B": 1000}}), deal("AS KH", "9C 7D", dealer="AD")]
    dealt = play(GAME, *mains, insure(1, 500, "B", "A"), EVEN_MONEY)
    dealt.then(refused(insure(1, 100, "A"), "3.27"))
    round_ = dealt.then(stand(2), "KS")
    assert (round_.line(1).net, round_.fate(1, "insurance")) == (1000, "win +1000 at 2:1 by 3.27 4.1")


def test_wager_is_taken_back_freely_before_the_close() -> None:
    """Before the close a wager is taken back freely."""
    opened = play(GAME, BetsOpen(), wager(1, "main", 1000), WagerWithdrawn(area=1, kind="main"))
    opened.then(refused(WagerWithdrawn(area=1, kind="main"), None), refused(BetsClosed(), "3.14"))


def test_split_of_tens_needs_money_and_the_others_none() -> None:
    """Each kind of split is refused where the other one is meant (I15)."""
    play(GAME, bets({1: 1000}), "KH 7D TC", refused(FREE_SPLIT, "3.21.1"), split(1))
    play(GAME, bets({1: 1000}), "8H 7D 8C", refused(split(1), "3.21"), FREE_SPLIT)
