"""What the signage shows: the meter, the last rounds, the limits; made from what is seen, held back like it."""

from collections import OrderedDict
from typing import Any, Final

KEPT: Final = 6


class Sign:
    """One table's; `multipliers` are what the meter can show."""

    def __init__(self, multipliers: tuple[int, ...]) -> None:
        self._multipliers = multipliers
        self._rounds: OrderedDict[int, dict[str, Any]] = OrderedDict()

    def of(self, floor: dict[str, Any]) -> dict[str, Any]:
        """The part `sign`; a round that has its outcome joins the last ones, and replaces what a revision corrects."""
        table = floor["table"]
        if "status" in table:
            self._rounds[table["round"]] = _gist(floor)
            while len(self._rounds) > KEPT:
                self._rounds.popitem(last=False)
        elif self._rounds and next(reversed(self._rounds)) == table["round"]:
            self._rounds.popitem()  # the round is open again
        return {
            "title": table["title"],
            "name": table.get("name", ""),
            "phase": table["phase"],
            "meter": table["meter"],
            "limits": floor.get("limits", {}),
            "blinds": floor.get("blinds"),
            "multipliers": list(self._multipliers),
            "rounds": list(reversed(self._rounds.values())),
        }


def _gist(floor: dict[str, Any]) -> dict[str, Any]:
    """A round in two words: the best multiplier, else how the Dealer ended; the pots at poker."""
    table = floor["table"]
    gist = {"round": table["round"], "status": table["status"]}
    if "dealer" in floor:
        gist |= {"total": floor["dealer"].get("total"), "dealer": floor["dealer"]["status"]}
        multiplier = max((line.get("multiplier", 0) for line in floor["owed"]), default=0)
        return gist | ({"multiplier": multiplier} if multiplier else {})
    return gist | {"pots": sum(pot["amount"] for pot in floor.get("pots", ()))}
