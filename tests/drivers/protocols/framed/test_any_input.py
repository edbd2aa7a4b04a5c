"""`framed`, any input: the cuts do not matter, and nothing that a peer sends raises."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import (
    Event,
)
from drivers.protocols.base.driver import Role
from drivers.protocols.framed.frames import Frame, build
from tests.drivers.protocols.framed.greeted import host

frames = st.builds(
    lambda number, kind, payload: build(Frame(number, kind, payload)),
    st.integers(0, 20), st.sampled_from("CKSOEBUDMJAHNP"),
    st.sampled_from(["", "AS", "KD", "new", "ready;1;2", "D", "=U", "idle;", '3{"type":"bets.open"}', "!02jam"]),
)  # fmt: skip


@given(st.lists(st.one_of(frames, st.binary(max_size=20)), max_size=15), st.lists(st.integers(0, 400), max_size=15))
def test_any_chunking_gives_the_same_events(pieces: list[bytes], places: list[int]) -> None:
    """Through the whole protocol: events, marks, counters and answers do not depend on the cuts."""
    data = b"".join(pieces)
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    whole, parted = host(), host()
    expected = whole.feed(data, 1.0)
    found = [r for first, last in pairwise(edges) for r in parted.feed(data[first:last], 1.0)]
    assert found == expected
    assert parted.counters == whole.counters
    assert parted.data_to_send() == whole.data_to_send()


@given(st.sampled_from(["shoe", "shuffler", "button", "meter", "console"]), st.lists(st.one_of(frames, st.binary())))
def test_nothing_a_peer_sends_raises(role: Role, pieces: list[bytes]) -> None:
    """Whatever comes, the protocol answers with events and reports that print."""
    subject = host(role)
    for piece in pieces:
        for event, _ in subject.feed(piece, 0.0):
            assert isinstance(event, Event) or str(event)
