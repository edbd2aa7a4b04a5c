"""Records that this device signed: what is shown as a round is held to the seal of its end, not to the links alone.

Whoever has the file but not the key can change a record and reckon every link behind it anew, but not the seals.

A seal binds, by the links, every record and seal before it: the device signs no link that it has not reckoned itself.
So of records that all fit their links only the last seal is held to the key; where anything does not fit, each is.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from controller.journal.archive import NOT_AS_WRITTEN, Archive, JournalRefusedError, Place, Stored
from controller.journal.chain import link, seal_message
from controller.journal.files.keys import SIGNATURE_BYTES

COMMIT: Final = 16
"""Records in which mostly there is a seal."""


def is_signed(archive: Archive, stored: Stored) -> bool:
    """Whether the record carries this device's seal over its link."""
    message = seal_message(archive.journal_id, stored.record.n, stored.link)
    return stored.seal is not None and archive.signed(stored.seal, message)


def binds(archive: Archive, place: Place, batch: Sequence[Stored]) -> bool:
    """Whether the next records all stand in their places, fit their links and are bound by the last seal."""
    n, previous, seal = place
    sealed = None
    try:
        for stored in batch:
            record, own, after = stored
            n += 1
            previous = link(previous, seal, record)
            if previous != own or record.n != n:
                return False
            if (seal := after) is not None:
                sealed = stored
                if len(seal) != SIGNATURE_BYTES:  # a link does not tell an empty one from none
                    return False
            elif record.ended:
                return False
    except NOT_AS_WRITTEN:
        return False
    return sealed is None or is_signed(archive, sealed)


def signed_record(archive: Archive, n: int) -> Stored:
    """Record `n`, held to the next seal behind it; raises JournalRefusedError.

    Of the records of one commit the last is sealed, and its link binds those before it.
    """
    first: Stored | None = None
    for stored in archive.records(n - 1, COMMIT):
        first = first or stored
        if stored.seal is not None:
            if is_signed(archive, stored):
                return first
            break
    raise JournalRefusedError(f"Record {n} of {archive.path} is not what this device signed: it was changed.")


def signed_records(archive: Archive, after: int) -> Iterator[Stored]:
    """The records after number `after`, each checked against its link and the end of each round against its seal.

    Raises JournalRefusedError.
    """
    for place, batch in archive.batches(after):
        yield from batch if binds(archive, place, batch) else _each_signed(archive, place, batch)


def _each_signed(archive: Archive, place: Place, batch: Sequence[Stored]) -> Iterator[Stored]:
    for stored in archive.linked(place, batch):
        if stored.record.ended and not is_signed(archive, stored):
            raise JournalRefusedError(
                f"Record {stored.record.n} of {archive.path}, with which round {stored.record.round} ended, is not what"
                " this device signed: it or one before it was changed. `tablectl verify` says more."
            )
        yield stored
