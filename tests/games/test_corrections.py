"""Corrections and rulings after the outcome: contract section 9 line by line, and the clauses that end a round.

Line 1 is the table, so the opening of bets is line 2.
"""

from typing import Any, Final

import pytest

from controller.core.effects import DrawMultiplier, SetButton
from controller.core.outcomes import PokerOutcome, TwentyOneOutcome
from controller.games import view
from tests.games.corrections import (
    Told,
    act,
    after,
    card,
    cards,
    changes_of,
    correction,
    irregularity,
    of,
    opened,
    table,
)

STANDS_OFF: Final = (*opened(1), *cards("9S 7H 8D"), act(1, "stand"), *cards("KC"))
"""17 against 17. Cards in lines 5 to 7, the stand in 8, the Dealer's second card in 9, which ends the round."""

HEADS_UP: Final[tuple[dict[str, Any], ...]] = (
    {"type": "join", "seat": 1, "player": "S1", "stack": 20000},
    {"type": "join", "seat": 2, "player": "S2", "stack": 20000},
    {"type": "blinds.open", "button": 1},
    *(dict(one) for one in cards("2C AS QD KC TC")),
    {"type": "action", "seat": 1, "action": "call"},
    {"type": "action", "seat": 2, "action": "check"},
)
"""Lines 2 to 11; the hole cards of seat 2 are AS KC, those of seat 1 QD TC."""


def checked(street: str) -> list[Any]:
    """A street on which both check."""
    return [*cards(street), *({"type": "action", "seat": seat, "action": "check"} for seat in (2, 1))]


def folded() -> Told:
    """Seat 1 folds before the flop, in line 10."""
    return table("poker").then(*HEADS_UP[:8], {"type": "action", "seat": 1, "action": "fold"})


# --- what was said is not what happened -----------------------------------------------------------------------


def test_5_1_a_void_that_a_misread_card_brought_is_taken_back() -> None:
    """Pontoon 5.1: the nine was read as a ten; a pit manager corrects it before the next round: 21 wins."""
    void = table("pontoon").then(*opened(1), *cards("KH 9D 2S"), act(1, "hit"), *cards("TC"))
    assert (void.outcomes[-1].status, void.outcomes[-1].rule) == ("void", "5.1")
    assert void.then(correction(of(9, card("9C")))).refusal.rule == "6.1"
    right = void.then(correction(of(9, card("9C")), by="pit_manager"))
    assert (right.outcomes[-1].revision, right.outcomes[-1].status, right.nets()) == (2, "settled", {1: 1000})


def test_poker_5_2_2_a_void_that_a_misread_card_brought_is_taken_back() -> None:
    """The second QD was QH: the round is open again and its betting goes on (1.36)."""
    void = table("poker").then(*HEADS_UP, *cards("2D KH 9H QD"))
    assert (void.outcomes[-1].status, void.outcomes[-1].rule) == ("void", "5.2.2")
    open_ = void.then(correction(of(15, card("QH")), by="pit_manager"))
    assert open_.reopened
    assert view(open_.state).phase == "betting"
    ended = open_.then({"type": "action", "seat": 2, "action": "bet", "amount": 1000},
                       {"type": "action", "seat": 1, "action": "fold"})  # fmt: skip
    assert ended.outcomes[-1].revision == 2


def test_poker_3_11_2_a_misread_hole_card_is_corrected_unseen_and_shown() -> None:
    """Seat 2 holds KD, not KC: corrected as `??` it can be shown, and wins."""
    river = table("poker").then(
        *HEADS_UP, *checked("2D KH 9H 6C"), *checked("2H 5S"), *cards("2S QH"),
        {"type": "action", "seat": 2, "action": "bet", "amount": 1000}, {"type": "action", "seat": 1, "action": "call"},
    )  # fmt: skip
    show = {"type": "show", "seat": 2, "cards": ["AS", "KD"]}
    refused = river.then(show)
    assert refused.refusal.rule is None
    assert not any(face in refused.refusal.reason for face in ("KC", "KD"))
    hole = next(line for line, body in enumerate(HEADS_UP, start=2) if body == card("KC"))
    seen = refused.then(correction(of(hole, card("KD"))))
    assert "??" in seen.refusal.reason
    assert "KD" not in seen.refusal.reason
    right = refused.then(correction(of(hole, card("??"))), show, {"type": "muck", "seat": 1})
    (outcome,) = right.outcomes
    assert isinstance(outcome, PokerOutcome)
    assert outcome.ledger[1].won == 4000


def test_3_24_a_surrender_called_for_the_wrong_area_is_taken_back() -> None:
    """By the dealer himself, as long as nothing has come after it."""
    dealt = table("pontoon").then(*opened(1, 2), *cards("KH 5H KD 9S 6C"), act(1, "surrender"))
    right = dealt.then(correction(of(11, None), by="dealer"))
    ended = right.then(act(1, "stand"), act(2, "surrender"), *cards("8D"))
    assert ended.nets() == {1: 1000, 2: -500}


def test_5_3_a_wager_entered_wrongly_is_put_right_though_bets_are_closed() -> None:
    """A late wager stays refused; what lay on the table is corrected, by a supervisor."""
    dealt = table("pontoon").then(*opened(1), *cards("KH 9D 9S"))
    late = dealt.then({"type": "wager", "area": 1, "kind": "main", "amount": 9000})
    assert late.refusal.rule == "5.3"
    right = late.then(correction(of(3, {"type": "wager", "area": 1, "kind": "main", "amount": 10000})))
    assert right.then(act(1, "stand"), *cards("8D")).nets() == {1: 10000}


# --- the outcome does not conclude the round ------------------------------------------------------------------


def test_5_23_4_1_cards_at_once_on_the_dealer_that_ended_the_round() -> None:
    """Pandemonium 1.1.14: the second card came after the outcome; the pit manager selects, 21 beats 19."""
    ended = table("pontoon-pandemonium").then(*opened(1), *cards("KH 9D 9S"), act(1, "stand"), *cards("KS 2D"))
    assert ended.nets() == {1: 0}
    drawn = irregularity(
        "simultaneous_draw", "pit_manager", cards=["KS", "2D"], disclosed=["KS", "2D"], chosen=["2D"]
    )  # fmt: skip
    late = ended.then({**drawn, "disclosed": []})
    outcome = late.outcomes[-1]
    assert isinstance(outcome, TwentyOneOutcome)
    assert (outcome.revision, outcome.dealer.cards, late.nets()) == (2, ("9D", "2D", "KS"), {1: -1000})
    assert changes_of(late) == [(1, 0, -1000, -1000)]


def test_blackjack_5_12_1_both_cards_are_discarded_and_the_round_is_open_again() -> None:
    """Blackjack 1.25: the Dealer draws another; then each may withdraw (5.12.2)."""
    ended = table("blackjack").then(*opened(1, 2), *cards("KH 9H 6D 9S 7S"), act(1, "stand"), act(2, "stand"),
                                    *cards("KD 2C"))  # fmt: skip
    drawn = irregularity("simultaneous_draw", "pit_supervisor", cards=["KD", "2C"], disclosed=["KD"])
    open_ = ended.then(drawn)
    assert open_.reopened
    assert all(line[2] is None for line in changes_of(open_))
    right = open_.then(irregularity("withdraw", player="P2"), *cards("TC TS"))
    assert (right.outcomes[-1].revision, right.nets()) == (2, {1: 1000, 2: 0})


def test_5_23_3_the_player_bust_by_the_first_of_two_selects_the_other() -> None:
    """Both were disclosed: he takes the seven and has 21."""
    ended = table("pontoon-pandemonium").then(*opened(1), *cards("KH 9D 4S"), act(1, "hit"), *cards("KS 7D"))
    assert ended.nets() == {1: -1000}
    late = ended.then(irregularity("simultaneous_draw", cards=["KS", "7D"], disclosed=["KS", "7D"], chosen=["7D"]))
    assert (late.outcomes[-1].revision, late.nets()) == (2, {1: 1000})


@pytest.mark.parametrize(
    ("game", "kind", "rule"),
    [
        ("pontoon", "foreign_card", "5.1"),
        ("pontoon-pandemonium", "missing_card", "5.1"),
        ("free-bet-blackjack", "unshuffled", "5.1"),
        ("blackjack", "foreign_card", "5.5.1"),
    ],
)
def test_5_1_wrong_cards_found_while_paying_void_the_round(game: str, kind: str, rule: str) -> None:
    """Once: the next round is not touched by it, and this one not by what is found in the next."""
    ended = table(game).then(*STANDS_OFF[:3], *cards("9S 7H 9D"), act(1, "stand"), *cards("KC"))
    void = ended.then(irregularity(kind))
    assert (void.outcomes[-1].revision, void.outcomes[-1].status, void.outcomes[-1].rule) == (2, "void", rule)
    second = void.then(*opened(1), *cards("9S 7H 9D"), act(1, "stand"), *cards("KC"))
    assert (second.outcomes[-1].round, second.outcomes[-1].revision) == (2, None)


def test_poker_5_2_2_an_extra_card_found_before_the_pots_are_paid() -> None:
    """Poker 1.36: the round is void as a revision, and the stacks are what they were."""
    void = folded().then(irregularity("extra_card"))
    assert (void.outcomes[-1].revision, void.outcomes[-1].status, void.nets()) == (2, "void", {1: 0, 2: 0})
    assert void.reopened is False


# --- contract 9, line by line ---------------------------------------------------------------------------------


def test_numbers_that_are_no_events_are_refused() -> None:
    """The table line, a round before, a number to come; each change names one place and changes something."""
    dealt = table("pontoon").then(*opened(1), *cards("9S"))
    for change in (of(1, card("8S")), of(99, card("8S")), after(1, card("8S")), {"event": card("8S")},
                   {"of": 5, "after": 5, "event": card("8S")}, {"after": 5, "event": None}):  # fmt: skip
        assert dealt.then(correction(change)).refusal.rule is None
    assert dealt.then(correction(of(5, card("8S")), of(5, card("7S")))).refusal.rule is None
    assert table("pontoon").then(correction(of(1, None))).refusal.rule == "6.1"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "bets.open"}, {"type": "bets.closed"}, {"type": "shoe.new"}, {"type": "button.pressed"},
        {"type": "round.void", "reason": "none"}, {"type": "multiplier.drawn", "value": 2},
    ],
    ids=lambda event: event["type"],
)  # fmt: skip
def test_what_is_never_corrected(event: dict[str, Any]) -> None:
    """Neither put in nor changed."""
    dealt = table("pontoon").then(*opened(1), *cards("9S"))
    rule = "4.2" if event["type"] == "multiplier.drawn" else None
    assert dealt.then(correction(after(5, event))).refusal.rule == rule
    assert dealt.then(correction(of(2, None))).refusal.rule is None
    assert dealt.then(correction(of(4, None))).refusal.rule is None


def test_who_may_correct_when() -> None:
    """The dealer his own last request; a supervisor in the round; a pit manager after the outcome; then nobody."""
    dealt = table("pontoon").then(*opened(1), *cards("9S 7H 8D"))
    assert dealt.then(correction(of(7, card("7D")), by="dealer")).refusal.rule == "6.1"  # a card is no request
    stood = table("pontoon").then(*opened(1), *cards("9S 7H 3D"), act(1, "hit"))
    assert stood.then(correction(of(8, act(1, "stand")), by="dealer")).ruling.action == "correct"
    assert stood.then(*cards("2C"), correction(of(8, None), by="dealer")).refusal.rule == "6.1"
    assert stood.then(*cards("2C"), correction(of(9, card("3C")))).ruling.action == "correct"
    ended = table("pontoon").then(*STANDS_OFF)
    assert ended.then(correction(of(7, card("9D")))).refusal.rule == "6.1"
    assert ended.then(correction(of(7, card("9D")), by="pit_manager")).nets() == {1: 1000}
    next_ = ended.then({"type": "bets.open"})
    assert next_.then(correction(of(7, card("9D")), by="shift_manager")).refusal.rule is None


def test_the_dealer_takes_back_nothing_that_a_supervisor_has_corrected() -> None:
    """It is no longer his own request."""
    hit = table("pontoon").then(*opened(1), *cards("9S 7H 3D"), act(1, "hit"))
    ruled = hit.then(correction(of(8, act(1, "hit", player="P1"))))
    assert ruled.then(correction(of(8, None), by="dealer")).refusal.rule == "6.1"


def test_an_event_inside_claims_no_higher_rank_than_who_corrects() -> None:
    """A supervisor puts no shift manager's word into the record."""
    dealt = table("pontoon").then(*opened(1), *cards("9S 7H 8D"))
    other = irregularity("other", "shift_manager", decision="none")
    assert dealt.then(correction(after(7, other))).refusal.rule is None
    assert dealt.then(correction(after(7, other), by="shift_manager")).ruling.action == "correct"


def test_a_correction_is_whole_or_refused() -> None:
    """The first event that no longer fits is named; the state is as it was."""
    ended = table("pontoon").then(*STANDS_OFF)
    both = correction(of(7, card("KS")), of(5, card("AS")), by="pit_manager")  # a Pontoon does not stand
    refused = ended.then(both)
    assert "event 8 (`decision`)" in refused.refusal.reason
    assert refused.state == ended.state


def test_a_refused_request_stays_refused() -> None:
    """Also where it would be accepted now."""
    dealt = table("pontoon").then(*opened(1), *cards("9S 7H 8D"))
    tried = dealt.then(act(1, "surrender"))  # against a seven there is none
    assert tried.refusal.rule == "3.24"
    right = tried.then(correction(of(6, card("KH"))))
    assert right.ruling.action == "correct"
    assert right.then(act(1, "stand"), *cards("7C")).nets() == {1: 0}


def test_correcting_back_gives_the_first_outcome_as_a_later_revision() -> None:
    """And a change of an event into itself changes nothing and tells nothing but its ruling."""
    ended = table("pontoon").then(*STANDS_OFF)
    same = ended.then(correction(of(7, card("8D")), by="pit_manager"))
    assert len(same.outcomes) == 1
    assert same.ruling.difference == ()
    back = ended.then(
        correction(of(7, card("9D")), by="pit_manager"), correction(of(7, card("8D")), by="pit_manager")
    )  # fmt: skip
    assert [one.revision for one in back.outcomes] == [None, 2, 3]
    assert back.outcomes[-1].ledger == ended.outcomes[-1].ledger


def test_what_was_taken_back_is_put_back_and_what_was_put_in_is_changed() -> None:
    """By the number of the event, and by that of the correction which put it in."""
    ended = table("pontoon").then(*STANDS_OFF)
    reopened = ended.then(correction(of(9, None), by="pit_manager"))
    assert reopened.reopened
    again = reopened.then(correction(of(9, card("AC"))))
    assert (again.outcomes[-1].revision, again.nets()) == (2, {1: -1000})
    put_in = ended.then(correction(after(8, card("2C")), by="pit_manager"))  # 7H 2C KC: 19
    assert put_in.nets() == {1: -1000}
    changed = put_in.then(correction(of(10, card("AC")), by="pit_manager"))  # 18
    assert changed.nets() == {1: -1000}
    assert [one.revision for one in changed.outcomes] == [None, 2, 3]


def test_the_differences_add_up_to_the_last_ledger() -> None:
    """From the first outcome on: a round opened again takes every line back, its next outcome is new in full."""
    ended = table("pontoon").then(*opened(1, 2), *cards("9S 8H 7H 8D 9D"), act(1, "stand"), act(2, "stand"),
                                  *cards("KC"))  # fmt: skip
    total = dict(ended.nets())
    for face in ("9H", "KS", "7D"):
        ended = ended.then(correction(of(10, card(face)), by="pit_manager"))
        for area, _, _, change in changes_of(ended):
            total[area or 0] = total.get(area or 0, 0) + change
        assert {area: net for area, net in total.items() if net} == {a: n for a, n in ended.nets().items() if n}


def test_between_rounds_what_came_after_the_outcome_is_played_after_it() -> None:
    """Who sat down and left since the outcome stays; a new shoe cannot be while the round is open again."""
    ended = table("pontoon").then(*STANDS_OFF, {"type": "seat", "area": 3, "player": "Kim"})
    right = ended.then(correction(of(7, card("9D")), by="pit_manager"))
    assert (right.nets(), right.state.seats[2]) == ({1: 1000}, "Kim")  # type: ignore[attr-defined]
    shuffled = ended.then({"type": "shoe.new"})
    assert shuffled.then(correction(of(7, card("9D")), by="pit_manager")).nets() == {1: 1000}
    refused = shuffled.then(correction(of(9, card("2C")), by="pit_manager"))
    assert "`shoe.new`" in refused.refusal.reason


def pandemonium(*more: Any) -> Told:
    """Areas 1 and 2 with a pandemonium wager each; area 1 has a Pontoon, for which 25 is drawn."""
    wagers = [{"type": "wager", "area": area, "kind": "pandemonium", "amount": 100} for area in (1, 2)]
    bets = opened(1, 2)
    return table("pontoon-pandemonium").then(
        *bets[:3], *wagers, bets[3], *cards("AS 9H 7D KD 8C"), {"type": "button.pressed"},
        {"type": "multiplier.drawn", "value": 25}, *more,
    )  # fmt: skip


def test_4_2_a_multiplier_once_drawn_stays_with_its_wager() -> None:
    """It is never drawn again: not where the wager wins again after it did not, nor for a wager that newly wins."""
    drawn = pandemonium()
    lost = drawn.then(correction(of(8, card("2S"))))
    assert not any(isinstance(one, DrawMultiplier) for one in lost.last)
    back = lost.then(correction(of(8, card("AS"))))
    assert not any(isinstance(one, DrawMultiplier) for one in back.last)
    ended = back.then(act(2, "stand"), *cards("KC"))
    line = next(one for one in ended.outcomes[-1].ledger if getattr(one, "kind", "") == "pandemonium")
    assert (line.area, line.multiplier) == (1, 25)  # type: ignore[union-attr]


def test_4_2_a_wager_that_newly_wins_is_armed_in_its_turn() -> None:
    """Area 2 has a Pontoon as well: its own press, its own multiplier, and area 1 keeps the 25."""
    armed = pandemonium().then(correction(of(9, card("AH")), of(12, card("KC"))))
    assert view(armed.state).button == SetButton(lit=True, area=2, player="P2")
    drawn = armed.then({"type": "button.pressed"}, {"type": "multiplier.drawn", "value": 3})
    lines = {one.area: one.multiplier for one in drawn.outcomes[-1].ledger  # type: ignore[union-attr]
             if getattr(one, "kind", "") == "pandemonium"}  # fmt: skip
    assert lines == {1: 25, 2: 3}


def test_4_2_no_correction_while_a_press_waits_for_its_multiplier() -> None:
    """The draw comes first."""
    wager = {"type": "wager", "area": 1, "kind": "pandemonium", "amount": 100}
    bets = opened(1)
    pressed = table("pontoon-pandemonium").then(*bets[:2], wager, bets[2], *cards("AS 7D KD"),
                                                {"type": "button.pressed"})  # fmt: skip
    assert pressed.then(correction(of(6, card("AC")))).refusal.rule == "4.2"
    assert pressed.then({"type": "multiplier.drawn", "value": 2}).then().outcomes


def test_after_the_outcome_an_error_of_the_deal_needs_a_pit_manager() -> None:
    """It would open choices that the outcome has closed; `round.void` likewise."""
    ended = table("blackjack").then(*STANDS_OFF)
    wrong = irregularity("misdeal", reconstructable=False)
    assert ended.then(wrong).refusal.rule == "5.19"
    assert ended.then({**wrong, "authority": "pit_manager"}).ruling.rule == "5.10.1"
    void = {"type": "round.void", "reason": "a dispute", "authority": "pit_supervisor"}
    assert ended.then(void).refusal.rule == "5.19"
    assert ended.then({**void, "authority": "pit_manager"}).outcomes[-1].status == "void"
