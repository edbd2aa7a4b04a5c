"""The broker that other tests rely on does what they ask of it."""

import socket

from tests.broker import Broker


def listens(broker: Broker) -> bool:
    """Tell whether somebody accepts connections where the broker should."""
    with socket.socket() as probe:
        return probe.connect_ex((broker.host, broker.port)) == 0


def test_broker_listens_until_stopped_and_again_after_a_start(broker: Broker) -> None:
    """A stopped broker is really gone, and comes back on the same port."""
    assert listens(broker)
    broker.stop()
    assert not listens(broker)
    broker.start()
    assert listens(broker)
