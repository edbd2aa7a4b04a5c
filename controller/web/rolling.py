"""A multiplier is on no page before the meter has finished its roll: until then the pages show that it rolls.

It is committed before anything is shown (4.2); the meter at the table rolls for `roll_s` after that.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Rolling:
    """Whose roll is on the meter, and since when; one table's."""

    roll_s: float
    now: Callable[[], float] = time.monotonic
    _roll: tuple[Any, ...] | None = None
    _since: float = field(default=float("-inf"))
    _first: bool = True

    def left_s(self, table: dict[str, Any]) -> float:
        """How long the meter still rolls what `table` shows; 0 where nothing has to be held back.

        What was drawn before the first look, as before a restart, is not held back.
        """
        meter = table["meter"]
        roll = (table["round"], meter.get("area"), meter.get("player"), meter["multiplier"]) if _shown(meter) else None
        if roll != self._roll:
            self._since = self.now() if roll is not None and not self._first else float("-inf")
            self._roll = roll
        self._first = False
        return 0.0 if roll is None else max(0.0, self._since + self.roll_s - self.now())


def held_back(floor: dict[str, Any]) -> dict[str, Any]:
    """The same parts with the meter rolling: without the multiplier, and without what it makes owed."""
    meter = floor["table"]["meter"]
    area, player = meter["area"], meter["player"]

    def other(line: dict[str, Any]) -> bool:
        return (line["area"], line["player"], "multiplier" in line) != (area, player, True)

    jackpot = floor.get("jackpot")
    if jackpot is not None:
        last = max((at for at, one in enumerate(jackpot["presses"]) if not other(one)), default=-1)
        presses = [
            _without(one) | {"state": "rolling"} if at == last else one for at, one in enumerate(jackpot["presses"])
        ]
        jackpot = jackpot | {"presses": presses}
    areas = [
        one | {"sides": [side if other(side | {"area": area}) else _without(side) for side in one["sides"]]}
        if one["area"] == area
        else one
        for one in floor["areas"]
    ]
    owed = [line for line in floor["owed"] if other(line)]
    rolling = {"meter": {"state": "rolling", "area": area, "player": player}}
    held = floor | {"table": floor["table"] | rolling, "areas": areas, "owed": owed}
    return held if jackpot is None else held | {"jackpot": jackpot}


def _shown(meter: dict[str, Any]) -> bool:
    return meter["state"] == "showing" and meter.get("multiplier") is not None


def _without(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != "multiplier"}
