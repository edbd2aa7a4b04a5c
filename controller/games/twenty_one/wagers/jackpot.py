"""The jackpot button and the multiplier meter of Pontoon Pandemonium (3.19, 4.2, I6).

Each winning pandemonium wager is owed one press, from the highest area to the lowest and front to back within one.
A press is owed → armed (button lit) → pressed (meter rolls, a multiplier is ordered) → drawn (meter shows it); then the
next one is armed. A press that nobody waits for is a fact: recorded, alarmed, without effect.

Where a round is played again the multipliers that were drawn in it are promised to their wagers (`State.promised`): a
press is for the first of them, and each stays with its wager while that wins; where it does not the press was none and
the multiplier is on record only. When no promise is left the jackpot goes on as before.
"""

from controller.core.effects import AlertRaised, DrawMultiplier, Effect, SetButton, SetMeter
from controller.core.events import ButtonPressed, MultiplierDrawn
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import show_button, show_meter, with_area
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Round, State, replace_at
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIER, MULTIPLIERS, NOMINEE, has_pontoon, wins


def owed(round_: Round) -> tuple[int, int] | None:
    """The wager whose press is owed next, as (area index, index of the side wager) (3.19.1)."""
    if not round_.dealt:
        return None
    for index in range(len(round_.areas) - 1, -1, -1):
        area = round_.areas[index]
        if not has_pontoon(area):
            continue
        waiting = [at for at, side in enumerate(area.sides) if side.multiplier is None and wins(area, side)]
        if waiting:
            return index, min(waiting, key=lambda at: area.sides[at].position)
    return None


def arm(state: State, round_: Round, out: list[Effect]) -> None:
    """Lights the button for the next owed press, unless the one before is still to be drawn; both are changed.

    Cards that were put right may take a Pontoon away: its press, made or owed, is none any more.
    """
    if round_.pressed is not None:
        if _pressed_wager(round_) is not None:
            return
        round_.pressed = None
        show_meter(state, out, SetMeter("idle"))
    next_ = owed(round_)
    if next_ is None:
        if state.button.lit:
            show_button(state, out, SetButton(lit=False))
            show_meter(state, out, SetMeter("idle"))
        return
    player = round_.areas[next_[0]].sides[next_[1]].player
    show_button(state, out, SetButton(lit=True, area=next_[0] + 1, player=player))
    show_meter(state, out, SetMeter("armed", next_[0] + 1, player))


def _pressed_wager(round_: Round) -> tuple[int, int] | None:
    """The wager whose press waits for its multiplier, as `owed`; None where it wins no more."""
    if round_.pressed is None:
        return None
    index, position = round_.pressed
    area = round_.areas[index]
    found = (at for at, side in enumerate(area.sides) if side.position == position and wins(area, side))
    at = next(found, None)
    return None if at is None else (index, at)


def press(state: State, rules: Rulebook, event: ButtonPressed, out: list[Effect]) -> State:
    """The button was pressed: once for each armed wager (4.2)."""
    round_ = state.round
    if state.promised:
        return _press_promised(state, round_, out)
    next_ = owed(round_) if round_ is not None else None
    if round_ is None or next_ is None:
        text = "The jackpot button was pressed while it was not armed."
        out.append(AlertRaised("button_not_armed", text, rules.clauses.natural))
        return state
    if round_.pressed is not None:
        text = "The jackpot button was pressed again; the first press counts, once only."
        out.append(AlertRaised("button_repeated", text, MULTIPLIER))
        return state
    index, at = next_
    side = round_.areas[index].sides[at]
    if event.player is not None and event.player != side.player and _has_winning_wager(round_, event.player):
        text = f"{event.player} pressed for {side.player} though he has a winning wager himself; the press counts."
        out.append(AlertRaised("nominee_has_wager", text, NOMINEE))
    state = state.with_round(altered(round_, pressed=(index, side.position)))
    show_button(state, out, SetButton(lit=False))
    show_meter(state, out, SetMeter("rolling", index + 1, side.player))
    out.append(DrawMultiplier(index + 1, side.player, side.position, side.amount))
    return state


def draw(state: State, rules: Rulebook, event: MultiplierDrawn, out: list[Effect]) -> State:
    """The multiplier for the press just made.

    Raises:
        Refused: no press waits for a multiplier, or the meter does not know this one (4.2).

    """
    round_ = state.round
    if state.promised:
        return _keep_promise(state, round_, out)
    pressed = _pressed_wager(round_) if round_ is not None else None
    if round_ is None or pressed is None:
        raise Refused("no press waits for a multiplier", MULTIPLIER if rules.jackpot else None)
    if event.value not in MULTIPLIERS:
        known = ", ".join(str(one) for one in MULTIPLIERS)
        raise Refused(
            "{value} is no multiplier of the meter; it knows {known}", MULTIPLIER, value=event.value, known=known
        )
    index, at = pressed
    area = round_.areas[index]
    side = altered(area.sides[at], multiplier=event.value)
    round_ = with_area(round_, index, altered(area, sides=replace_at(area.sides, at, side)))
    drawn = (*state.drawn, (index, side.player, event.value))
    state = altered(state, round=altered(round_, pressed=None), drawn=drawn)
    show_meter(state, out, SetMeter("showing", index + 1, side.player, event.value))
    return state


def _promised_wager(round_: Round | None, index: int, player: str) -> int | None:
    """The index among the area's side wagers of the one that a multiplier is promised to; None where it wins not."""
    if round_ is None:
        return None
    area = round_.areas[index]
    return next((at for at, side in enumerate(area.sides) if side.player == player and wins(area, side)), None)


def _press_promised(state: State, round_: Round | None, out: list[Effect]) -> State:
    index, player, _ = state.promised[0]
    at = _promised_wager(round_, index, player)
    if round_ is None or at is None or round_.pressed is not None:
        return state
    state = state.with_round(altered(round_, pressed=(index, round_.areas[index].sides[at].position)))
    show_button(state, out, SetButton(lit=False))
    show_meter(state, out, SetMeter("rolling", index + 1, player))
    return state


def _keep_promise(state: State, round_: Round | None, out: list[Effect]) -> State:
    (index, player, value), *rest = state.promised
    state = altered(state, promised=tuple(rest), drawn=(*state.drawn, (index, player, value)))
    at = _promised_wager(round_, index, player)
    if round_ is None or at is None:
        return state
    area = round_.areas[index]
    side = altered(area.sides[at], multiplier=value)
    round_ = with_area(round_, index, altered(area, sides=replace_at(area.sides, at, side)))
    state = state.with_round(altered(round_, pressed=None))
    show_meter(state, out, SetMeter("showing", index + 1, player, value))
    return state


def _has_winning_wager(round_: Round, player: str) -> bool:
    return any(side.player == player and wins(area, side) for area in round_.areas for side in area.sides)
