"""How the demonstration says things in few characters: cards, money, and each message of the broker in one line."""

from typing import Any

from rich.text import Text

from controller.core.money import Cents
from controller.demo.listener import AVAILABILITY, Heard

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "?": "?"}


def card(face: str) -> str:
    """A card as people write it: `AS` is A♠, `TD` is 10♦."""
    return face[0].replace("T", "10") + SUITS[face[1]]


def money(cents: Cents) -> str:
    """An amount without its cents where it has none: 25, 37.50."""
    sign, whole, rest = "-" if cents < 0 else "", *divmod(abs(cents), 100)
    return f"{sign}{whole:,}" + (f".{rest:02d}" if rest else "")


def gain(cents: Cents) -> str:
    """A gain or a loss with its sign."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def cards(faces: list[str] | tuple[str, ...], between: str = " ") -> Text:
    """Cards in a row, hearts and diamonds red."""
    text = Text()
    for at, face in enumerate(faces):
        text.append(between if at else "")
        text.append(card(face), "bold red" if face[1] in "HD" else "bold")
    return text


def gist(heard: Heard) -> str:
    """The body of a message in a few words."""
    body = heard.body
    match heard.topic.partition("/")[0]:
        case "card":
            return f"{card(body['card'])} to {_place(body)}"
        case "state":
            return f"round {body['round']} {body['phase']}" + ("" if body["open"] else ", closed")
        case "meter":
            rest = [f"area {body['area']}" if body["area"] else "", body["player"] or ""]
            rest.append(f"{body['multiplier']} to 1" if body["multiplier"] else "")
            return " ".join([body["state"], *(word for word in rest if word)])
        case "outcome":
            return outcome_gist(body)
        case "alert":
            return f"{body['state']} {body['code']}: {body['text']}"
        case "device":
            return "connected" if body["connected"] else "not connected"
        case _:
            return str(body[AVAILABILITY])


def outcome_gist(outcome: dict[str, Any]) -> str:
    """How a round ended, in a few words."""
    if "pots" in outcome:
        end = f"pots {' '.join(money(pot['amount']) for pot in outcome['pots'])}, rake {money(outcome['rake'])}"
    else:
        end = f"players {gain(outcome['net'])}"
    return f"round {outcome['round']} {outcome['status']}, {end}"


def ledger_line(line: dict[str, Any]) -> str:
    """A line of a settlement: whose wager, what became of it, by which clauses."""
    if "seat" in line:
        hand = f" {line['hand']['rank'].replace('_', ' ')}" if "hand" in line else ""
        hole = " ".join(map(card, line["hole"]))
        return f"seat {line['seat']} {line['player']} {hole}{hand}: {line['result']} {gain(line['net'])}"
    hand = f"/{line['hand']}" if "hand" in line else ""
    odds = f" {line['odds']}" if "odds" in line else ""
    times = f" x{line['multiplier']}" if "multiplier" in line else ""
    return (
        f"area {line['area']}{hand} {line['player']} {line['kind']} {money(line['stake'])}: "
        f"{line['result']} {gain(line['net'])}{odds}{times} [{' '.join(line['rules'])}]"
    )


def _place(body: dict[str, Any]) -> str:
    if "area" not in body:
        return f"the {body['place']}"
    if body["place"] == "seat":
        return f"seat {body['area']}"
    hand = f", hand {body['hand']}" if body.get("hand", 1) > 1 else ""
    return f"area {body['area']}{hand}"
