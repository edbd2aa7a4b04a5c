"""What is printed from the catalogue: all of it, in config/ALERTS.md.

`make docs` writes it; a test holds it to the catalogue.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.alerts.catalogue import CATALOGUE, SUBJECTS
from controller.alerts.catalogue.entry import Entry
from controller.alerts.catalogue.only_recorded import RECORDED
from controller.alerts.wording import action_of, ending

ALL: Final = Path("config") / "ALERTS.md"

COMMON: Final = (
    "restarted_in_round", "disk_low", "disk_short",
    "head_file_missing", "journal_older", "journal_unsigned", "journal_other",
    "broker_unreachable", "message_parked", "retained_refused", "broker_deaf", "broker_taken_over", "topic_forged",
    "device_lost", "device_silent", "device_unreadable", "device_flapping", "wrong_device", "device_error",
    "frame_rejected", "button_stuck",
    "record_incomplete", "count_wrong", "shuffler_count_wrong",
    "foreign_card", "extra_card", "card_held", "unexpected_card", "card_unreadable",
)  # fmt: skip
"""What most tables see in their first year, and what keeps a table shut."""


def everything() -> str:
    """The whole of config/ALERTS.md."""
    return "\n".join(_everything()) + "\n"


def _everything() -> Iterator[str]:
    alerts = len(CATALOGUE) - len(RECORDED)
    yield "# Alerts"
    yield ""
    yield f"Made by `make docs` from `controller/alerts/catalogue`: {alerts} alerts, and {len(RECORDED)} reports of"
    yield "devices that are only recorded. `tablectl alerts CODE` prints one, `tablectl status` the active ones,"
    yield "`tablectl alerts` those of the last days, with when and by whom each ended."
    yield ""
    yield "An alert is in the journal and, over MQTT, on the topic `alert`. Whoever is above the person named may clear"
    yield "it, too; a dealer never. What an alert of the journal reports, `tablectl verify` reports for ever."
    yield ""
    yield "What most tables see in their first year, and what keeps a table shut:"
    yield ""
    yield from _common()
    for subject, entries in SUBJECTS.items():
        yield ""
        yield f"## {subject}"
        yield ""
        yield from _only_recorded(entries) if entries is RECORDED else _alerts(entries)


def _common() -> Iterator[str]:
    for subject, entries in SUBJECTS.items():
        if chosen := [f"`{entry.code}`" for entry in entries if entry.code in COMMON]:
            yield f"- {subject}: {', '.join(chosen)}"


def _alerts(entries: Iterable[Entry]) -> Iterator[str]:
    yield "| code | severity | it means | what to do | how it ends |"
    yield "| --- | --- | --- | --- | --- |"
    for entry in entries:
        severities = " or ".join(entry.severities)
        for said in entry.printed:
            yield f"| `{entry.code}` | {severities} | {said.meaning} | {action_of(entry, said)} | {ending(entry)} |"


def _only_recorded(entries: Iterable[Entry]) -> Iterator[str]:
    yield "| code | it means | what to do |"
    yield "| --- | --- | --- |"
    yield from (f"| `{entry.code}` | {entry.meaning} | {entry.action} |" for entry in entries)


def main() -> None:
    """Writes the file of the checkout."""
    (Path(__file__).parents[2] / ALL).write_text(everything(), encoding="utf-8")


if __name__ == "__main__":
    main()
