"""Sections 2 and 3.1 to 3.8: the deck, the ranks of hands, the Table Stake, the button and the blinds."""

import pytest

from controller.core.tables import TableError
from controller.games.poker.engine import new_table
from controller.games.poker.showdown.ranks import played, strength
from tests.games.poker.script import Script, at_the_river, heads_up, poker_table, three

BEST_FIRST = [
    ("royal_flush", "AD KD", "QD JD TD 2C 3S"),
    ("straight_flush", "QC JC", "TC 9C 8C AS AH"),
    ("straight_flush", "5H 4H", "3H 2H AH KS KD"),
    ("four_of_a_kind", "KC KH", "KD KS JH JS JC"),
    ("full_house", "KC KH", "KD JS JH 2C 3D"),
    ("full_house", "2C 2H", "2D AS AH KC KD"),
    ("flush", "KH JH", "9H 5H 2H KS KD"),
    ("straight", "AC KD", "QH JS TC TD 2H"),
    ("straight", "5C 4D", "3C 2H AS AD KH"),
    ("three_of_a_kind", "QS QH", "QC 8H 3D 5C 2S"),
    ("two_pairs", "7S 7H", "4C 4H JD 2C 2D"),
    ("one_pair", "TC TH", "KD 6H 3S 2C 8D"),
    ("high_card", "QC TH", "6D 4S 2H 7C 3D"),
]


def _cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _hole(text: str) -> tuple[str, str]:
    first, second = text.split()
    return first, second


def test_2_2_1_single_deck() -> None:
    """Two decks are refused at the table line, and a second card of a face voids the round."""
    with pytest.raises(TableError, match="one deck"):
        new_table(poker_table(decks=2))
    script = heads_up()
    script.open(1)
    script.cards("?? AS KD AH AS")
    assert script.alerts == ["extra_card"]
    assert script.outcome.rule == "5.2.2"
    assert script.refused("shoe.new", decks=2) == "2.2.1"


def test_3_1_highest_five_card_hand_wins() -> None:
    """At the end of the betting the best five of seven cards win."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    script.send("showdown")
    script.send("show", seat=2)
    script.send("show", seat=1)
    assert script.winners == [{"2": 2000}]


def test_3_1_1_suits_are_equal_and_the_ace_is_high_or_low() -> None:
    """The same hand in other suits is equal; 5, 4, 3, 2 and Ace is the lowest straight."""
    board = _cards("AD KD 9H 7S 2C")
    assert strength(("AS", "3H"), board) == strength(("AC", "3S"), board)
    low, high = _cards("AS 2D 3H 4C 9D"), _cards("2D 3H 4C 5S KD")
    assert strength(("5H", "KH"), low) > strength(("6H", "KH"), high)


@pytest.mark.parametrize(("rank", "hole", "board"), BEST_FIRST)
def test_3_1_2_ranks(rank: str, hole: str, board: str) -> None:
    """Each rank is recognised, with the five cards that make it."""
    shown = played(_hole(hole), _cards(board), strength(_hole(hole), _cards(board)))
    assert shown.rank == rank
    assert len(set(shown.cards)) == 5
    assert set(shown.cards) <= {*hole.split(), *board.split()}


def test_3_1_2_order_of_ranks() -> None:
    """Each rank beats the next lower one."""
    strengths = [strength(_hole(hole), _cards(board)) for _, hole, board in BEST_FIRST]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(strengths)


def test_3_1_3_equal_ranks_by_their_cards() -> None:
    """Of equal ranks the higher cards decide; the same cards in other suits are equal."""
    board = _cards("5S 5H TD 2C 7D")
    assert strength(("KS", "3H"), board) == strength(("KD", "3C"), board)


def test_3_1_3_a_longer_straight() -> None:
    """A straight to the King beats one to the Jack."""
    board = _cards("JH TC 9D 2S 2H")
    assert strength(("KS", "QS"), board) < strength(("8S", "7S"), board)


def test_3_1_3_b_kicker_of_a_pair() -> None:
    """With the same pair the King beats the Queen."""
    board = _cards("5S 5H TD 2C 7D")
    assert strength(("KS", "3H"), board) < strength(("QS", "JH"), board)


def test_3_1_3_c_odd_cards() -> None:
    """With Ace and King on both sides the Jack beats the 10."""
    board = _cards("AS KD 4C 2H 7S")
    assert strength(("JC", "5D"), board) < strength(("TC", "6D"), board)


def test_3_2_seated_players_only() -> None:
    """Nobody acts at a seat where nobody is dealt in, and a seat has one player."""
    script = three()
    assert script.refused("join", seat=1, player="Q", stack=20000) is None
    script.start(1)
    assert script.refused("action", seat=7, action="fold") is None


def test_3_4_no_limit_but_for_the_least_raise() -> None:
    """The whole stack may be raised; less than the least raise may not."""
    script = heads_up()
    script.start(1)
    assert script.refused("action", seat=1, action="raise", amount=1900) == "3.5"
    script.act(1, "raise", 50000)


def test_3_5_least_raise() -> None:
    """The first raise is by the Big Blind, each later one by the raise before; there is no cap on their number."""
    script = three()
    script.start(1)
    assert script.refused("action", seat=1, action="raise", amount=1900) == "3.5"
    script.act(1, "raise", 3000)
    assert script.refused("action", seat=2, action="raise", amount=4900) == "3.13"
    script.acts("2 raise 5000, 3 raise 7000, 1 raise 9000, 2 raise 11000, 3 raise 13000, 1 call")


def test_3_6_table_stake_within_the_limits() -> None:
    """A player brings at least the least and at most the most Table Stake, in whole chips."""
    script = Script(stake=[20000, 200000])
    assert script.refused("join", seat=1, player="P1", stack=19900) == "3.6"
    assert script.refused("join", seat=1, player="P1", stack=200100) == "3.6"
    assert script.refused("join", seat=1, player="P1", stack=20050) is None
    assert script.refused("join", seat=10, player="P1", stack=20000) is None
    script.send("join", seat=1, player="P1", stack=20000)


def test_3_6_1_stake_grows_between_rounds_only() -> None:
    """Chips are added between rounds, up to the most; a busted seat brings the least again."""
    script = Script({1: 20000, 2: 20000}, stake=[20000, 60000])
    script.send("stack.add", seat=1, amount=100)
    assert script.refused("stack.add", seat=1, amount=40000) == "3.6"
    script.start(1, "KH 8C KD 7S")
    assert script.refused("stack.add", seat=1, amount=100) == "3.6.1"
    script.acts("1 all_in, 2 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=1)
    script.send("show", seat=2)
    assert script.stack(1) == 100
    script.send("stack.add", seat=1, amount=100)


def test_3_6_1_busted_seat_leaves_unless_it_adds() -> None:
    """At the next round a seat without chips is free."""
    script = Script({1: 20000, 2: 20000, 3: 20000}, stake=[20000, 60000])
    script.start(1, "KH 8C 3S KD 7S 2D")
    script.acts("1 fold, 2 all_in, 3 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? AC")
    script.send("show", seat=2)
    script.send("show", seat=3)
    assert script.stack(3) == 0
    assert script.refused("stack.add", seat=3, amount=100) == "3.6"
    script.open()
    assert script.state.seats[2] is None


def test_3_6_1_busted_seat_is_free_for_another() -> None:
    """Somebody else may take the seat of a player who has no chips left."""
    script = Script({1: 20000, 2: 20000})
    script.start(1, "KH 8C KD 7S")
    script.acts("1 all_in, 2 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=1)
    script.send("show", seat=2)
    script.send("join", seat=1, player="Q", stack=20000)
    assert script.stack(1) == 20000


def test_3_6_2_stake_is_not_reduced() -> None:
    """Nobody takes chips off the table during a round."""
    script = three()
    script.start(1)
    assert script.refused("leave", seat=3) == "3.6.2"
    script.acts("1 fold, 2 fold")
    script.send("leave", seat=3)
    assert script.refused("leave", seat=3) is None


def test_3_7_button_on_the_dealers_left_first() -> None:
    """The first round has the button at the first player on the Dealer's left, the next at the next player."""
    script = Script({2: 50000, 5: 50000, 8: 50000})
    script.open()
    assert script.state.button == 2
    script.cards("?? " * 7)
    script.acts("2 fold, 5 fold")
    script.open()
    assert script.state.button == 5


def test_3_7_button_named_late() -> None:
    """Where the Dealer says where the button is, it is there, on a seat of this table."""
    script = three()
    assert script.refused("blinds.open", button=10) is None
    script.open(3)
    assert script.state.button == 3


def test_3_8_blinds_left_of_the_button() -> None:
    """The first left of the button posts the Small Blind, the second the Big Blind; a round needs two players."""
    assert Script().refused("blinds.open") == "3.8"
    script = Script({1: 50000})
    assert script.refused("blinds.open") == "3.8"
    script.send("join", seat=2, player="P2", stack=50000)
    script.send("join", seat=3, player="P3", stack=50000)
    script.start(3)
    assert script.actor == 3
    script.acts("3 fold, 1 fold")
    assert script.nets == {1: -500, 2: 500, 3: 0}


def test_3_8_heads_up_the_button_posts_the_small_blind() -> None:
    """Of two players the button posts the Small Blind and acts first, and last after the flop."""
    script = heads_up()
    script.start(1)
    assert script.actor == 1
    script.acts("1 call, 2 check")
    script.cards("?? 2C 7D 9H")
    assert script.actor == 2


@pytest.mark.parametrize(
    ("field", "settings"),
    [
        ("seats", {"seats": 10}),
        ("seats", {"seats": 1}),
        ("chip", {"chip": 25}),
        ("blinds", {"blinds": [500, 1500]}),
        ("blinds", {"blinds": [550, 1100]}),
        ("stake", {"stake": [20000, 10000]}),
        ("stake", {"stake": [20050, 90000]}),
        ("rake.percent", {"rake": {"percent": "5.01"}}),
        ("rake.percent", {"rake": {"percent": "1e0"}}),
        ("rake.cap", {"rake": {"percent": "5", "cap": -100}}),
        ("readings", {"readings": {"I13": "other"}}),
    ],
)
def test_table_line_is_checked(field: str, settings: dict[str, object]) -> None:
    """What the rules forbid at the table line is an error that names the field."""
    with pytest.raises(TableError) as error:
        new_table(poker_table(**settings))
    assert error.value.field == field
