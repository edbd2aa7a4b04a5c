"""The Community Cards: 5.8 to 5.11, a Burnt Card missed, cards too early or too many."""

from tests.games.poker.script import at_the_river, board, burns, heads_up, on_the_flop, three


def test_5_8_burn_missed_and_reconstructed() -> None:
    """The cards of the flop go one place back, and the one that is missing follows."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("2S 7D JC")
    ruling = script.report("burn_missed", reconstructable=True)
    assert (ruling.action, ruling.rule) == ("reconstruct", "5.8")
    script.cards("3S")
    assert burns(script)[1] == "2S"
    assert board(script) == ("7D", "JC", "3S")


def test_5_8_in_a_run_out() -> None:
    """With nobody left to bet the street is dealt anew, or lies as it is; no Bet is affected."""
    for reconstructable in (False, True):
        script = heads_up()
        script.start(1, "KH 9C KS 8C")
        script.acts("1 all_in, 2 call")
        script.cards("?? 2S 7D JC")
        script.report("burn_missed", reconstructable=reconstructable)
        script.cards("?? 3S" if reconstructable else "?? 2S 7D JC")
        hand = script.state.hand
        assert hand is not None
        assert hand.betting.stacks == (0, 0)
        assert script.moves()[0][0] == "card"


def test_5_8_cards_that_came_early() -> None:
    """Cards dealt without a Burnt Card while the betting goes on are taken back from the shoe's front."""
    script = heads_up()
    script.start(1)
    script.act(1, "call")
    script.cards("2S 7D JC")
    script.report("burn_missed", reconstructable=False)
    assert script.actor == 2
    script.act(2, "check")
    script.cards("?? 2S 7D JC")
    assert script.board_shown == "2S 7D JC"


def test_5_8_no_street_no_burn() -> None:
    """Before the first street there is no Burnt Card of 5.8 to miss."""
    script = heads_up()
    script.start(1)
    assert script.refused("irregularity", kind="burn_missed", reconstructable=False) == "5.8"


def test_5_8_1_burn_missed_and_shuffled() -> None:
    """The cards dealt in error go back into the deck and may come again."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("2S 7D JC")
    assert script.report("burn_missed", reconstructable=False).rule == "5.8.1"
    script.cards("?? JC 2S 7D")
    assert script.board_shown == "JC 2S 7D"


def test_5_8_2_affected_bets_are_returned() -> None:
    """Bets of the Betting Round on the wrong cards go back; it begins again, dealt anew or as it lies."""
    for reconstructable in (False, True):
        script = on_the_flop()
        script.acts("2 bet 3000")
        script.report("burn_missed", reconstructable=reconstructable)
        hand = script.state.hand
        assert hand is not None
        assert hand.betting.stacks == (49000, 49000)
        if not reconstructable:
            script.cards("?? 2S 7D JC")
        assert script.actor == 2
        script.act(2, "check")


def test_5_8_2_after_an_all_in() -> None:
    """An All-in on the wrong flop goes back, too, and there is betting again."""
    script = on_the_flop()
    script.acts("2 all_in, 1 call")
    script.report("burn_missed", reconstructable=False)
    script.cards("?? 2S 7D JC")
    script.acts("2 check, 1 check")


def test_5_8_3_who_has_folded_stays_out() -> None:
    """A fold during the Betting Round in which the burn was missed stands."""
    script = three()
    script.start(1)
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2S 7D JC")
    script.acts("2 bet 3000, 3 fold")
    script.report("burn_missed", reconstructable=False)
    script.cards("?? 2S 7D JC")
    script.acts("2 check, 1 check")
    script.cards("?? 4S")
    assert script.refused("action", seat=3, action="check") == "1.19"


def test_5_9_flop_exposed_early() -> None:
    """A Flop Card before the end of the 1st Betting Round goes back with the Burnt Card."""
    script = heads_up()
    script.start(1)
    assert script.refused("irregularity", kind="flop_exposed") == "5.9"
    script.act(1, "call")
    script.cards("5H KD")
    ruling = script.report("flop_exposed")
    assert (ruling.action, ruling.rule) == ("shuffle", "5.9")
    script.act(2, "check")
    script.cards("?? KD 5H 2C")
    assert script.board_shown == "KD 5H 2C"


def test_5_9_noticed_after_the_last_check() -> None:
    """Where the round ended before the event, the flop is dealt anew as long as nobody has acted on it."""
    script = heads_up()
    script.start(1)
    script.act(1, "call")
    script.cards("5H KD")
    script.act(2, "check")
    script.report("flop_exposed")
    script.cards("?? KD 5H 2C")
    assert script.board_shown == "KD 5H 2C"


def test_5_9_is_for_a_flop_that_came_early() -> None:
    """One dealt after the 1st Betting Round is not dealt anew, by nobody's word."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("2D QH")
    assert script.refused("irregularity", kind="flop_exposed") == "5.9"
    script.cards("9H 6C")
    assert script.refused("irregularity", kind="flop_exposed") == "5.9"
    assert script.refused("irregularity", kind="community_exposed", street="flop") == "5.9"
    assert script.board_shown == "QH 9H 6C"


def test_5_9_a_flop_put_right_is_one_that_came_in_time() -> None:
    """It was shuffled back once: the second time no card was early."""
    script = heads_up()
    script.start(1)
    script.act(1, "call")
    script.cards("5H KD")
    script.report("flop_exposed")
    script.act(2, "check")
    script.cards("?? KD 5H 2C")
    assert script.refused("irregularity", kind="flop_exposed") == "5.9"


def test_5_10_too_many_flop_cards() -> None:
    """They go back with the Burnt Card and are dealt anew; where Reconstruction is possible the surplus is next."""
    script = on_the_flop()
    script.cards("QC")
    ruling = script.report("too_many_community", street="flop")
    assert (ruling.action, ruling.rule) == ("shuffle", "5.10")
    script.cards("?? 7D QC TH")
    assert board(script) == ("7D", "QC", "TH")
    other = on_the_flop()
    other.cards("QC")
    assert other.report("too_many_community", street="flop", reconstructable=True).action == "reconstruct"
    other.check_around("2 1")
    other.cards("4D")
    assert burns(other)[2] == "QC"


def test_5_10_not_after_an_action() -> None:
    """Once somebody has acted on the flop it is no longer before its Betting Round."""
    script = on_the_flop()
    script.act(2, "check")
    script.cards("QC")
    assert script.refused("irregularity", kind="too_many_community", street="flop") == "5.10"


def test_5_10_1_too_many_turn_cards() -> None:
    """Two Turn Cards go back, also in a run-out where the second lay as the next Burnt Card."""
    script = on_the_flop()
    script.check_around("2 1")
    script.cards("?? 3D 4D")
    assert script.report("too_many_community", street="turn").rule == "5.10.1"
    script.cards("?? 4D")
    assert board(script) == ("2S", "7D", "JC", "4D")
    other = on_the_flop()
    other.acts("2 all_in, 1 call")
    other.cards("?? 3D 4D")
    other.report("too_many_community", street="turn")
    other.cards("?? 4D ?? 3D")
    assert board(other) == ("2S", "7D", "JC", "4D", "3D")


def test_5_10_2_too_many_river_cards() -> None:
    """Two River Cards go back."""
    script = heads_up()
    at_the_river(script)
    script.cards("5D")
    assert script.report("too_many_community", street="river").rule == "5.10.2"
    script.cards("?? 5D")
    assert board(script)[-1] == "5D"


def test_5_11_turn_or_river_exposed_early() -> None:
    """A Turn or River Card before the end of the Betting Round goes back with the Burnt Card."""
    script = on_the_flop()
    script.act(2, "check")
    script.cards("5S QD")
    ruling = script.report("community_exposed", street="turn")
    assert (ruling.action, ruling.rule) == ("shuffle", "5.11")
    script.act(1, "check")
    script.cards("?? QD")
    script.act(2, "check")
    script.cards("4S 3H")
    assert script.report("community_exposed", street="river").rule == "5.11"
    script.act(1, "check")
    script.cards("?? 3H")
    assert board(script) == ("2S", "7D", "JC", "QD", "3H")
    assert script.refused("irregularity", kind="community_exposed", street="turn") == "5.11"
