"""The rank of a login at the socket: its own, its groups' highest, or a technician's."""

import grp
import os
import pwd
import socket

import pytest

from controller.configuration.sections import Console
from controller.core.events import Authority
from controller.daemon.consoles.logins import Logins

ME = pwd.getpwuid(os.geteuid()).pw_name
MINE = grp.getgrgid(os.getegid()).gr_name
RANKS: tuple[tuple[dict[str, Authority], dict[str, Authority], Authority], ...] = (
    ({}, {}, "technician"),
    ({ME: "pit_manager"}, {}, "pit_manager"),
    ({}, {MINE: "dealer"}, "dealer"),
    ({ME: "dealer"}, {MINE: "shift_manager"}, "dealer"),
    ({"somebody else": "shift_manager"}, {"no such group": "shift_manager"}, "technician"),
)


@pytest.mark.parametrize(("logins", "groups", "rank"), RANKS)
def test_by_configuration_and_by_nothing_else(
    logins: dict[str, Authority], groups: dict[str, Authority], rank: Authority
) -> None:
    """A login that is named has that rank, higher or lower than its groups'; root is nobody in particular."""
    here, there = socket.socketpair(socket.AF_UNIX)
    with here, there:
        asker = Logins(Console(logins=logins, groups=groups)).asker(here)
    assert (asker.login, asker.authority, asker.device) == (ME, rank, "console-socket")
    assert ME in asker.to_raise
