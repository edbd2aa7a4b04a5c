"""When a button's edge is a press: down, after it was seen up, and not within the bouncing of its contacts.

    unknown --level or first sample--> up <--> down --STUCK_S--> stuck --up--> up

- Level *unknown*: the port was opened, or input was lost. A `down` now was perhaps pressed before anybody waited: no
  press. Devices that can report their level are asked for it at opening, the others are known from their first `up`.
- *up -> down* is a press when it was up for `DEBOUNCE_S`; sooner is the bouncing of contacts.
- *down -> down* is a repetition (a keyboard's autorepeat, an injected frame, a level sent again after a re-plug).
- A button that is down when it is armed was pressed before: that arming gets no press out of it until it has been up.

Whatever does not count is a report, so that it is in the record. All buttons of the project come through here.
"""

from typing import Final

from controller.core.events import ButtonPressed
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import ButtonState
from drivers.protocols.base.suspicions import ButtonFreed, ButtonStuck, PressIgnored

DEBOUNCE_S: Final = 0.03
"""Contacts of push buttons bounce for up to some 20 ms; nobody presses twice within 30."""
STUCK_S: Final = 10.0
"""Nobody holds a jackpot button for so long; a button that does is broken or blocked."""


class ButtonLatch:
    """Turns what a button reports, with its time, into presses and reports."""

    def __init__(self) -> None:
        self._down: bool | None = None
        self._up_since = 0.0
        self._down_since = 0.0
        self._stuck = False
        self._ignored: list[DeviceEvent] = []

    def forget(self) -> None:
        """The level is unknown again: the port was opened, or input was lost."""
        self._down, self._stuck = None, False
        self._ignored.clear()

    def level(self, down: bool, at: float) -> list[DeviceEvent]:
        """The button reports its level as such: never a press. An up that is known already keeps its time."""
        if down:
            if self._down is not True:
                self._down_since = at
        elif self._down is not False:
            self._up_since = at - DEBOUNCE_S
        self._down = down
        return [*self._pending(), ButtonState(down), *self._freed()]

    def edge(self, down: bool, at: float) -> list[DeviceEvent]:
        """The button reports that it went down or up."""
        before, self._down = self._down, down
        if not down:
            if before is not False:
                self._up_since = at
            return [*self._pending(), ButtonState(down), *self._freed()]
        if before is True:
            return [*self._pending(), PressIgnored("repeated")]
        self._down_since = at
        if before is None:
            return [*self._pending(), ButtonState(down), PressIgnored("unknown_level")]
        if at - self._up_since < DEBOUNCE_S:
            return [*self._pending(), ButtonState(down), PressIgnored("bounce")]
        return [*self._pending(), ButtonState(down), ButtonPressed()]

    def sample(self, down: bool, at: float) -> list[DeviceEvent]:
        """The level as it was read just now, changed or not; the first one is only a level."""
        if self._down is None:
            return self.level(down, at)
        return self._pending() if down is self._down else self.edge(down, at)

    def armed(self) -> None:
        """The table waits for a press from now on; one that began before is recorded as none."""
        if self._down:
            self._ignored.append(PressIgnored("held"))

    def next_tick(self) -> float | None:
        """When the button will count as stuck."""
        return self._down_since + STUCK_S if self._down and not self._stuck else None

    def tick(self, at: float) -> list[DeviceEvent]:
        """What time brings: a button that stays down."""
        due = self.next_tick()
        if due is None or at < due:
            return self._pending()
        self._stuck = True
        return [*self._pending(), ButtonStuck(at - self._down_since)]

    def _freed(self) -> list[DeviceEvent]:
        freed, self._stuck = self._stuck and self._down is False, self._stuck and self._down is True
        return [ButtonFreed()] if freed else []

    def _pending(self) -> list[DeviceEvent]:
        ignored, self._ignored = self._ignored, []
        return ignored
