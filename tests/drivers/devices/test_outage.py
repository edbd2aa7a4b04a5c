"""When to try again, and what to say of it."""

import random

from drivers.devices.outage import CAP_S, FIRST_S, FLAPPING_LOSSES, FLAPPING_WINDOW_S, HELD_S, STEADY_S, Outage


class NoJitter(random.Random):
    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


def test_waits_double_to_a_cap() -> None:
    """0.2, 0.4, 0.8 … seconds, never more than the cap, however long it takes."""
    outage = Outage(jitter=NoJitter())
    waits = [outage.delay_s(0.0) for _ in range(2000)]
    assert waits[:4] == [FIRST_S, 2 * FIRST_S, 4 * FIRST_S, 8 * FIRST_S]
    assert max(waits) == CAP_S == waits[-1]


def test_waits_differ_between_devices() -> None:
    """Jitter of a quarter either way keeps a hall from knocking in step."""
    waits = {Outage(jitter=random.Random(seed)).delay_s(0.0) for seed in range(20)}
    assert len(waits) == 20
    assert all(0.75 * FIRST_S <= wait <= 1.25 * FIRST_S for wait in waits)


def test_only_a_steady_connection_begins_anew() -> None:
    """A device that comes for a moment and goes is tried at the cap; one that held is tried at once."""
    outage = Outage(jitter=NoJitter())
    for _ in range(10):
        outage.delay_s(0.0)
    outage.ends(100.0)
    assert outage.delay_s(100.0 + STEADY_S / 2) == CAP_S
    outage.ends(200.0)
    assert outage.delay_s(200.0 + STEADY_S) == FIRST_S


def test_one_outage_is_told_once() -> None:
    """However many attempts fail, it begins once and ends once."""
    outage = Outage()
    assert [outage.tells("unplugged", float(at)) for at in range(0, 1000, 300)] == [True, False, False, False]
    assert [outage.ends(0.0), outage.ends(1.0)] == [True, False]
    assert outage.tells("unplugged", 2000.0)


def test_an_outage_that_goes_on_for_another_reason_is_told_again() -> None:
    """Once it has held for a minute; reasons that take turns are not told."""
    outage = Outage()
    assert outage.tells("unplugged", 0.0)
    assert not any(outage.tells(("no such file", "unplugged", "busy")[at % 3], at) for at in range(300))
    told = [at for at in range(300, 600) if outage.tells("no such file", float(at))]
    assert told == [300 + HELD_S]
    assert not outage.tells("unplugged", 600.0)
    assert outage.tells("unplugged", 600.0 + HELD_S)


def test_flapping_is_told_once_in_a_window() -> None:
    """Five losses within a minute are flapping; it is said again only after another minute."""
    outage = Outage()
    assert [outage.flapping(float(at)) for at in range(FLAPPING_LOSSES + 3)].count(True) == 1
    later = FLAPPING_WINDOW_S + FLAPPING_LOSSES
    assert [outage.flapping(later + at) for at in range(FLAPPING_LOSSES)][-1]


def test_rare_losses_are_no_flapping() -> None:
    """One in twenty seconds is not five in a minute."""
    outage = Outage()
    assert not any(outage.flapping(20.0 * count) for count in range(50))
