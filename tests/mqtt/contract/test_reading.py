"""What a reader makes of the numbers: repeats, losses, an older copy of the journal, a leap that is no loss."""

import json
from typing import Any, Final

from controller.journal.files.keys import DeviceKey
from controller.journal.signature import signed
from controller.mqtt.contract.reading import Reading

KEY: Final = DeviceKey(bytes(range(32)))
LIFE: Final = "0" * 12
NEXT: Final = "1" * 12
METER: Final = {"state": "idle", "area": None, "player": None, "multiplier": None}


def message(seq: int, life: str = LIFE, topic: str = "meter", body: dict[str, Any] = METER, **envelope: Any) -> bytes:
    """One of the table t1, signed."""
    begin = {
        "v": 1, "id": f"j-{life}-{seq}", "seq": seq, "at": "2026-01-31T20:15:00.000001Z", "table": "t1", "type": topic,
    }  # fmt: skip
    return signed(KEY, topic, json.dumps(begin | envelope | body)).encode()


def codes(reading: Reading, *payloads: bytes, topic: str = "meter") -> list[str]:
    """What was found in each, `repeat` for one that came before."""
    found: list[str] = []
    for payload in payloads:
        judged = reading.take(topic, payload, retained=False)
        assert judged is not None
        found.append("repeat" if judged.repeat else judged.faults[0].code if judged.faults else "")
    return found


def test_numbers_of_one_life() -> None:
    """A loss is said once; what comes again is known by its number."""
    reading = Reading("t1", KEY.public)
    assert codes(reading, *map(message, (7, 8, 8, 7, 11, 12))) == ["", "", "repeat", "repeat", "gap", ""]
    judged = reading.take("meter", message(20), retained=False)
    assert judged is not None
    assert judged.faults[0].text == "The 7 messages, 13 to 19, are missing."


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


def test_what_does_not_belong_there() -> None:
    """Another table, another number than the id's, another journal; nothing of it counts."""
    reading = Reading("t1", KEY.public)
    assert codes(reading, message(1), message(2, table="t2"), message(2, id=f"j-{LIFE}-3")) == ["", "place", "place"]
    assert codes(reading, message(2, id=f"k-{LIFE}-2"), message(2)) == ["key", "key"]
    assert Reading("t1").take("elsewhere", b"", retained=False) is None
