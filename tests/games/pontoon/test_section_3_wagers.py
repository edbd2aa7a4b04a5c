"""Section 3 of Pontoon and Pontoon Pandemonium to the initial deal: wagers, who controls an area, the first cards."""

from controller.core.events import BetsClosed, BetsOpen, Seat
from controller.core.money import Cents
from controller.games import legal_moves
from tests.games.pontoon.pontoons import both, clause
from tests.games.twenty_one.rounds import Played, bets, deal, double, hit, play, refused, split, stand, surrender, wager


def side_takers(played: Played, area: int) -> list[tuple[str, str]]:
    """Who may take the pair wagers of the area, in order, as the legal moves advise."""
    fields = (("area", area), ("kind", "pair"))
    return next(list(move.takers) for move in legal_moves(played.state) if move.fields == fields)


@both
def test_3_1_the_call_for_bets_begins_a_round(game: str) -> None:
    """No wager is taken before it."""
    before = play(game, refused(wager(1, "main", 1000), "3.1"))
    before.then(BetsOpen(), wager(1, "main", 1000), BetsClosed())


@both
def test_3_2_no_more_bets_closes_the_bets(game: str) -> None:
    """It is said once a round, and the cards come after it."""
    closed = play(game, bets({1: 1000}), refused(BetsClosed(), "3.2"))
    assert closed.awaits == "card"


@both
def test_3_3_a_player_has_to_beat_the_dealer_without_exceeding_21(game: str) -> None:
    """Of 20 against 19, 18 against 19 and 22 only the first wins."""
    laid = bets({1: 1000, 2: 1000, 3: 1000})
    round_ = play(game, laid, deal("KH QS", "9H 9S", "KD 9C", dealer="KC"), stand(1), stand(2), hit(3), "3D", "9D")
    assert [line.net for line in round_.outcome.ledger] == [1000, -1000, -1000]


@both
def test_3_4_the_point_values_of_the_cards(game: str) -> None:
    """Every rank has its value: an Ace 11, two to nine their number, a court card ten."""
    values = {"A": 11, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "J": 10, "Q": 10, "K": 10}
    for rank, value in values.items():
        if rank not in "AJQK":
            round_ = play(game, bets({1: 1000}), deal(f"{rank}H KC", dealer="9D"), stand(1), "8D")
            assert round_.hand(1).total == 10 + value
        round_ = play(game, bets({1: 1000}), deal(f"{rank}H 8C", dealer="9D"), stand(1), "8D")
        assert round_.hand(1).total == 8 + value


@both
def test_3_4_1_an_ace_counts_one_where_eleven_would_exceed_21(game: str) -> None:
    """Of several Aces one counts 11 as long as the total stays within 21."""
    dealt = play(game, bets({1: 1000}), deal("AH AC", dealer="9D"))
    assert dealt.then(stand(1), "8D").hand(1).total == 12
    assert dealt.then(hit(1), "8S", stand(1), "8D").hand(1).total == 20
    assert dealt.then(hit(1), "KS", stand(1), "8D").hand(1).total == 12


@both
def test_3_4_2_an_ace_of_the_first_two_cards_counts_one_when_doubled(game: str) -> None:
    """Ace and six doubled with a four are 11; an Ace as the third card still counts by 3.4.1 (I2)."""
    doubled = play(game, bets({1: {"A": 1000, "B": 1000}}), deal("AH 6C", dealer="9D"), double(1), "4S", "8D")
    assert (doubled.hand(1).total, doubled.line(1, player="B").net) == (11, -1000)
    assert (
        play(game, bets({1: 1000}), deal("4H 6C", dealer="9D"), double(1), "AS").fate(1)
        == "win +2000 at 1:1 by 3.29 4.1.1.4"
    )


@both
def test_3_4_3_cards_from_two_to_nine_count_their_number(game: str) -> None:
    """A hand of all low cards sums their numbers."""
    round_ = play(
        game, bets({1: 1000}), deal("2H 3C", dealer="9D"), hit(1), "4S", hit(1), "5S", hit(1), "6S", stand(1), "8D"
    )
    assert round_.hand(1).total == 20
    round_ = play(game, bets({1: 1000}), deal("7H 8C", dealer="9D"), stand(1), "8D")
    assert (round_.hand(1).total, round_.outcome.dealer.total) == (15, 17)


@both
def test_3_4_4_court_cards_count_ten_but_only_their_own_make_a_pair(game: str) -> None:
    """Jack and King are twenty and may be split, and are no pair for the pair wager."""
    round_ = play(game, bets({1: 1000}, wager(1, "pair", 500)), deal("JH KC", dealer="9D"), stand(1), "8D")
    assert (round_.hand(1).total, round_.line(1, "pair").result) == (20, "lose")
    assert play(game, bets({1: 1000}), deal("JH KC", dealer="9D"), split(1)).cards(1) == ["JH", "KC"]


@both
def test_3_6_wagers_of_several_players_within_the_limits(game: str) -> None:
    """An area takes wagers of several players, each within the limits of its kind."""
    limits = {"main": (1000, 5000), "pair": (500, 1000)}
    opened = play(game, BetsOpen(), limits=limits)
    for kind, least, most in (("main", 1000, 5000), ("pair", 500, 1000)):
        for outside in (least - 100, most + 100):
            opened.then(refused(wager(1, kind, outside), "3.6"))
    laid = [wager(1, "main", 1000), wager(1, "main", 5000, "B"), wager(1, "pair", 500), wager(1, "pair", 1000, "B")]
    full = opened.then(*laid).then(refused(wager(1, "main", 100, "B"), "3.6"))
    round_ = full.then(BetsClosed(), deal("KH 9S", dealer="9D"), stand(1), "8D")
    assert [line.stake for line in round_.outcome.ledger] == [1000, 5000, 500, 1000]


@both
def test_3_8_a_player_decides_only_where_he_controls(game: str) -> None:
    """Wagers on every area are allowed; another's area is played by the other."""
    laid = bets({1: {"A": 1000}, 2: {"B": 1000, "A": 1000}}, seats={1: "A", 2: "B"})
    dealt = play(game, laid, deal("KH 3S", "KD 4C", dealer="9D"), hit(1, "A"), "2S", stand(1, "A"))
    dealt.then(refused(hit(2, "A"), "3.11"))
    assert dealt.then(stand(2, "B"), "8D").line(2, player="A").net == -1000


@both
def test_3_10_up_to_three_main_wagers_on_an_area(game: str) -> None:
    """The fourth player finds no place."""
    full = play(game, BetsOpen(), *[wager(1, "main", 1000, name) for name in "ABC"])
    full.then(refused(wager(1, "main", 1000, "D"), "3.10"), wager(2, "main", 1000, "D"))


@both
def test_3_10_2_a_players_wager_on_an_area_is_one(game: str) -> None:
    """What he lays beside it adds to it."""
    round_ = play(game, BetsOpen(), wager(1, "main", 1000), wager(1, "main", 500, position=2), BetsClosed(),
                  deal("KH 9S", dealer="9D"), stand(1), "8D")  # fmt: skip
    assert round_.ledger == [f"1.1 P1 main: win +1500 at 1:1 by {clause(game, '4.2.2')} 4.1"]


@both
def test_3_11_the_seated_player_calls_the_decisions(game: str) -> None:
    """Whoever sits at the area decides, also with a wager behind another's."""
    dealt = play(game, bets({1: {"A": 1000, "B": 1000}}, seats={1: "B"}), deal("KH 3S", dealer="9D"))
    dealt.then(refused(hit(1, "A"), "3.11"), hit(1, "B"))
    without_wager = play(game, bets({1: {"A": 1000}}, seats={1: "C"}), deal("KH 3S", dealer="9D"))
    without_wager.then(refused(hit(1, "C"), "3.14"), hit(1, "A"))


@both
def test_3_12_without_a_seated_player_the_front_wager_controls(game: str) -> None:
    """The position decides, not who came first or who has more on it."""
    laid = [wager(1, "main", 9000, "A", 2), wager(1, "main", 1000, "B", 1)]
    dealt = play(game, BetsOpen(), *laid, BetsClosed(), deal("KH 3S", dealer="9D"))
    dealt.then(refused(hit(1, "A"), "3.12"), hit(1, "B"))


@both
def test_3_14_a_wager_comes_first_and_the_decisions_after_two_cards(game: str) -> None:
    """Without a main wager the bets do not close; after two cards the hand stands, draws, splits, doubles or folds."""
    play(game, BetsOpen(), refused(BetsClosed(), "3.14"), wager(1, "pair", 500), refused(BetsClosed(), "3.14"))
    dealt = play(game, bets({1: 1000}), deal("8H 8S", dealer="KD"))
    for decided in (stand(1), hit(1), split(1), double(1), surrender(1)):
        dealt.then(decided)


@both
def test_3_15_side_wagers_are_placed_before_the_cards(game: str) -> None:
    """After `No more bets` a side wager is refused as any other."""
    play(game, bets({1: 1000}, wager(1, "pair", 500)), refused(wager(1, "pair", 500), "5.3"))


@both
def test_3_15_1_the_pair_wager_wins_on_a_pair_even_against_a_pontoon(game: str) -> None:
    """The Dealer's Pontoon takes the main wager, not the pair."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pair", 500), wager(2, "pair", 500))
    round_ = play(game, laid, deal("9H 9S", "9D 8C", dealer="AD"), stand(1), stand(2), "KD")
    assert round_.ledger == [
        f"1.1 P1 main: lose -1000 by {clause(game, '4.3.3')}",
        "1 P1 pair: win +5500 at 11:1 by 3.15.1 4.1",
        f"2.1 P2 main: lose -1000 by {clause(game, '4.3.3')}",
        "2 P2 pair: lose -500 by 3.15.1",
    ]


@both
def test_3_15_2_pandemonium_3_15_3_a_pair_wager_needs_a_main_wager_on_the_area_not_of_the_player(game: str) -> None:
    """B plays only the pair on A's area; what lies on an area without a main wager comes back."""
    laid = bets({1: {"A": 1000}}, wager(1, "pair", 500, "B"), wager(2, "pair", 500, "B"))
    round_ = play(game, laid, deal("9H 9S", dealer="9D"), stand(1), "8D")
    assert round_.line(1, "pair", player="B").net == 5500
    assert round_.fate(2, "pair") == f"returned 0 by {clause(game, '3.15.2')}"


@both
def test_3_16_the_players_on_the_area_come_first_for_its_pair_wager(game: str) -> None:
    """Who has a wager on the area is preferred to one who has his elsewhere."""
    opened = play(
        game, BetsOpen(), wager(1, "main", 1000, "A"), wager(1, "main", 1000, "B"), wager(2, "main", 1000, "C")
    )
    assert side_takers(opened, 1) == [("B", "3.17.2.1"), ("C", "3.17.2.2")]


@both
def test_3_17_pair_wagers_on_several_areas(game: str) -> None:
    """One player may lay pair wagers wherever a main wager lies."""
    laid = bets({1: {"A": 1000}, 2: {"B": 1000}}, wager(1, "pair", 500, "A"), wager(2, "pair", 500, "A"))
    round_ = play(game, laid, deal("9H 9S", "8D 8C", dealer="9D"), stand(1), stand(2), "8H")
    assert [round_.line(area, "pair", player="A").net for area in (1, 2)] == [5500, 5500]


@both
def test_3_17_1_three_pair_wagers_on_an_area(game: str) -> None:
    """The fourth is refused."""
    full = play(game, BetsOpen(), wager(1, "main", 1000), *[wager(1, "pair", 500, name) for name in "ABC"])
    full.then(refused(wager(1, "pair", 500, "D"), "3.17.1"))


@both
def test_3_17_2_who_may_take_anothers_pair_wager_stands_in_order(game: str) -> None:
    """The legal moves list the players with their clauses, the preferred first."""
    laid = [
        wager(2, "main", 1000, "A"),
        wager(2, "main", 1000, "B"),
        wager(3, "main", 1000, "C"),
        wager(5, "main", 1000, "D"),
    ]
    opened = play(game, BetsOpen(), *laid)
    assert side_takers(opened, 2) == [("B", "3.17.2.1"), ("C", "3.17.2.2"), ("D", "3.17.2.2")]


@both
def test_3_17_2_1_first_the_players_on_the_area_from_the_front(game: str) -> None:
    """Those who do not control it, the one nearest to the Dealer first."""
    laid = [wager(1, "main", 1000, "A", 3), wager(1, "main", 1000, "B", 2), wager(1, "main", 1000, "C", 1)]
    assert side_takers(play(game, BetsOpen(), *laid), 1) == [("B", "3.17.2.1"), ("A", "3.17.2.1")]
    seated = play(game, Seat(area=1, player="A"), BetsOpen(), *laid)
    assert side_takers(seated, 1) == [("C", "3.17.2.1"), ("B", "3.17.2.1")]


@both
def test_3_17_2_2_then_the_players_of_the_nearest_area(game: str) -> None:
    """The distance to the nearest wager of each decides."""
    laid = [
        wager(3, "main", 1000, "A"),
        wager(1, "main", 1000, "B"),
        wager(5, "main", 1000, "B"),
        wager(4, "main", 1000, "C"),
    ]
    assert side_takers(play(game, BetsOpen(), *laid), 3) == [("C", "3.17.2.2"), ("B", "3.17.2.2")]


@both
def test_3_17_2_3_of_equals_the_one_with_the_least_in_side_wagers(game: str) -> None:
    """Two players one area away: the lower total of side wagers comes first."""

    def takers(of_b: Cents, of_c: Cents) -> list[tuple[str, str]]:
        laid = [wager(2, "main", 1000, "A"), wager(1, "main", 1000, "B"), wager(3, "main", 1000, "C")]
        laid += [wager(1, "pair", of_b, "B"), wager(3, "pair", of_c, "C")]
        return side_takers(play(game, BetsOpen(), *laid), 2)

    assert takers(600, 500) == [("C", "3.17.2.3"), ("B", "3.17.2.3")]
    assert takers(500, 600) == [("B", "3.17.2.3"), ("C", "3.17.2.3")]


@both
def test_3_17_2_5_players_without_a_wager_come_in_the_order_in_which_they_lay(game: str) -> None:
    """A player without a main wager takes what is left, the first placed first."""
    laid = bets({1: {"A": 1000}}, wager(1, "pair", 500, "X"), wager(1, "pair", 500, "Y"))
    round_ = play(game, laid, deal("9H 9S", dealer="9D"), stand(1), "8D")
    assert [line.player for line in round_.outcome.ledger if line.kind == "pair"] == ["X", "Y"]


@both
def test_3_18_one_card_to_each_area_one_to_the_dealer_then_a_second_to_each_area(game: str) -> None:
    """Clockwise from area 1, over the areas with a main wager, all face up."""
    laid = bets({4: 1000, 2: 1000, 5: 1000})
    dealt = play(game, laid, "2H 3H 4H 5H 6H 7H 8H")
    assert [dealt.cards(area) for area in (1, 2, 3, 4, 5)] == [[], ["2H 6H"], [], ["3H 7H"], ["4H 8H"]]
    assert dealt.dealer == "5H"


@both
def test_3_19_a_pontoon_is_paid_3_to_2(game: str) -> None:
    """At once, whatever the Dealer could still get."""
    for dealer in ("AD", "KD", "9D"):
        round_ = play(game, bets({1: 1000}), deal("AH KS", dealer=dealer))
        assert round_.fate(1) == "win +1500 at 3:2 by 3.19 4.1"
        assert round_.outcome.dealer.result == "not_drawn"
