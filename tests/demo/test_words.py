"""What the demonstration writes of results, wagers and messages: people's words, one for each thing."""

from typing import Any

import pytest

from controller.demo.lines import lines_of_outcome
from controller.demo.picture.messages import unrepeated
from controller.demo.players.scenes import scenes_of
from controller.demo.subscriber import Message
from controller.demo.words import gain_style, gist, ledger_line, result, wager_name, words
from tests.games.rulebooks import RULEBOOKS


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("not_drawn", "draws no card"), ("stand_off", "stand-off"), ("surrendered", "surrendered"),
        ("21", ""), ("stand", ""), ("bust", "bust"),
    ],
)  # fmt: skip
def test_results(name: str, expected: str) -> None:
    """No result is shown as the contract writes it, and none repeats the total beside it."""
    assert result(name) == expected


def test_decisions_and_phases_keep_their_words() -> None:
    """`stand` is a decision, too."""
    assert (words("stand"), words("initial_deal"), words("free_split")) == ("stand", "initial deal", "free split")


def test_every_wager_has_one_name() -> None:
    """Of all the wagers of all games no two have one name, and none has a sign that only programs use."""
    kinds = {kind for rules in RULEBOOKS.values() for kind in rules.wager_kinds}
    kinds |= {scene.kind for rules in RULEBOOKS.values() for scene in scenes_of(rules)} | {"insurance", "super_bonus"}
    names = {wager_name(kind) for kind in kinds}
    assert len(names) == len(kinds)
    assert not [name for name in names if "_" in name]
    assert wager_name("under13") == "under 13"


def seat(result_: str, put: int, won: int) -> dict[str, Any]:
    """A seat's line of a poker outcome."""
    return {
        "seat": 3, "player": "P3", "put": put, "won": won, "net": won - put, "result": result_, "hole": ["AS", "KD"],
    }  # fmt: skip


def test_who_loses_money_has_not_won() -> None:
    """A side pot won and more lost in the main pot: red, and the sentence says what came back."""
    assert ledger_line(seat("win", 40000, 25000)) == "seat 3 P3 A♠ K♦: gets 250 of the pots, -150"
    assert ledger_line(seat("win", 40000, 65000)) == "seat 3 P3 A♠ K♦: win +250"
    assert (gain_style(-15000), gain_style(25000), gain_style(0)) == ("red", "green", "dim")


def test_a_dealer_who_need_not_draw() -> None:
    """The line of a round has no word of the contract in it."""
    outcome = {
        "round": 1, "status": "settled", "net": 0, "ledger": [],
        "dealer": {"cards": ["7H"], "total": 7, "result": "not_drawn"},
    }  # fmt: skip
    assert lines_of_outcome(outcome) == ["round 1 settled, players 0: dealer 7♥ (7, draws no card)"]


def test_repeated_states_are_folded() -> None:
    """A topic that says again what it said is not shown again, whatever came between; cards and outcomes always are."""

    def state(phase: str) -> Message:
        return Message("state", {"phase": phase, "round": 1, "open": True})

    card = Message("card", {"card": "AS", "place": "dealer"})
    received = [state("dealing"), card, state("dealing"), card, state("play"), state("dealing")]
    assert unrepeated(received) == [state("dealing"), card, card, state("play"), state("dealing")]


def test_an_alert_names_its_device_first() -> None:
    """What a narrow list cuts off is the reason, neither the device nor what became of it."""
    body: dict[str, Any] = {"state": "raised", "code": "device_lost", "text": "the line hung up", "device": "shoe"}
    assert gist(Message("alert", body)) == "shoe device lost, raised: the line hung up"
    body = {"state": "raised", "code": "card_held", "text": "it goes to who draws next", "device": None}
    assert gist(Message("alert", body)) == "card held, raised: it goes to who draws next"
