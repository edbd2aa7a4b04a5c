"""What the numbered frames of one device mean, with what has to be remembered between them.

A button's edges count once its level is known, a keypad's place waits for the next key, a console's message comes in
parts. All other types mean what `messages` reads from the one frame.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import ButtonState
from drivers.protocols.base.suspicions import PressIgnored
from drivers.protocols.buttons.latch import ButtonLatch
from drivers.protocols.consoles.keypad import Keypad
from drivers.protocols.framed.frames import Frame
from drivers.protocols.framed.messages import MESSAGE_LIMIT, READERS, PayloadError, read_console_event

_KEY: Final = re.compile(r"[A-Z0-9_]{1,20}")


class Memory:
    """Of one device of this role. Raises ValueError for keys that only a console has."""

    def __init__(self, role: Role, *, keys: Mapping[str, Mapping[str, Any]] | None) -> None:
        if keys is not None and role != "console":
            raise ValueError(f"expected keys for a console only, got some for a {role}")
        self.latch = ButtonLatch()
        self._role = role
        self._keypad = None if keys is None else Keypad(keys)
        self._level_known = False
        self._message: str | None = None

    def greeted(self) -> None:
        """The device has greeted: its level is unknown, and a message begins again."""
        self.latch.forget()
        self._level_known = False
        self._message = None

    def message_lost(self) -> None:
        """A part of a console's message is lost or was refused, and so is the message."""
        self._message = None

    def events(self, frame: Frame, at: float) -> list[DeviceEvent]:
        """What the frame means; nothing for a part of a message that goes on. Raises PayloadError."""
        if frame.type == "B" and self._role == "button":
            return self._button(frame.payload, at)
        if frame.type == "Y" and self._keypad is not None:
            return self._key(self._keypad, frame.payload, at)
        if frame.type == "J" and self._role == "console":
            return self._part(frame.payload)
        if (read := READERS[self._role].get(frame.type)) is None:
            raise PayloadError(f"expected what a {self._role} says")
        return [read(frame.payload)]

    def _button(self, payload: str, at: float) -> list[DeviceEvent]:
        if payload not in ("D", "U", "=D", "=U"):
            raise PayloadError("expected D, U, =D or =U")
        down = payload[-1] == "D"
        if payload[0] == "=":
            self._level_known = True
            return self.latch.level(down, at)
        if self._level_known:
            return self.latch.edge(down, at)
        return [ButtonState(down), *([PressIgnored("stale")] if down else [])]  # An edge from before the greeting.

    @staticmethod
    def _key(keypad: Keypad, payload: str, at: float) -> list[DeviceEvent]:
        if not _KEY.fullmatch(payload):
            raise PayloadError("expected the name of a key")
        return keypad.pressed(payload, at)

    def _part(self, payload: str) -> list[DeviceEvent]:
        place, text = payload[:1], payload[1:]
        if place not in ("0", "1", "2", "3") or (place in "02" and self._message is None):
            raise PayloadError("expected the first part of a message")
        message = text if place in "13" else f"{self._message}{text}"
        if len(message) > MESSAGE_LIMIT:
            raise PayloadError(f"expected a message of up to {MESSAGE_LIMIT} characters")
        self._message = message if place in "01" else None
        return [read_console_event(message)] if place in "23" else []
