"""What stands for a correction: faces that everybody saw, no other one, and the fields of what may be put in."""

from collections import Counter
from typing import Any

import pytest

from controller.core.effects import AlertRaised, CardShown, Rejected
from controller.core.events import AnyEvent, BetsOpen, BlindsOpen, CardDrawn, Join, PokerAction, Show
from controller.core.tables import TwentyOneTable
from controller.games import new_table, step
from controller.games.registry import GAMES
from controller.web.corrections import forms, said
from tests.games.floor.tables import TWENTY_ONE, unruly
from tests.games.poker.script import poker_table
from tests.games.twenty_one.rounds import (
    alarmed,
    bets,
    deal,
    double,
    down,
    hit,
    irregularity,
    play,
    reveal,
    ruled,
    stand,
)


def faces(state: Any) -> list[str]:
    """Of the cards that came, in their order."""
    entries = said(GAMES[state.game], state, rolls=False)
    return [one["event"]["card"] for one in entries if one["event"]["type"] == "card"]


def test_a_card_too_many_for_the_dealer_is_seen_by_all() -> None:
    """5.7: it was exposed, dealt to his completed hand."""
    over = play("pontoon", bets({1: 1000}), deal("9H 9D", dealer="7C"), stand(1), "KC")
    more = over.then(alarmed(CardDrawn(card="2S"), "dealer_overdraw", "5.7"))
    assert faces(more.state) == ["9H", "7C", "9D", "KC", "2S"]


def test_a_card_that_came_early_is_seen_when_it_lies_on_a_hand() -> None:
    """5.8; a second one of its face that lies open already keeps its own."""
    dealt = play("pontoon", bets({1: 1000}), deal("5H 4D", dealer="7C"))
    held = dealt.then(alarmed(CardDrawn(card="4D"), "card_held", "5.8"))
    assert faces(held.state) == ["5H", "7C", "4D", "??"]
    assert faces(held.then(hit(1)).state) == ["5H", "7C", "4D", "4D"]


def test_of_cards_drawn_at_once_the_disclosed_ones_are_seen() -> None:
    """5.23.3."""
    dealt = play("pontoon", bets({1: 1000}), deal("5H 4D", dealer="7C")).then(hit(1))
    drawn = dealt.then(
        "2S", alarmed(CardDrawn(card="3S"), "card_held", "5.8"), alarmed(CardDrawn(card="8S"), "card_held", "5.8")
    )
    ruling = irregularity("simultaneous_draw", cards=("3S", "8S"), disclosed=("3S",), chosen=None)
    told = said(GAMES["pontoon"], drawn.then(ruled(ruling, "continue", "5.23.2")).state, rolls=False)
    assert told[-1]["event"]["disclosed"] == ["3S"]
    assert "8S" not in str(told)


def test_a_burned_card_is_seen_by_nobody_though_another_like_it_lies_there() -> None:
    """Nor one face down before it is turned (Blackjack 3.12)."""
    state = new_table(TwentyOneTable(game="pontoon", burn=True))
    for event in (BetsOpen(), *bets({1: 1000})[1:], CardDrawn(card="5H"), CardDrawn(card="5H"), CardDrawn(card="7C")):
        state, _ = step(state, event)
    assert faces(state) == ["??", "5H", "7C"]
    doubled = play("blackjack", bets({1: 1000}), deal("5H 6D", dealer="7C")).then(double(1), down("7C"))
    assert faces(doubled.state) == ["5H", "7C", "6D", "??"]
    assert faces(doubled.then(reveal(1)).state) == ["5H", "7C", "6D", "7C"]


@pytest.mark.parametrize("game", TWENTY_ONE)
def test_no_face_is_told_more_often_than_it_was_shown(game: str) -> None:
    """Whatever happens at the table."""
    shown: Counter[str] = Counter()
    told = 0
    for event, state, effects in unruly(game, 3, 6):
        if isinstance(event, BetsOpen):
            shown.clear()
        shown.update(effect.card for effect in effects if isinstance(effect, CardShown))
        alerts = [effect for effect in effects if isinstance(effect, AlertRaised)]
        if isinstance(event, CardDrawn) and any(
            one.code == "dealer_overdraw" or event.card in one.text for one in alerts
        ):
            shown[event.card] += 1
        seen = Counter(faces(state))
        del seen["??"]
        told += seen.total()
        assert not seen - shown
    assert told > 100


def test_a_hand_of_poker_is_told_when_it_is_shown() -> None:
    """The burned cards are not."""
    state = new_table(poker_table(seats=2))
    events: list[AnyEvent] = [Join(seat=seat, player=f"P{seat}", stack=20000) for seat in (1, 2)]
    events += [BlindsOpen(button=1), *(CardDrawn(card=card) for card in ["2H", "KH", "8C", "KD", "7S"])]
    events += [PokerAction(seat=1, action="all_in"), PokerAction(seat=2, action="call")]
    events += [CardDrawn(card=card) for card in ["QS", "2C", "7D", "9H"]]
    for event in events:
        state, effects = step(state, event)
        assert not any(isinstance(effect, Rejected) for effect in effects), effects
    assert faces(state) == ["??", "??", "??", "??", "??", "??", "2C", "7D", "9H"]
    state, _ = step(state, Show(seat=2))
    assert faces(state)[1:5] == ["KH", "??", "KD", "??"]


def test_what_may_be_put_in_has_its_fields() -> None:
    """Those of the contract, with the words of the game; what opens a round or was drawn is not among them."""
    free = forms(GAMES["free-bet-blackjack"])
    assert free["decision"]["needs"] == ["area", "action"]
    assert free["decision"]["choices"]["action"] == [
        "hit", "stand", "double", "split", "surrender", "even_money", "free_double", "free_split"
    ]  # fmt: skip
    assert free["wager"] == {
        "needs": ["area", "kind", "amount"], "may": ["player", "position"],
        "choices": {"kind": ["main", "pair", "busted", "pot_of_gold"]},
    }  # fmt: skip
    assert free["card"]["may"] == []
    assert forms(GAMES["blackjack"])["card"]["may"] == ["face_down"]
    assert free["irregularity"]["kinds"]["hand_skipped"]["needs"] == ["area"]
    poker = forms(GAMES["poker"])
    assert poker["action"]["choices"]["action"] == ["fold", "check", "bet", "call", "raise", "all_in"]
    assert poker["reveal"] == {"needs": [], "may": ["cards"], "choices": {}}
    assert not {"bets.open", "blinds.open", "button.pressed", "multiplier.drawn"} & {*free, *poker}
    entries = said(GAMES["pontoon"], play("pontoon", bets({1: 1000})).state, rolls=False)
    assert [one.get("fixed", False) for one in entries] == [True, False, True]
