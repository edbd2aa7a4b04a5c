"""How the demonstration writes things in few characters: cards, money, and each message of the broker in one line."""

from typing import Any, Final

from rich.text import Text

from controller.core.money import Cents
from controller.demo.subscriber import AVAILABILITY, Message

SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "?": "?"}
_WAGERS: Final = {"under13": "under 13", "over13": "over 13"}
_RESULTS: Final = {"not_drawn": "draws no card", "stand_off": "stand-off", "21": "", "stand": ""}
"""What the total says already is left out."""


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


def gain_style(cents: Cents) -> str:
    """Green is won, red is lost: by the money, whatever the word for it."""
    return "green" if cents > 0 else "red" if cents < 0 else "dim"


def words(name: str) -> str:
    """A word of the contract as people write it: `initial_deal` is two words."""
    return name.replace("_", " ")


def result(name: str) -> str:
    """What became of a hand or a wager."""
    return _RESULTS.get(name, words(name))


def wager_name(kind: str) -> str:
    """The one name that a kind of wager has wherever the demonstration shows it."""
    return _WAGERS.get(kind, words(kind))


def cards(faces: list[str] | tuple[str, ...], between: str = " ") -> Text:
    """Cards in a row, hearts and diamonds red."""
    text = Text()
    for at, face in enumerate(faces):
        text.append(between if at else "")
        text.append(card(face), "bold red" if face[1] in "HD" else "bold")
    return text


def gist(message: Message) -> str:
    """The body of a message in a few words."""
    body = message.body
    match message.topic.partition("/")[0]:
        case "card":
            return f"{card(body['card'])} to {_place(body)}"
        case "state":
            return f"{words(body['phase'])}, round {body['round']}" + ("" if body["open"] else ", closed")
        case "meter":
            rest = [f"area {body['area']}" if body["area"] else "", body["player"] or ""]
            rest.append(f"{body['multiplier']} to 1" if body["multiplier"] else "")
            return " ".join([body["state"], *(word for word in rest if word)])
        case "outcome":
            return outcome_gist(body)
        case "alert":
            device = f"{body['device']} " if body["device"] else ""
            return f"{device}{words(body['code'])}, {body['state']}: {body['text']}"
        case "device":
            return "connected" if body["connected"] else "not connected"
        case "about":
            return f"release {body['version']}, signed by {body['public_key'][:12]}…"
        case _:
            return str(body[AVAILABILITY])


def outcome_gist(outcome: dict[str, Any]) -> str:
    """How a round ended, in a few words."""
    if outcome["status"] == "withdrawn":
        end = "it is open again"
    elif "pots" in outcome:
        end = f"pots {' '.join(money(pot['amount']) for pot in outcome['pots'])}, rake {money(outcome['rake'])}"
    else:
        end = f"players {gain(outcome['net'])}"
    return f"round {outcome['round']} {outcome['status']}, {end}"


def ledger_line(line: dict[str, Any]) -> str:
    """A line of a settlement: whose wager, what became of it, by which clauses."""
    if "seat" in line:
        hand = f" {words(line['hand']['rank'])}" if "hand" in line else ""
        hole = " ".join(map(card, line["hole"]))
        return f"seat {line['seat']} {line['player']} {hole}{hand}: {poker_result(line)} {gain(line['net'])}"
    hand = f"/{line['hand']}" if line.get("hand", 1) > 1 else ""
    odds = f" {line['odds']}" if "odds" in line else ""
    times = f" x{line['multiplier']}" if "multiplier" in line else ""
    return (
        f"area {line['area']}{hand} {line['player']} {wager_name(line['kind'])} {money(line['stake'])}: "
        f"{result(line['result'])} {gain(line['net'])}{odds}{times} [{' '.join(line['rules'])}]"
    )


def poker_result(line: dict[str, Any]) -> str:
    """What became of a seat; who gets less from the pots than he put in has not won."""
    if line["result"] in ("win", "split") and line["net"] <= 0:
        return f"gets {money(line['won'])} of the pots,"
    return result(line["result"])


def _place(body: dict[str, Any]) -> str:
    if "area" not in body:
        return f"the {body['place']}"
    if body["place"] == "seat":
        return f"seat {body['area']}"
    hand = f", hand {body['hand']}" if body.get("hand", 1) > 1 else ""
    return f"area {body['area']}{hand}"
