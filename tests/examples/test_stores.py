"""The readers' stores without a broker: the same messages into both, and the same becomes of each."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

from controller.journal.files.keys import DeviceKey
from controller.journal.signature import signed
from tests.table.table_bench import ROOT

EXAMPLES: Final = ROOT / "config" / "examples"
KEY: Final = DeviceKey(bytes(range(32)))
PREFIX: Final = "casino/house/t1"


def message(seq: int, life: str, day: int, topic: str = "outcome", journal: str = "j", **more: Any) -> dict[str, Any]:
    """As the broker hands it over: number `seq` of a life that began on this day."""
    body = {
        "v": 1, "id": f"{journal}-{life * 12}-{seq}", "seq": seq, "at": f"2026-01-{day:02}T00:00:00.{seq:06}Z",
        "table": "t1", "type": topic,
    }  # fmt: skip
    body |= {"round": seq, "status": "settled"} if topic == "outcome" else {}
    payload = signed(KEY, topic, json.dumps(body | more))
    return {"topic": f"{PREFIX}/{topic}", "payload": payload, "retain": False}


GAP: Final = "a gap: 13 to 14 are missing"
OLDER: Final = "an older journal was put back: what was published from {} on is not in it any more"
HELD: Final = "HELD: a life from before what is known: repeated, or the table's clock was set back: `accept {}`"
FORGED: Final = "REFUSED: forged or changed, the table's key did not sign it"
TAKEN: Final = (
    (message(5, "a", 1, "state"), "before"),  # it may be one of those that are published again
    (message(10, "a", 1), "new"),
    (message(11, "a", 1, round=10, revision=2), "new"),
    (message(10, "a", 1), "repeat"),
    (message(12, "a", 1) | {"retain": True}, "kept by the broker"),
    (message(12, "b", 2, "response/limits"), "new"),  # a restart, and a topic that is of no outcome
    (message(15, "b", 2), GAP),
    (message(14, "b", 2), "fills a gap"),
    (message(14, "b", 2), "repeat"),
    (message(16, "b", 2, round=15, status="withdrawn"), "new"),
    (message(9, "9", 1, "state"), "before"),  # kept at the broker, of a life that we never saw
    (message(9, "9", 1), HELD.format("9" * 12)),
    (message(14, "c", 3, "about"), OLDER.format(14)),
    (message(15, "c", 3), "new"),
    (message(900, "c", 3, "alert", code="journal_older"), "new"),
    (message(901, "c", 3), "new"),
    (message(17, "b", 2), "repeat"),  # of the journal that was put away
    (message(1, "d", 4, journal="k"), "new"),  # another table PC
    (message(902, "c", 3) | {"topic": f"{PREFIX}/card"}, FORGED),
    (message(902, "c", 3) | {"topic": "casino/house/t2/outcome"}, "REFUSED: no key is pinned for house/t2"),
    ({"topic": f"{PREFIX}/outcome", "payload": "\u0000", "retain": False}, FORGED),
    ({"topic": f"{PREFIX}/availability", "payload": "online", "retain": True}, "not of the record"),
)
STANDING: Final = [(10, 2), (15, None), (901, None), (1, None)]
DROPPED: Final = [15, 14, 16]

FEED: Final = """
import json, sys, types
sys.path.insert(0, sys.argv[1])
import reader
from pathlib import Path
one = reader.Reader.__new__(reader.Reader)
one.asking, one.ahead = None, {}
one.store, one.keys, one.prefix = reader.Store(Path(sys.argv[2])), json.loads(Path(sys.argv[3]).read_text()), "casino"
for line in sys.stdin:
    found = json.loads(line)
    message = types.SimpleNamespace(topic=found["topic"], payload=found["payload"].encode(), retain=found["retain"])
    print(f"{message.topic}: {one.take(message)}")
"""


async def run(*words: str | Path, said: str = "") -> list[str]:
    """The lines that a program prints."""
    process = await asyncio.create_subprocess_exec(
        *map(str, words), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate(said.encode())
    assert process.returncode == 0
    return [line for line in out.decode().split("\n") if line]


async def test_the_same_becomes_of_each_message_in_both(tmp_path: Path) -> None:
    """One line after the other, each in a process of its own where the last was killed; then what stands."""
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"house/t1": KEY.public.hex()}))
    script = ("node", EXAMPLES / "reader.mjs")
    stores = {"py": tmp_path / "py", "js": tmp_path / "js"}
    feeds = {
        "py": (sys.executable, "-c", FEED, EXAMPLES, stores["py"], keys),
        "js": (*script, "lines", "--store", stores["js"], "--keys", keys),
    }
    asks = {"py": (sys.executable, EXAMPLES / "reader.py"), "js": script}
    half = len(TAKEN) // 2
    for name, feed in feeds.items():
        became: list[str] = []
        for part in (TAKEN[:half], TAKEN[half:]):
            became += await run(*feed, said="".join(json.dumps(given) + "\n" for given, _ in part))
        assert became == [f"{given['topic']}: {wanted}" for given, wanted in TAKEN], name
        with stores["js"].open("a") as log:
            log.write('{"torn')  # as a power cut leaves it
        stored = ("--store", stores[name])
        standing = [json.loads(line) for line in await run(*asks[name], "outcomes", "house/t1", *stored)]
        assert [(one["round"], one.get("revision")) for one in standing] == STANDING, name
        dropped = [
            json.loads(line)["seq"] for line in await run(*asks[name], "outcomes", "house/t1", "--dropped", *stored)
        ]
        assert dropped == DROPPED, name
        assert await run(*asks[name], "gaps", *stored) == ["house/t1/j: 13 to 13"], name
        assert await run(*asks[name], "accept", "9" * 12, *stored) == ["1 messages taken"], name
        assert await run(*asks[name], "accept", "9" * 12, *stored) == ["0 messages taken"], name
        standing = [json.loads(line) for line in await run(*asks[name], "outcomes", "house/t1", *stored)]
        assert [one["round"] for one in standing] == [9, 1], name  # all after it was of a journal that it took back
