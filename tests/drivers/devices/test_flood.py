"""What becomes of a flood: facts all pass, reports are coalesced in order and counted, and it is over by itself."""

from controller.core.events import CardDrawn
from drivers.devices.flood import (
    COMMITS_A_SECOND,
    COMMITS_AT_ONCE,
    FACTS_AT_ONCE,
    GRAVE,
    REPORTS_AT_ONCE,
    WINDOW_S,
    Flood,
)
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import (
    CommandRefused,
    DeviceCalm,
    DeviceConnected,
    DeviceError,
    DeviceErrorCleared,
    DeviceFlooding,
    ShoeState,
)

REFUSED = Received(CommandRefused("no"))
CARD = Received(CardDrawn(card="AS"), "0001-01")
STATE = Received(ShoeState("ready"), "0001-02")
QUIET_S = 60.0


def flooding() -> Flood:
    """A device that has sent as many reports as it may, and one more."""
    flood = Flood()
    batch = [REFUSED] * (REPORTS_AT_ONCE // GRAVE)
    assert flood.look(batch, 0.0) == (batch, [])
    assert flood.look([REFUSED], 0.0) == ([Received(DeviceFlooding())], [])
    return flood


def test_reports_are_coalesced_and_counted() -> None:
    """The last of a kind every few seconds; the count comes with the end, some quiet seconds later."""
    flood = flooding()
    for number in range(99):
        assert flood.look([REFUSED], number / 20)[0] == []
    assert flood.look([STATE], WINDOW_S) == ([REFUSED, STATE], [])
    assert flood.next_look(WINDOW_S + 1) == 2 * WINDOW_S
    assert flood.look([], QUIET_S) == ([Received(DeviceCalm(99))], [])
    assert flood.next_look(QUIET_S) is None
    assert flood.look([REFUSED], QUIET_S) == ([REFUSED], [])


def test_what_holds_at_the_end_is_recorded_last() -> None:
    """Of an error that came and went again and again the end is behind the beginning, as it was."""
    flood = flooding()
    error, over = Received(DeviceError(7, "jam")), Received(DeviceErrorCleared(7))
    for second in range(5):
        flood.look([error, over], float(second))
    assert flood.look([], WINDOW_S)[0] == [REFUSED, error, over]


def test_no_fact_is_held_back() -> None:
    """Cards pass in a flood, and make one when they come without end; they wait at the commit, not before it."""
    flood = flooding()
    assert flood.look([CARD, REFUSED, CARD], 1.0) == ([CARD, CARD], [REFUSED])
    flood, cards = Flood(), [CARD] * (FACTS_AT_ONCE + 1)
    passed, _ = flood.look(cards, 0.0)
    assert [item for item in passed if item == CARD] == cards
    assert Received(DeviceFlooding()) in passed
    assert flood.commit_s(COMMITS_AT_ONCE, 0.0) == 0
    assert flood.commit_s(100, 0.0) == 100 / COMMITS_A_SECOND


def test_what_is_dropped_is_handed_back_to_be_acknowledged() -> None:
    """A device that numbers its reports would repeat one that nobody answers for ever."""
    flood = flooding()
    later = Received(ShoeState("empty"), "0001-03")
    assert flood.look([STATE, later], 1.0) == ([], [STATE])
    assert flood.release() == [REFUSED, later]


def test_a_connection_is_told_at_once() -> None:
    """The lamp waits for it; what was held back came before the end of the one before."""
    flood = flooding()
    connected = Received(DeviceConnected("/dev/x"))
    assert flood.release() == [REFUSED]
    assert flood.look([connected], 1.0) == ([connected], [])


def test_one_from_before_the_start_ends() -> None:
    """The alert of a table that was stopped in a flood ends when the device is there and calm."""
    assert Flood(reported=True).look([], 0.0) == ([Received(DeviceCalm(0))], [])
