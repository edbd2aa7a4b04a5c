"""Sections 3.12 to 3.14: All-in, the 50 percent rule, the least raise, and that an action is what counts."""

import pytest

from tests.games.poker.script import Script, heads_up, three


def four(stack_of_1: int, **settings: object) -> Script:
    """Seats 1 to 4, the button at 1 and seat 4 first to act."""
    return Script({1: stack_of_1, 2: 50000, 3: 50000, 4: 50000}, **settings)


def test_3_12_all_in_to_bet_call_or_raise() -> None:
    """All chips may be bet, called with or raised to; a bet or call of the whole stack is the same."""
    script = Script({1: 50000, 2: 20000, 3: 30000})
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    script.acts("2 bet 19000, 3 raise 29000, 1 all_in")
    hand = script.state.hand
    assert hand is not None
    assert hand.phase == "board"
    assert hand.betting.stacks == (0, 0, 0)


def test_3_12_more_than_the_stack_is_refused() -> None:
    """Nobody bets more than lies before him."""
    script = heads_up()
    script.start(1)
    assert script.refused("action", seat=1, action="raise", amount=50100) == "3.6.1"
    assert script.refused("action", seat=1, action="raise", amount=3050) is None
    assert script.refused("action", seat=1, action="raise") is None


def test_3_12_1_short_stack_stays_in_without_further_bets() -> None:
    """Who cannot meet the bet goes All-in for less, stays an Active Player and is not asked again."""
    script = Script({1: 50000, 2: 50000, 3: 2000})
    script.start(1)
    script.acts("1 raise 5000, 2 call, 3 all_in")
    assert script.refused("action", seat=3, action="check") == "1.5"
    script.cards("?? 2C 7D 9H")
    assert script.refused("action", seat=3, action="check") == "3.12.1"
    script.acts("2 check, 1 check")
    script.cards("?? 4S")
    assert script.actor == 2


def test_3_12_2_others_call_the_previous_amount() -> None:
    """After an All-in for less than the call the amount to call is what it was, the full blind included."""
    script = Script({1: 50000, 2: 50000, 3: 600})
    script.start(1)
    assert ("action", {"seat": 1, "action": "call"}, (1000, 1000)) in script.moves()
    script.acts("1 call, 2 call")
    hand = script.state.hand
    assert hand is not None
    assert hand.betting.bets == (1000, 600, 1000)
    script.cards("?? 2C 7D 9H")
    script.acts("2 bet 1000, 1 fold")
    script.cards("?? 4S ?? 3C")
    script.send("show", seat=2, cards=["AS", "AD"])
    script.send("show", seat=3, cards=["KS", "KD"])
    assert [pot.amount for pot in script.outcome.pots] == [1800, 800]
    assert script.nets == {1: -1000, 2: 1600, 3: -600}


def test_3_12_2_a_short_big_blind_already_covered() -> None:
    """Heads up against a Big Blind All-in for less than the small one, cards may come without an action."""
    for covered in (True, False):
        script = Script({1: 50000, 2: 300})
        script.start(1, "KH 8C KD 7S")
        assert script.actor == 1
        if not covered:
            script.act(1, "call")
        script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
        script.send("show", seat=1)
        script.send("show", seat=2)
        assert script.nets == {1: -300, 2: 300}
        assert script.alerts == []


def test_3_12_2_a_call_of_what_the_others_have() -> None:
    """Against a Big Blind All-in for less nobody loses by calling only that, when nobody else is left."""
    script = Script({1: 50000, 2: 800})
    script.start(1, "KH 8C KD 7S")
    script.act(1, "call", 800)
    script.send("showdown")
    assert script.refused("action", seat=1, action="fold") == "1.5"


def test_1_17_check_of_the_last_one_with_chips_is_taken() -> None:
    """Where nobody is left to answer no action is expected; a check of the one who could is taken, nothing else."""
    script = Script({1: 800, 2: 500, 3: 50000})
    script.start(1, "KH 8C 7S KD 7D 2D")
    script.acts("1 all_in")
    assert script.moves()[0][0] == "card"
    assert script.refused("action", seat=3, action="fold") == "1.5"
    assert script.refused("action", seat=1, action="check") == "1.5"
    script.act(3, "check")
    assert script.refused("action", seat=3, action="check") == "1.5"
    other = Script({1: 50000, 2: 50000, 3: 300})
    other.start(1)
    other.acts("1 fold, 2 check")
    assert other.moves()[0][0] == "card"


def test_3_12_3_less_than_half_a_raise_is_no_raise() -> None:
    """Who has acted may only call or fold; who has not may raise, by the last full raise over the All-in."""
    script = four(5000)
    script.start(1)
    script.acts("4 raise 4000, 1 all_in")
    assert script.refused("action", seat=2, action="raise", amount=7900) == "3.13"
    script.acts("2 call, 3 fold")
    assert script.refused("action", seat=4, action="raise", amount=9000) == "3.12.3"
    assert script.refused("action", seat=4, action="all_in") == "3.12.3"
    assert ("action", {"seat": 4, "action": "call"}, (5000, 5000)) in script.moves()
    assert all(move[1].get("action") not in {"raise", "all_in"} for move in script.moves())
    script.act(4, "call")


def test_3_12_3_who_has_not_acted_may_raise() -> None:
    """The least raise goes to the All-in plus the last full raise."""
    script = four(5000)
    script.start(1)
    script.acts("4 raise 4000, 1 all_in, 2 raise 8000, 3 fold, 4 raise 12000")


def test_3_12_3_half_a_raise_or_more_opens_the_betting() -> None:
    """From half of a full raise on it is a raise; the next must still be at least the last full one (I17)."""
    script = four(5500)
    script.start(1)
    script.acts("4 raise 4000, 1 all_in, 2 call, 3 fold")
    assert script.refused("action", seat=4, action="raise", amount=8400) == "3.13"
    script.act(4, "raise", 8500)


def test_3_12_3_each_all_in_is_measured_by_itself() -> None:
    """Two short All-ins that together exceed half a raise open nothing (I17)."""
    script = Script({1: 5000, 2: 6000, 3: 50000, 4: 50000})
    script.start(1)
    script.acts("4 raise 4000, 1 all_in, 2 all_in, 3 fold")
    assert script.refused("action", seat=4, action="raise", amount=9000) == "3.12.3"


@pytest.mark.parametrize(("stack", "opens"), [(1400, False), (1500, True)])
def test_3_12_3_short_opening_bet(stack: int, opens: bool) -> None:
    """After the flop an opening All-in of less than half the Big Blind does not open the betting again."""
    script = Script({1: 50000, 2: 50000, 3: stack})
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    script.acts("2 check, 3 all_in, 1 call")
    raises = [move for move in script.moves() if move[1].get("action") == "raise"]
    assert bool(raises) == opens


def test_3_12_4_only_pots_contributed_to() -> None:
    """An All-in player with the best hand wins what each of the others matched, no more."""
    script = Script({1: 20000, 2: 50000, 3: 50000})
    script.start(1, "QS JS AS QH JH AH")
    script.acts("1 all_in, 2 all_in, 3 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    for seat in (2, 3, 1):
        script.send("show", seat=seat)
    assert script.winners == [{"1": 60000}, {"2": 60000}]
    assert script.nets == {1: 40000, 2: 10000, 3: -50000}


def test_3_13_no_raise_below_the_one_before() -> None:
    """After a bet of 4,000 the raise is to at least 8,000, except All-in."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    assert script.refused("action", seat=2, action="bet", amount=900) == "3.5"
    script.act(2, "bet", 4000)
    assert script.refused("action", seat=3, action="raise", amount=7900) == "3.13"
    script.act(3, "raise", 8000)


def test_3_14_an_action_is_binding() -> None:
    """What was done cannot be taken back: the same seat's further action is out of turn."""
    script = three()
    script.start(1)
    script.act(1, "call")
    script.act(1, "raise", 5000)
    assert [ruling.rule for ruling in script.rulings] == ["5.12"]
    hand = script.state.hand
    assert hand is not None
    assert hand.betting.bets == (500, 1000, 1000)
