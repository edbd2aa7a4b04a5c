"""The demonstration in plain lines, where standard output is no terminal: rounds, ledgers, presses, alerts."""

from controller.cli.demo.listener import Heard
from controller.cli.demo.words import card, gain, gist, ledger_line


def lines_of(heard: Heard) -> list[str]:
    """What is printed for a message; most say nothing here."""
    body = heard.body
    match heard.topic:
        case "availability":
            return [f"table {gist(heard)}"]
        case "outcome":
            dealer = body["dealer"]
            faces = " ".join(map(card, dealer["cards"])) or "no card"
            head = f"round {body['round']} {body['status']}: dealer {faces} ({dealer['total']}, {dealer['result']})"
            return [f"{head}, players {gain(body['net'])}", *(f"  {ledger_line(line)}" for line in body["ledger"])]
        case "alert" | "meter" if body["state"] not in ("idle", "armed"):
            return [f"{heard.topic} {gist(heard)}"]
        case _:
            return []
