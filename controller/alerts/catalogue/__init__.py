"""The catalogue of alerts: every code that anything here raises, with its meaning, what to do, and how it ends.

config/ALERTS.md is printed from it, `tablectl` and the table ask it. A code is raised as a literal below
this room, where nothing may import it; `tests/alerts` finds each and holds it to its entry.

A journal is replayed by how alerts end here: another `reports` or `round_end` gives old journals other messages.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.alerts.catalogue.broker import BROKER
from controller.alerts.catalogue.cards import CARDS
from controller.alerts.catalogue.devices import DEVICES
from controller.alerts.catalogue.entry import Entry, Lasting
from controller.alerts.catalogue.only_recorded import RECORDED
from controller.alerts.catalogue.play import PLAY
from controller.alerts.catalogue.record import RECORD
from controller.alerts.catalogue.table import TABLE

SUBJECTS: Final[Mapping[str, tuple[Entry, ...]]] = MappingProxyType(
    {
        "The table": TABLE,
        "The journal": RECORD,
        "The broker": BROKER,
        "Devices": DEVICES,
        "Shoe and shuffler": CARDS,
        "Cards and presses in play": PLAY,
        "Only recorded": RECORDED,
    }
)
"""The entries by subject, in the order of their printing."""

CATALOGUE: Final[Mapping[str, Entry]] = MappingProxyType(
    {entry.code: entry for entries in SUBJECTS.values() for entry in entries}
)
"""The entries by code."""

LASTING: Final[Mapping[str, Lasting]] = MappingProxyType(
    {code: entry.lasting for code, entry in CATALOGUE.items() if entry.lasting is not None}
)
"""The codes that stay active."""

ENDED_BY: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        report: tuple(code for code, lasting in LASTING.items() if report in lasting.reports)
        for lasting in LASTING.values()
        for report in lasting.reports
    }
)
"""The report of a device that ends alerts of it, and the alerts that it ends, in the order of their clearing."""

ROUND_LONG: Final = tuple(code for code, lasting in LASTING.items() if lasting.round_end)
"""The alerts that the end of the round clears, in the order of their clearing."""
