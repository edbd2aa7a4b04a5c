"""The broker's memory against the journal's: `outcome/last`, as the broker kept it, is read before we overwrite it.

Each outcome carries the chain's head of its moment, signed by the device key (see `chain`). Head file and journal can
be put back together to an older state; what was published since then cannot be taken back, and names a record that
the older copy lacks or has otherwise. Under this journal's name only what this device signed counts. Another journal's
name is the sender's word alone, so it is no more than a warning.
"""

import json
from typing import Final

from controller.shell.chain import seal_message
from controller.shell.journal import Journal
from controller.shell.keys import signed_by
from controller.shell.notices import Alert

JOURNAL_OLDER: Final = "journal_older"
"""The alert that keeps further rounds shut until it is cleared."""
JOURNAL_OTHER: Final = "journal_other"


async def disagreement(journal: Journal, payload: bytes) -> Alert | None:
    """What the outcome that the broker kept says against the journal; None where it agrees or proves nothing.

    Raises JournalFailedError where the journal cannot be read.
    """
    try:
        message = json.loads(payload)
        proof = message["journal"]
        n, head, seal = int(proof["n"]), bytes.fromhex(proof["head"]), bytes.fromhex(proof["seal"])
        told_by = str(message["id"]).removesuffix(f"-{int(message['seq'])}")
        round_ = int(message["round"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if told_by != journal.journal_id:
        return Alert(
            code=JOURNAL_OTHER,
            severity="warning",
            text=f"The broker keeps round {round_} of this table from another journal, {told_by[:36]!r}; ours is"
            f" {journal.journal_id}. Right after a change of the table PC or of its disk, else a journal was put away.",
            stands=True,
        )
    if not signed_by(journal.key.public, seal, seal_message(journal.journal_id, n, head)):
        return None
    if await journal.lookup.link(n) == head:
        return None
    return Alert(
        code=JOURNAL_OLDER,
        severity="critical",
        text=f"Round {round_} was published from record {n}, which the journal lacks or has otherwise: an older copy"
        " was put back. Keep this machine as it is for the auditor; no further round is opened until this is cleared.",
        stands=True,
    )
