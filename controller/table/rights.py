"""What may come from whom: an event that claims a rank, or that a device has to send, looked at before the table.

The rules judge an event by the `authority` that it claims, clause by clause; here it is seen that whoever claims it
has it. A technician has no say over the game. A card while the shoe is connected, a set of cards while the shuffler
is, and a press where there is a button are the device's to send: by hand they need a pit supervisor, and raise an
alert.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from controller.alerts.notices import Alert
from controller.core.dataclass import dataclass
from controller.core.effects import Rejected
from controller.core.events import (
    RANK,
    AnyEvent,
    Authority,
    ButtonPressed,
    CardDrawn,
    Correction,
    MultiplierDrawn,
    PlainEvent,
    SetDispensed,
)
from controller.games import State
from controller.table.asker import LOWEST_FIRST, Asker, words
from controller.table.recovery import decide
from drivers.protocols.base.driver import Role

BY_HAND: Final[Authority] = "pit_supervisor"
"""Who at least may send what a device that is there has to send."""
REQUESTS: Final[Mapping[str, Authority]] = MappingProxyType(
    {
        "open": "pit_manager",
        "close": "pit_manager",
        "limits": "pit_manager",
        "multipliers": "shift_manager",
        "resend": "technician",
    }
)
"""Who at least may ask for what over MQTT. A technician has no say over the game, and may have messages sent again."""
SENDS: Final[dict[type[PlainEvent], Role]] = {CardDrawn: "shoe", SetDispensed: "shuffler", ButtonPressed: "button"}
"""Which kind of device has to send an event."""


@dataclass(frozen=True, slots=True)
class Overreach:
    """An event beyond the rank of whoever asks: the least `needed`, and what he is told."""

    needed: Authority
    refused: Rejected


class Rights:
    """At a table with these devices, their roles by name; `is_gone` says whether one is not connected now."""

    def __init__(self, devices: Mapping[str, Role], *, is_gone: Callable[[str], bool]) -> None:
        self._devices = devices
        self._is_gone = is_gone

    def overreach(self, asker: Asker, event: AnyEvent, state: State) -> Overreach | None:
        """Where his rank does not reach for the event; None where it does. `state` is asked which clause wants more."""
        if isinstance(event, MultiplierDrawn):
            return None  # nobody may, and the table says so itself
        claimed, device = event.authority, self._passed_over(asker, event)
        if asker.may_act_as(claimed) and (device is None or RANK[claimed] >= RANK[BY_HAND]):
            return None
        what, (needed, rule) = f"`{event.type}`", _needed(event, state)
        code = "needs_rank"
        if device is not None:
            what, needed = _by_hand(event, device), max(BY_HAND, needed, key=RANK.__getitem__)
            code = _by_hand_code(event)
        clause = f" ({rule})" if rule is not None else ""
        if not asker.may_act_as(needed):
            text = f"{what} needs a {words(needed)}{clause}, which {_is_not(asker)}: {asker.to_raise}."
        elif RANK[claimed] < RANK[needed]:
            text = f'{what} needs a {words(needed)}{clause}: send it with `"authority":"{needed}"`.'
        else:
            text = f"{what} claims to be by a {words(claimed)}, which {_is_not(asker)}; a {words(needed)} is enough."
        params = {"event": event.type, "device": device, "needed": needed, "rank": asker.authority}
        return Overreach(needed, Rejected(text, rule, code, params))

    def beyond(self, asker: Asker, verb: str) -> str | None:
        """Where his rank does not reach for a request of the house's own system: the sentence that refuses it."""
        needed = REQUESTS[verb]
        if asker.may_act_as(needed):
            return None
        return f"`{verb}` needs a {words(needed)}, which {_is_not(asker)}: {asker.to_raise}."

    def alarmed(self, asker: Asker, event: AnyEvent, *, refused: bool) -> Alert | None:
        """The alert of what comes by hand beside its device."""
        device = None if isinstance(event, Correction) else self._passed_over(asker, event)
        if device is None:
            return None
        how = "it was refused" if refused else f"by the authority of a {words(event.authority)}"
        text = f"{_by_hand(event, device)} came over {asker.device} from {asker}: {how}."
        code = "press_by_hand" if isinstance(event, ButtonPressed) else "card_by_hand"
        return Alert(code=code, text=text, device=asker.device)

    def _passed_over(self, asker: Asker, event: AnyEvent) -> str | None:
        """The device that has to send this, where a console does."""
        if asker.authority is None:
            return None
        if isinstance(event, Correction):
            inside = (change.event for change in event.changes if change.event is not None)
            return next((name for one in inside if (name := self._passed_over(asker, one)) is not None), None)
        role = SENDS.get(type(event))
        there = (name for name, one in self._devices.items() if one == role)
        return next((name for name in there if role == "button" or not self._is_gone(name)), None)


def _needed(event: AnyEvent, state: State) -> tuple[Authority, str | None]:
    """The least rank with which the rules take the event as the table is now, and the clause that wants it.

    The one that is claimed where they take it from nobody.
    """
    clause = None
    for authority in LOWEST_FIRST:
        if authority == "technician":
            continue
        _, effects = decide(state, replace(event, authority=authority), 0)
        refused = next((effect for effect in effects if isinstance(effect, Rejected)), None)
        if refused is None:
            return authority, clause
        clause = clause or refused.rule
    return event.authority, None


def _by_hand(event: AnyEvent, device: str) -> str:
    """What comes by hand, as the beginning of a sentence."""
    if isinstance(event, ButtonPressed):
        return f"A press entered by hand, though the table has its {_button(device)},"
    what = "A correction of cards" if isinstance(event, Correction) else "A card by hand"
    return f"{what} while {device} is connected"


def _button(device: str) -> str:
    return "button" if device == "button" else f"button {device}"


def _by_hand_code(event: AnyEvent) -> str:
    if isinstance(event, ButtonPressed):
        return "press_by_hand"
    return "correction_by_hand" if isinstance(event, Correction) else "card_by_hand"


def _is_not(asker: Asker) -> str:
    return f"{asker} is not" + (f" (rank: {words(asker.authority)})" if asker.authority is not None else "")
