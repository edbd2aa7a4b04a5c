"""A connection to a name that has several addresses: to whichever answers first (RFC 8305, "Happy Eyeballs").

`localhost` is ::1 and 127.0.0.1, a broker's name often two machines. An address that is silent costs the next one
`NEXT_S`, not a time-out; one that refuses costs nothing.
"""

import errno
import os
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, zip_longest
from typing import Any, Final

NEXT_S: Final = 0.25
"""After so long without an answer the next address is tried beside it (RFC 8305, 5)."""


def connect(host: str, port: int, *, timeout_s: float) -> socket.socket:
    """A blocking socket with `timeout_s` for each wait, connected within it; raises OSError."""
    addresses = _in_turn(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    until = time.monotonic() + timeout_s
    refused = OSError(errno.ETIMEDOUT, "Operation timed out")
    with ExitStack() as others, selectors.DefaultSelector() as waiting:
        while True:
            address = next(addresses, None)
            if address is not None:
                try:
                    attempt = others.enter_context(_begin(address))
                except OSError as error:  # no such family here, or no route
                    refused = error
                    continue
                waiting.register(attempt, selectors.EVENT_WRITE)
            elif not waiting.get_map():
                raise refused
            left_s = until - time.monotonic()
            if left_s <= 0:
                raise OSError(errno.ETIMEDOUT, "Operation timed out")
            for key, _ in waiting.select(left_s if address is None else min(NEXT_S, left_s)):
                tried: Any = key.fileobj
                waiting.unregister(tried)
                if code := tried.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    refused = OSError(code, os.strerror(code))
                    continue
                found = socket.socket(tried.family, tried.type, tried.proto, tried.detach())
                found.settimeout(timeout_s)
                return found


def _in_turn(found: list[Any]) -> Iterator[Any]:
    """The addresses, one family and the other in turn, beginning with the first (RFC 8305, 4)."""
    first = [one for one in found if one[0] == found[0][0]]
    other = [one for one in found if one[0] != found[0][0]]
    yield from filter(None, chain.from_iterable(zip_longest(first, other)))


def _begin(address: Any) -> socket.socket:
    family, kind, protocol, _, where = address
    attempt = socket.socket(family, kind, protocol)
    attempt.setblocking(False)
    code = attempt.connect_ex(where)
    if code in (0, errno.EINPROGRESS):
        return attempt
    attempt.close()
    raise OSError(code, os.strerror(code))
