"""What every test may use: hypothesis without a stopwatch, and a real broker on the loopback."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.broker import Broker

# Started in the background of a script the tests would find Ctrl-C ignored, and every process they start would, too.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Nor is the width of whose terminal this is theirs: who reads a command here is a program. pytest-xdist says 80.
os.environ.pop("COLUMNS", None)

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
