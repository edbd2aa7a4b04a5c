"""What a reader makes of the numbers: repeats, losses, an older copy of the journal, a leap that is no loss."""

import json
from typing import Any, Final

from controller.cli.table.watch import lines
from controller.journal.files.keys import DeviceKey
from controller.journal.signature import signed
from controller.mqtt.contract.reading import Reading

KEY: Final = DeviceKey(bytes(range(32)))
LIFE: Final = "0" * 12
NEXT: Final = "1" * 12
CARD: Final = {"card": "AS", "place": "dealer", "round": 1}


def message(seq: int, life: str = LIFE, topic: str = "card", body: dict[str, Any] = CARD, **envelope: Any) -> bytes:
    """One of the table t1, signed; each life is a day later."""
    begin = {
        "v": 1, "id": f"j-{life}-{seq}", "seq": seq, "at": f"2026-01-0{int(life[0]) + 1}T20:15:00.000001Z",
        "table": "t1", "type": topic,
    }  # fmt: skip
    return signed(KEY, topic, json.dumps(begin | envelope | body)).encode()


def codes(reading: Reading, *payloads: bytes, topic: str = "card") -> list[str]:
    """What was found in each, `repeat` for one that came before."""
    found: list[str] = []
    for payload in payloads:
        judged = reading.take(topic, payload, retained=False)
        assert judged is not None
        found.append(
            "repeat" if judged.repeat else "late" if judged.late else judged.faults[0].code if judged.faults else ""
        )
    return found


def test_numbers_of_one_life() -> None:
    """A loss is said once; what comes again is known by its number."""
    reading = Reading("t1", KEY.public)
    assert codes(reading, *map(message, (7, 8, 8, 7, 11, 12))) == ["", "", "repeat", "repeat", "gap", ""]
    judged = reading.take("card", message(20), retained=False)
    assert judged is not None
    assert judged.faults[0].text == "The 7 messages, 13 to 19, are missing."


def test_what_fills_a_gap_is_late() -> None:
    """Each missing one once, in any order, also of a life of which nothing else has come."""
    reading = Reading("t1", KEY.public)
    found = codes(reading, *map(message, (1, 2, 6, 4, 4, 3, 5, 5, 7)))
    assert found == ["", "", "gap", "late", "repeat", "late", "late", "repeat", ""]
    assert codes(reading, message(12, "2" * 12), message(10, NEXT), message(13, "2" * 12)) == ["gap", "late", ""]
    third = "3" * 12
    assert codes(reading, message(9, third), message(11, "2" * 12), message(10, third)) == ["older", "repeat", ""]


def test_a_late_message_is_marked() -> None:
    """For a person too."""
    reading = Reading("t1", KEY.public)
    late = [reading.take("card", message(seq), retained=False) for seq in (1, 3, 2)][-1]
    assert late is not None
    (line,) = lines(late)
    assert line.text == "AS  dealer (late)"


def test_an_older_journal_and_its_leap() -> None:
    """A new life goes on where the one before ended, or begins lower; after `journal_older` the numbers leap."""
    reading = Reading("t1", KEY.public)
    assert codes(reading, message(7), message(8, NEXT)) == ["", ""]
    assert codes(reading, message(5, "2" * 12), message(6, "2" * 12)) == ["older", ""]
    older = {
        "state": "raised", "code": "journal_older", "severity": "critical", "text": "", "rule": None, "device": None,
    }  # fmt: skip
    assert codes(reading, message(900, "2" * 12, "alert", older), topic="alert") == [""]
    assert codes(reading, message(901, "2" * 12), message(8, NEXT)) == ["", "repeat"]


def test_what_was_kept_is_no_older_journal() -> None:
    """Retained topics come again where the table has connected anew, also of a life before the reader came."""
    reading = Reading("t1", KEY.public)
    meter = {"state": "idle", "area": None, "player": None, "multiplier": None}
    assert codes(reading, message(3, NEXT, "meter", meter), topic="meter") == [""]
    assert codes(reading, message(7, NEXT)) == [""]
    assert codes(reading, message(2, LIFE, "meter", meter), topic="meter") == ["repeat"]
    assert codes(reading, message(8, NEXT)) == [""]


def test_what_does_not_belong_there() -> None:
    """Another table, another number than the id's, another journal; nothing of it counts."""
    reading = Reading("t1", KEY.public)
    assert codes(reading, message(1), message(2, table="t2"), message(2, id=f"j-{LIFE}-3")) == ["", "place", "place"]
    assert codes(reading, message(2, id=f"k-{LIFE}-2"), message(2)) == ["key", "key"]
    assert reading.take("request/limits", b"", retained=False) is None


def test_a_topic_of_a_later_release() -> None:
    """It counts among the numbers, and is the table's own or not."""
    reading = Reading("t1", KEY.public)
    later = message(2, topic="later/thing")
    assert codes(reading, message(1)) == [""]
    assert codes(reading, later, later.replace(b"AS", b"KS"), topic="later/thing") == ["", "signature"]
    assert codes(reading, message(3)) == [""]
