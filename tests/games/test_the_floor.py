"""What the floor decides by its own discretion, and the table can only keep: by events that it has for everybody.

For a restricted player, an entry that is not what lies on the layout, a seat that is deemed left, a shuffler for which
the document has no clause, there is no word of its own: what is said carries the authority of who said it.
"""

from typing import Any

from controller.core.events import BetsClosed, BetsOpen, CardDrawn, Change, Correction, Wager, WagerWithdrawn
from tests.games.poker.script import Script
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import bets, by, irregularity, play, refused, ruled, stand, wager


@both
def test_3_9_3_10_1_a_wager_that_the_pit_manager_rules_out_is_taken_back_in_his_name(game: str) -> None:
    """Before No more bets; the record keeps who said so."""
    opened = play(game, BetsOpen(), wager(1, "main", 1000, "A"), wager(2, "main", 1000, "A"))
    out = by("pit_manager", WagerWithdrawn(area=2, kind="main", player="A"))
    left = opened.then(out, BetsClosed(), "KH 9D 8S", stand(1), "8D")
    assert [line.area for line in left.outcome.ledger] == [1]
    last = opened.then(out).state.said[-1].event
    assert last is not None
    assert last.authority == "pit_manager"


def _entered(amount: int, authority: Any) -> Correction:
    changes = (Change(of=2, event=Wager(area=1, kind="main", amount=amount)),)
    return Correction(changes=changes, reason="ten chips lie there", authority=authority)


def test_5_14_bets_are_settled_by_the_chips_on_the_layout() -> None:
    """Blackjack: an entry that differs from the chips as they lay is put right, also after No more bets."""
    start = play("blackjack", bets({1: 100}), "KH 9D")
    start.then(refused(_entered(1000, "dealer"), "5.19"))
    right = start.then(ruled(_entered(1000, "pit_supervisor"), "correct", "1.25"), "9S", stand(1), "8D")
    assert (right.line(1).stake, right.line(1).net) == (1000, 1000)


def test_3_12_a_card_of_a_squeezed_box_dealt_face_up_counts_as_it_is() -> None:
    """Blackjack: the permission is the House's; the cards come face down, and one dealt face up by mistake stands."""
    start = play("blackjack", bets({1: 1000}), CardDrawn(card="KH", face_down=True), "9D", "9S")
    assert "KH" not in start.told
    assert start.then(stand(1), "8D").line(1).net == 1000


def test_5_4_2_who_missed_two_turns_is_deemed_to_have_left() -> None:
    """Poker: the House's discretion; his seat leaves between rounds, whoever says so."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.send("away", seat=3)
    for _ in range(2):
        script.open()
        script.act(*_first_fold(script))
    script.send("leave", seat=3, authority="pit_supervisor")
    assert script.state.seats[2] is None


def _first_fold(script: Script) -> tuple[int, str]:
    hand = script.state.hand
    assert hand is not None
    script.cards("?? " + "?? " * 2 * len(hand.order))
    hand = script.state.hand
    assert hand is not None
    return hand.order[hand.betting.actor], "fold"


def test_5_3_5_7_to_5_11_at_a_shuffler_the_shift_manager_decides() -> None:
    """These clauses are of a Card Shoe: at a shuffler they are refused by 5.16, and his ruling is recorded."""
    script = Script({1: 50000, 2: 50000}, dealing="shuffler")
    script.open(1)
    script.send("set", cards=["??"] * 5)
    for kind, fields in (
        ("first_burn_missed", {"looked": False, "reconstructable": True}),
        ("burn_missed", {"reconstructable": True}),
        ("flop_exposed", {}),
        ("too_many_community", {"street": "flop"}),
        ("community_exposed", {"street": "turn"}),
    ):
        assert script.refused("irregularity", kind=kind, **fields) == "5.16"
    told = script.report("other", decision="the set is dealt again", authority="shift_manager")
    assert (told.action, told.rule) == ("record", "5.16")


@both
def test_5_19_5_20_are_called_where_manual_shuffling_is_allowed(game: str) -> None:
    """The table has no setting for it: who calls them answers for it, and the round goes on or ends as it says."""
    start = play(game, bets({1: 1000}), "KH 9D 8S")
    start.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"))
    assert start.then(ruled(irregularity("cut_card_missed"), "shuffle", "5.20"), stand(1), "8D").state.shoe.cut
