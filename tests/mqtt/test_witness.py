"""The broker's `outcome/last` against the journal: an older copy of the whole folder shows, and keeps rounds shut."""

import asyncio
import json
import shutil
import signal
from pathlib import Path

import aiomqtt
import pytest

from controller.audit.journal_file import beside, opened
from controller.audit.verify.verification import verify
from controller.journal.numbering import MARGIN, used_to
from controller.journal.signature import signed
from controller.journal.store import Journal
from controller.mqtt.witness import disagreement
from tests.broker import Broker
from tests.daemon.consoles.test_socket import say
from tests.journal.journals import open_journal
from tests.mqtt.test_publisher import PREFIX, sending, until_connected
from tests.table.table_bench import CARDS, WAGERS, Bench, console_section, running

ROUND = ({**WAGERS[0]}, WAGERS[1], WAGERS[3])
"""Without a Pandemonium wager: settled as soon as it is dealt."""


async def test_an_older_copy_of_the_folder_is_told_and_keeps_rounds_shut(tmp_path: Path, broker: Broker) -> None:
    """Put back with its head file, the older copy is found out by what was published since; `clear` opens again."""
    async with running(tmp_path, broker) as bench:
        await _settle(bench, 1)
        await bench.daemon.end(signal.SIGTERM)
        _copy(tmp_path, tmp_path / "copy")
        await bench.daemon.start()
        await _settle(bench, 2)
        await bench.daemon.end(signal.SIGTERM)
        _copy(tmp_path / "copy", tmp_path)
        await bench.daemon.start()
        alert = await bench.listener.wait_for("alert", code="journal_older", state="raised")
        assert alert["severity"] == "critical"
        assert "Round 2 was published" in alert["text"]
        [answer] = await bench.say({"type": "bets.open"})
        assert answer["type"] == "rejected"
        assert "an older copy was put back" in answer["reason"]


async def test_no_identity_and_no_number_twice_behind_an_older_copy(tmp_path: Path, broker: Broker) -> None:
    """Cleared and played on, the older copy gives out no `id` again, and `seq` goes on above all that was published.

    Only what was numbered before the broker was heard may have a used number; the journal verifies with its gap.
    """
    async with running(tmp_path, broker) as bench:
        with bench.daemon.config.open("a") as config:
            config.write(console_section(tmp_path / "socket"))
        await _settle(bench, 1)
        await bench.daemon.end(signal.SIGTERM)
        _copy(tmp_path, tmp_path / "copy")
        await bench.daemon.start()
        await _settle(bench, 2)
        await bench.daemon.end(signal.SIGTERM)
        await bench.listener.wait_for("state", 2, open=False)
        published = bench.listener.messages()
        _copy(tmp_path / "copy", tmp_path)
        await bench.daemon.start()
        alert = await bench.listener.wait_for("alert", code="journal_older", state="raised")
        answer = await say(
            tmp_path / "socket", type="alert.cleared", code="journal_older", by="Kim", authority="pit_manager"
        )
        assert answer["type"] == "accepted"
        await _settle(bench, 2, count=2)
        await bench.daemon.end(signal.SIGTERM)
    used = max(message["seq"] for message in published)
    assert used < alert["seq"] <= used + MARGIN + 1
    again = [message for message in bench.listener.messages() if message not in published]
    assert not {message["id"] for message in again} & {message["id"] for message in published}
    assert sum(message["type"] == "outcome" for message in again) == 2
    above = [message["seq"] for message in again if message["seq"] > used]
    assert above == list(range(alert["seq"], alert["seq"] + len(above)))
    with opened(beside(bench.journal)) as file:
        report = verify(file)
    assert (report.found, report.doubts) == (1, 1)  # what the alert tells, and no gap


def test_an_unsigned_number_is_believed_within_reason() -> None:
    """As far as a signed record of that number can have brought it; further than that nobody moves us."""
    assert used_to(seen=500, n=60, last=80) == 500 + MARGIN
    assert used_to(seen=2**62, n=60, last=80) == 80 + 61 * MARGIN


async def test_an_older_copy_that_was_played_on_is_told(tmp_path: Path) -> None:
    """A journal that goes on beyond the published record, but otherwise, disagrees as well as one that ends before."""
    with_it, without = tmp_path / "one", tmp_path / "two"
    with_it.mkdir()
    journal = open_journal(with_it)
    await journal.commit([journal.draft("event", "{}", round_=0)])
    shutil.copytree(with_it, without)
    published = [journal.draft("event", f'{{"round":{n}}}', round_=n, ended=True) for n in (1, 2)]
    await journal.commit(published)
    first = _message(journal, 1, published[0].record.n, published[0].link, published[0].seal)
    last = _message(journal, 2, published[1].record.n, published[1].link, published[1].seal)
    assert await disagreement(journal, last, last=0) is None
    journal.close()
    older = open_journal(without)
    await older.commit([older.draft("event", f'{{"other":{n}}}', round_=n, ended=True) for n in (1, 2, 3)])
    for message in (first, last):
        against = await disagreement(older, message, last=0)
        assert against is not None
        assert against.code == "journal_older"
    older.close()


async def test_nonsense_says_nothing(tmp_path: Path, broker: Broker) -> None:
    """Anybody at the broker may retain nonsense there: no alert, play goes on."""
    for number, payload in enumerate((b"", b"\xff", b"[]", b"{}", b'{"journal":null}', b"[" * 20_000)):
        async with aiomqtt.Client(broker.host, broker.port) as other:
            await other.publish(f"{PREFIX}/outcome/last", payload, qos=1, retain=True)
        async with sending(tmp_path, broker) as sender:
            await until_connected(sender)
            assert sender.alerts.empty(), number


async def test_what_this_device_did_not_sign_is_a_warning_once(tmp_path: Path, broker: Broker) -> None:
    """Under this journal's name it is forged, or signed by a key that was replaced; told once, however often."""
    async with sending(tmp_path, broker) as sender:
        await until_connected(sender)
        for round_ in (1, 2):
            broker.kill()
            await until_connected(sender, connected=False)
            broker.start()
            forged = _message(sender.journal.journal_id, round_, 1000, b"x" * 32, b"y" * 64)
            async with aiomqtt.Client(broker.host, broker.port) as other:
                await other.publish(f"{PREFIX}/outcome/last", forged, qos=1, retain=True)
            await until_connected(sender)
        broker.kill()
        await until_connected(sender, connected=False)
        broker.start()
        await until_connected(sender)
        alert = sender.alerts.get_nowait()
        assert (alert.code, alert.severity, alert.used_to) == ("journal_unsigned", "warning", None)
        assert sender.alerts.empty()


NO_COUNTS = ("1e999", "Infinity", "NaN", "-1", "1.0", "true", '"1"', "null", str(2**63), "9" * 5000)
"""What JSON, or what reads it, may take for a number, and no record has."""


@pytest.mark.parametrize("key", ["n", "seq", "round"])
async def test_a_number_that_is_none_says_nothing(tmp_path: Path, key: str) -> None:
    """Strictly a count within what the journal can hold, or the whole message is nonsense; also under our own seal."""
    journal = open_journal(tmp_path)
    draft = journal.draft("event", "{}", round_=1, ended=True)
    message = _message(journal, 1, 1, draft.link, draft.seal)
    assert await disagreement(journal, message, last=0) is not None  # it is not committed
    assert f'"{key}": 1'.encode() in message
    for value in NO_COUNTS:
        forged = message.replace(f'"{key}": 1'.encode(), f'"{key}": {value}'.encode())
        assert await disagreement(journal, forged, last=0) is None
    for wrong in (b'"id": "\\ud800', b'"id": 7, "was": "', b'"id": "' + b"x" * 1000):
        assert await disagreement(journal, message.replace(b'"id": "', wrong), last=0) is None
    journal.close()


async def test_another_journal_of_this_table_is_told(tmp_path: Path, broker: Broker) -> None:
    """A journal begun anew where another had published is a warning: a changed machine, or a journal put away."""
    async with aiomqtt.Client(broker.host, broker.port) as other:
        await other.publish(
            f"{PREFIX}/outcome/last", _message("before", 7, 1000, b"x" * 32, b"y" * 64), qos=1, retain=True
        )
    async with sending(tmp_path, broker) as sender:
        alert = await asyncio.wait_for(sender.alerts.get(), 20)
        assert (alert.code, alert.severity) == ("journal_other", "warning")
        assert "round 7" in alert.text
        assert "'before'" in alert.text


def _copy(source: Path, target: Path) -> None:
    """The journal's files, all of them and no others; recordings of device frames lie in a folder beside them."""
    target.mkdir(exist_ok=True)
    for file in target.glob("journal.db*"):
        if file.is_file():
            file.unlink()
    for file in source.glob("journal.db*"):
        if file.is_file():
            shutil.copy2(file, target / file.name)


async def _settle(bench: Bench, round_: int, *, count: int = 1) -> None:
    await bench.say(*ROUND)
    await bench.deal(*CARDS)
    await bench.listener.wait_for("outcome/last", count, round=round_)


def _message(journal: Journal | str, round_: int, n: int, head: bytes, seal: bytes | None) -> bytes:
    assert seal is not None
    journal_id = journal if isinstance(journal, str) else journal.journal_id
    proof = {"n": n, "head": head.hex(), "seal": seal.hex()}
    text = json.dumps({"id": f"{journal_id}-{n:012x}-{n}", "seq": n, "round": round_, "journal": proof})
    return text.encode() if isinstance(journal, str) else signed(journal.key, "outcome/last", text).encode()


async def test_the_body_of_a_published_outcome_is_signed_too(tmp_path: Path, broker: Broker) -> None:
    """The same outcome with another number in it, seal and all else as it was, is told as not signed."""
    async with running(tmp_path, broker) as bench:
        await _settle(bench, 1)
        outcome = bench.listener.bodies("outcome/last")[-1]
        await bench.daemon.end(signal.SIGTERM)
        outcome["rules_hash"] = "another"
        async with aiomqtt.Client(broker.host, broker.port) as other:
            forged = json.dumps(outcome, ensure_ascii=False, separators=(",", ":"))
            await other.publish(f"{PREFIX}/outcome/last", forged, qos=1, retain=True)
        await bench.daemon.start()
        alert = await bench.listener.wait_for("alert", code="journal_unsigned", state="raised")
        assert "Round 1" in alert["text"] or "round 1" in alert["text"]
