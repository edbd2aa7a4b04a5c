"""`mqtt`: whatever subscribes to the retained topic `meter` is the meter; a driver without a port or a protocol.

The table publishes the meter's level on `meter` (retained, QoS 1) in the same transaction as the event that changed it,
and the broker's PUBACK counts as the display's answer. A display that comes later, or comes back, gets the level from
the broker at once. Nothing comes back from it: whether a display is there is for its own last will to show. A roll is
for the display to make: it gets `rolling` and then `showing` as the rules order them, without a pause between.
"""

from drivers.protocols.base.driver import METER, Driver, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings, Received


class Published(DeviceProtocol):
    """Takes nothing and sends nothing."""

    def opened(self, at: float) -> None:
        del at

    def feed(self, data: bytes, at: float) -> list[Received]:
        del data, at
        return []


def _build(*, role: Role) -> DeviceProtocol:
    del role
    return Published()


DRIVER = Driver("mqtt", METER, LineSettings(), _build, transports=frozenset(("none",)))
