"""Sections 3.9 and 3.10: the order of cards and of action, from a Card Shoe and from an Electronic Card Shuffler."""

import pytest

from controller.core.effects import Rejected
from controller.core.events import BetsOpen
from controller.games.poker.engine import step
from tests.games.poker.script import Script, heads_up, three


def _holes(script: Script) -> tuple[str, ...]:
    hand = script.state.hand
    assert hand is not None
    return hand.deal.holes


def _board(script: Script) -> tuple[str, ...]:
    hand = script.state.hand
    assert hand is not None
    return hand.deal.board


def shuffled(count: int, community: str = "2C 7D 9H 4S 3C") -> Script:
    """A shuffler's table after the initial deal, the button at seat 1."""
    script = Script(dict.fromkeys(range(1, count + 1), 50000), dealing="shuffler")
    script.open(1)
    script.send("set", cards=community.split())
    for _ in range(count):
        script.send("set", cards=["??", "??"])
    return script


def test_3_9_1_one_card_at_a_time_from_the_buttons_left() -> None:
    """After the burn card each seat left of the button gets one card, then each a second."""
    script = three()
    script.start(1, "AS KS QS AD KD QD")
    hand = script.state.hand
    assert hand is not None
    assert hand.order == (2, 3, 1)
    assert _holes(script) == ("AS", "KS", "QS", "AD", "KD", "QD")
    script.acts("1 fold, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    script.send("show", seat=3)
    assert script.line(3).hole == ("KS", "KD")


@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_3_9_2_first_round_begins_left_of_the_big_blind(dealing: str) -> None:
    """The seat left of the Big Blind acts first; the Big Blind may check or raise if nobody has raised."""
    script = shuffled(3) if dealing == "shuffler" else three()
    if dealing == "shoe":
        script.start(1)
    assert script.actor == 1
    assert script.refused("action", seat=1, action="check") == ("3.9.2(a)" if dealing == "shoe" else "3.10.3(a)")
    script.acts("1 call, 2 call")
    assert ("action", {"seat": 3, "action": "check"}, None) in script.moves()
    script.act(3, "raise", 3000)
    assert script.actor == 1


def test_3_9_3_burn_and_flop_after_the_first_round() -> None:
    """The flop is three cards after a burn card, shown together."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("KC 2C 7D")
    assert script.board_shown == ""
    script.cards("9H")
    assert script.board_shown == "2C 7D 9H"


def test_3_9_4_second_round_begins_left_of_the_button() -> None:
    """The first left of the button acts first; a check is open until somebody has bet, then all who checked act."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    script.acts("2 check, 3 check, 1 bet 2000")
    assert script.refused("action", seat=2, action="check") == "3.9.4(d)"
    script.acts("2 call, 3 raise 5000, 1 call, 2 fold")
    assert script.moves() == [("card", {}, None)]


def test_3_9_4_a_a_seat_may_fold_without_a_bet() -> None:
    """Left of the button a player may BET, Check or Fold."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    script.acts("2 fold, 3 check, 1 check")


def test_3_9_5_turn_after_the_second_round() -> None:
    """The turn is one card after a burn card."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("?? 2C 7D 9H")
    script.check_around("2 1")
    script.cards("KC")
    assert _board(script) == ("2C", "7D", "9H")
    script.cards("4S")
    assert script.board_shown.endswith("4S")
    assert script.actor == 2


def test_3_9_6_river_after_the_third_round() -> None:
    """The river is one card after a burn card; the fourth round follows."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("?? 2C 7D 9H")
    script.check_around("2 1")
    script.cards("?? 4S")
    script.check_around("2 1")
    script.cards("?? 3C")
    assert _board(script) == ("2C", "7D", "9H", "4S", "3C")
    assert script.actor == 2


def test_3_9_7_later_rounds_go_like_the_second() -> None:
    """On the turn a check after a bet is refused as on the flop."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("?? 2C 7D 9H")
    script.check_around("2 1")
    script.cards("?? 4S")
    script.act(2, "bet", 1000)
    assert script.refused("action", seat=1, action="check") == "3.9.4(d)"


def test_3_10_1_five_community_cards_first() -> None:
    """The first set is the five Community Cards, face down: nobody sees one before its street."""
    script = shuffled(2)
    assert script.board_shown == ""
    script.acts("1 call, 2 check")
    assert script.board_shown == "2C 7D 9H"


def test_3_10_2_two_cards_to_each_player() -> None:
    """Then each seat left of the button gets its set of two; a set of another size is an alert and out of play."""
    script = Script({1: 50000, 2: 50000}, dealing="shuffler")
    script.open(1)
    script.send("set", cards=["2C", "7D", "9H", "4S", "3C"])
    script.send("set", cards=["AS", "AD"])
    script.send("set", cards=["KS", "KD", "KC"])
    assert script.alerts == ["unexpected_card"]
    script.send("card", card="5D")
    script.send("set", cards=["QS", "QD"])
    assert _holes(script) == ("AS", "AD", "QS", "QD")
    script.acts("1 all_in, 2 call")
    script.send("show", seat=2)
    script.send("show", seat=1)
    assert script.line(2).hole == ("AS", "AD")
    assert script.winners == [{"2": 100000}]


def test_3_10_3_first_round_with_a_shuffler() -> None:
    """Heads up the button acts first, with either way of dealing."""
    script = shuffled(2)
    assert script.actor == 1
    assert script.refused("action", seat=1, action="check") == "3.10.3(a)"


def test_3_10_4_flop_is_revealed_after_the_first_round() -> None:
    """Unknown faces wait for the reveal; it must say three cards that are not out yet."""
    script = shuffled(2, "?? ?? ?? ?? ??")
    assert script.refused("reveal", cards=["2C", "7D", "9H"]) == "3.10.4"
    script.acts("1 call, 2 check")
    assert script.moves() == [("reveal", {}, None)]
    assert script.refused("reveal") is None
    assert script.refused("reveal", cards=["2C", "7D"]) is None
    assert script.refused("reveal", cards=["2C", "7D", "7D"]) is None
    script.send("reveal", cards=["2C", "7D", "9H"])
    assert script.board_shown == "2C 7D 9H"


def test_3_10_5_second_round_with_a_shuffler() -> None:
    """A check after a bet is refused."""
    script = shuffled(2)
    script.acts("1 call, 2 check, 2 bet 1000")
    assert script.refused("action", seat=1, action="check") == "3.10.5(d)"


def test_3_10_6_turn_is_revealed_after_the_second_round() -> None:
    """The reveal of a street that lies open already only confirms it, once."""
    script = shuffled(2)
    script.acts("1 call, 2 check")
    assert script.refused("reveal", cards=["2C", "7D", "9D"]) is None
    script.send("reveal", cards=["2C", "7D", "9H"])
    assert script.refused("reveal") == "3.10.6"
    script.check_around("2 1")
    assert script.board_shown.endswith("4S")
    script.send("reveal")


def test_3_10_7_river_is_revealed_after_the_third_round() -> None:
    """In a run-out every street waits for its own reveal."""
    script = shuffled(2, "?? ?? ?? ?? ??")
    script.acts("1 all_in, 2 call")
    script.send("reveal", cards=["2C", "7D", "9H"])
    script.send("reveal", cards=["4S"])
    assert script.refused("reveal", cards=["4S"]) == "2.2.1"
    script.send("reveal", cards=["3C"])
    script.send("show", seat=2, cards=["KH", "KD"])
    script.send("show", seat=1, cards=["8C", "7S"])
    assert script.winners == [{"2": 100000}]


def test_3_10_8_later_rounds_with_a_shuffler() -> None:
    """On the turn a check after a bet is refused as on the flop."""
    script = shuffled(2)
    script.acts("1 call, 2 check, 2 check, 1 check, 2 bet 1000")
    assert script.refused("action", seat=1, action="check") == "3.10.5(d)"


def test_card_too_early_is_the_next_card() -> None:
    """A card during the betting is an alert, and the burn card of the street to come."""
    script = heads_up()
    script.start(1)
    script.act(1, "call")
    script.cards("KC 2C")
    assert script.alerts == ["unexpected_card"] * 2
    script.act(2, "check")
    script.cards("7D 9H")
    assert script.board_shown == "2C 7D 9H"


def test_card_between_rounds_is_the_first_of_the_next() -> None:
    """A card while no round is open is kept as the next round's burn card, unless another deck comes."""
    script = heads_up()
    script.send("card", card="AS")
    assert script.alerts == ["unexpected_card"]
    script.send("shoe.new")
    script.send("card", card="KS")
    script.open(1)
    script.cards("AS 3D 4D 5D")
    hand = script.state.hand
    assert hand is not None
    assert hand.deal.burns == ("KS",)
    assert script.actor == 1


def test_sets_between_rounds_are_the_first_of_the_next() -> None:
    """Sets that a shuffler dispensed before the call for blinds are dealt when the round opens."""
    script = Script({1: 50000, 2: 50000}, dealing="shuffler")
    script.send("set", cards=["AS", "AD"])
    script.send("set", cards=["2C", "7D", "9H", "4S", "3C"])
    script.send("set", cards=["KS", "KD"])
    script.open(1)
    script.send("set", cards=["??", "??"])
    assert _holes(script) == ("KS", "KD", "??", "??")


def test_face_read_out_at_a_shoe() -> None:
    """Where the shoe did not know a Community Card, its face is read out before the hand can be settled."""
    script = heads_up()
    script.start(1)
    script.acts("1 all_in, 2 call")
    assert script.refused("reveal", cards=["2C"]) == "3.9"
    script.cards("?? 2C ?? 9H ?? 4S ?? 3C")
    script.send("show", seat=2, cards=["KH", "KD"])
    script.send("show", seat=1, cards=["8C", "7S"])
    assert not script.outcomes
    assert script.refused("reveal", cards=["2C", "KD", "9H"]) == "2.2.1"
    script.send("reveal", cards=["2C", "7D", "9H"])
    assert script.outcome.board == ("2C", "7D", "9H", "4S", "3C")


def test_facts_of_other_games_are_passed_on() -> None:
    """A pressed jackpot button and a cutting card are alerts, requests of other games are refused."""
    script = heads_up()
    script.send("button.pressed")
    script.send("cut_card")
    assert script.alerts == ["button_not_armed", "cut_card"]
    assert script.refused("bets.open") is None
    assert script.refused("bets.closed") is None
    _, effects = step(script.state, BetsOpen())
    assert effects == [Rejected("`bets.open` is no event of poker.", None)]
