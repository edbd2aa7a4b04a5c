"""How the texts lie in a journal: bodies and messages packed, by words that the journal holds itself.

    text       as it is: the body of a start, and every text of a journal that was begun before there were words
    01 …       DEFLATE of the text (RFC 1951), its preset dictionary the one row of the table `words`
    02 … …     the 64 bytes of the signature that ends a message, then DEFLATE of the message without it

Where texts lie packed, the kind `event` lies as an empty text: nearly every record is one, and three of a commit each
then fit a page. It is the text that links, seals and signatures are over: how it lies in the file is of no account to
them. What is not as `packed` makes it is left as it lies, and whoever holds it to its link or its signature finds it
changed.
"""

import sqlite3
import zlib
from functools import lru_cache
from typing import Any, Final, Self

from controller.journal.signature import Unsigned, joined, unsigned

WINDOW: Final = 13
"""Bits: 8 KiB, for the words and a text."""
MEMORY: Final = 5
"""Of zlib's levels: some 50 KiB, of which each text is packed in a copy."""
MOST: Final = 1 << 20
"""A longer text is not packed, and nothing is unpacked to more."""
PLAIN: Final = b"\x01"
SIGNED: Final = b"\x02"
SIGNATURE: Final = 64
COME_AGAIN: Final = 4096
"""Bodies that are known again: each card at each place, each wager; some 2 MB."""
SHORT: Final = 128
"""Bytes of a packed body that may come again; an outcome's has more, and nothing that swells is kept."""

_VIEWS: Final = """
CREATE TEMP VIEW records AS SELECT n, CASE kind WHEN '' THEN 'event' ELSE kind END AS kind, start, utc_ns, monotonic_ns,
    synchronised, round, ended, device, sequence, sealed,
    CASE WHEN sealed = 0 AND typeof(body) = 'blob' THEN unpacked(body) ELSE body END AS body, link, seal
    FROM main.records;
CREATE TEMP VIEW outbox AS SELECT lane, seq, n, utc_ns, topic, retain,
    CASE typeof(payload) WHEN 'blob' THEN unpacked(payload) ELSE payload END AS payload, parked FROM main.outbox;
CREATE TEMP VIEW retained AS SELECT topic, seq,
    CASE typeof(payload) WHEN 'blob' THEN unpacked(payload) ELSE payload END AS payload FROM main.retained;
"""
"""In the place of the tables for whoever reads over the connection; who writes says `main`, and who looks for starts,
which have an index."""


class Packing:
    """Of a journal with these words; one without any packs nothing."""

    def __init__(self, words: bytes | None) -> None:
        self._words = words or b""
        self.packs = words is not None
        """Whether texts lie packed in it."""
        self._begun = zlib.compressobj(6, zlib.DEFLATED, -WINDOW, MEMORY, zdict=self._words)
        self._unpacked_again = lru_cache(maxsize=COME_AGAIN)(self.unpacked)

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Self:
        """Of the journal that was opened: from here on its tables are read as text. Raises sqlite3.Error."""
        has_words = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'words'"
        if connection.execute(has_words).fetchone() is None:
            return cls(None)
        row = connection.execute("SELECT words FROM words").fetchone()
        packing = cls(row[0] if row is not None and isinstance(row[0], bytes) else b"")
        connection.create_function("unpacked", 1, packing.unpacked, deterministic=True)
        connection.executescript(_VIEWS)
        return packing

    def packed(self, text: str) -> str | bytes:
        """As it is to lie in the journal."""
        if not self.packs or len(text) > MOST:
            return text
        plain, signature = unsigned(text)
        begun = self._begun.copy()
        deflated = begun.compress(plain.encode()) + begun.flush()
        return PLAIN + deflated if signature is None else SIGNED + signature + deflated

    def kind(self, kind: str) -> str:
        """The kind of a record as it is to lie in the journal."""
        return "" if self.packs and kind == "event" else kind

    def unpacked_body(self, lies: bytes) -> Any:
        """As `unpacked`, for bodies: most of a round's are those of rounds before, in the same bytes."""
        return self._unpacked_again(lies) if len(lies) <= SHORT else self.unpacked(lies)

    def unpacked(self, lies: Any) -> Any:
        """The text of what lies in the journal; that itself where `packed` has not made it."""
        form = lies[:1]
        if not self.packs or (form != PLAIN and form != SIGNED):  # noqa: PLR1714 - a set of them takes longer
            return lies
        start = 1 if form == PLAIN else 1 + SIGNATURE
        try:
            inflate = zlib.decompressobj(-WINDOW, zdict=self._words)
            text = inflate.decompress(lies[start:], MOST * 4).decode()
        except (zlib.error, UnicodeDecodeError):
            return lies
        is_whole = inflate.eof and not inflate.unused_data
        return joined(Unsigned(text, lies[1:start] or None)) if is_whole else lies
