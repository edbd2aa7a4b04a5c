"""The deck and the deal: 5.2, 5.3 and 5.7, what each irregularity does and by which clause."""

import pytest

from tests.games.poker.script import Script, at_the_river, board, burns, heads_up, on_the_flop, three


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
    assert burns(script)[1] == "5S"
    assert board(script) == ("6S", "3S", "4S")


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
    assert board(script) == ("6S", "8S", "TS")
    assert burns(script) == ("3S", "5S")
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
    assert burns(script)[1] == "2S"


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
    assert board(script) == ("2S", "7D", "JC", "5S")
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
