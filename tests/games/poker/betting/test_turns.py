"""Who may do what in the first and second Betting Round, letter by letter, with both ways of dealing (3.9, 3.10)."""

from tests.games.poker.script import Script

COMMUNITY = ["2C", "7D", "9H", "4S", "3C"]


def preflop(dealing: str, count: int = 3) -> Script:
    """The button at seat 1, the Hole Cards dealt."""
    script = Script(dict.fromkeys(range(1, count + 1), 50000), dealing=dealing)
    if dealing == "shoe":
        script.start(1)
        return script
    script.open(1)
    script.send("set", cards=COMMUNITY)
    for _ in range(count):
        script.send("set", cards=["??", "??"])
    return script


def flop(dealing: str) -> Script:
    """Three seats called and checked; seats 2, 3 and 1 act in this order."""
    script = preflop(dealing)
    script.acts("1 call, 2 call, 3 check")
    if dealing == "shoe":
        script.cards("?? 2C 7D 9H")
    return script


def actions(script: Script) -> set[str]:
    """What the seat whose turn it is may do."""
    return {str(fields["action"]) for kind, fields, _ in script.moves() if kind == "action"}


def first_to_act(dealing: str) -> None:
    """Left of the Big Blind; the button of two."""
    script = preflop(dealing)
    assert script.actor == 1
    assert actions(script) == {"fold", "call", "raise", "all_in"}
    assert preflop(dealing, 2).actor == 1


def big_blind_option(dealing: str) -> None:
    """Clockwise until all have had the opportunity; the Big Blind may check or raise if nobody raised."""
    script = preflop(dealing)
    script.acts("1 call, 2 call")
    assert script.actor == 3
    assert {"check", "raise"} <= actions(script)
    other = preflop(dealing)
    other.acts("1 raise 3000, 2 call")
    assert "check" not in actions(other)


def left_of_the_button_opens(dealing: str) -> None:
    """The first left of the button may bet, check or fold."""
    script = flop(dealing)
    assert script.actor == 2
    assert actions(script) == {"fold", "check", "bet", "all_in"}


def after_a_check(dealing: str) -> None:
    """After a check the next has the same choice."""
    script = flop(dealing)
    script.act(2, "check")
    assert script.actor == 3
    assert actions(script) == {"fold", "check", "bet", "all_in"}


def after_a_bet_behind_checks(dealing: str) -> None:
    """A bet after checks is answered by everybody, the last to have checked last."""
    script = flop(dealing)
    script.acts("2 check, 3 check, 1 bet 2000")
    assert script.actor == 2
    assert actions(script) == {"fold", "call", "raise", "all_in"}
    script.acts("2 call")
    assert script.actor == 3
    script.acts("3 call")
    hand = script.state.hand
    assert hand is not None
    assert hand.deal.board[3:] == (() if dealing == "shoe" else ("4S",))


def no_check_after_a_bet(dealing: str, rule: str) -> None:
    """Once somebody has bet nobody may check."""
    script = flop(dealing)
    script.act(2, "bet", 2000)
    assert script.refused("action", seat=3, action="check") == rule


def test_3_9_2_a_first_to_act() -> None:
    """The seat left of the Big Blind, or the button of two, begins (shoe)."""
    first_to_act("shoe")


def test_3_9_2_b_big_blind_option() -> None:
    """The Big Blind has the last word while nobody has raised (shoe)."""
    big_blind_option("shoe")


def test_3_9_4_a_left_of_the_button() -> None:
    """The first left of the button may bet, check or fold (shoe)."""
    left_of_the_button_opens("shoe")


def test_3_9_4_b_after_a_check() -> None:
    """After a check the next may bet, check or fold (shoe)."""
    after_a_check("shoe")


def test_3_9_4_c_a_bet_after_checks() -> None:
    """A bet after checks goes round to the last who checked (shoe)."""
    after_a_bet_behind_checks("shoe")


def test_3_9_4_d_no_check_after_a_bet() -> None:
    """After a bet a check is refused (shoe)."""
    no_check_after_a_bet("shoe", "3.9.4(d)")


def test_3_10_3_a_first_to_act() -> None:
    """The seat left of the Big Blind, or the button of two, begins (shuffler)."""
    first_to_act("shuffler")


def test_3_10_3_b_big_blind_option() -> None:
    """The Big Blind has the last word while nobody has raised (shuffler)."""
    big_blind_option("shuffler")


def test_3_10_5_a_left_of_the_button() -> None:
    """The first left of the button may bet, check or fold (shuffler)."""
    left_of_the_button_opens("shuffler")


def test_3_10_5_b_after_a_check() -> None:
    """After a check the next may bet, check or fold (shuffler)."""
    after_a_check("shuffler")


def test_3_10_5_c_a_bet_after_checks() -> None:
    """A bet after checks goes round to the last who checked (shuffler)."""
    after_a_bet_behind_checks("shuffler")


def test_3_10_5_d_no_check_after_a_bet() -> None:
    """After a bet a check is refused (shuffler)."""
    no_check_after_a_bet("shuffler", "3.10.5(d)")
