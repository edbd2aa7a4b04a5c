"""`framed`, the button: which edges are presses, before and after a greeting."""

import pytest

from controller.core.events import (
    ButtonPressed,
)
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import (
    ButtonState,
)
from drivers.protocols.framed.frames import Frame, following
from drivers.protocols.framed.host import Framed
from tests.drivers.protocols.framed.greeted import heard, hello, host


def presses(subject: Framed, *edges: tuple[float, str]) -> int:
    """How many presses these edges and levels make."""
    events = [
        event
        for number, (at, payload) in enumerate(edges, start=1)
        for event, _ in heard(subject, Frame(number, "B", payload), at=at)
    ]
    return events.count(ButtonPressed())


def test_press_is_down_after_up() -> None:
    """One press for each release and press; levels press nothing."""
    edges = ((1.0, "=U"), (2.0, "D"), (2.1, "U"), (3.0, "D"), (3.1, "U"), (4.0, "=D"), (5.0, "=U"))
    assert presses(host("button"), *edges) == 2


def test_held_button_never_presses() -> None:
    """Down before anybody waited: repeated levels and edges press nothing until it was up."""
    assert presses(host("button"), (1.0, "=D"), (2.0, "D"), (3.0, "=D"), (4.0, "D"), (5.0, "U")) == 0


def test_edges_before_the_level_are_old() -> None:
    """What a button still says from before the greeting, without its present level, presses nothing."""
    assert presses(host("button"), (1.0, "U"), (2.0, "D"), (3.0, "U"), (4.0, "=U"), (5.0, "D")) == 1


def test_edges_after_a_new_greeting_are_old_until_the_level() -> None:
    """A level known before the line dropped is not known after it."""
    subject = host("button")
    heard(subject, Frame(1, "B", "=U"))
    subject.opened(1.0)
    subject.feed(hello("button", number=2), 1.0)
    edges = (Frame(2, "B", "U"), Frame(3, "B", "D"))
    assert ButtonPressed() not in [event for frame in edges for event, _ in heard(subject, frame, at=frame.number)]


def test_bouncing_contact_presses_once() -> None:
    """Edges within 30 ms of the release are the bouncing of the contact."""
    edges = ((1.0, "=U"), (2.0, "D"), (2.001, "U"), (2.003, "D"), (2.1, "U"), (2.104, "D"), (2.2, "U"), (3.0, "D"))
    assert presses(host("button"), *edges) == 2


def test_edges_thrown_away_by_the_button_are_no_loss() -> None:
    """On a greeting the button skips the numbers of old edges; that is its duty, not a gap."""
    subject = host("button")
    heard(subject, Frame(1, "B", "=U"))
    subject.opened(1.0)
    subject.feed(hello("button", number=6), 1.0)
    assert heard(subject, Frame(6, "B", "=U"), at=1.0) == [Received(ButtonState(False), "3F0A-06")]


@pytest.mark.parametrize("thrown_away", [0, 1, 126, 127, 128, 200, 254, 255, 300])
def test_a_button_hammered_while_nobody_listened_is_heard_again(thrown_away: int) -> None:
    """However far its numbers went on meanwhile, also once round: its level is taken, and the next edge presses."""
    subject = host("button")
    heard(subject, Frame(1, "B", "=U"))
    subject.opened(1.0)
    number = 1
    for _ in range(thrown_away + 1):
        number = following(number)
    subject.feed(hello("button", number=number), 1.0)
    level, edge = Frame(number, "B", "=U"), Frame(following(number), "B", "D")
    events = [event for frame, at in ((level, 1.0), (edge, 2.0)) for event, _ in heard(subject, frame, at=at)]
    assert ButtonPressed() in events
