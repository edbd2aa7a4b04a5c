"""Rounds into hand histories and back: nothing unseen is told, and what is told plays to the same end."""

import json
import warnings
from dataclasses import replace
from typing import Any

import pytest
from pokerkit import HandHistory as PokerKitHistory

from controller.audit.phh.notation import HandHistory, by_player
from controller.audit.phh.reading import read_hands
from controller.audit.phh.recording import LeftOut, histories
from controller.audit.phh.scripting import script_of
from controller.audit.phh.writing import written, written_all
from controller.core.effects import RoundEnded
from controller.core.outcomes import PokerOutcome, dumps
from controller.core.tables import Rake
from controller.odds.random_poker_player import RandomPokerPlayer
from controller.odds.simulation import poker_table
from tests.audit.phh.hands import HANDS, SHOWDOWN, Told
from tests.audit.phh.playing import played, steps

TABLE: dict[str, Any] = {"type": "table", "game": "poker", "seats": 3, "blinds": [500, 1000]}
SEATS: list[dict[str, Any]] = [
    {"type": "join", "seat": seat, "player": f"P{seat}", "stack": 20000} for seat in (1, 2, 3)
]


def act(seat: int, action: str, **fields: int) -> dict[str, Any]:
    """An action."""
    return {"type": "action", "seat": seat, "action": action, **fields}


def cards(*faces: str) -> list[dict[str, Any]]:
    """Cards from the shoe."""
    return [{"type": "card", "card": face} for face in faces]


OPENED: list[dict[str, Any]] = [
    *SEATS,
    {"type": "blinds.open", "button": 1},
    *cards("2H", "AS", "3D", "7C", "AD", "4D", "8C"),
]


def told(*records: dict[str, Any], table: dict[str, Any] = TABLE, unit: int = 100) -> list[HandHistory | LeftOut]:
    """What the rounds of a script become."""
    return list(histories(steps(map(json.dumps, (table, *records))), unit=unit))


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.about[:40])
def test_there_and_back(hand: Told) -> None:
    """A history made into a script, played and written again plays to the same nets, and pokerkit to these stacks."""
    (first,) = read_hands(hand.text, file="-")
    script = [dumps(record) for record in script_of(first, file="-", unit=hand.unit)]
    (again,) = histories(steps(script), unit=hand.unit)
    assert isinstance(again, HandHistory)
    text = written(again)
    (second,) = read_hands(text, file="-")
    nets = [{line.seat: line.net for line in outcome.ledger} for outcome in played(script)]
    back = played(dumps(record) for record in script_of(second, file="-", unit=hand.unit))
    assert [{line.seat: line.net for line in outcome.ledger} for outcome in back] == nets == [hand.nets]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns of a show that it takes all the same
        final = list(PokerKitHistory.loads(text))[-1]
    assert tuple(final.stacks) == second.finishing_stacks


@pytest.mark.parametrize("seed", range(8))
def test_random_rounds_come_back(seed: int) -> None:
    """Whatever a table plays, each history that this table can play again gives the same nets."""
    table = replace(poker_table(seed), rake=Rake(), stake=None)
    rounds = list(RandomPokerPlayer(table, seed).rounds(20))
    ended = (effect.outcome for _, _, effects in rounds for effect in effects if isinstance(effect, RoundEnded))
    again = 0
    for outcome, hand in zip(ended, histories(rounds, unit=100), strict=True):
        assert isinstance(hand, HandHistory)
        assert isinstance(outcome, PokerOutcome)
        small, big, *others = by_player(hand.blinds)
        if any(hand.antes) or [small, big] != [5, 10] or any(others):
            continue  # somebody paid for coming late or being away: no history of the plain blinds
        (back,) = read_hands(written(hand), file="-")
        (played_again,) = played(dumps(record) for record in script_of(back, file="-"))
        assert [(line.seat, line.net) for line in played_again.ledger] == [
            (line.seat, line.net) for line in outcome.ledger
        ]
        again += 1
    assert again > 5


def test_what_nobody_saw_is_not_told() -> None:
    """A folded and a given-up hand are `????`, and no burnt card is in the text."""
    (hand,) = told(
        *OPENED,
        act(1, "fold"),
        act(2, "call"),
        act(3, "check"),
        *cards("2S", "KS", "QD", "9H"),
        act(2, "check"),
        act(3, "bet", amount=1000),
        act(2, "all_in"),
        act(3, "all_in"),
        *cards("2C", "JH", "2D", "5S"),
        {"type": "showdown"},
        {"type": "show", "seat": 2},
        {"type": "muck", "seat": 3},
    )
    assert isinstance(hand, HandHistory)
    assert (
        written(hand)
        == """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [200, 200, 200]
actions = [
  "d dh p1 AsAd",
  "d dh p2 ????",
  "d dh p3 ????",
  "p3 f",
  "p1 cc",
  "p2 cc",
  "d db KsQd9h",
  "p1 cc",
  "p2 cbr 10",
  "p1 cbr 190",
  "p2 cc",
  "d db Jh",
  "d db 5s",
  "p1 sm AsAd",
  "p2 sm",
]
hand = 1
seats = [2, 3, 1]
seat_count = 3
players = ["P2", "P3", "P1"]
finishing_stacks = [400, 0, 200]
winnings = [400, 0, 0]
"""
    )


def test_a_shuffler_opens_streets_by_itself() -> None:
    """Where the board opens without further cards, each street is told for itself."""
    table = {**TABLE, "dealing": "shuffler"}
    sets = [("2C", "7D", "9S", "JC", "3H"), ("AC", "AD"), ("KH", "KD"), ("8H", "8D")]
    (hand,) = told(
        *SEATS,
        {"type": "blinds.open", "button": 1},
        *({"type": "set", "cards": faces} for faces in sets),
        act(1, "fold"),
        act(2, "all_in"),
        act(3, "call"),
        {"type": "show", "seat": 2},
        {"type": "show", "seat": 3},
        table=table,
    )
    assert isinstance(hand, HandHistory)
    words = [" ".join(action.words) for action in hand.actions]
    assert words[3:] == [
        "p3 f", "p1 cbr 200", "p2 cc", "d db 2c7d9s", "d db Jc", "d db 3h", "p1 sm AcAd", "p2 sm KhKd",
    ]  # fmt: skip


def test_an_amount_with_cents_and_a_dead_blind() -> None:
    """Cents are decimals, and what is paid dead into the pot stands with the antes."""
    records = SEATS[:2]
    for button in (1, 2, 1):
        records = [*records, {"type": "blinds.open", "button": button}, *cards(*["??"] * 5), act(button, "fold")]
    joined = {"type": "join", "seat": 3, "player": "P3", "stack": 20000}
    records = [*records, joined, {"type": "blinds.open", "button": 2}, *cards(*["??"] * 7), act(2, "fold")]
    *_, last = told(*records, act(3, "fold"), table={**TABLE, "blinds": [50, 100], "chip": 50})
    assert isinstance(last, HandHistory)
    assert last.seats == (3, 1, 2)
    assert "antes = [0.5, 0, 0]\nblinds_or_straddles = [1, 1, 0]\n" in written(last)


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([{"type": "round.void", "reason": "none", "authority": "pit_supervisor"}], "it is void by 5.14"),
        ([{"type": "show", "seat": 3}, act(1, "fold")], "a ruling by 5.13 has no form there"),
    ],
)
def test_what_has_no_form_is_left_out(records: list[dict[str, Any]], reason: str) -> None:
    """A void round and one in which a ruling took a hand are named with their clause."""
    assert told(*OPENED, *records) == [LeftOut(1, reason)]


def test_a_round_that_was_corrected_is_left_out() -> None:
    """A history of what was said first would be another hand; the round behind it is not touched."""
    folds = (*OPENED, act(1, "fold"), act(2, "fold"))
    at = len(folds) + 1  # behind the table line
    correction = {
        "type": "correction", "changes": [{"of": at, "event": act(2, "call")}], "reason": "heard wrongly",
        "authority": "pit_manager",
    }  # fmt: skip
    (left,) = told(*folds, correction)
    assert left == LeftOut(1, "its outcome was corrected, and a history has no form for that")


def test_an_action_out_of_turn_is_told_in_its_turn() -> None:
    """What was retracted is not told; what the seat then did is."""
    (hand,) = told(*OPENED, act(3, "fold"), act(1, "call"), act(2, "fold"), act(3, "fold"))
    assert isinstance(hand, HandHistory)
    assert [" ".join(action.words) for action in hand.actions][3:] == ["p3 cc", "p1 f", "p2 f"]


def test_several_rounds_stand_in_one_file() -> None:
    """Each has a table of its number, and both are read again."""
    first = [*OPENED, act(1, "fold"), act(2, "fold")]
    second = [{"type": "blinds.open"}, *cards(*["??"] * 7), act(2, "fold"), act(3, "fold")]
    found = [hand for hand in told(*first, *second) if isinstance(hand, HandHistory)]
    text = written_all(found)
    assert text.startswith("[1]\n")
    assert "\n[2]\n" in text
    assert [hand.name for hand in read_hands(text, file="-")] == ["1", "2"]


def test_names_of_any_letters_are_read_again() -> None:
    """A name with quotes, a backslash or a control character comes back as it was."""
    (hand,) = read_hands(SHOWDOWN.text, file="-")
    names = ('a "b"', "c\\d", "e\x7f\tü")
    (again,) = read_hands(written(hand._replace(players=names)), file="-")
    assert again.players == names


def test_another_game_has_no_history() -> None:
    """A table of another game is refused."""
    with pytest.raises(TypeError, match="expected a table of poker, got one of blackjack"):
        told({"type": "bets.open"}, table={"type": "table", "game": "blackjack"})
