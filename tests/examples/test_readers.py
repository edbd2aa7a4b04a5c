"""The readers of config/examples at a real table and its TLS broker: in the end exactly the journal's outcomes.

A day in short: rounds while both follow, a round corrected, one withdrawn and settled anew; both killed, the broker
stopped and started, the daemon too, rounds meanwhile; the readers back; then an older copy of the journal put back,
rounds after it. `MQTT_JS=FOLDER` names a node_modules with mqtt.js: then the JavaScript reader follows by itself.
"""

import asyncio
import json
import os
import shutil
import signal
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Final

import aiomqtt

from controller.core.outcomes import dumps
from tests.broker import Broker
from tests.cli.technician import told
from tests.daemon.consoles.test_socket import say
from tests.journal.journals import readable
from tests.mqtt.certificates import Authority, house_broker
from tests.table.table_bench import (
    LONGEST_S,
    PREFIX,
    ROOT,
    WAGERS,
    Bench,
    Daemon,
    console_section,
    running,
    write_config,
)

EXAMPLES: Final = ROOT / "config" / "examples"
MQTT_JS: Final = os.environ.get("MQTT_JS")
BETS: Final = (WAGERS[0], WAGERS[1], WAGERS[3])
STAND: Final = {"type": "decision", "area": 1, "action": "stand"}
ENVELOPE: Final = ("v", "id", "seq", "at", "table", "corrects", "journal", "sig")

Words = tuple[str | Path, ...]


class Example:
    """One of the readers with its store."""

    def __init__(self, name: str, program: tuple[Words, Words], following: Words, log: Path) -> None:
        self.name = name
        self._program = program
        self._following = following
        self.log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *map(str, self._following), stdout=log, stderr=log, start_new_session=True
            )

    async def kill(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
            self._process = None

    async def until(self, *parts: str) -> None:
        """A line with all of them is in its log."""
        async with asyncio.timeout(LONGEST_S):
            while not any(all(part in line for part in parts) for line in self.log.read_text().splitlines()):
                assert self._process is None or self._process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.05)

    async def ask(self, *words: str) -> list[str]:
        process = await asyncio.create_subprocess_exec(
            *map(str, (*self._program[0], *words, *self._program[1])), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        assert process.returncode == 0
        return [line for line in out.decode().split("\n") if line]


def examples(folder: Path, broker: Broker, house: Authority, ask: Words = ()) -> list[Example]:
    """Both, each with a store and a session of its own, as the management system; `ask` is with what they ask."""
    keys, address = ("--keys", folder / "keys.json"), f"127.0.0.1:{broker.port}"
    cert, cert_key = house.issue("cms")
    tls: Words = ("--ca", house.file, "--cert", cert, "--cert-key", cert_key)
    python = (sys.executable, "-W", "error", EXAMPLES / "reader.py")
    stored = ("--store", folder / "outcomes.db")
    there: Words = ("--broker", address, *tls, *ask)
    script: Words = ("node", EXAMPLES / "reader.mjs")
    logged: Words = ("--store", folder / "outcomes.log", *keys)
    program = ROOT / "tests" / "examples" / "bridge.py"
    bridge: Words = (sys.executable, program, "127.0.0.1", str(broker.port), "javascript", *tls[1::2])
    following: Words = (*bridge, *script, "lines", *logged, *ask)
    if MQTT_JS:
        (folder / "node_modules").symlink_to(MQTT_JS)
        shutil.copy(EXAMPLES / "asking.mjs", folder)
        script = ("node", shutil.copy(EXAMPLES / "reader.mjs", folder))
        following = (*script, "follow", *logged, "--client", "javascript", "--broker", f"mqtts://{address}", *tls, *ask)
    return [
        Example("python", (python, stored), (*python, "follow", *stored, *keys, *there), folder / "py"),
        Example("javascript", (script, logged), following, folder / "js"),
    ]


@asynccontextmanager
async def following(
    folder: Path, *, sections: str = "", ask: Words = ()
) -> AsyncIterator[tuple[Bench, Broker, Authority, list[Example]]]:
    """A table whose socket takes a shift manager, its broker, and both readers, which follow it.

    `sections` are more of its configuration.
    """
    house = Authority(folder / "certs")
    broker = house_broker(folder / "mosquitto", house)
    broker.start()
    readers = examples(folder, broker, house, ask)
    try:
        async with running(folder, None, start=False) as bench:
            bench.daemon = Daemon(write_config(folder, broker))
            secure(bench.daemon.config, house, folder)
            bench.daemon.config.write_text(bench.daemon.config.read_text() + sections)
            await bench.daemon.start()
            async with impostor(broker, house) as client:
                await client.subscribe(f"{PREFIX}/about", qos=1)
                about = json.loads((await anext(aiter(client.messages))).payload)
            (folder / "keys.json").write_text(json.dumps({"house/t1": about["public_key"]}))
            for reader in readers:
                await reader.start()
                await reader.until("about")
            yield bench, broker, house, readers
    finally:
        for reader in readers:
            await reader.kill()
        broker.kill()


async def test_a_reader_has_exactly_the_outcomes_of_the_journal(tmp_path: Path) -> None:
    """Through kills, restarts, corrections and an older journal; one byte changed is refused."""
    async with following(tmp_path) as (bench, broker, house, readers):
        await settle(bench)
        await settle(bench)
        await correct(bench, tmp_path, "QC")
        for reader in readers:
            await reader.kill()
        await settle(bench)
        await correct(bench, tmp_path, "5C")  # not over with it: withdrawn, open again
        broker.stop()
        await bench.deal("9C")
        await restart(bench)
        await settle(bench)
        broker.start()
        await settle(bench)
        for reader in readers:
            await reader.start()
        await bench.daemon.end(signal.SIGTERM)
        kept = tmp_path / "copy"
        put(tmp_path, kept)
        await bench.daemon.start()
        await settle(bench)
        await settle(bench, "QD")
        await correct(bench, tmp_path, "KD")
        await bench.daemon.end(signal.SIGTERM)
        put(kept, tmp_path)
        await bench.daemon.start()
        await cleared(tmp_path)
        await settle(bench, "JH")
        await bench.daemon.end(signal.SIGTERM)
        outcome = (await readers[0].ask("outcomes", "house/t1"))[-1]
        async with impostor(broker, house) as forger:
            await forger.publish(f"{PREFIX}/outcome", outcome.replace('"net":0', '"net":1'), qos=1)
        wanted = await journal(bench)
        assert len(wanted) == 6
        for reader in readers:
            await reader.until(f"{PREFIX}/outcome: REFUSED: forged or changed")
            assert await outcomes(reader) == wanted, reader.name
            assert await reader.ask("gaps") == []
            dropped = [json.loads(line) for line in await reader.ask("outcomes", "house/t1", "--dropped")]
            assert [(one["round"], one.get("revision")) for one in dropped] == [(6, None), (7, None), (7, 2)]
            assert sum("an older journal was put back" in line for line in reader.log.read_text().splitlines()) == 1


def secure(config: Path, house: Authority, folder: Path) -> None:
    """The table reaches the broker by its certificate, and its socket takes a shift manager."""
    cert, key = house.issue("t1")
    mqtt = f'[mqtt]\ntls = true\nca_file = "{house.file}"\ncert_file = "{cert}"\nkey_file = "{key}"\n'
    config.write_text(config.read_text().replace("[mqtt]\n", mqtt) + console_section(folder / "socket"))


def impostor(broker: Broker, house: Authority) -> aiomqtt.Client:
    """Somebody with the table's certificate and without its key."""
    context = ssl.create_default_context(cafile=house.file)
    context.load_cert_chain(house.folder / "t1.pem", house.folder / "t1.key")
    return aiomqtt.Client("127.0.0.1", broker.port, identifier="impostor", tls_context=context)


async def settle(bench: Bench, last: str = "KC") -> None:
    """One round, a stand-off of two seventeens."""
    for answer in await bench.say(*BETS):
        assert answer["type"] == "accepted", answer
    await bench.deal("9S", "7H", "8D")
    await bench.say(STAND)
    await bench.deal(last)


async def correct(bench: Bench, folder: Path, card: str) -> None:
    """The last card was another one."""
    with closing(readable(bench.journal)) as file:
        (n,) = file.execute(
            """SELECT max(n) FROM records WHERE body LIKE '%"type":"card"%' AND device = 'shoe'"""
        ).fetchone()
    change = {"of": n, "event": {"type": "card", "card": card}}
    answer = await say(
        folder / "socket", type="correction", changes=[change], reason="misread", authority="pit_manager"
    )
    assert answer["type"] == "accepted", answer


async def restart(bench: Bench) -> None:
    """Killed, and started again."""
    await bench.daemon.end(signal.SIGKILL)
    await bench.daemon.start()


async def cleared(folder: Path) -> None:
    """The table has found that its journal is older, and a pit manager lets it go on."""
    clear = {"type": "alert.cleared", "code": "journal_older", "by": "Kim", "authority": "pit_manager"}
    async with asyncio.timeout(LONGEST_S):
        while True:
            with suppress(OSError):  # it starts
                if (await say(folder / "socket", **clear))["type"] == "accepted":
                    return
            await asyncio.sleep(0.05)


def put(source: Path, target: Path) -> None:
    """The journal's files, all of them and no others."""
    target.mkdir(exist_ok=True)
    for file in [one for one in target.glob("journal.db*") if one.is_file()]:
        file.unlink()
    for file in [one for one in source.glob("journal.db*") if one.is_file()]:
        shutil.copy2(file, target / file.name)


async def journal(bench: Bench) -> dict[int, str]:
    """The outcome of each round, as the journal has it."""
    status, out, _ = await told("replay", "--journal", bench.journal)
    assert status == 0
    return {json.loads(line)["round"]: line for line in out.split("\n") if line}


async def outcomes(reader: Example) -> dict[int, str]:
    """The same, as the reader has it: without what is around an outcome at the broker."""
    found: dict[int, str] = {}
    for line in await reader.ask("outcomes", "house/t1"):
        body: dict[str, Any] = {name: value for name, value in json.loads(line).items() if name not in ENVELOPE}
        assert body["round"] not in found
        found[body["round"]] = dumps(body)
    return found
