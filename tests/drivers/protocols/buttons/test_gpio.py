"""A button on a GPIO line: readings, numbered edges, and an edge that is lost."""

from drivers.protocols.base.suspicions import InputLost, PressIgnored
from drivers.protocols.buttons.gpio import Gpio, record
from tests.drivers.protocols.readings import DOWN, PRESS, UP, lit, said


def test_gpio() -> None:
    """A reading, then numbered edges; a number left out is input lost, and the level is unknown until an up."""
    subject = Gpio()
    subject.opened(0.0)
    assert said(subject, record(1)) == [UP]
    assert said(subject, record(0, 1), 1.0) == PRESS
    assert said(subject, record(1, 2), 1.1) == [UP]
    assert said(subject, record(0, 5), 2.0) == [InputLost(), DOWN, PressIgnored("unknown_level")]
    assert said(subject, record(1, 6) + record(0, 7), 2.1)[0] == UP
    assert subject.counters.gaps == 1
    assert (lit(subject, on=True), lit(subject, on=False)) == ([b"\x01"], [b"\x00"])
    other = Gpio(active_high=True, lamp_active_low=True)
    assert said(other, record(0) + record(1, 1), 1.0) == [UP, *PRESS]
    assert lit(other, on=True) == [b"\x00"]


def test_gpio_that_reads_down_at_first_is_held() -> None:
    """No press of it until it has been up."""
    subject = Gpio()
    subject.opened(0.0)
    assert said(subject, record(0)) == [DOWN]
    assert said(subject, record(1, 1) + record(0, 2), 1.0) == [UP, DOWN, PressIgnored("bounce")]
