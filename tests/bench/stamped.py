"""`tabled` with a stamp at each border that a card passes, or a press, as a process: `python -m tests.bench.stamped …`.

The stamps and the calls that are counted are written to the file of `STAMPS_FILE` at the end, as JSON. A stamp costs
half a microsecond.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

VARIABLE: Final = "STAMPS_FILE"
SENDERS: Final = ("shoe", "button")
_stamps: list[tuple[str, int, int]] = []
"""Name, when, and how long where it is a call that is counted."""


def before(owner: Any, method: str, name: str, *, when: Callable[..., bool] = lambda *_: True) -> None:
    """Stamp each call where it begins."""
    plain = getattr(owner, method)

    def stamped(*given: Any, **named: Any) -> Any:
        if when(*given):
            _stamps.append((name, time.perf_counter_ns(), 0))
        return plain(*given, **named)

    setattr(owner, method, stamped)


def counted(owner: Any, method: str, name: str) -> None:
    """Stamp each call with what it took."""
    plain = getattr(owner, method)

    def stamped(*given: Any, **named: Any) -> Any:
        began = time.perf_counter_ns()
        try:
            return plain(*given, **named)
        finally:
            _stamps.append((name, began, time.perf_counter_ns() - began))

    setattr(owner, method, stamped)


def put() -> None:
    """Put the stamps where a card passes."""
    from controller.daemon.wiring import Wiring  # noqa: PLC0415 - what is imported here is changed here
    from controller.journal import faults, signature, store  # noqa: PLC0415
    from controller.journal.files.keys import DeviceKey  # noqa: PLC0415
    from controller.journal.store import Journal  # noqa: PLC0415
    from controller.journal.transaction import Writer  # noqa: PLC0415
    from controller.mqtt.client import TableClient  # noqa: PLC0415
    from controller.table import logged, recovery, task  # noqa: PLC0415
    from controller.table.consequences import Consequences  # noqa: PLC0415
    from controller.table.task import TableTask  # noqa: PLC0415
    from drivers.devices.device import Device  # noqa: PLC0415
    from drivers.links.arrival import StampingSelector  # noqa: PLC0415
    from drivers.links.fd_port import FdPort  # noqa: PLC0415

    before(FdPort, "_read_some", "read")
    before(Device, "_sorted", "decoded", when=lambda device, received, _: device.name in SENDERS and bool(received))
    before(Wiring, "_receive", "handed on", when=lambda _, name, *__: name in SENDERS)
    before(TableTask, "_settle", "taken")
    before(Journal, "write", "decided")
    before(Journal, "_write", "writer awake")
    before(Writer, "write", "signed")
    before(faults, "point", "inserted", when=lambda name: name == "commit.written")
    before(faults, "point", "flushed", when=lambda name: name == "commit.done")
    before(faults, "point", "headed", when=lambda name: name == "commit.headed")
    before(faults, "point", "loop awake", when=lambda name: name == "table.committed")
    before(faults, "point", "adopted", when=lambda name: name == "table.adopted")
    before(Device, "_record_sent", "acknowledged", when=lambda device, _: device.name == "shoe")
    before(Device, "_record_sent", "rolling", when=lambda device, data: device.name == "meter" and b"rolling" in data)
    counted(DeviceKey, "sign", "signatures made")
    counted(signature, "signed_by", "signatures checked")
    counted(recovery, "step", "the rules")
    counted(Consequences, "of_step", "messages and orders")
    counted(task, "event_body", "the record's JSON")
    counted(store, "link", "the chain's link")
    counted(logged, "write", "log lines")
    counted(TableClient, "_hurry", "what the broker sends")
    counted(StampingSelector, "select", "turns of the loop")


def main() -> int:
    """The daemon, and at its end the file."""
    put()
    from controller.cli.tabled import main as tabled  # noqa: PLC0415 - after the stamps

    status = tabled()
    Path(os.environ[VARIABLE]).write_text(json.dumps(_stamps))
    return status


if __name__ == "__main__":
    sys.exit(main())
