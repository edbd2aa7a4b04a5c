"""An event is tried without being done: why not, what a ruling would bring, and which rank it needs."""

import re
from itertools import pairwise
from typing import Any

from controller.core.effects import Rejected
from controller.core.events import (
    CardDrawn,
    Change,
    Correction,
    Decision,
    Event,
    Insure,
    Irregularity,
    PokerAction,
    RoundVoid,
)
from controller.core.outcomes import to_json_object
from controller.games import State, floor_view, tried
from controller.games.refusal import code_of
from tests.games.floor.tables import TWENTY_ONE, unruly
from tests.games.poker.script import Script
from tests.games.refusals.sites import sites
from tests.games.twenty_one.rounds import bets, deal, play, stand


def _tried(state: State, event: Event) -> Any:
    return to_json_object(tried(state, event))


def test_why_not_is_a_code_with_parameters_a_clause_and_a_sentence() -> None:
    """Insurance against a seven."""
    dealt = play("pontoon", bets({1: 1000}), deal("5H 4D", dealer="7C"))
    assert _tried(dealt.state, Insure(area=1, amount=500))["refusal"] == {
        "code": "insurance_is_offered_when_the_dealer_s_first_card_is_an_ace",
        "params": {},
        "clause": "3.26",
        "text": "insurance is offered when the Dealer's first card is an Ace",
    }
    double = _tried(dealt.state, Decision(area=1, action="double", amount=2000))["refusal"]
    assert double == {
        "code": "a_double_of_is_over_the_original_wager_of",
        "params": {"added": 2000, "original": 1000},
        "clause": "3.25",
        "text": "a double of 2000 is over the original wager of 1000",
    }
    script = Script({1: 50000, 2: 50000})
    script.start(1)
    refused = _tried(script.state, PokerAction(seat=1, action="check"))["refusal"]
    assert (refused["clause"], refused["params"]) == ("3.9.2(a)", {"owed": 500})


def test_what_is_accepted_says_whose_turn_it_is_then() -> None:
    """And no more: the state is where it was."""
    dealt = play("pontoon", bets({1: 1000, 2: 1000}), deal("5H 4D", "9H 8D", dealer="7C"))
    found = _tried(dealt.state, stand(1))
    assert "refusal" not in found
    assert found["turn"]["now"]["text"] == "Area 2 to decide: 17."
    assert dealt.state.round is not None
    assert dealt.state.round.turn == (0, 1)


def test_a_void_round_is_previewed_with_the_money_of_each_area() -> None:
    """A Pontoon that was owed its three to two comes to nothing; a live wager had nothing yet."""
    dealt = play("pontoon", bets({1: 1000, 2: 1000}), deal("AH KD", "9H 8D", dealer="7C"))
    found = _tried(dealt.state, Irregularity(kind="missing_card", authority="pit_supervisor"))
    assert [(one["action"], one["rule"]) for one in found["rulings"]] == [("void", "5.1")]
    assert found["status"] == "void"
    first, second = found["money"]
    assert ([line["net"] for line in first["before"]], [line["net"] for line in first["after"]]) == ([1500], [0])
    assert first["changes"][0]["change"] == -1500
    assert (second["before"], [line["result"] for line in second["after"]]) == ([], ["void"])


def test_a_correction_after_the_outcome_is_previewed_line_by_line() -> None:
    """The Dealer's last card was another one."""
    over = play("pontoon", bets({1: 1000}), deal("9H 9D", dealer="7C"), stand(1), "KC")
    changes = (Change(of=over.state.said[-1].n, event=CardDrawn(card="5C")),)
    found = _tried(over.state, Correction(changes=changes, reason="misread", authority="pit_manager"))
    assert found["reopens"] is True
    assert [one["net"] for one in found["money"][0]["before"]] == [1000]
    assert found["money"][0]["after"] == []
    refused = _tried(over.state, Correction(changes=changes, reason="misread"))
    assert (refused["refusal"]["params"], refused["needs"]) == ({"needed": "pit manager"}, "pit_manager")


def test_a_ruling_says_which_rank_it_needs() -> None:
    """Void by a dealer is refused; a supervisor may."""
    dealt = play("pontoon", bets({1: 1000}), deal("5H 4D", dealer="7C"))
    assert _tried(dealt.state, RoundVoid(reason="fire"))["needs"] == "pit_supervisor"
    assert "needs" not in _tried(dealt.state, stand(2))


def test_what_is_tried_is_what_comes() -> None:
    """On unruly tables: refused as by `step` or not, with the turn of the state after it."""
    for game in TWENTY_ONE:
        steps = [*unruly(game, 3)]
        for (_, before, _), (event, after, effects) in pairwise(steps):
            found = tried(before, event)
            refused = [effect for effect in effects if isinstance(effect, Rejected)]
            assert [found.refusal.text] == [one.reason for one in refused] if found.refusal else not refused
            assert found.turn == (None if refused else floor_view(after).turn)


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    """Written out where it is refused, so that it has a code; no two sentences have the same one."""
    sentences = {site.sentence for site in sites()}
    assert all(" " in sentence for sentence in sentences)
    bare = {re.sub(r"{.*?}", "{}", one).lower().rstrip(".") for one in sentences}
    assert len({code_of(one) for one in sentences}) == len(bare)
