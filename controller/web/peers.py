"""Who may come in at the pages: so many at once, a few from one address, none faster than a browser has to be.

Counted as the kernel hands a connection over, before TLS. An address is known once an enrolled console or somebody
signed in has asked from it: strangers never have all places, and give way to it. Where strangers have all of theirs,
one more takes the place of the newest connection of whoever has most, until they have equally many. Where one address
has all of its own, the connection that it has left idle for longest makes room: browsers keep theirs for a while.
"""

import ipaddress
from collections.abc import Callable
from typing import Any, Final

from drivers.budget import Budget

A_PEER: Final = 16
IN_ALL: Final = 128
FOR_KNOWN: Final = 32
"""Places that no stranger takes."""
ADDRESSES: Final = 1024
"""Addresses that are remembered; the one that was not here for longest is forgotten."""

CONNECTIONS_A_SECOND: Final = 10
CONNECTIONS_AT_ONCE: Final = 100
STRANGERS_A_SECOND: Final = 32
STRANGERS_AT_ONCE: Final = 256
"""New connections of all strangers together: a TLS handshake takes milliseconds of the table's own time."""
REQUESTS_A_SECOND: Final = 100
REQUESTS_AT_ONCE: Final = 600
"""A page is some forty files."""


class Peer:
    """One address."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.known = False
        self.connections = Budget(rate=CONNECTIONS_A_SECOND, burst=CONNECTIONS_AT_ONCE)
        self.requests = Budget(rate=REQUESTS_A_SECOND, burst=REQUESTS_AT_ONCE)


class Place:
    """That of one connection, until it leaves; `close` ends it, `idle_since` is when its last answer was whole."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.idle_since: float | None = None
        self.close: Callable[[], Any] = lambda: None
        peer.places.append(self)

    def leave(self) -> None:
        """It has ended; said twice it is the same."""
        if self in self.peer.places:
            self.peer.places.remove(self)


class Peers:
    """The addresses that have connections, or had some lately."""

    def __init__(self) -> None:
        self._peers: dict[str, Peer] = {}
        self._strangers = Budget(rate=STRANGERS_A_SECOND, burst=STRANGERS_AT_ONCE)

    def admit(self, address: str, at: float) -> Place | None:
        """A place for one more connection; None where there is none, or they come too fast."""
        peer = self._peer(address)
        if not peer.connections.take(at) or (len(peer.places) >= A_PEER and not _made_room(peer)):
            return None
        if not peer.known and not self._strangers.take(at):
            return None
        most = IN_ALL if peer.known else IN_ALL - FOR_KNOWN
        if self._count(everybody=peer.known) >= most and not self._gave_way(peer):
            return None
        return Place(peer)

    def know(self, address: str) -> None:
        """An enrolled console or somebody signed in is there."""
        self._peer(address).known = True

    def _count(self, *, everybody: bool) -> int:
        return sum(len(peer.places) for peer in self._peers.values() if everybody or not peer.known)

    def _gave_way(self, peer: Peer) -> bool:
        """Whether a stranger who has more has lost a connection to this one."""
        strangers = [one for one in self._peers.values() if not one.known]
        largest = max(strangers, key=lambda one: len(one.places), default=None)
        if largest is None or len(largest.places) <= (0 if peer.known else len(peer.places) + 1):
            return False
        place = largest.places.pop()
        place.close()
        return True

    def _peer(self, address: str) -> Peer:
        """Looked up, and now the one that was here last."""
        name = _network(address)
        peer = self._peers.pop(name, None) or Peer()
        if len(self._peers) >= ADDRESSES:
            del self._peers[min(self._absent(), key=lambda absent: self._peers[absent].known)]
        self._peers[name] = peer
        return peer

    def _absent(self) -> list[str]:
        """Those without a connection, who was not here for longest first."""
        return [name for name, peer in self._peers.items() if not peer.places]


def _made_room(peer: Peer) -> bool:
    """Whether the address has lost a connection that it does not use."""
    idle = [(place.idle_since, at, place) for at, place in enumerate(peer.places) if place.idle_since is not None]
    if not idle:
        return False
    _, _, place = min(idle)
    place.leave()
    place.close()
    return True


def address_of(peer: Any) -> str:
    """The peer's address without its port; empty for a Unix socket."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def _network(address: str) -> str:
    """Whose it is: of IPv6 one machine has a whole /64."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
