"""Section 5 but for 5.4 to 5.6 and 5.12: what each irregularity does, by which clause, and what the floor is told."""

import pytest

from tests.games.poker.script import Script, at_the_river, heads_up, three


def on_the_flop(script: Script | None = None) -> Script:
    """Heads up, called and checked before the flop; the flop lies."""
    script = script or heads_up()
    script.start(1, "KH 9C KS 8C")
    script.acts("1 call, 2 check")
    script.cards("?? 2S 7D JC")
    return script


def _burns(script: Script) -> tuple[str, ...]:
    hand = script.state.hand
    assert hand is not None
    return hand.deal.burns


def _board(script: Script) -> tuple[str, ...]:
    hand = script.state.hand
    assert hand is not None
    return hand.deal.board


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


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("foreign_card", "5.2.1"),
        ("extra_card", "5.2.2"),
        ("missing_card", "5.2.2"),
        ("insufficient_cards", "5.2.3"),
        ("unshuffled", "5.2.4"),
    ],
)
def test_5_2_deck_is_not_right(kind: str, rule: str) -> None:
    """The current round is Void, the settlement of the one before stands."""
    script = heads_up()
    script.start(1)
    script.act(1, "fold")
    script.start(2)
    script.act(2, "raise", 3000)
    ruling = script.report(kind)
    assert (ruling.kind, ruling.action, ruling.rule) == (kind, "void", rule)
    assert script.outcome.rule == rule
    assert [outcome.status for outcome in script.outcomes] == ["settled", "void"]
    assert (script.stack(1), script.stack(2)) == (49500, 50500)


def test_5_2_between_rounds_the_last_one_stands() -> None:
    """A wrong deck found between rounds is recorded and voids nothing."""
    script = heads_up()
    ruling = script.report("missing_card")
    assert (ruling.action, ruling.rule) == ("record", "5.2")
    assert not script.outcomes


def test_5_2_1_card_that_is_not_of_the_set() -> None:
    """A foreign card voids the round at any time, the showdown included."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    script.send("show", seat=2)
    script.report("foreign_card")
    assert script.outcome.status == "void"
    assert script.line(2).hole == ("KH", "KD")
    assert script.line(1).hole == ("??", "??")


def test_5_2_2_excess_of_cards() -> None:
    """A second card of one face is found by itself, from the shoe, in a set, and between rounds."""
    script = on_the_flop()
    script.cards("2S")
    assert (script.alerts, script.outcome.rule) == (["extra_card"], "5.2.2")
    assert script.outcome.board == ("2S", "7D", "JC")
    shuffler = Script({1: 50000, 2: 50000}, dealing="shuffler")
    shuffler.open(1)
    shuffler.send("set", cards=["2C", "7D", "9H", "4S", "3C"])
    shuffler.send("set", cards=["KH", "KH"])
    assert (shuffler.alerts, shuffler.outcome.rule) == (["extra_card"], "5.2.2")
    between = heads_up()
    between.cards("AS AS")
    assert between.alerts == ["unexpected_card", "extra_card"]


def test_5_2_2_more_than_fifty_two_cards() -> None:
    """A deck that gives a fifty-third card is no deck of 52, whatever the faces."""
    script = heads_up()
    script.start(1)
    script.cards("?? " * 47)
    assert not script.outcomes
    script.cards("??")
    assert script.outcome.rule == "5.2.2"


def test_5_2_3_insufficient_cards() -> None:
    """The cutting card is passed on as an alert; a shortage reported voids the round."""
    script = heads_up()
    script.open(1)
    script.report("insufficient_cards")
    assert script.outcome.rule == "5.2.3"


def test_5_2_4_unshuffled_cards() -> None:
    """Cards that were not shuffled void the round before the first one is dealt, too."""
    script = heads_up()
    script.open(1)
    script.report("unshuffled")
    assert script.outcome.rule == "5.2.4"


def test_5_2_5_two_cards_exposed_in_the_initial_deal() -> None:
    """Two exposed cards void the round, reported as such or one after the other."""
    script = three()
    script.open(1)
    script.cards("?? KH 9C 7H")
    assert script.report("hole_cards_exposed", seats=[2, 3]).rule == "5.2.5"
    assert script.outcome.rule == "5.2.5"
    script.open(1)
    script.cards("?? KH 9C")
    script.report("face_up_card")
    script.cards("7H")
    assert script.report("face_up_card").rule == "5.2.5"
    assert script.outcome.rule == "5.2.5"


def test_5_2_6_wrong_number_of_cards() -> None:
    """Void if anybody has seen a card, else put right."""
    script = three()
    script.open(1)
    script.cards("?? KH 9C 7H KD 8C")
    ruling = script.report("wrong_hole_count", seat=1, looked=False)
    assert (ruling.action, ruling.rule) == ("reconstruct", "5.2.6")
    script.cards("2D")
    assert script.actor == 1
    assert script.report("wrong_hole_count", seat=1, looked=True).action == "void"
    assert script.outcome.rule == "5.2.6"


def test_5_2_7_hand_left_out_or_extra() -> None:
    """Nobody has looked and the cards can be put in order: play goes on; the cards of an extra hand come next."""
    script = three()
    script.open(1)
    script.cards("?? KH 9C 7H KD 8C 2D 5S 6S")
    ruling = script.report("extra_hand", seat=4, looked=False, reconstructable=True)
    assert (ruling.action, ruling.rule) == ("reconstruct", "5.2.7")
    script.acts("1 call, 2 call, 3 check")
    script.cards("3S 4S")
    assert _burns(script)[1] == "5S"
    assert _board(script) == ("6S", "3S", "4S")


def test_5_2_7_a_not_looked_and_not_reconstructable() -> None:
    """The cards cannot be put in order: Void."""
    for kind, seat in (("hand_left_out", 3), ("extra_hand", 4)):
        script = three()
        script.open(1)
        script.cards("?? KH 9C 7H KD")
        assert script.report(kind, seat=seat, looked=False, reconstructable=False).rule == "5.2.7(a)"
        assert script.outcome.rule == "5.2.7(a)"


def test_5_2_7_b_looked() -> None:
    """A player has looked: Void, whether the cards can be put in order or not."""
    for kind, seat in (("hand_left_out", 3), ("extra_hand", 4)):
        script = three()
        script.open(1)
        script.cards("?? KH 9C 7H KD")
        assert script.report(kind, seat=seat, looked=True, reconstructable=True).rule == "5.2.7(b)"
        assert script.outcome.rule == "5.2.7(b)"


def test_5_3_exposed_card_is_discarded() -> None:
    """The next card takes its place, in the Initial Deal also of a card before the last, named by its face."""
    script = three()
    script.open(1)
    script.cards("?? KH 9C 7H")
    ruling = script.report("face_up_card", card="9C")
    assert (ruling.action, ruling.rule) == ("discard", "5.3")
    script.cards("QS KD 8C 2D")
    hand = script.state.hand
    assert hand is not None
    assert hand.deal.holes == ("KH", "QS", "7H", "KD", "8C", "2D")
    assert script.actor == 1


def test_5_3_last_hole_card_and_unknown_face() -> None:
    """The last Hole Card may be the one, noticed before anybody acts; its face is then known to be out."""
    script = heads_up()
    script.start(1)
    script.report("face_up_card", card="7H")
    script.cards("7H")
    assert script.outcome.rule == "5.2.2"


def test_5_3_burnt_and_community_cards() -> None:
    """A card found face up where the burn card or a Community Card is due is discarded there."""
    script = heads_up()
    script.open(1)
    script.cards("2S")
    script.report("face_up_card")
    script.cards("3S KH 9C KS 8C")
    script.acts("1 call, 2 check")
    script.cards("4S")
    script.report("face_up_card")
    script.cards("5S 6S 7S")
    script.report("face_up_card", card="7S")
    script.cards("8S 9S")
    assert script.board_shown == "6S 8S 9S"
    script.report("face_up_card")
    script.cards("TS")
    assert _board(script) == ("6S", "8S", "TS")
    assert _burns(script) == ("3S", "5S")
    assert script.actor == 2


def test_5_3_card_too_early_and_found_face_up() -> None:
    """A card that came during the betting and lay face up is discarded; the next is the burn card."""
    script = heads_up()
    script.start(1)
    script.act(1, "call")
    script.cards("AS")
    script.report("face_up_card", card="AS")
    script.act(2, "check")
    script.cards("2S 3S 4S 5S")
    assert _burns(script)[1] == "2S"


def test_5_3_in_a_run_out() -> None:
    """While the board is dealt out the last Community Card may be the one, before a hand is shown."""
    script = heads_up()
    script.start(1, "KH 9C KS 8C")
    script.acts("1 call, 2 check")
    script.cards("?? 2S 7D JC")
    script.acts("2 all_in, 1 call")
    assert script.refused("irregularity", kind="face_up_card") == "5.16"
    script.cards("?? 4S")
    script.report("face_up_card", card="4S")
    script.cards("5S")
    assert _board(script) == ("2S", "7D", "JC", "5S")
    script.send("show", seat=2)
    assert script.refused("irregularity", kind="face_up_card") == "5.16"


def test_5_3_what_cannot_be_discarded() -> None:
    """No card has come, or the face named is that of another card that is out."""
    script = heads_up()
    script.open(1)
    assert script.refused("irregularity", kind="face_up_card") == "5.3"
    script.cards("2S ??")
    assert script.refused("irregularity", kind="face_up_card", card="2S") == "2.2.1"


def test_5_3_refused_once_somebody_has_acted() -> None:
    """After an action on the cards the shift manager decides (5.16); a face that does not lie there is refused."""
    script = on_the_flop()
    assert script.refused("irregularity", kind="face_up_card", card="KH") == "5.3"
    script.act(2, "check")
    assert script.refused("irregularity", kind="face_up_card") == "5.16"


def test_5_7_first_burn_missed() -> None:
    """Nobody has looked: every card goes one place back; otherwise the round is Void."""
    script = heads_up()
    script.open(1)
    script.cards("KH 9C KD 8C")
    ruling = script.report("first_burn_missed", looked=False, reconstructable=True)
    assert (ruling.action, ruling.rule) == ("reconstruct", "5.7")
    script.cards("AS")
    hand = script.state.hand
    assert hand is not None
    assert hand.deal.burns == ("KH",)
    assert hand.deal.holes == ("9C", "KD", "8C", "AS")
    for looked, reconstructable in ((True, True), (False, False)):
        other = heads_up()
        other.open(1)
        other.cards("KH 9C KD 8C")
        other.report("first_burn_missed", looked=looked, reconstructable=reconstructable)
        assert other.outcome.rule == "5.7"


def test_5_8_burn_missed_and_reconstructed() -> None:
    """The cards of the flop go one place back, and the one that is missing follows."""
    script = heads_up()
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("2S 7D JC")
    ruling = script.report("burn_missed", reconstructable=True)
    assert (ruling.action, ruling.rule) == ("reconstruct", "5.8")
    script.cards("3S")
    assert _burns(script)[1] == "2S"
    assert _board(script) == ("7D", "JC", "3S")


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


def test_5_10_too_many_flop_cards() -> None:
    """They go back with the Burnt Card and are dealt anew; where Reconstruction is possible the surplus is next."""
    script = on_the_flop()
    script.cards("QC")
    ruling = script.report("too_many_community", street="flop")
    assert (ruling.action, ruling.rule) == ("shuffle", "5.10")
    script.cards("?? 7D QC TH")
    assert _board(script) == ("7D", "QC", "TH")
    other = on_the_flop()
    other.cards("QC")
    assert other.report("too_many_community", street="flop", reconstructable=True).action == "reconstruct"
    other.check_around("2 1")
    other.cards("4D")
    assert _burns(other)[2] == "QC"


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
    assert _board(script) == ("2S", "7D", "JC", "4D")
    other = on_the_flop()
    other.acts("2 all_in, 1 call")
    other.cards("?? 3D 4D")
    other.report("too_many_community", street="turn")
    other.cards("?? 4D ?? 3D")
    assert _board(other) == ("2S", "7D", "JC", "4D", "3D")


def test_5_10_2_too_many_river_cards() -> None:
    """Two River Cards go back."""
    script = heads_up()
    at_the_river(script)
    script.cards("5D")
    assert script.report("too_many_community", street="river").rule == "5.10.2"
    script.cards("?? 5D")
    assert _board(script)[-1] == "5D"


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
    assert _board(script) == ("2S", "7D", "JC", "QD", "3H")
    assert script.refused("irregularity", kind="community_exposed", street="turn") == "5.11"


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
    assert script.refused("show", seat=1) is None


def test_5_14_void_returns_all_bets() -> None:
    """A supervisor's ruling voids the round: every Bet goes back, the blinds included."""
    script = three()
    script.start(1)
    script.acts("1 raise 20000, 2 call")
    assert script.refused("round.void", reason="misdeal") is None
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
    assert script.refused("irregularity", kind="hole_cards_exposed", seats=[]) is None
    assert script.refused("irregularity", kind="extra_hand", seat=1, looked=True, reconstructable=True) is None
    assert script.refused("irregularity", kind="extra_hand", seat=10, looked=True, reconstructable=True) is None
