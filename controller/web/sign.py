"""What the signage shows: the meter, the last rounds, the limits; made from what is seen, held back like it."""

from collections import OrderedDict
from dataclasses import fields
from typing import Any, Final

from controller.core.tables import Table
from controller.games.game import Game
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.wagers.pair import ODDS as PAIR
from controller.games.view import IDLE

KEPT: Final = 6
NATURAL: Final = next(str(field.default) for field in fields(Rulebook) if field.name == "odds_natural")
"""The same in all of them."""


class Sign:
    """One table's; `multipliers` are what the meter can show."""

    def __init__(self, game: Game) -> None:
        self._multipliers = game.multipliers
        self._rounds: OrderedDict[int, dict[str, Any]] = OrderedDict()

    def of(self, floor: dict[str, Any], line: Table) -> dict[str, Any]:
        """The part `sign`; a round that has its outcome joins the last ones, and replaces what a revision corrects."""
        table = floor["table"]
        if table["meter"]["state"] == "rolling":
            pass  # what the press brings is seen when the meter shows it
        elif "status" in table:
            self._rounds[table["round"]] = _gist(floor)
            while len(self._rounds) > KEPT:
                self._rounds.popitem(last=False)
        elif self._rounds and next(reversed(self._rounds)) == table["round"]:
            self._rounds.popitem()  # the round is open again
        return {
            "title": table["title"],
            "name": table.get("name", ""),
            "phase": table["phase"],
            "closed": table["phase"] == IDLE and any(one["code"] == "table_closed" for one in floor.get("alerts", ())),
            "meter": table["meter"],
            "drawn": _drawn(floor),
            "limits": {kind: bounds for kind, bounds in line.bounds.items() if bounds is not None},
            **line.terms,
            "multipliers": list(self._multipliers),
            "pays": _pays(floor),
            "rounds": list(reversed(self._rounds.values())),
        }


def _pays(floor: dict[str, Any]) -> list[tuple[str, str]]:
    """What the rules pay, by its name: the natural, the pair where it is offered; none at poker."""
    if "dealer" not in floor:
        return []
    pair = [("pair", str(PAIR))] if "pair" in floor.get("limits", {}) else []
    return [("natural", NATURAL), *pair]


def _drawn(floor: dict[str, Any]) -> dict[str, Any] | None:
    """The multiplier that is out last, by its own name: the next press may be armed already (3.19.1)."""
    presses = floor.get("jackpot", {}).get("presses", [])
    out = [(at, press) for at, press in enumerate(presses) if "multiplier" in press]
    if not out:
        return None
    at, press = out[-1]
    shown = {name: press[name] for name in ("area", "player", "multiplier")}
    return {"id": f"{floor['table']['round']}.{at}"} | shown


def _gist(floor: dict[str, Any]) -> dict[str, Any]:
    """A round in two words: the best multiplier, else how the Dealer ended; the pots at poker."""
    table = floor["table"]
    gist = {"round": table["round"], "status": table["status"]}
    if "dealer" in floor:
        gist |= {"total": floor["dealer"].get("total"), "dealer": floor["dealer"]["status"]}
        multiplier = max((line.get("multiplier", 0) for line in floor["owed"]), default=0)
        return gist | ({"multiplier": multiplier} if multiplier else {})
    return gist | {"pots": sum(pot["amount"] for pot in floor.get("pots", ()))}
