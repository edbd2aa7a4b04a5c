"""The jackpot: which presses are owed in which order, who presses next, and who may be nominated (3.19.1, 3.19.2)."""

from controller.core.effects import SetButton
from controller.core.events import ButtonPressed
from controller.games.twenty_one.floor.records import Jackpot, Press, PressState
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Round, Side, State
from controller.games.twenty_one.wagers.pandemonium import NOMINEE, wins


def jackpot_seen(state: State, round_: Round | None, rules: Rulebook) -> Jackpot | None:
    """None where no wager is owed a press, or none that the players can see: a hand with a card face down is none."""
    if not rules.jackpot or round_ is None or not round_.dealt:
        return None
    winning = [
        (index, side)
        for index, area in reversed([*enumerate(round_.areas)])
        if not any(hand.hidden for hand in area.hands)
        for side in sorted(area.sides, key=lambda side: side.position)
        if wins(area, side)
    ]
    if not winning:
        return None
    presses = tuple(_press(state, round_, index, side) for index, side in winning)
    return Jackpot(presses=presses, barred=tuple(dict.fromkeys(side.player for _, side in winning)), clause=NOMINEE)


def _press(state: State, round_: Round, index: int, side: Side) -> Press:
    step: PressState = "owed"
    if side.multiplier is not None:
        step = "drawn"
    elif round_.pressed == (index, side.position):
        step = "rolling"
    elif state.button == SetButton(lit=True, area=index + 1, player=side.player):
        step = "armed"
    return Press(
        area=index + 1, player=side.player, position=side.position, stake=side.amount, state=step,
        nominee=_nominee(state, side) if step == "rolling" else None, multiplier=side.multiplier,
    )  # fmt: skip


def _nominee(state: State, side: Side) -> str | None:
    """Who made the press that the meter rolls for, where it was another than its player."""
    pressed = (one.event.player for one in reversed(state.said) if isinstance(one.event, ButtonPressed))
    player = next(pressed, None)
    return player if player != side.player else None
