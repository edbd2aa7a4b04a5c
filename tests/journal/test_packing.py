"""Texts packed by the journal's own words: what comes back is what went in, and what nobody packed stays as it lies."""

import sqlite3
from pathlib import Path

import pytest

from controller.core.cards import ALL_CARDS
from controller.journal.archive import stored_record
from controller.journal.files.keys import DeviceKey, new_secret
from controller.journal.packing import MOST, SIGNATURE, WINDOW, Packing
from controller.journal.signature import signed
from controller.journal.words import words
from tests.journal.journals import open_journal
from tests.journal.test_store import write

WORDS = words("15b5ff0e-7a4c-4d33-9a9c-0ad6f5a0a0c1", "t1", "pontoon-pandemonium", "5" * 64)
KEY = DeviceKey(new_secret())
CARD = '{"event":{"type":"card","card":"AS"},"effects":[{"type":"card","card":"AS","place":"area","area":1,"hand":1}]}'
ASKED = '{"event":{"type":"bets.open"},"effects":[],"asked":{"console":"console","rank":"shift_manager"}}'
TEXTS = [
    "", "{}", "7", "ä" * 500, CARD, CARD * 100, signed(KEY, "card", CARD), signed(KEY, "x", "{}"), "x" * (MOST + 1),
    signed(KEY, "card", CARD)[:-1], '{"sig":"' + "0" * 128 + '"}',
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_what_is_packed_comes_back(text: str) -> None:
    """To the letter; in another journal it is not packed at all."""
    packing = Packing(WORDS)
    lies = packing.packed(text)
    assert lies == text if isinstance(lies, str) else packing.unpacked(lies) == text
    assert Packing(None).packed(text) == text


def test_it_is_a_fraction() -> None:
    """Of what is in every round, the signature not counted."""
    for text in (CARD, ASKED):
        assert len(Packing(WORDS).packed(text)) < len(text) / 5
    assert len(Packing(WORDS).packed(signed(KEY, "card", CARD))) - SIGNATURE < len(CARD) / 5


def test_all_words_are_within_reach_of_a_text() -> None:
    """DEFLATE looks back as far as a window, less 262 bytes."""
    assert len(WORDS) < (1 << WINDOW) - 262


def test_no_face_of_a_card_is_among_the_words() -> None:
    """Whoever looks for one in the file is to find none."""
    assert not [card for card in ALL_CARDS if card.encode() in WORDS]


def test_whatever_else_lies_there_stays_as_it_is() -> None:
    """Cut short, with more behind it, of other words, of too much, of no text."""
    packing = Packing(WORDS)
    lies = packing.packed(CARD)
    assert isinstance(lies, bytes)
    bomb = Packing(WORDS)._begun.copy()
    huge = b"\x01" + bomb.compress(bytes(5 * MOST)) + bomb.flush()
    no_text = Packing(WORDS)._begun.copy()
    for other in (b"", b"\x01", b"\x02", b"\x03" + lies[1:], lies[:-1], lies + b"x", huge, bytes(100)):
        assert packing.unpacked(other) is other
    other = b"\x01" + no_text.compress(b"\xff") + no_text.flush()
    assert packing.unpacked(other) is other
    assert Packing(b"other words").unpacked(lies) is lies
    assert Packing(None).unpacked(lies) is lies


async def test_whoever_reads_finds_texts_where_blobs_lie(tmp_path: Path) -> None:
    """In a new journal all but the start; over a connection that knows nothing of it they are there as they lie."""
    journal = open_journal(tmp_path)
    await write(journal, 3)
    types = "SELECT DISTINCT kind, typeof(body) FROM {}.records"
    read, lie = (set(journal._connection.execute(types.format(place))) for place in ("temp", "main"))
    text = [stored_record(row) for row in journal._connection.execute("SELECT * FROM temp.records")]
    unpacked = [
        stored_record(row, journal.packing) for row in journal._connection.execute("SELECT * FROM main.records")
    ]
    journal.close()
    assert read == {("start", "text"), ("event", "text")}
    assert lie == {("start", "text"), ("", "blob")}
    assert unpacked == text
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        ((kept,),) = connection.execute("SELECT words FROM words")
    connection.close()
    assert b"t1" in kept


async def test_an_event_lies_without_its_kind_or_with_it(tmp_path: Path) -> None:
    """A journal in which it is named is read and written on."""
    journal = open_journal(tmp_path)
    await write(journal, 3)
    journal._connection.execute("UPDATE main.records SET kind = 'event' WHERE kind = ''")
    journal.close()
    journal = open_journal(tmp_path)
    await write(journal, 3)
    kinds = [stored.record.kind for stored in journal.archive.records(0)]
    lie = [kind for (kind,) in journal._connection.execute("SELECT kind FROM main.records ORDER BY n")]
    journal.close()
    assert set(kinds) == {"start", "event"}
    assert set(lie) == {"start", "event", ""}
