"""Rounds told to a person: the cards everybody saw, the fates, the clauses; never a card that nobody saw."""

import json
from typing import Any

from controller.audit.explain.rounds import explain_round
from controller.audit.explain.wording import Done
from controller.cli.rules.play import replay
from controller.core.effects import RoundEnded
from controller.core.outcomes import Outcome

ABOUT = {"3.11.2": "two or more show", "4.4": "the highest hand", "5.14": "Void returns all Bets"}


def explained(*records: dict[str, Any]) -> list[str]:
    """The explanation of the one round of a script."""
    steps: list[Done] = []
    outcomes: list[Outcome] = []
    lines = [json.dumps(record).encode() for record in records]
    for line, _, effects, event in replay("script", lines):
        steps.append((line, event, effects))
        outcomes += [effect.outcome for effect in effects if isinstance(effect, RoundEnded)]
    (outcome,) = outcomes
    return list(explain_round(steps, outcome, ABOUT))


def cards(*faces: str, **fields: Any) -> list[dict[str, Any]]:
    """So many cards from the shoe."""
    return [{"type": "card", "card": face, **fields} for face in faces]


def act(seat: int, action: str, **fields: int) -> dict[str, Any]:
    """An action."""
    return {"type": "action", "seat": seat, "action": action, **fields}


POKER: list[dict[str, Any]] = [
    {"type": "table", "game": "poker", "seats": 3, "blinds": [500, 1000], "rake": {"percent": "5", "cap": 300}},
    *({"type": "join", "seat": seat, "player": f"P{seat}", "stack": 20000} for seat in (1, 2, 3)),
    {"type": "blinds.open", "button": 1},
    *cards("2H", "AS", "3D", "7C", "AD", "4D", "8C"),
    act(1, "call"),
    act(2, "raise", amount=3000),
    act(3, "call"),
    act(1, "fold"),
]


def test_a_poker_round_is_told_with_pots_and_clauses() -> None:
    """Board, hands shown, Pot, Rake and clauses are there; the folded hand and the burnt cards are not."""
    told = explained(
        *POKER,
        *cards("2S", "KS", "QD", "9H"),
        act(2, "check"),
        act(3, "check"),
        *cards("2C", "JH"),
        act(2, "check"),
        act(3, "check"),
        *cards("2D", "5S"),
        act(2, "check"),
        act(3, "check"),
        {"type": "showdown"},
        {"type": "show", "seat": 2},
        {"type": "muck", "seat": 3},
    )
    assert told[0] == "Round 1 of poker: settled"
    assert "     15  seat 3: call" in told
    assert told[told.index("         the board: KS QD 9H") - 1] == "     20  a card"
    assert "     24  card JH to the board" in told
    assert "         seat 2: AS AD" in told
    assert "Board  KS QD 9H JH 5S, the button at seat 1" in told
    assert "  seat 2 P2  AS AD, one pair AS AD KS QD JH: put in 30.00, wins 67.00, 37.00 in all" in told
    assert "  seat 3 P3  ?? ??: put in 30.00, loses, -30.00 in all" in told
    assert "  Main Pot of 70.00, rake 3.00, among seats 2, 3: to seat 2 67.00" in told
    assert "  4.4      the highest hand" in told
    assert told[-1] == "The Rake of the round: 3.00"
    unseen = ("2H", "3D", "7C", "4D", "8C", "2S", "2C", "2D")
    assert not [card for card in unseen if card in "\n".join(told)]


def test_a_void_poker_round_says_why() -> None:
    """The ruling and its clause are told, and every Bet comes back."""
    told = explained(*POKER, {"type": "round.void", "reason": "a dispute", "authority": "pit_supervisor"})
    assert told[0] == "Round 1 of poker: void by 5.14 (Void returns all Bets)"
    assert "     17  the round is declared void: a dispute" in told
    assert "  seat 3 P3  ?? ??: put in 0.00, gets back what it put in" in told


def test_an_uncalled_bet_and_a_refusal_are_told() -> None:
    """What was refused stands with its reason and clause; what comes back uncalled stands under the Pots."""
    told = explained(
        *POKER[:-4], act(1, "raise", amount=1500), act(1, "raise", amount=5000), act(2, "fold"), act(3, "fold")
    )
    assert "         refused: The least is 2000, not 1500, unless All-in. [3.5]" in told
    assert "  40.00 uncalled goes back to seat 1" in told


def test_a_twenty_one_round_is_told_with_its_wagers() -> None:
    """Each card stands where it went; a face-down card is told when it is turned, not before."""
    told = explained(
        {"type": "table", "game": "blackjack"},
        {"type": "bets.open"},
        {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
        {"type": "bets.closed"},
        *cards("7C", face_down=True),
        *cards("QD"),
        *cards("KC", face_down=True),
        {"type": "decision", "area": 1, "action": "stand"},
        {"type": "reveal", "area": 1},
        *cards("6S", "9H"),
    )
    place = told.index("         area 1: 7C KC")
    assert not [card for card in ("7C", "KC") if card in "\n".join(told[:place])]
    assert "      6  card QD to the Dealer" in told
    assert "  area 1 hand 1: P1's main of 10.00 wins 10.00 at 1:1" in told
    assert told[-1] == "The players' gain of the round: 10.00"
