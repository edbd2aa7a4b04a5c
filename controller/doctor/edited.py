"""Whether the running table has read its configuration as it is now, and whether what it has read needs a restart."""

import json
from collections.abc import Iterator

from controller.alerts.notices import CONFIGURATION
from controller.audit.journal_file import JournalFile
from controller.configuration.config import Config
from controller.configuration.installed import unit_of
from controller.doctor.checked import Checked
from controller.games.reading import table_from_record
from controller.journal.archive import stored_record
from controller.journal.files.lock import holder
from controller.journal.start_record import Start, read_start
from controller.release import release

WHAT = "configuration"


def look_at_edited(config: Config, file: JournalFile) -> Iterator[Checked]:
    """Nothing where no table runs, or one of another release, whose defaults may be others."""
    if holder(config.journal) is None or (found := _start(file)) is None:
        return
    n, start = found
    if start.version != release():
        return
    told = [json.loads(body)["notice"] for _, body in file.archive.notices(CONFIGURATION, n)]
    read = [one for one in told if one["status"] == "accepted"]
    known = read[-1]["config_hash"] if read else start.config_hash
    weights = next((one["weights_hash"] for one in reversed(read) if "weights_hash" in one), start.weights_hash)
    by_request = start.requested is not None and "weights" in start.requested
    if config.hash != known or (config.weights_hash != weights and not by_request):
        yield Checked("warning", WHAT, "the file was edited since the table has read it", "tablectl reload")
    restart = dict.fromkeys(
        change["key"] for one in read for change in one.get("changes", ()) if change["takes"] == "restart"
    )
    if restart:
        to_do = f"between rounds: systemctl restart {unit_of(config.file)}"
        yield Checked("warning", WHAT, f"{', '.join(restart)}: changed, and needs a restart", to_do)


def _start(file: JournalFile) -> tuple[int, Start] | None:
    """The last start of the daemon itself, by its number; one that only took limits or weights is none."""
    starts = "SELECT * FROM records WHERE n IN (SELECT n FROM main.records WHERE kind = 'start') ORDER BY n DESC"
    for row in file.rows(starts):
        record = stored_record(row).record
        start = read_start(file.archive.clear_body(record), table_from_record)
        if start.taken is None:
            return record.n, start
    return None
