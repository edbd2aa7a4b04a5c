"""The broker's memory against the journal's: `outcome/last`, as the broker kept it, is read before we overwrite it.

Each outcome carries the chain's head of its moment, signed by the device key (see `chain`), and is signed whole (see
`signature`), so that neither the round nor its place in the journal can be another. Head file and journal can
be put back together to an older state; what was published since then cannot be taken back, and names a record that
the older copy lacks or has otherwise: that alone keeps rounds shut.

    signed by this device, and the journal lacks it or has it otherwise    -> journal_older, critical
    under this journal's name, not signed by this device                   -> journal_unsigned, a warning
    under another journal's name                                           -> journal_other, a warning

The last two are the sender's claim alone and may be anybody's at the broker. But who puts another key in this one's
place and signs the journal anew without its last rounds leaves what the old key had signed, and who puts the journal
away leaves its name.

Anybody at the broker may write there: what is not to the letter such an outcome counts for nothing.
"""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.alerts.notices import JOURNAL_OLDER, JOURNAL_OTHER, JOURNAL_UNSIGNED, Alert
from controller.journal.chain import Proof, seal_message
from controller.journal.files.keys import signed_by
from controller.journal.numbering import used_to
from controller.journal.signature import is_signed
from controller.journal.store import Journal
from controller.mqtt.messages import BROKER, LAST_OUTCOME, LIFE_DIGITS

JOURNAL_CHANGED: Final = "journal_changed"
_Count = Annotated[int, Field(ge=0, lt=2**63)]
"""What SQLite can hold."""


class _Kept(BaseModel):
    """What we look at of an outcome that the broker kept."""

    model_config = ConfigDict(strict=True)

    id: str = Field(max_length=200, pattern=rf"^.+-[0-9a-f]{{{LIFE_DIGITS}}}-[0-9]+$")
    seq: _Count
    round: _Count
    journal: Proof


async def disagreement(journal: Journal, payload: bytes, *, last: int, broker: str = "The broker") -> Alert | None:
    """What the outcome that the broker kept proves against the journal; None where it agrees or proves nothing.

    `last` is the number of our last message: behind an older copy further ones were given out.
    Raises JournalFailedError where the journal cannot be read.
    """
    try:
        kept = _Kept.model_validate_json(payload)
    except ValidationError:
        return None
    journal_id = kept.id.rsplit("-", 2)[0]
    if journal_id != journal.journal_id:
        return Alert(
            code=JOURNAL_OTHER,
            text=f"{broker} keeps round {kept.round} of this table from another journal, {journal_id[:36]!r}; ours is"
            f" {journal.journal_id}. Right after a change of the table PC or of its disk, else a journal was put away.",
        )
    n, head = kept.journal.n, bytes.fromhex(kept.journal.head)
    sealed = signed_by(journal.key.public, bytes.fromhex(kept.journal.seal), seal_message(journal.journal_id, n, head))
    text = payload.decode()
    if not sealed or (journal.signs(n) and not is_signed(journal.key.public, LAST_OUTCOME, text)):
        return Alert(
            code=JOURNAL_UNSIGNED,
            text=f"{broker} keeps round {kept.round} of this journal, but this table's key did not sign it: forged by"
            " somebody at the broker, or signed by the key of then, and that was replaced and the journal signed anew.",
        )
    if await journal.lookup.link(n) == head and await journal.lookup.payload(BROKER, kept.seq) in {None, text}:
        return None
    return Alert(
        code=JOURNAL_OLDER,
        text=f"Round {kept.round} was published from record {n}, which the journal lacks or has otherwise: an older"
        " copy was put back. Keep this machine as it is for the auditor; no further round is opened until this is"
        " cleared.",
        used_to=used_to(seen=kept.seq, n=n, last=last),
    )
