"""A multiplier is on no page before the meter has finished its roll: until then the pages show that it rolls.

It is committed before anything is shown (4.2); the meter at the table rolls for `roll_s` after that.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Rolling:
    """The meter's roll; `drawn_s` is when the last multiplier was committed, in the loop's time."""

    roll_s: float
    drawn_s: Callable[[], float]

    def left_s(self) -> float:
        """How long it still rolls; 0 where nothing has to be held back. What was drawn before a restart is not."""
        return max(0.0, self.drawn_s() + self.roll_s - asyncio.get_running_loop().time())


def held_back(floor: dict[str, Any]) -> dict[str, Any]:
    """The same parts with the meter rolling: without the multiplier, and without what it makes owed."""
    meter = floor["table"]["meter"]
    if meter["state"] != "showing":
        return floor
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


def _without(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != "multiplier"}
