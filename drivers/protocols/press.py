"""When a button's edge is a press: down, after it was seen up, and not within the bouncing of its contacts.

A button that is down when it is first heard of was pressed before anybody waited for it; that is no press, however
often it is reported. The same holds for a level repeated after a re-plug.
"""

from typing import Final

DEBOUNCE_S: Final = 0.03
"""Contacts of push buttons bounce for up to some 20 ms; nobody presses twice within 30."""


class PressEdge:
    """Turns levels (down or up, with their time) into presses."""

    def __init__(self) -> None:
        self._up_since: float | None = None

    def forget(self) -> None:
        """The level is unknown again."""
        self._up_since = None

    def level(self, down: bool, at: float) -> None:
        """The level is reported as such: never a press. An up that is known already keeps its time."""
        if down:
            self._up_since = None
        elif self._up_since is None:
            self._up_since = at - DEBOUNCE_S

    def edge(self, down: bool, at: float) -> bool:
        """An edge is reported; true when it is a press."""
        if not down:
            if self._up_since is None:
                self._up_since = at
            return False
        pressed = self._up_since is not None and at - self._up_since >= DEBOUNCE_S
        self._up_since = None
        return pressed
