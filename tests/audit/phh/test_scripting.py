"""Hand histories into scripts: the hand plays here to the nets that the rules give, or is refused by line and field."""

import re

import pytest

from controller.audit.phh.reading import read_hands
from controller.audit.phh.scripting import Record, script_of
from controller.core.outcomes import PokerOutcome, dumps
from controller.core.reader import MalformedLine
from tests.audit.phh.hands import ALL_IN, HANDS, HEADS_UP, SHOWDOWN, SPLIT, Told
from tests.audit.phh.playing import played


def script(text: str, unit: int = 100) -> list[Record]:
    """The script of the one hand of a text."""
    (hand,) = read_hands(text, file="hand.phh")
    return script_of(hand, file="hand.phh", unit=unit)


def outcome(told: Told) -> PokerOutcome:
    """What comes of a hand when its script is played."""
    (found,) = played(dumps(record) for record in script(told.text, told.unit))
    return found


@pytest.mark.parametrize("told", HANDS, ids=lambda told: told.about[:40])
def test_a_hand_plays_to_its_nets(told: Told) -> None:
    """Each seat wins or loses what the rules give for these cards and actions."""
    assert {line.seat: line.net for line in outcome(told).ledger} == told.nets


def test_seats_names_and_button_are_those_of_the_file() -> None:
    """The last player has the button; a player without a name is called by his seat."""
    found = outcome(HEADS_UP)
    assert found.button == 3
    assert [(line.seat, line.player) for line in found.ledger] == [(3, "P3"), (6, "one")]
    assert script(HEADS_UP.text)[0]["seats"] == 6


def test_pots_of_the_all_in() -> None:
    """Main Pot and Side Pot are those of the stacks, and what nobody could call comes back."""
    found = outcome(ALL_IN)
    assert [(pot.amount, pot.eligible, pot.winners) for pot in found.pots] == [
        (600000, (1, 2, 3), {"2": 600000}),
        (600000, (1, 3), {"1": 600000}),
    ]
    assert found.uncalled is not None
    assert (found.uncalled.seat, found.uncalled.amount) == (3, 400000)


def test_faces_that_only_the_show_told() -> None:
    """Hole cards that were not known when dealt are read out when they are shown."""
    (show,) = [record for record in script(SPLIT.text) if record.get("type") == "show" and record["seat"] == 1]
    assert show["cards"] == ["7H", "7D"]
    assert outcome(SPLIT).rake == 0


def test_a_history_that_ends_early_leaves_the_round_open() -> None:
    """Nothing is made up to bring a hand to its end."""
    text = re.sub(r'"d db Jc".*"p3 sm",', "", SHOWDOWN.text, flags=re.DOTALL)
    records = script(text)
    assert records[-1] == {"type": "action", "seat": 2, "action": "fold"}
    assert played(map(dumps, records)) == []


def test_the_winner_of_a_fold_may_show() -> None:
    """After the last fold a show changes nothing, and the script ends with the fold."""
    text = HEADS_UP.text.replace('"p2 f"', '"p2 f", "p1 sm AcAd"')
    assert script(text) == script(HEADS_UP.text)


WRONG = [
    ("NT", "FT", 2, "variant", 'expected "NT", no-limit hold\'em, got FT'),
    ("variant = ", "variation = ", 1, "variant", "got nothing"),
    ("antes = [0, 0, 0]", "antes = [0, 0, 2]", 3, "antes", "no antes, which this table does not have"),
    ("antes = [0, 0, 0]", "antes = [0, 0]", 3, "antes", "a list of 3 amounts"),
    ("[5, 10, 0]", "[5, 10, 20]", 4, "blinds_or_straddles", "a small and a big blind alone, got 5, 10, 20"),
    ("[5, 10, 0]", "[4, 10, 0]", 4, "blinds_or_straddles", "twice the Small Blind"),
    ("min_bet = 10", "min_bet = 20", 5, "min_bet", "expected the big blind 10"),
    ("min_bet = 10", "", 1, "min_bet", "expected a value, got nothing"),
    ("[1000, 1000, 1000]", "[1000, inf, 1000]", 6, "starting_stacks", "amounts that are known, got Infinity"),
    ("[1000, 1000, 1000]", "[1000, 0, 1000]", 6, "starting_stacks", "stacks above 0"),
    ("[1000, 1000, 1000]", "[1000, 1000.005, 1000]", 6, "starting_stacks", "amounts of whole cents"),
    ("[1000, 1000, 1000]", "[1000, 1000.01, 1000]", 6, "starting_stacks", "an even number of cents"),
    ("actions = [", "actions = [3,", 7, "actions", "a list of texts"),
    ("AcAd", "Ac", 24, "actions", "The faces at seat 1 are not known"),
    ("AcAd", "AcAdAh", 8, "actions", "two hole cards a player"),
    ("AcAd", "1cAd", 8, "actions", "cards as in `Ac??`, got d dh p1 1cAd"),
    ("dh p3", "dh p4", 10, "actions", "a player from p1 to p3, got d dh p4 KhQh"),
    ("KhQh", "AcQh", 10, "actions", "The deck holds a card too many"),
    ("p3 cbr 30", "p3 cbr 15", 11, "actions", "The least is 2000, not 1500, unless All-in. [3.5]"),
    ("p3 cbr 30", "p1 cbr 30", 11, "actions", "expected an action of p3, whose turn it is, got p1 cbr 30"),
    ("p3 cbr 30", "p3 pb", 11, "actions", "`pN cbr amount`"),
    ("p3 cbr 30", "p3 cbr much", 11, "actions", "`pN cbr amount`"),
    ("d db 2c7d9s", "d db 2c7d", 15, "actions", "expected 3 board cards, got 2c7d"),
    ("d db Jc", "d db Jc3h", 19, "actions", "expected 1 board cards, got Jc3h"),
    ('"p3 cc",\n  "p1 sm', '"p1 sm', 23, "actions", "The marker is turned once the final Betting Round is completed."),
    ('"p3 sm",', '"p3 sm", "p3 f",', 25, "actions", "expected nothing more, since the hand is over, got p3 f"),
    ('"p3 sm",', '"d db 4h",', 25, "actions", "expected no more board cards, got 4h"),
    ("p1 sm -", "p1 sm", 24, "actions", "must show its hand first"),
    ("p1 sm -", "p1 sm Ac??", 24, "actions", "shows two different cards"),
    ("]\n", "]\nseats = [1, 3, 2]\n", 4, "seats", "clockwise from the button's left"),
    ("]\n", "]\nseats = [1, 3]\n", 4, "seats", "3 seat numbers"),
    ("]\n", "]\nseat_count = 2\n", 4, "seat_count", "at least 3"),
    ("]\n", "]\nseat_count = 12\n", 4, "seat_count", "2 to 9 seats"),
    ("]\n", "]\nplayers = ['a']\n", 4, "players", "3 names"),
    ("variant", "variant ! ", 2, "", "expected TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "wrong", "line", "field", "said"), WRONG)
def test_what_this_table_cannot_play_is_refused(part: str, wrong: str, line: int, field: str, said: str) -> None:
    """The sentence names file, line and field, what was expected and what was found."""
    with pytest.raises(MalformedLine) as refused:
        script(SHOWDOWN.text.replace(part, wrong, 1))
    assert said in str(refused.value)
    assert (refused.value.file, refused.value.line, refused.value.field) == ("hand.phh", line, field)
