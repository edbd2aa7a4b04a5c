"""The demonstration in plain lines, where standard output is no terminal: rounds, ledgers, presses, alerts."""

from typing import Any

from controller.demo.subscriber import Message
from controller.demo.words import card, gist, ledger_line, outcome_gist, result


def lines_of(message: Message) -> list[str]:
    """What is printed for a message; nothing for most."""
    body = message.body
    match message.topic:
        case "availability":
            return [f"table {gist(message)}"]
        case "outcome":
            return lines_of_outcome(body)
        case "alert" | "meter" if body["state"] not in ("idle", "armed"):
            return [f"{message.topic} {gist(message)}"]
        case _:
            return []


def lines_of_outcome(outcome: dict[str, Any]) -> list[str]:
    """How a round ended, and a line for each wager or seat."""
    ledger = [f"  {ledger_line(line)}" for line in outcome.get("ledger", ())]
    return [f"{outcome_gist(outcome)}: {_middle(outcome)}", *ledger]


def _middle(outcome: dict[str, Any]) -> str:
    """What lies in the middle of the table: the Dealer's hand, or the board with the clauses of the round."""
    if "board" in outcome:
        return f"board {' '.join(map(card, outcome['board'])) or 'empty'} [{' '.join(outcome['rules'])}]"
    dealer = outcome["dealer"]
    faces = " ".join(map(card, dealer["cards"])) or "no card"
    return f"dealer {faces} ({', '.join(filter(None, (str(dealer['total']), result(dealer['result']))))})"
