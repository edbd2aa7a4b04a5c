"""What a protocol makes of some bytes, and keys as the kernel gives them, for the tests of these rooms."""

from typing import Any

from controller.core.effects import SetButton
from controller.core.events import ButtonPressed
from drivers.protocols.base.input_events import EV_SYN, SYN_DROPPED, SYN_REPORT, pack
from drivers.protocols.base.keys import code_of
from drivers.protocols.base.protocol import DeviceEvent, DeviceProtocol
from drivers.protocols.base.reports import ButtonState
from drivers.protocols.buttons.protocol import ButtonProtocol

LEVELS = pack(SYN_REPORT, 0, kind=EV_SYN, seconds=0)
DROPPED = pack(SYN_DROPPED, 0, kind=EV_SYN)


def key(name: str, value: int = 1, *, seconds: int = 1) -> bytes:
    """One event of a key."""
    return pack(code_of(name), value, seconds=seconds)


def typed(code: str) -> bytes:
    """What a reader types for a code."""
    names = [*(f"KEY_{digit}" for digit in code), "KEY_ENTER"]
    return b"".join(key(name) + key(name, 0) for name in names)


def said(subject: DeviceProtocol, data: bytes, at: float = 0.0) -> list[DeviceEvent]:
    """What some bytes give."""
    return [event for event, _ in subject.feed(data, at)]


KEYS: dict[str, dict[str, Any]] = {
    "KEY_F1": {"type": "bets.open"},
    "KEY_F2": {"type": "bets.closed"},
    "KEY_KP3": {"place": 3},
    "KEY_KPENTER": {"type": "decision", "action": "stand"},
    "KEY_KPPLUS": {"type": "action", "action": "fold"},
}

DOWN, UP = ButtonState(down=True), ButtonState(down=False)
PRESS = [DOWN, ButtonPressed()]


def lit(subject: ButtonProtocol, *, on: bool) -> list[bytes]:
    """How the lamp is made so."""
    return [frame.data for frame in subject.encode(SetButton(lit=on))]
