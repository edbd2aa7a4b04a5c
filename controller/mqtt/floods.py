"""Which of our topics others flood, so that they are not read for a while: neither the loop nor the memory is theirs.

Counted is what others send while we are connected. Where it is more than a table has to look at, the connection is
ended, with all that waits in it, and the next one does without that topic; later it is read again, and held to ours.
"""

from typing import Final

from controller.mqtt.messages import AVAILABILITY, DEVICE
from controller.mqtt.own_topics import RETAINED
from controller.mqtt.request_words import REQUEST
from drivers.budget import Budget

REQUESTS: Final = f"{REQUEST}/+"
FOREIGN_A_SECOND: Final = 20
FOREIGN_AT_ONCE: Final = 300
QUIET_S: Final = 60.0


class Floods:
    """By subscription; times are the loop's."""

    def __init__(self) -> None:
        self._budgets: dict[str, Budget] = {}
        self._until: dict[str, float] = {}

    def bears(self, topic: str, at: float) -> bool:
        """One more of somebody else: whether that is still little enough to be looked at."""
        budget = self._budgets.setdefault(subscription(topic), Budget(rate=FOREIGN_A_SECOND, burst=FOREIGN_AT_ONCE))
        return budget.take(at)

    def flooded(self, topic: str, at: float) -> bool:
        """It is not read for a while; whether it was until now."""
        was_read = not self.is_quiet(topic)
        self._until[subscription(topic)] = at + QUIET_S
        return was_read

    def is_quiet(self, topic: str) -> bool:
        """Whether it is not read now."""
        return subscription(topic) in self._until

    def over(self, at: float) -> list[str]:
        """The subscriptions whose while is over; they are to be read again."""
        found = [name for name, until in self._until.items() if at >= until]
        for name in found:
            del self._until[name]
            self._budgets.pop(name, None)
        return found


def subscription(topic: str) -> str:
    """By which one a topic comes to us; a broker that sends what we did not ask for counts as a device."""
    if topic.startswith(f"{REQUEST}/"):
        return REQUESTS
    return topic if topic == AVAILABILITY or topic in RETAINED else f"{DEVICE}/+"
