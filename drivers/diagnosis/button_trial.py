"""The jackpot button tried out: its lamp on, a press, its release, a press held, its lamp off."""

from collections.abc import AsyncIterator
from typing import Final

from controller.core.effects import SetButton
from controller.core.events import ButtonPressed
from drivers.devices.commands import DeviceGone
from drivers.diagnosis.trial import Person, Step, Tried
from drivers.protocols.base.reports import ButtonState
from drivers.protocols.base.suspicions import PressIgnored

HOLD_S: Final = 2.0
LEAST_HELD_S: Final = 1.0
"""A person's two seconds; a contact that lets go in between makes it less."""


async def try_button(tried: Tried, person: Person, *, wait_s: float, has_lamp: bool) -> AsyncIterator[Step]:
    """Each step as it is done; the last one where the device is not there. Raises NoAnswer."""
    connected = await tried.connects()
    yield connected
    if not connected.passed:
        return
    tried.begin()
    yield await _lamp(tried, person, lit=True, has_lamp=has_lamp)
    tried.drop()
    person.tell("Press the button and let it go.")
    pressed = await tried.next(ButtonPressed, within_s=wait_s)
    yield _press(tried, wait_s, passed=pressed is not None)
    if pressed is None:
        return
    released = await _released(tried, wait_s)
    if released is None:
        yield Step("release", False, f"still down after {wait_s:g} s", STUCK)
        return
    yield Step("release", True, f"up after {released - pressed[1]:.2f} s")
    yield await _held(tried, person, wait_s)
    yield await _lamp(tried, person, lit=False, has_lamp=has_lamp)


STUCK: Final = "see whether something lies on it, or its contact is broken"
NO_PRESS: Final = (
    "see the contact and its cable, and the option that names the key or the line;"
    " `tablectl monitor` shows what the device says"
)


def _press(tried: Tried, wait_s: float, *, passed: bool) -> Step:
    if passed:
        return Step("press", True, "pressed")
    tried.drop()
    ignored = [event for event in tried.noted if isinstance(event, PressIgnored)]
    if ignored:
        return Step(
            "press", False, str(ignored[-1]), "let it go for a second and press once, firmly; else see its contact"
        )
    text = tried.trouble() or f"no press in {wait_s:g} s"
    return Step("press", False, text, NO_PRESS)


async def _released(tried: Tried, wait_s: float) -> float | None:
    while (state := await tried.next(ButtonState, within_s=wait_s)) is not None:
        if not state[0].down:
            return state[1]
    return None


async def _held(tried: Tried, person: Person, wait_s: float) -> Step:
    tried.drop()
    person.tell(f"Press it again, hold it for {HOLD_S:g} seconds, and let it go.")
    pressed = await tried.next(ButtonPressed, within_s=wait_s)
    if pressed is None:
        return _press(tried, wait_s, passed=False)._replace(name="held")
    noted = len(tried.noted)
    released = await _released(tried, wait_s)
    if released is None:
        return Step("held", False, f"still down after {wait_s:g} s", STUCK)
    held_s = released - pressed[1]
    if any(isinstance(event, ButtonPressed | PressIgnored) for event in tried.noted[noted:]):
        return Step("held", False, "it was pressed more than once while it was held", "its contact bounces: change it")
    if held_s < LEAST_HELD_S:
        return Step(
            "held", False, f"up after {held_s:.2f} s", "hold it longer; if you did, its contact lets go: change it"
        )
    return Step("held", True, f"down for {held_s:.2f} s, one press")


async def _lamp(tried: Tried, person: Person, *, lit: bool, has_lamp: bool) -> Step:
    name = "lamp on" if lit else "lamp off"
    try:
        taken = await tried.device.send(SetButton(lit=lit))
    except DeviceGone as gone:
        return Step(name, False, str(gone), "see its cable and its power")
    if not taken:
        return Step(name, False, "the button refuses it", "see the driver's options")
    if not has_lamp:
        return Step(name, None, "no lamp by this driver")
    if await person.sees(f"Is the button's lamp {'on' if lit else 'off'}?"):
        return Step(name, True, "seen")
    return Step(name, False, "not seen", "see the lamp, its power and its wire; for a USB button the option `colour`")
