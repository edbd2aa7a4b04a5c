"""Whose login is at the other end of the socket, and what rank the configuration gives it there.

The kernel says which user and group the process has (SO_PEERCRED), the table PC's databases which groups the user is
in. A login that `logins` names has that rank; else the highest of its groups counts; whoever is in none is a
technician, root and the table's own user too.
"""

import grp
import os
import pwd
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from controller.configuration.sections import Console
from controller.core.events import Authority
from controller.daemon.consoles.requests import SOURCE
from controller.table.asker import LOWEST_FIRST, Asker

ELSE: Final[Authority] = "technician"
_PEER: Final = struct.Struct("3i")
"""struct ucred of socket(7): process, user, group."""


class Logins:
    """The ranks of the section `[console]`."""

    def __init__(self, console: Console) -> None:
        self._logins = console.logins
        self._groups = console.groups

    def asker(self, peer: socket.socket) -> Asker:
        """Who is there. It may take as long as the databases of users do."""
        _, user, group = _PEER.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
        try:
            login = pwd.getpwuid(user).pw_name
        except KeyError:
            login = f"uid {user}"
        return Asker(
            device=SOURCE,
            login=login,
            authority=self._rank(login, group),
            to_raise=f"give {login} or a group of his that rank in `logins` or `groups` of [console]",
        )

    def _rank(self, login: str, group: int) -> Authority:
        if login in self._logins:
            return self._logins[login]
        found = [self._groups[name] for name in _groups(login, group) if name in self._groups] if self._groups else []
        return max(found, key=LOWEST_FIRST.index, default=ELSE)


def _groups(login: str, group: int) -> Iterator[str]:
    """The names of the process's group, and of those of the login."""
    ids = {group}
    with suppress(KeyError):
        ids.update(os.getgrouplist(login, pwd.getpwnam(login).pw_gid))
    for one in ids:
        with suppress(KeyError):
            yield grp.getgrgid(one).gr_name
