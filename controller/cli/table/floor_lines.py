"""The tables of a site in lines: what each is, where it is in its round, and what is wrong with it."""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.mqtt.health import BEHIND_S
from controller.mqtt.site import STATUSES, Seen, Status, counts
from controller.terminal.lines import Line

STYLES: Final[dict[Status, str]] = {
    "forged": "bold red", "silent": "bold red", "alarm": "red", "behind": "yellow", "playing": "green", "up": "",
}  # fmt: skip
SIGNATURES: Final = {
    "wrong": "not signed by its key",
    "missing": "nothing signed has come of it",
    "no key": "its key is not among those given",
}
MIB: Final = 1024 * 1024


def lines(tables: Iterable[Seen]) -> Iterator[Line]:
    """One for each table."""
    for one in tables:
        head = f"{one.table:16} {one.status:8} {where(one):22} {one.version or '':8} "
        yield Line(note(one), head, STYLES[one.status])


def where(one: Seen) -> str:
    """Round and phase."""
    if one.round is None:
        return ""
    return f"{one.round} {one.phase}" if one.open else f"{one.round} closed"


def note(one: Seen) -> str:
    """What somebody has to look at."""
    found = ["another release than most"] if one.other_release else []
    found += [SIGNATURES[one.signature]] if one.signature in SIGNATURES else []
    found += [code if device is None else f"{code} {device}" for code, _, device in one.alerts]
    gone = {device for _, _, device in one.alerts}
    found += [f"{device} not connected" for device in one.lost if device not in gone]
    if one.waiting and (one.oldest_s or 0.0) > BEHIND_S:
        found.append(f"{one.waiting} messages wait, the oldest for {one.oldest_s:.0f} s")
    if one.clock_synchronised is False:
        found.append("clock not synchronised")
    return ", ".join(found)


def summary(tables: Iterable[Seen]) -> Line:
    """How many of each."""
    found = counts(tables)
    parts = [f"{found[status]} {status}" for status in STATUSES if found[status]]
    if found["other_release"]:
        parts.append(f"{found['other_release']} of another release")
    word = "table" if found["tables"] == 1 else "tables"
    return Line(f"{found['tables']} {word}: {', '.join(parts) or 'none has said anything'}")
