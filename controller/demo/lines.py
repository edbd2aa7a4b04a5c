"""The demonstration in plain lines, where standard output is no terminal: rounds, ledgers, presses, alerts."""

from typing import Any

from controller.demo.listener import Heard
from controller.demo.words import card, gist, ledger_line, outcome_gist


def lines_of(heard: Heard) -> list[str]:
    """What is printed for a message; most say nothing here."""
    body = heard.body
    match heard.topic:
        case "availability":
            return [f"table {gist(heard)}"]
        case "outcome":
            ledger = [f"  {ledger_line(line)}" for line in body["ledger"]]
            return [f"{outcome_gist(body)}: {_middle(body)}", *ledger]
        case "alert" | "meter" if body["state"] not in ("idle", "armed"):
            return [f"{heard.topic} {gist(heard)}"]
        case _:
            return []


def _middle(outcome: dict[str, Any]) -> str:
    """What lies in the middle of the table: the Dealer's hand, or the board with the clauses of the round."""
    if "board" in outcome:
        return f"board {' '.join(map(card, outcome['board'])) or 'empty'} [{' '.join(outcome['rules'])}]"
    dealer = outcome["dealer"]
    faces = " ".join(map(card, dealer["cards"])) or "no card"
    return f"dealer {faces} ({dealer['total']}, {dealer['result']})"
