"""Random rounds and all that is published of them, each message held to its JSON Schema.

    make messages ARGS="--rounds 1000 --game NAME --seed N"

Rounds are played by random legal moves; after some the table is corrected, so that revisions and withdrawals are among
the messages. The messages are made by the table's own `Consequences` and signed by a real key. The schemas are open,
so that fields can be added; here they are closed: what is published and not described is found.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from controller.alerts.notices import Alert, AlertCleared, DeviceStatus, RequestNotice, notice_to_json
from controller.core.effects import Effect, RoundEnded
from controller.core.events import AnyEvent, Correction
from controller.core.families import POKER
from controller.core.tables import Table, TwentyOneTable
from controller.games import State, step, view
from controller.games.registry import GAMES, find
from controller.games.rules_hash import RULES_VERSION
from controller.journal.chain import Record
from controller.journal.draft import Draft, OutboxRow
from controller.journal.files.keys import DeviceKey
from controller.journal.numbering import Numbering
from controller.journal.signature import signed
from controller.journal.start_record import Start
from controller.mqtt.contract.topics import TOPICS, MessageType
from controller.mqtt.messages import LAST_OUTCOME
from controller.odds.random_player import RandomPlayer
from controller.odds.random_poker_player import RandomPokerPlayer
from controller.odds.simulation import poker_table
from controller.table.consequences import Consequences
from tests.games.corrected import OPENING, changes, played

SCHEMAS: Final = Path(__file__).resolve().parents[3] / "config" / "schemas"
CORRECTED: Final = 0.5
"""How often a round's end is followed by a correction."""
KEY: Final = bytes(range(32))
SECOND_NS: Final = 10**9
LIMITS: Final[dict[str, tuple[int, int]]] = {"main": (1000, 500000)}
STATUS: Final[dict[str, Any]] = {
    "driver": "framed", "role": "shoe", "port": "/dev/ttyUSB0", "connected": True, "firmware": None,
    "last_frame": None, "errors": {"rejected": 1},
}  # fmt: skip


def closed(schema: Any) -> Any:
    """The schema, no field more than it describes."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(value) for key, value in schema.items()}
    return found | {"additionalProperties": False} if isinstance(schema.get("properties"), dict) else found


def validators() -> dict[str, Any]:
    """By topic, as it is below the table's prefix; one for all devices."""
    return {
        topic.name.partition("/{")[0]: jsonschema_rs.validator_for(
            closed(json.loads((SCHEMAS / f"{topic.carries.type}.json").read_text(encoding="utf-8")))
        )
        for topic in TOPICS
        if isinstance(topic.carries, MessageType)
    }


class Publishing:
    """A table without a disk: what its records would publish."""

    def __init__(self, table: Table, state: State) -> None:
        self._key = DeviceKey(KEY)
        start = Start(
            version="1", rules_version=RULES_VERSION, rules_hash=view(state).rules_hash, python="3",
            config_hash="c" * 64, code_hash="d" * 64, table=table, fresh=True, boot_id="b", journal_id="j",
            public_key=self._key.public.hex(), table_name="t1", has_broker=True, buttons=(), meters=(), lanes={},
            standing=(), shows_terms=True if table.terms else None,
        )  # fmt: skip
        self._consequences = Consequences(start, Numbering({}))
        self._n = 0
        self._start = state

    def opening(self) -> Iterator[tuple[str, str]]:
        """The start, a device, an alert that comes and goes, answers to requests."""
        draft = self._draft("start")
        self._consequences.of_start(draft, self._start)
        yield from self._out(draft)
        alert, cleared = Alert(code="disk_low", text="full"), AlertCleared(code="disk_low", by="Kim")
        answers = (
            RequestNotice(verb="close", status="accepted", transaction="8f2c41a0", by="cms", when="now", again=True),
            RequestNotice(verb="limits", status="refused", reason="Nobody has shown that he has the key."),
        )
        for notice in (DeviceStatus(device="shoe", status=STATUS), alert, cleared, *answers):
            draft = self._draft("notice")
            self._consequences.of_notice(draft, notice_to_json(notice, None), view(self._start))
            yield from self._out(draft)

    def step(self, before: State, after: State, effects: list[Effect]) -> Iterator[tuple[str, str]]:
        """What one answer of the rules publishes."""
        draft = self._draft("event")
        self._consequences.of_step(draft, effects, after, before=view(before), after=view(after))
        yield from self._out(draft)

    def _draft(self, kind: Any) -> Draft:
        self._n += 1
        record = Record(self._n, kind, 1, self._n * SECOND_NS, 0, True, 0, False, None, None, False, "{}")
        link = self._n.to_bytes(32, "big")
        return Draft(record, link, self._key.sign(link))

    def _out(self, draft: Draft) -> Iterator[tuple[str, str]]:
        rows: list[OutboxRow] = draft.rows
        for row in rows:
            yield row.topic, signed(self._key, row.topic, row.payload)


def messages(game: str, seed: int, rounds: int) -> Iterator[tuple[str, str]]:
    """Topic and payload of all that so many rounds publish."""
    chance = random.Random(seed)
    player: Any
    if find(game).family is POKER:
        player = RandomPokerPlayer(poker_table(seed, game), seed)
        steps = player.rounds(rounds + 1)
    else:
        player = RandomPlayer(TwentyOneTable(game=game, limits=LIMITS), seed)
        steps = player.shoes(rounds)
    state: State = player.state
    table = Publishing(player.table, state)
    yield from table.opening()
    begun: State | None = None
    said: list[AnyEvent] = []
    for event, after, effects in steps:
        yield from table.step(state, after, effects)
        if isinstance(event, OPENING):
            begun, said = state, []
        said.append(event)
        state = after
        if any(isinstance(effect, RoundEnded) for effect in effects):
            rounds -= 1
            if begun is not None and chance.random() < CORRECTED:
                yield from _corrected(table, begun, said, find(game).deck, chance)
            if rounds == 0:
                return


def _corrected(
    table: Publishing, begun: State, said: list[AnyEvent], deck: Any, chance: random.Random
) -> Iterator[tuple[str, str]]:
    """What one correction of the round that has ended publishes; the table goes on as if there had been none."""
    change, _ = changes(said, deck, chance)
    correction = Correction(changes=(change,), reason="seen on the table", authority="pit_manager")
    state = played(begun, said).state
    after, effects = step(state, correction, len(said) + 1)
    yield from table.step(state, after, effects)


def held(game: str, seed: int, rounds: int) -> tuple[Counter[str], list[str]]:
    """How many messages of each topic were published, and what is wrong with any."""
    found = validators()
    seen: Counter[str] = Counter()
    faults = []
    for topic, payload in messages(game, seed, rounds):
        name = topic if topic == LAST_OUTCOME else topic.partition("/")[0]
        body = json.loads(payload)
        seen[f"{name} {body['status']}" if body.get("status") == "withdrawn" else name] += 1
        seen["revision"] += "revision" in body
        faults += [f"{game}, {topic}: {error.message}: {payload}" for error in found[name].iter_errors(body)]
    return seen, faults


def main() -> int:
    """Exit status 1 where a message does not fit its schema."""
    parser = argparse.ArgumentParser(description="random rounds, each message held to its schema")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wrong = 0
    for game in arguments.game or GAMES:
        seen, faults = held(game, arguments.seed, arguments.rounds)
        counts = ", ".join(f"{name} {count}" for name, count in seen.most_common())
        sys.stdout.write(f"{game}: {arguments.rounds} rounds: {counts}; {len(faults)} do not fit\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in faults[:10])
        wrong += len(faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
