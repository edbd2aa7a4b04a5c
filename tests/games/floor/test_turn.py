"""Whose turn it is and why, in sentences with codes: what the table waits for, who is in control, what else is open."""

import ast
from itertools import chain
from pathlib import Path
from typing import Any, Final, cast

import pytest

from controller.core.events import BetsClosed, BetsOpen, ButtonPressed, CardDrawn, CardRead, MultiplierDrawn, Seat
from controller.core.outcomes import to_json_object
from controller.core.tables import TwentyOneTable
from controller.games import State, floor_view, legal_moves, new_table
from controller.games.floor.moves import named_moves
from controller.games.floor.view import floor_view as floor_view_of
from controller.games.poker.floor.words import WORDS as POKER_WORDS
from controller.games.twenty_one.floor.records import TwentyOneFloor
from controller.games.twenty_one.floor.words import WORDS
from tests.games.added import high_card
from tests.games.floor.tables import TWENTY_ONE, poker, unruly
from tests.games.poker.script import Script
from tests.games.twenty_one.rounds import alarmed, bets, deal, double, play, split, stand, wager

GAMES: Final = Path(__file__).parents[3] / "controller" / "games"


def said(state: State) -> list[str]:
    """The English of the turn: what the table waits for, then the notes."""
    turn = floor_view(state).turn
    assert turn is not None
    return [turn.now.text, *(note.text for note in turn.notes)]


def test_the_hand_in_turn_with_who_is_in_control_and_what_is_open() -> None:
    """As on the console's strip."""
    dealt = play(
        "pontoon", bets({1: 1000, 3: {"A": 1000, "B": 500}}, seats={3: "B"}), deal("9H 9D", "8H 8D", dealer="AC")
    )
    assert said(dealt.state) == [
        "Area 1 to decide: 18, two cards of one value.",
        "P1 has the front wager and is in control.",
        "Surrender is open until the next card.",
        "Insurance is open until the next card.",
    ]
    turn = to_json_object(floor_view(dealt.then(stand(1)).state))["turn"]
    assert turn["now"] == {
        "code": "pair",
        "params": {"area": 3, "hand": 1, "total": 16},
        "clause": "3.14",
        "text": "Area 3 to decide: 16, two cards of one value.",
    }
    assert turn["notes"][0]["text"] == "B is seated there and is in control."
    assert (turn["area"], turn["hand"], turn["player"]) == (3, 1, "B")


def test_split_and_double_say_who_may_join() -> None:
    """Until the next card."""
    dealt = play("pontoon", bets({1: {"A": 1000, "B": 500}}), deal("5H 5D", dealer="7C"))
    halved = dealt.then(split(1))
    assert said(halved.state)[0] == "Hand 1 of area 1 gets its second card."
    assert "Until the next card B may join the split of area 1." in said(halved.state)
    doubled = halved.then("6C", double(1))
    assert said(doubled.state)[0] == "Area 1 is doubled and gets one card."
    assert not [text for text in said(doubled.state) if "join the split" in text]


def test_a_held_card_and_the_last_round_of_the_shoe_are_noted() -> None:
    """5.8, and the cutting card."""
    dealt = play("pontoon", bets({1: 1000}), deal("5H 6D", dealer="7C"))
    held = dealt.then(alarmed(CardDrawn(card="2C"), "card_held", "5.8"))
    assert said(held.state)[-1] == "A card that came early is the next one."


def test_a_card_face_down_that_nobody_has_seen_waits_for_its_face() -> None:
    """Blackjack 3.12: entered when it is turned, and it lies hidden until the area is revealed."""
    dealt = play("blackjack", bets({1: 1000}), deal("5H 6D", dealer="7C")).then(double(1))
    down = dealt.then(alarmed(CardDrawn(card="??", face_down=True), "card_unreadable", "5.9"))
    assert said(down.state)[0] == "A card lies face down: enter its face when it is turned."
    read = down.then(CardRead(card="9C"))
    assert cast(TwentyOneFloor, floor_view(read.state)).areas[0].hands[0].cards == ("5H", "6D", "??")


def test_the_jackpot_says_who_presses_in_which_order_and_who_may_not_for_another() -> None:
    """3.19.1: from the highest area; a nominee is on record while the meter rolls (3.19.2)."""
    opened = play("pontoon-pandemonium", BetsOpen(), *(wager(area, "main", 1000) for area in (1, 2, 3)),
                  *(wager(area, "pandemonium", 500) for area in (1, 3)), BetsClosed())  # fmt: skip
    dealt = opened.then(deal("AH KD", "9H 9D", "AD QS", dealer="7C"))
    jackpot = to_json_object(floor_view(dealt.state))["jackpot"]
    assert [(one["area"], one["player"], one["state"]) for one in jackpot["presses"]] == [
        (3, "P3", "armed"), (1, "P1", "owed"),
    ]  # fmt: skip
    assert (jackpot["barred"], jackpot["clause"]) == (["P3", "P1"], "3.19.2")
    assert said(dealt.state)[:3] == [
        "Area 2 to decide: 18, two cards of one value.", "P2 has the front wager and is in control.",
        "P3 presses the button for area 3.",
    ]  # fmt: skip
    assert "Then press, by area: P1 (1)." in said(dealt.state)
    pressed = dealt.then(ButtonPressed(player="Ann"))
    assert [text for text in said(pressed.state) if "P3" in text] == [
        "The meter rolls for P3 on area 3.", "Ann has pressed for P3."
    ]  # fmt: skip
    rolling = dealt.then(stand(2), ButtonPressed(player="Ann"))
    press = to_json_object(floor_view(rolling.state))["jackpot"]["presses"][0]
    assert (press["state"], press["nominee"]) == ("rolling", "Ann")
    drawn = rolling.then(MultiplierDrawn(value=20))
    floor = cast(TwentyOneFloor, floor_view(drawn.state))
    assert [(line.kind, line.net) for line in floor.owed if line.area == 3] == [("main", 1500), ("pandemonium", 10000)]


def test_between_rounds_the_last_one_is_told_until_the_next() -> None:
    """What is to be paid stays there."""
    over = play("pontoon", bets({1: 1000}), deal("9H 9D", dealer="7C"), stand(1), "KC")
    assert said(over.state) == ["Round 1 is settled: pay and take, then open the next one."]
    assert said(over.then(BetsOpen()).state) == ["Bets are open."]
    assert cast(TwentyOneFloor, floor_view(over.then(BetsOpen()).state)).owed == ()
    fresh = new_table(TwentyOneTable(game="pontoon"))
    assert said(fresh) == ["The table waits for the next round."]
    sat = play("pontoon", Seat(area=2, player="Ann"))
    assert cast(TwentyOneFloor, floor_view(sat.state)).areas[1].seated == "Ann"


def test_the_seat_in_turn_with_what_it_owes_and_what_binds_it() -> None:
    """Out of turn, and the order of the showdown."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.start(1)
    assert said(script.state) == ["Seat 1 to act: 10.00 to call."]
    script.acts("1 call, 2 call, 3 check")
    script.cards("?? 2C 3D 4H")
    script.act(3, "bet", 2000)
    assert said(script.state) == [
        "Seat 2 to act: nothing to call.",
        "Seat 3 acted out of turn: its action waits for its turn.",
    ]
    script.act(2, "check")
    assert said(script.state)[1] == "It acted out of turn and those before it checked: it must check."
    script.check_around("3 1")
    for card in ("?? 9S", "?? KD"):
        script.cards(card)
        script.check_around("2 3 1")
    seen = to_json_object(floor_view(script.state))
    assert seen["to_show"] == [2, 3, 1]
    assert said(script.state) == ["Seat 2 shows first."]
    script.send("show", seat=2, cards=["AS", "AD"])
    assert said(script.state) == ["Seat 3 shows its hand or gives it up."]
    shown = to_json_object(floor_view(script.state))["seats"][1]
    assert (shown["hole"], shown["hand"]["rank"]) == (["AS", "AD"], "one_pair")


def test_a_game_that_says_nothing_more_shows_its_phase() -> None:
    """As one that another package adds: its moves have their names all the same."""
    state, _ = high_card.step(high_card.new_table(TwentyOneTable(game="high-card")), BetsOpen())
    seen = to_json_object(floor_view_of(high_card.GAME, state))
    assert (seen["table"]["phase"], seen["table"]["round"], "turn" in seen) == ("betting", 1, False)
    assert len({move.id for move in named_moves(high_card.GAME, state)}) == high_card.AREAS


def _codes(folder: str) -> set[str]:
    """Every text in the code of the family's turn: the codes are among them, some put together."""
    found = {
        node.value
        for node in ast.walk(ast.parse((GAMES / folder / "floor" / "turn.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return found | {f"split_{word}" for word in found}


@pytest.mark.parametrize(("folder", "words"), [("twenty_one", WORDS), ("poker", POKER_WORDS)])
def test_no_sentence_is_left_over(folder: str, words: dict[str, str]) -> None:
    """Each is said somewhere."""
    assert not words.keys() - _codes(folder)


def test_every_state_has_its_sentence() -> None:
    """Whatever happens, the table says what it waits for, and who acts is there to see."""
    tables: list[Any] = [*(unruly(game, 7) for game in TWENTY_ONE), poker("shoe", 7), poker("shuffler", 7)]
    codes: set[str] = set()
    for _, state, _ in chain.from_iterable(tables):
        floor = floor_view(state)
        assert floor.turn is not None
        codes |= {one.code for one in (floor.turn.now, *floor.turn.notes)}
    assert len(codes) > 40


@pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "blackjack", "free-bet-blackjack"])
def test_a_doubled_portion_is_taken_back_where_the_rules_know_it_alone(game: str) -> None:
    """Pontoon 3.25 knows it; Blackjack 3.22 forbids it, and Free Bet has no such clause."""
    doubled = play(game, bets({1: 1000, 2: 1000}), deal("5H 6D", "9H 8D", dealer="7C")).then(double(1), "2S")
    takes_back = any(dict(move.fields).get("action") == "rescue" for move in legal_moves(doubled.state))
    assert any("taken back" in text for text in said(doubled.state)) == takes_back
    assert takes_back == game.startswith("pontoon")
