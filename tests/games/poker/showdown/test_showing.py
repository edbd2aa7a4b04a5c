"""Section 3.11: who wins without showing, who shows first, who may give up a beaten hand."""

import pytest

from tests.games.poker.script import Script, at_the_river, heads_up, three


def test_3_11_marker_before_the_hands() -> None:
    """Hands are shown once the final Betting Round is completed; a hand is not mucked before the board lies."""
    script = heads_up()
    script.start(1, "KH 8C KD 7S")
    script.acts("1 all_in, 2 call")
    script.send("showdown")
    assert script.refused("muck", seat=2) == "3.11"
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=1)
    script.send("show", seat=2)
    assert script.winners == [{"2": 100000}]


def test_3_11_1_one_player_left_need_not_show() -> None:
    """The last player wins the Pot, and his cards stay unknown."""
    script = three()
    script.start(1, "AS KS QS AD KD QD")
    script.acts("1 raise 3000, 2 fold, 3 fold")
    assert script.line(1).result == "win"
    assert script.outcome.rules == ("3.11.1", "4.3")
    assert {line.hole for line in script.outcome.ledger} == {("??", "??")}
    assert not [card for card in ("AS", "KS", "QS", "AD", "KD", "QD") if card in script.text()]


def test_unshown_cards_are_in_no_text() -> None:
    """Neither what comes out nor the text of the state itself has the face of a hole card that was not shown."""
    script = three()
    script.send("card", card="5S")
    script.open(1)
    script.cards("AS KS QS AD KD QD")
    script.act(1, "call")
    script.cards("JS")
    unseen = ("5S", "AS", "KS", "QS", "AD", "KD", "QD", "JS")
    assert not [card for card in unseen if card in repr(script.state) + script.text()]


def test_no_round_no_show() -> None:
    """Between rounds there is nothing to show, muck, reveal or turn; and nobody shows who is not in the round."""
    script = three()
    for kind, fields in (("show", {"seat": 1}), ("muck", {"seat": 1}), ("reveal", {}), ("round.void", {"reason": "x"})):
        assert script.refused(kind, authority="pit_manager", **fields) is None
    assert script.refused("showdown") == "3.11"
    script.start(1)
    assert script.refused("show", seat=7) is None
    assert script.refused("shoe.new") == "2.2.1"


def test_3_11_2_hands_are_shown() -> None:
    """The faces come with the show where the shoe did not know them, and must be possible."""
    script = heads_up()
    at_the_river(script)
    script.check_around("2 1")
    assert script.refused("show", seat=2) is None
    assert script.refused("show", seat=2, cards=["KH"]) is None
    assert script.refused("show", seat=2, cards=["KH", "KH"]) is None
    assert script.refused("show", seat=2, cards=["KH", "7D"]) == "2.2.1"
    script.send("show", seat=2, cards=["KH", "KD"])
    assert script.refused("show", seat=2) is None
    assert script.refused("show", seat=1, cards=["KH", "QD"]) == "2.2.1"
    script.send("show", seat=1, cards=["AH", "8D"])
    assert script.line(2).hole == ("KH", "KD")
    assert script.winners == [{"2": 2000}]


def test_3_11_2_the_shoe_knows_better() -> None:
    """Cards read out that the shoe gave to nobody at that seat are refused."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    assert script.refused("show", seat=2, cards=["KH", "KC"]) is None
    script.send("show", seat=2, cards=["KD", "KH"])


def test_3_11_2_a_last_raiser_shows_first() -> None:
    """Who raised last in the final round must show: his muck is refused, and so is another's before his show."""
    script = three()
    at_the_river(script, "KS QD 7H KC QC 2H", "QS 8D 5C 4D JH")
    script.acts("2 bet 1000, 3 raise 3000, 1 fold, 2 call")
    assert script.refused("muck", seat=3) == "3.11.2(a)"
    assert script.refused("muck", seat=2) == "3.11.2"
    assert ("muck", {"seat": 2}, None) not in script.moves()
    script.send("show", seat=3)
    assert ("muck", {"seat": 2}, None) in script.moves()
    script.send("muck", seat=2)
    assert script.line(2).hole == ("??", "??")
    assert script.line(2).result == "lose"
    assert script.outcome.pots[0].eligible == (2, 3)


def test_3_11_2_a_an_all_in_that_is_no_raise_need_not_show_first() -> None:
    """By less than half a raise over the Big Blind it is none (I17): the first left of the button shows first."""
    script = Script({2: 14100, 5: 1100})
    script.start(5, "QD 4S 6H KH")
    script.acts("5 all_in, 2 call")
    script.cards("?? TD 7C 9H ?? 2D ?? 6D")
    script.send("showdown")
    assert script.refused("muck", seat=5) == "3.11.2"
    script.send("show", seat=2)
    script.send("muck", seat=5)
    assert script.line(5).result == "lose"


def test_3_11_2_b_shown_before_the_marker_is_valid() -> None:
    """A hand shown before the marker is turned counts when no decision is left."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    script.send("show", seat=1)
    script.send("show", seat=2)
    assert script.winners == [{"2": 2000}]
    assert script.line(1).result == "lose"


def test_3_11_2_b_exposed_when_no_decision_is_left() -> None:
    """An exposure reported after the betting does not fold the hand."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    ruling = script.report("hole_exposed", seat=2)
    assert (ruling.action, ruling.rule) == ("continue", "3.11.2(b)")


def test_3_11_2_c_first_left_of_the_button_or_first_bettor() -> None:
    """After checks all round the first left of the button shows first; after one bet and no raise the bettor."""
    script = three()
    at_the_river(script, "KS QD 7H KC QC 2H", "QS 8D 5C 4D JH")
    script.check_around("2 3 1")
    assert script.refused("muck", seat=2) == "3.11.2(c)"
    other = three()
    at_the_river(other, "KS QD 7H KC QC 2H", "QS 8D 5C 4D JH")
    other.acts("2 check, 3 bet 1000, 1 call, 2 call")
    assert other.refused("muck", seat=3) == "3.11.2(a)"


def test_3_11_2_c_no_betting_after_an_all_in() -> None:
    """The final round is the last one with betting: who raised All-in before the flop shows first."""
    script = heads_up()
    script.start(1, "KH 8C KD 7S")
    script.acts("1 all_in, 2 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=2)
    assert script.refused("muck", seat=1) == "3.11.2(a)"


def test_3_11_2_d_equal_or_higher_hands_are_shown() -> None:
    """A hand that is equal to the best shown, or better, may not be mucked."""
    script = heads_up()
    at_the_river(script, "KH KC 8D 8S")
    script.check_around("2 1")
    script.send("show", seat=2)
    assert script.refused("muck", seat=1) == "3.11.2(d)"
    assert script.refused("muck", seat=2) is None
    script.send("show", seat=1)
    assert {line.result for line in script.outcome.ledger} == {"split"}


def test_3_11_2_d_unknown_hand_may_be_mucked() -> None:
    """A hand whose faces the table does not know is taken as beaten."""
    script = heads_up()
    at_the_river(script)
    script.check_around("2 1")
    script.send("show", seat=2, cards=["5C", "6D"])
    script.send("muck", seat=1)
    assert script.winners == [{"2": 2000}]
    assert script.refused("show", seat=1, cards=["AS", "AD"]) is None


def test_3_11_2_e_board_plays() -> None:
    """The five Community Cards alone may be the hand of everybody."""
    script = heads_up()
    at_the_river(script, "2C 3D 2D 3H", "AS KS QS JS TS")
    script.check_around("2 1")
    script.send("show", seat=2)
    script.send("show", seat=1)
    hands = [line.hand for line in script.outcome.ledger]
    assert [hand.rank for hand in hands if hand is not None] == ["royal_flush", "royal_flush"]
    assert script.winners == [{"1": 1000, "2": 1000}]


def with_a_side_pot(holes: str) -> Script:
    """Seat 2 All-in for the Main Pot, seats 1 and 3 with a Side Pot of 10,000, everybody to show."""
    script = Script({1: 50000, 2: 5000, 3: 50000})
    script.start(1, holes)
    script.acts("1 raise 5000, 2 call, 3 call")
    script.cards("?? 2C 7D 9H")
    script.acts("3 bet 5000, 1 call")
    script.cards("?? 4S")
    script.check_around("3 1")
    script.cards("?? 3C")
    script.check_around("3 1")
    return script


def test_side_pot_that_all_gave_up_goes_to_the_last() -> None:
    """Where nobody in a Side Pot has shown, the last who was in it wins it (3.11.1)."""
    script = with_a_side_pot("AS KS QS AD KD QD")
    script.send("show", seat=2)
    script.send("muck", seat=1)
    script.send("muck", seat=3)
    assert script.winners == [{"2": 15000}, {"3": 10000}]


def test_side_pot_that_would_be_won_is_not_given_up() -> None:
    """A hand beaten for the Main Pot but best for the Side Pot must be shown."""
    script = with_a_side_pot("AS KS QS AD KD QD")
    script.send("show", seat=2)
    script.send("show", seat=1)
    assert script.refused("muck", seat=3) == "3.11.2(d)"
    script.send("show", seat=3)
    assert script.winners == [{"2": 15000}, {"3": 10000}]


def test_a_hand_exposed_and_folded_is_not_awaited() -> None:
    """Who showed during the betting is out (5.13): the showdown is decided by those still in."""
    script = three()
    script.start(1, "AS KS QS AD KD QD")
    script.send("show", seat=1)
    script.acts("2 all_in, 3 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    assert script.refused("muck", seat=3) == "3.11.2"
    script.send("show", seat=2)
    script.send("muck", seat=3)
    assert script.winners == [{"2": 100000}]


@pytest.mark.parametrize(("kind", "flop"), [("burn_missed", "2C 7D 9H"), ("too_many_community", "?? 2C 7D 9H 4D")])
def test_3_11_2_b_a_hand_shown_early_does_not_keep_the_board_from_being_put_right(kind: str, flop: str) -> None:
    """All-in, one shows while the board is still dealt out: an error of the Flop is treated as without it."""
    script = Script({1: 20000, 2: 20000})
    script.start(1, "AH 9C AD 8D")
    script.acts("1 all_in, 2 call")
    script.send("show", seat=2)
    script.cards(flop)
    assert script.report(kind, street="flop", reconstructable=False, authority="pit_supervisor").action == "shuffle"
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=1)
    assert script.nets == {1: -20000, 2: 20000}
