"""The button cannot be fooled: one press for one finger, and a reason for whatever is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import ButtonPressed
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import ButtonState
from drivers.protocols.base.suspicions import ButtonFreed, ButtonStuck, PressIgnored
from drivers.protocols.buttons.latch import DEBOUNCE_S, STUCK_S, ButtonLatch

PRESS = [ButtonState(down=True), ButtonPressed()]
DOWN, UP = ButtonState(down=True), ButtonState(down=False)


def after(*edges: tuple[float, str]) -> list[DeviceEvent]:
    """What the last of several edges (`D`, `U`) or levels (`=D`, `=U`) gives."""
    latch = ButtonLatch()
    events: list[DeviceEvent] = []
    for at, what in edges:
        events = (latch.level if what[0] == "=" else latch.edge)(what[-1] == "D", at)
    return events


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([(0.0, "=U"), (1.0, "D")], PRESS),
        ([(0.0, "=U"), (0.0, "D")], PRESS),
        ([(0.0, "=U"), (1.0, "D"), (1.2, "U"), (1.4, "D")], PRESS),
        ([(0.0, "D")], [DOWN, PressIgnored("unknown_level")]),
        ([(0.0, "D"), (1.0, "U"), (2.0, "D")], PRESS),
        ([(0.0, "=D"), (1.0, "D")], [PressIgnored("repeated")]),
        ([(0.0, "=D"), (1.0, "=D")], [DOWN]),
        ([(0.0, "=D"), (1.0, "U"), (2.0, "D")], PRESS),
        ([(0.0, "=U"), (1.0, "D"), (2.0, "D")], [PressIgnored("repeated")]),
        ([(0.0, "=U"), (1.0, "D"), (1.1, "U"), (1.1 + DEBOUNCE_S / 2, "D")], [DOWN, PressIgnored("bounce")]),
        ([(0.0, "=U"), (1.0, "D"), (1.1, "U"), (1.12, "U"), (1.1 + DEBOUNCE_S, "D")], PRESS),
    ],
)
def test_which_edge_is_a_press(edges: list[tuple[float, str]], expected: list[DeviceEvent]) -> None:
    """Down after it was seen up for the bouncing time; everything else is a level and a reason."""
    assert after(*edges) == expected


def test_press_held_from_before_the_arming_is_recorded() -> None:
    """A button armed while it is down says so with its next word, and its next press counts."""
    latch = ButtonLatch()
    latch.level(False, 0.0)
    assert latch.edge(True, 1.0) == PRESS
    latch.armed()
    assert latch.edge(False, 2.0) == [PressIgnored("held"), UP]
    assert latch.edge(True, 3.0) == PRESS
    latch.edge(False, 4.0)
    latch.armed()
    assert latch.edge(True, 5.0) == PRESS


def test_stuck_button_is_told_once_and_freed() -> None:
    """After ten seconds down an alert, at the next up its end; a shorter press gives neither."""
    latch = ButtonLatch()
    latch.level(False, 0.0)
    assert latch.next_tick() is None
    latch.edge(True, 1.0)
    assert latch.next_tick() == 1.0 + STUCK_S
    assert latch.tick(1.0 + STUCK_S - 0.1) == []
    assert latch.tick(1.0 + STUCK_S) == [ButtonStuck(STUCK_S)]
    assert latch.tick(2.0 + STUCK_S) == []
    assert latch.next_tick() is None
    assert latch.edge(False, 20.0) == [UP, ButtonFreed()]
    latch.edge(True, 21.0)
    assert latch.edge(False, 22.0) == [UP]


def test_samples_give_edges() -> None:
    """A level read again and again gives one press for one change; the first reading is none."""
    latch = ButtonLatch()
    events = [
        latch.sample(down, at / 10) for at, down in enumerate([True, True, False, False, True, True, False, True])
    ]
    assert events == [[DOWN], [], [UP], [], PRESS, [], [UP], PRESS]
    latch.forget()
    assert latch.sample(True, 1.0) == [DOWN]


@given(st.lists(st.tuples(st.floats(0.001, 0.2), st.sampled_from(["D", "U", "=D", "=U"]))))
def test_never_two_presses_without_an_up_between(steps: list[tuple[float, str]]) -> None:
    """Whatever is said in whatever order: between two presses the button was up for the bouncing time."""
    latch, at, up_since, known_up = ButtonLatch(), 0.0, 0.0, False
    for wait_s, what in steps:
        at += wait_s
        events = (latch.level if what[0] == "=" else latch.edge)(what[-1] == "D", at)
        if ButtonPressed() in events:
            assert what == "D"
            assert known_up
            assert at - up_since >= DEBOUNCE_S
        if what == "=U" and not known_up:
            up_since = at - DEBOUNCE_S
        elif what == "U" and not known_up:
            up_since = at
        known_up = what[-1] == "U"
