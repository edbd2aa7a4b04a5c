"""Places at the pages: by address, for strangers and for the known, in bursts."""

from controller.web.peers import (
    A_PEER,
    ADDRESSES,
    CONNECTIONS_AT_ONCE,
    FOR_KNOWN,
    IN_ALL,
    STRANGERS_AT_ONCE,
    Peers,
    Place,
)


def _fill(peers: Peers, addresses: int = 8) -> list[Place]:
    """Strangers take all that they get."""
    found = [peers.admit(f"10.0.0.{i}", 0.0) for _ in range(A_PEER) for i in range(addresses)]
    return [place for place in found if place is not None]


def test_strangers_of_eight_addresses_leave_places_to_the_known() -> None:
    """They have all but the places of the known, who then have theirs, and more of the strangers' as they need them."""
    peers = Peers()
    assert len(_fill(peers)) == IN_ALL - FOR_KNOWN
    peers.know("10.0.1.1")
    peers.know("10.0.1.2")
    peers.know("10.0.1.3")
    for address in ("10.0.1.1", "10.0.1.2", "10.0.1.3"):
        assert all(peers.admit(address, 0.0) for _ in range(A_PEER))
        assert peers.admit(address, 0.0) is None


def test_a_stranger_takes_the_place_of_whoever_has_most() -> None:
    """The newest connection of that address is closed; who has as many as the others gets no more."""
    peers = Peers()
    places = _fill(peers)
    closed: list[Place] = []
    for place in places:
        place.close = lambda place=place: closed.append(place)  # type: ignore[misc]
    for i in range(10):
        assert peers.admit("10.0.9.9", 0.0), i
    assert len(closed) == 10
    assert closed[0] in places[-8:]
    assert peers.admit("10.0.9.9", 0.0) is None


def test_an_address_that_has_all_its_places_gives_up_what_it_left_idle() -> None:
    """The one that is idle for longest, and none that is in use."""
    peers = Peers()
    closed: list[int] = []
    for number in range(A_PEER):
        place = peers.admit("10.0.0.1", 0.0)
        assert place is not None
        place.close = lambda number=number: closed.append(number)  # type: ignore[misc]
        place.idle_since = {3: 7.0, 5: 6.0}.get(number)
    assert [peers.admit("10.0.0.1", 8.0) is not None for _ in range(3)] == [True, True, False]
    assert closed == [5, 3]


def test_a_place_is_left_once() -> None:
    """There is room again, for one."""
    peers = Peers()
    first = peers.admit("::1", 0.0)
    assert first is not None
    rest = [peers.admit("::1", 0.0) for _ in range(A_PEER)]
    assert rest[-1] is None
    first.leave()
    first.leave()
    assert peers.admit("::2", 0.0)  # the same /64
    assert peers.admit("::3", 0.0) is None


def test_connections_that_come_and_go_are_let_in_at_a_pace() -> None:
    """One address, and all strangers together: what they ask of TLS is bounded."""
    peers = Peers()
    peers.know("10.1.0.1")

    def come_and_go(address: str) -> int:
        count = 0
        while (place := peers.admit(address, 0.0)) is not None:
            place.leave()
            count += 1
        return count

    assert sum(come_and_go(f"10.0.0.{i}") for i in range(10)) == STRANGERS_AT_ONCE
    assert come_and_go("10.1.0.1") == CONNECTIONS_AT_ONCE


def test_the_memory_of_addresses_is_bounded_and_keeps_the_known() -> None:
    """Who comes from a new address each time pushes strangers out, nobody with a connection, and the known last."""
    peers = Peers()
    peers.know("10.1.0.1")
    held = peers.admit("10.0.0.1", 0.0)
    for i in range(3 * ADDRESSES):
        place = peers.admit(f"10.2.{i >> 8}.{i & 255}", float(i))
        assert place is not None
        place.leave()
    assert held is not None
    assert held.peer.places == [held]
    assert len(peers._peers) == ADDRESSES
    assert peers._peers["10.1.0.1"].known
