"""What every test may use: hypothesis without a stopwatch, and a real broker on the loopback."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.broker import Broker

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """Give a running mosquitto of this test's own, stopped at the end however the test ends."""
    broker = Broker(tmp_path / "mosquitto")
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
