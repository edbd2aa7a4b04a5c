"""Fuzzing in short: every protocol for a few thousand chunks, and the fuzzer itself finds what is there to find."""

from drivers.protocols.base.protocol import Received
from drivers.protocols.keyboards.xkeys import XkeysButton
from drivers.registry import BUILT_IN
from tests.drivers.fuzz.rounds import Tally, one_round
from tests.drivers.fuzz.subjects import Subject, subjects


def test_every_protocol_holds() -> None:
    """Nothing raises, grows or presses twice; something good comes through each."""
    for subject in subjects():
        tally = Tally()
        for number in range(3):
            one_round(subject, tally, f"suite/{subject.name}/{number}")
        assert tally.failures == []
        assert tally.chunks == 600
        assert tally.frames > 0 or subject.name == "cd5220"


def test_every_driver_is_fuzzed() -> None:
    """A driver that is added has to be added there too."""
    fuzzed = {subject.name.split()[0] for subject in subjects()}
    assert set(BUILT_IN) - fuzzed == {"mqtt"}


class Faulty(XkeysButton):
    """It reads a byte that may not be there."""

    def feed(self, data: bytes, at: float) -> list[Received]:
        assert data[5] >= 0
        return super().feed(data, at)


def test_fuzzer_finds_a_fault() -> None:
    """A protocol that raises is written down with its seed and its bytes."""
    tally = Tally()
    one_round(Subject("faulty", Faulty, (bytes(36),)), tally, "suite/faulty")
    assert len(tally.failures) == 1
    assert tally.failures[0].startswith("suite/faulty: IndexError")
