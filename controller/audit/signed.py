"""Records that this device signed: what is shown as a round is held to the seal of its end, not to the links alone.

Whoever has the file but not the key can change a record and reckon every link behind it anew, but not the seals.
"""

from collections.abc import Iterator

from controller.journal.archive import Archive, JournalRefusedError, Stored
from controller.journal.chain import seal_message


def is_signed(archive: Archive, stored: Stored) -> bool:
    """Whether the record carries this device's seal over its link."""
    message = seal_message(archive.journal_id, stored.record.n, stored.link)
    return stored.seal is not None and archive.signed(stored.seal, message)


def signed_record(archive: Archive, n: int) -> Stored:
    """Record `n`, held to the next seal behind it; raises JournalRefusedError.

    Of the records of one commit the last is sealed, and its link binds those before it.
    """
    first: Stored | None = None
    for stored in archive.records(n - 1):
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
    for stored in archive.records(after):
        if stored.record.ended and not is_signed(archive, stored):
            raise JournalRefusedError(
                f"Record {stored.record.n} of {archive.path}, with which round {stored.record.round} ended, is not what"
                " this device signed: it or one before it was changed. `tablectl verify` says more."
            )
        yield stored
