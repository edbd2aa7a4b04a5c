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
    """The same parts with the meter rolling: without the multiplier drawn last, and without what it makes owed.

    The next wager may be armed already (3.19.1), so it is the press that tells whose it is, not the meter.
    """
    presses = floor.get("jackpot", {}).get("presses", [])
    last = max((at for at, one in enumerate(presses) if "multiplier" in one), default=None)
    if last is None:
        return floor
    area, player, position = (presses[last][name] for name in ("area", "player", "position"))

    def rolls(side: dict[str, Any]) -> bool:
        return "multiplier" in side and (side["player"], side["position"]) == (player, position)

    areas = [
        one | {"sides": [_without(side) if rolls(side) else side for side in one["sides"]]}
        if one["area"] == area
        else one
        for one in floor["areas"]
    ]
    owed = [
        line for line in floor["owed"] if (line["area"], line["player"], "multiplier" in line) != (area, player, True)
    ]
    rolling = _without(presses[last]) | {"state": "rolling"}
    return floor | {
        "table": floor["table"] | {"meter": {"state": "rolling", "area": area, "player": player}},
        "areas": areas,
        "owed": owed,
        "net": sum(line["net"] for line in owed),
        "jackpot": floor["jackpot"] | {"presses": [*presses[:last], rolling, *presses[last + 1 :]]},
    }


def _without(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != "multiplier"}
