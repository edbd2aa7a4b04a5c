"""What is printed from the catalogue: README.md's table of the most common alerts, and all of it in config/ALERTS.md.

`make docs` writes both; a test holds them to the catalogue.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.alerts.catalogue import CATALOGUE, SUBJECTS
from controller.alerts.catalogue.entry import Entry
from controller.alerts.catalogue.only_recorded import RECORDED
from controller.alerts.wording import action_of, ending

README: Final = Path("README.md")
ALL: Final = Path("config") / "ALERTS.md"
BEGIN: Final = "<!-- alerts: made by `make docs` from controller/alerts/catalogue -->"
END: Final = "<!-- end of alerts -->"

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


def common() -> str:
    """README.md's table."""
    lines = ["| you see | it means | what to do |", "| --- | --- | --- |"]
    for subject, entries in SUBJECTS.items():
        chosen = [entry for entry in entries if entry.code in COMMON]
        if chosen:
            lines.append(f"| **{subject}** | | |")
        for entry in chosen:
            lines += [f"| `{entry.code}` | {said.meaning} | {action_of(entry, said)} |" for said in entry.printed]
    return "\n".join(lines)


def renewed(readme: str) -> str:
    """README.md with the table of now between its marks; raises ValueError where it lacks them."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{README}: expected the lines {BEGIN!r} and {END!r}, the table of alerts goes between them")
    return f"{before}{BEGIN}\n\n{common()}\n\n{END}{after}"


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
    for subject, entries in SUBJECTS.items():
        yield ""
        yield f"## {subject}"
        yield ""
        yield from _only_recorded(entries) if entries is RECORDED else _alerts(entries)


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
    """Writes both files of the checkout."""
    root = Path(__file__).parents[2]
    readme = root / README
    readme.write_text(renewed(readme.read_text(encoding="utf-8")), encoding="utf-8")
    (root / ALL).write_text(everything(), encoding="utf-8")


if __name__ == "__main__":
    main()
