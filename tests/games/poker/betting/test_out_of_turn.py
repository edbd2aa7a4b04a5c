"""Section 5.12: acting Out of Turn, and what it binds the seat to."""

from controller.core.effects import RulingGiven
from tests.games.poker.script import Script, three


def on_the_flop() -> Script:
    """Seats 2, 3 and 1 to act in this order, 1,000 each in the Pot."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 7D 9H")
    return script


def _rulings(script: Script) -> list[tuple[str, str | None]]:
    return [(ruling.action, ruling.rule) for ruling in script.rulings]


def test_5_12_the_action_is_retracted() -> None:
    """Nothing lies in front of the seat, and the turn is where it was; a refused action is no fact."""
    script = on_the_flop()
    effects = script.act(1, "bet", 2000)
    assert [(e.action, e.rule) for e in effects if isinstance(e, RulingGiven)] == [("return", "5.12")]
    assert script.actor == 2
    hand = script.state.hand
    assert hand is not None
    assert hand.betting.bets == (0, 0, 0)
    assert script.refused("action", seat=1, action="bet", amount=150) is None


def test_5_12_what_would_be_refused_in_turn_has_happened_all_the_same() -> None:
    """A call of nothing, a bet too small, a raise of nothing: each gets its ruling, and binds by what lay there."""
    for action, amount, indicated in (("call", None, 0), ("bet", 300, 300), ("raise", 2000, 2000)):
        script = on_the_flop()
        script.act(1, action, amount)
        assert _rulings(script) == [("return", "5.12")]
        hand = script.state.hand
        assert hand is not None
        assert [one.amount for one in hand.betting.pending] == [indicated]
        script.acts("2 fold, 3 check")
        assert script.actor == {0: 1}.get(indicated, 3)


def test_5_12_4_less_than_what_the_seat_has_in_already_adds_nothing() -> None:
    """The Big Blind that indicated less than its blind leaves the blind where it is."""
    script = Script({1: 50000, 2: 50000, 3: 50000, 4: 50000})
    script.start(1)
    script.act(3, "bet", 500)
    script.acts("4 fold, 1 call, 2 call")
    hand = script.state.hand
    assert hand is not None
    assert dict(zip(hand.order, hand.betting.bets, strict=True)) == {2: 1000, 3: 1000, 4: 0, 1: 1000}


def test_5_12_an_amount_that_nobody_can_have_laid_is_a_wrong_report() -> None:
    """More than the seat has, no multiple of the chip or nothing: refused, so that the dealer corrects it."""
    script = on_the_flop()
    assert script.refused("action", seat=1, action="bet", amount=10_000_000) == "3.6.1"
    assert script.refused("action", seat=1, action="raise") is None
    assert script.refused("action", seat=1, action="bet", amount=150) is None


def test_5_12_only_the_first_binds() -> None:
    """A second action before the turn does not make the first smaller."""
    script = on_the_flop()
    script.act(1, "bet", 2000)
    script.act(1, "bet", 1000)
    hand = script.state.hand
    assert hand is not None
    assert [one.amount for one in hand.betting.pending] == [2000]


def test_5_12_1_after_checks_it_must_check() -> None:
    """Those before it check: the seat that meant to bet must check, and can do nothing else."""
    script = on_the_flop()
    script.act(1, "bet", 2000)
    script.check_around("2 3")
    assert script.moves() == [("action", {"seat": 1, "action": "check"}, None)]
    assert script.refused("action", seat=1, action="bet", amount=2000) == "5.12.1"
    assert script.refused("action", seat=1, action="fold") == "5.12.1"
    script.act(1, "check")


def test_5_12_1_a_check_out_of_turn() -> None:
    """Who checked out of turn must check after checks, and is free after a bet."""
    script = on_the_flop()
    script.act(1, "check")
    script.check_around("2 3")
    assert script.refused("action", seat=1, action="bet", amount=2000) == "5.12.1"
    other = on_the_flop()
    other.act(1, "check")
    other.acts("2 bet 1000, 3 fold, 1 raise 3000")


def test_5_12_2_after_a_smaller_or_equal_bet_no_raise() -> None:
    """A bet that is not more than the one indicated may be called, not raised."""
    script = on_the_flop()
    script.act(1, "bet", 2000)
    script.acts("2 bet 2000, 3 call")
    assert script.refused("action", seat=1, action="raise", amount=6000) == "5.12.2"
    assert script.refused("action", seat=1, action="all_in") == "5.12.2"
    assert all(move[1].get("action") not in {"raise", "all_in"} for move in script.moves())
    script.act(1, "call")
    other = on_the_flop()
    other.act(1, "bet", 2000)
    other.acts("2 bet 2000, 3 call, 1 fold")
    other.cards("?? 4S")
    assert other.actor == 2


def test_5_12_3_after_a_bigger_bet_call_or_raise() -> None:
    """A bet in excess of the one indicated frees the seat to call or raise; nothing is left behind."""
    for action in ("call", "raise 8000"):
        script = on_the_flop()
        script.act(1, "bet", 2000)
        script.acts("2 bet 3000, 3 call")
        script.acts(f"1 {action}")
        assert _rulings(script) == [("return", "5.12")]


def test_5_12_3_folding_forfeits_the_bet() -> None:
    """If it folds, what it indicated stays in the Pot, also where another before it folded."""
    script = on_the_flop()
    script.act(1, "bet", 2000)
    script.acts("2 bet 3000, 3 fold, 1 fold")
    assert _rulings(script) == [("return", "5.12"), ("continue", "5.12.3")]
    assert script.nets == {1: -3000, 2: 4000, 3: -1000}
    assert script.outcome.uncalled is not None
    assert script.outcome.uncalled.amount == 1000


def test_5_12_4_after_a_fold_the_bet_stands() -> None:
    """One before it folds: the bet stands by itself when the turn comes, and the others answer it."""
    script = on_the_flop()
    script.act(1, "bet", 2000)
    script.acts("2 fold, 3 check")
    assert _rulings(script) == [("return", "5.12"), ("continue", "5.12.4")]
    assert script.actor == 3
    script.acts("3 call")
    assert script.moves() == [("card", {}, None)]


def test_5_12_4_a_call_out_of_turn_stands() -> None:
    """The first to act folds before the seat that called out of turn: the call stands."""
    script = Script({1: 50000, 2: 50000, 3: 50000, 4: 50000})
    script.start(1)
    script.act(1, "call")
    script.act(4, "fold")
    assert script.actor == 2
    hand = script.state.hand
    assert hand is not None
    assert dict(zip(hand.order, hand.betting.bets, strict=True)) == {2: 500, 3: 1000, 4: 0, 1: 1000}


def test_5_12_4_a_hand_exposed_before_it_counts_as_a_fold() -> None:
    """5.13 folds the seat that was due before: the bet stands, and is not taken for one after checks."""
    script = on_the_flop()
    script.act(3, "bet", 2000)
    script.send("irregularity", kind="hole_exposed", seat=2)
    assert _rulings(script) == [("return", "5.12"), ("fold", "5.13"), ("continue", "5.12.4")]
    assert script.actor == 1
    later = on_the_flop()
    later.act(1, "bet", 2000)
    later.report("hole_exposed", seat=3)
    later.acts("2 check")
    assert _rulings(later)[2:] == [("continue", "5.12.4")]


def test_5_12_1_a_hand_exposed_after_its_check_or_behind_is_no_fold_before() -> None:
    """Who has checked already, or is due only after the seat, leaves it bound to check."""
    checked = on_the_flop()
    checked.act(1, "bet", 2000)
    checked.acts("2 check")
    checked.report("hole_exposed", seat=2)
    checked.acts("3 check")
    assert checked.refused("action", seat=1, action="bet", amount=2000) == "5.12.1"
    behind = on_the_flop()
    behind.act(3, "bet", 2000)
    behind.report("hole_exposed", seat=1)
    behind.acts("2 check")
    assert behind.refused("action", seat=3, action="bet", amount=2000) == "5.12.1"


def test_5_12_two_seats_out_of_turn() -> None:
    """Each is bound by itself, and what the first one's standing bet means for the second counts."""
    script = on_the_flop()
    script.act(1, "bet", 3000)
    script.act(3, "bet", 2000)
    script.act(2, "fold")
    assert _rulings(script)[2:] == [("continue", "5.12.4"), ("continue", "5.12.4")]
    hand = script.state.hand
    assert hand is not None
    assert hand.betting.bets == (0, 2000, 3000)
    assert script.actor == 3
