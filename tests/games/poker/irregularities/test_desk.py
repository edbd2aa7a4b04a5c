"""Section 5 but for the deck, the deal and the board, the blinds and what is out of turn: 5.1, 5.13, 5.14 and 5.16."""

from tests.games.poker.script import Script, heads_up, three


def test_5_1_power_failure() -> None:
    """Before any Bet is lost the round is Void, after one play goes on."""
    script = three()
    script.start(1)
    assert script.report("power_failure").action == "void"
    assert script.outcome.rule == "5.1.2"


def test_5_1_1_power_failure_after_a_bet_was_lost() -> None:
    """Once a seat with chips in the Pot has folded, an outcome is established; the button's free fold is none."""
    script = three()
    script.start(1)
    script.act(1, "call")
    script.act(2, "fold")
    ruling = script.report("power_failure")
    assert (ruling.action, ruling.rule) == ("continue", "5.1.1")
    assert script.actor == 3


def test_5_1_2_power_failure_voids() -> None:
    """A fold of a seat without chips in the Pot loses no Bet."""
    script = three()
    script.start(1)
    script.act(1, "fold")
    ruling = script.report("power_failure")
    assert (ruling.action, ruling.rule) == ("void", "5.1.2")


def test_5_13_exposed_hole_cards_are_folded() -> None:
    """Reported or shown before the end of the betting: the hand is folded, in turn or not."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call")
    assert script.report("hole_exposed", seat=1).rule == "5.13"
    assert script.actor == 3
    assert script.report("hole_exposed", seat=3).action == "fold"
    assert script.nets == {1: -1000, 2: 2000, 3: -1000}
    assert script.line(1).result == "fold"


def test_5_13_a_show_during_the_betting() -> None:
    """A show of both cards makes them known, and folded all the same; the turn passes."""
    script = three()
    script.start(1, "AS KS QS AD KD QD")
    script.send("show", seat=1)
    assert script.actor == 2
    script.act(2, "call")
    script.send("show", seat=2, cards=["AS"])
    assert script.line(1).hole == ("QS", "QD")
    assert script.line(1).hand is None
    assert script.line(2).hole == ("??", "??")
    assert script.winners == [{"3": 2000}]


def test_5_13_between_streets() -> None:
    """Exposed while the next cards are awaited: folded, and the hand goes on or is over."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.report("hole_exposed", seat=2)
    script.cards("?? 2C 7D 9H")
    assert script.actor == 3
    script.acts("3 check, 1 check")
    script.report("hole_exposed", seat=3)
    assert script.winners == [{"1": 3000}]


def test_5_13_a_folded_seat_has_nothing_to_expose() -> None:
    """The cards of a folded seat are already in."""
    script = three()
    script.start(1)
    script.act(1, "fold")
    assert script.refused("irregularity", kind="hole_exposed", seat=1) == "1.19"


def test_5_13_not_in_the_initial_deal() -> None:
    """Cards exposed while they are dealt are of 5.2.5 and 5.3."""
    script = three()
    script.open(1)
    assert script.refused("irregularity", kind="hole_exposed", seat=1) == "5.13"
    assert script.refused("show", seat=1) == "1.22"


def test_5_14_void_returns_all_bets() -> None:
    """A supervisor's ruling voids the round: every Bet goes back, the blinds included."""
    script = three()
    script.start(1)
    script.acts("1 raise 20000, 2 call")
    assert script.refused("round.void", reason="misdeal") == "5.16"
    script.send("round.void", reason="misdeal", authority="pit_supervisor")
    assert script.rulings[-1].rule == "5.14"
    assert (script.outcome.rule, script.outcome.rules) == ("5.14", ("5.14",))
    assert [script.stack(seat) for seat in (1, 2, 3)] == [50000] * 3
    assert script.refused("round.void", reason="again", authority="pit_manager") is None


def test_5_16_other_is_decided_by_the_shift_manager() -> None:
    """The decision is recorded, in a round or between rounds; nobody below may give it."""
    script = heads_up()
    assert script.refused("irregularity", kind="other", decision="x", authority="pit_manager") == "5.16"
    ruling = script.report("other", decision="the Dealer is relieved", authority="shift_manager")
    assert (ruling.action, ruling.rule) == ("record", "5.16")


def test_5_16_clauses_of_the_card_shoe_do_not_fit_a_shuffler() -> None:
    """With a shuffler the Burnt Card clauses leave the decision to the shift manager."""
    script = Script({1: 50000, 2: 50000}, dealing="shuffler")
    script.open(1)
    for kind in ("face_up_card", "flop_exposed"):
        assert script.refused("irregularity", kind=kind) == "5.16"
    assert script.refused("irregularity", kind="burn_missed", reconstructable=True) == "5.16"


def test_an_unknown_kind_or_seat_is_refused() -> None:
    """What is no kind of poker's, no seat of the round or no open round is refused without a clause."""
    script = three()
    assert script.refused("irregularity", kind="face_up_card") is None
    script.open(1)
    assert script.refused("irregularity", kind="dealer_overdraw") is None
    assert script.refused("irregularity", kind="wrong_hole_count", seat=7, looked=True) is None
    assert script.refused("irregularity", kind="hole_cards_exposed", seats=[]) == "5.2.5"
    assert script.refused("irregularity", kind="extra_hand", seat=1, looked=True, reconstructable=True) == "5.2.7"
    assert script.refused("irregularity", kind="extra_hand", seat=10, looked=True, reconstructable=True) is None
