"""What the house's own system asks over MQTT, at the real daemon and broker: taken, refused, repeated, restarted."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

from controller.cli.tablectl import main
from tests.broker import Broker
from tests.daemon.requests.house import LIMITS, House, house
from tests.journal.journals import readable
from tests.table.table_bench import CARDS, LONGEST_S, PREFIX, WAGERS, Bench


def records(bench: Bench, kind: str = "notice") -> list[dict[str, Any]]:
    """The bodies of the journal's records of a kind, in order."""
    with readable(bench.journal) as journal:
        found = journal.execute("SELECT body FROM records WHERE kind = ? AND sealed = 0 ORDER BY n", (kind,)).fetchall()
    journal.close()
    return [json.loads(body)[kind] for (body,) in found]


async def restart(bench: Bench) -> None:
    """Killed, and at the broker again."""
    count = len(bench.listener.bodies("about")) + 1
    await bench.daemon.end(signal.SIGKILL)
    await bench.daemon.start()
    await bench.listener.wait_for("about", count)
    await bench.listener.wait_for("device/console", count, connected=True)


def number(bench: Bench, text: str) -> int:
    """Of the record of the event that has this text."""
    with readable(bench.journal) as journal:
        ((found,),) = journal.execute("SELECT n FROM records WHERE kind = 'event' AND instr(body, ?)", (text,))
    journal.close()
    return int(found)


def asked(bench: Bench) -> list[dict[str, Any]]:
    """What the journal has of requests."""
    return [notice for notice in records(bench) if notice["type"] == "request"]


async def play(bench: Bench) -> Any:
    """A round; its outcome."""
    count = len(bench.listener.bodies("outcome")) + 1
    await bench.say(*WAGERS)
    await bench.deal(*CARDS)
    await bench.press()
    return await bench.listener.wait_for("outcome", count)


async def test_limits_wait_until_the_round_is_over(tmp_path: Path, broker: Broker) -> None:
    """They wait through the round, a kill, and for as long as it can be corrected; then they hold, across restarts."""
    async with house(tmp_path, broker) as cms:
        bench = cms.bench
        assert (await cms.ask("limits", limits={"main": [1000, 100000]}))["when"] == "next_round"
        state = await bench.listener.wait_for("state", limits={"main": [1000, 100000]})
        await bench.say(*WAGERS)
        answer = await cms.ask("limits", limits=LIMITS, by="pit")
        assert (answer["status"], answer["when"]) == ("accepted", "next_round")
        await restart(bench)
        await bench.deal(*CARDS)
        await bench.press()
        outcome = await bench.listener.wait_for("outcome")
        assert not [one for one in bench.listener.bodies("state") if one["limits"] == LIMITS]
        changes = [{"of": number(bench, '"card":"7H"'), "event": {"type": "card", "card": "8H"}}]
        await bench.say({"type": "correction", "changes": changes, "reason": "misread", "authority": "pit_manager"})
        outcome = await bench.listener.wait_for("outcome", revision=2)
        await bench.say({"type": "bets.open"})
        taken = await cms.taken(answer)
        assert taken["by"] == "pit"
        await bench.meter_shows("idle")
        state = await bench.listener.wait_for("state", limits=LIMITS, phase="betting")
        assert state["id"].rsplit("-", 1)[0] != outcome["id"].rsplit("-", 1)[0]
        (low,) = await bench.say({"type": "wager", "area": 1, "kind": "main", "amount": 1000})
        assert low["type"] == "rejected"
        assert (await bench.daemon.end(signal.SIGTERM))[0] == 0
        config = ["--config", str(bench.daemon.config)]
        assert main(["verify", *config]) == 0
        assert main(["replay", *config]) == 0
        await bench.daemon.start()
        await bench.listener.wait_for(
            "state", len([1 for s in bench.listener.bodies("state") if s["open"]]) + 1, open=True
        )
        start = records(bench, "start")[-1]
        assert start["table"]["limits"] == LIMITS
        assert start["requested"]["limits"]["transaction"] == answer["transaction"]
        assert main(["export", "--round", "1", *config]) == 0
        await bench.say({"type": "round.void", "reason": "x", "authority": "pit_supervisor"})
        await bench.daemon.end(signal.SIGKILL)
        text = bench.daemon.config.read_text()
        bench.daemon.config.write_text(text.replace("[journal]", "[table.limits]\nmain = [500, 500000]\n[journal]"))
        await bench.daemon.start()
        await bench.listener.wait_for("alert", code="table_changed")
        assert records(bench, "start")[-1]["table"]["limits"] == {"main": [500, 500000]}
        await bench.daemon.end(signal.SIGTERM)
        assert main(["verify", *config]) == 0


async def test_multipliers(tmp_path: Path, broker: Broker) -> None:
    """Held to what the file is held to; they draw from the next round on, and what was drawn stays."""
    even = {"2": 135, "3": 135, "5": 135, "10": 140, "20": 146, "25": 134, "50": 111, "100": 65}
    async with house(tmp_path, broker) as cms:
        bench = cms.bench
        refused = [
            await cms.ask("multipliers", weights=even, by="pit"),
            await cms.ask("multipliers", weights=even | {"100": 10_000}),
            await cms.ask("multipliers", weights={"2": 1}),
            await cms.ask("multipliers", weights=even | {"7": 1}),
        ]
        assert [answer["status"] for answer in refused] == ["refused"] * 4
        assert "shift manager" in refused[0]["reason"]
        assert "leave the house between" in refused[1]["reason"]
        await bench.say(*WAGERS)
        await bench.deal(*CARDS)
        answer = await cms.ask("multipliers", weights=even)
        await bench.press()
        await bench.listener.wait_for("outcome")
        assert records(bench, "start")[-1]["weights"][6] == 110
        await bench.say({"type": "bets.open"})
        assert (await cms.taken(answer))["result"] == answer["result"]
        await bench.meter_shows("idle")
        about = await bench.listener.wait_for("about", weights_hash=answer["result"]["weights_hash"])
        assert about["rules_hash"] == bench.listener.bodies("about")[0]["rules_hash"]
        assert records(bench, "start")[-1]["weights"][6] == 111
        await bench.daemon.end(signal.SIGTERM)
        assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def test_close_and_open(tmp_path: Path, broker: Broker) -> None:
    """The round under way is played; no other begins, also after a restart, until it is opened."""
    async with house(tmp_path, broker) as cms:
        bench = cms.bench
        await bench.say(*WAGERS)
        assert (await cms.ask("close", by="pit", reason="end of the day"))["when"] == "now"
        await bench.listener.wait_for("state", open=False)
        await bench.deal(*CARDS)
        await bench.press()
        await bench.listener.wait_for("outcome")
        await restart(bench)
        (refused,) = await bench.say({"type": "bets.open"})
        assert refused["reason"].startswith("Closed by pit: end of the day.")
        async with asyncio.timeout(10):  # what had not been marked as delivered comes once more before it
            while bench.listener.bodies("state")[-1]["open"]:  # noqa: ASYNC110 - a message of the broker's
                await asyncio.sleep(0.02)
        assert (await cms.ask("open", by="floor"))["status"] == "refused"
        assert (await cms.ask("open"))["status"] == "accepted"
        await bench.listener.wait_for("alert", code="table_closed", state="cleared")
        (opened,) = await bench.say({"type": "bets.open"})
        assert opened["type"] == "accepted"
        await bench.daemon.end(signal.SIGTERM)
        assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def test_what_is_not_believed(tmp_path: Path, broker: Broker) -> None:
    """Each with its reason, to the transaction where there is one; nothing of it acts."""
    async with house(tmp_path, broker) as cms:
        listener = cms.bench.listener
        await cms.send("close", cms.signed("close", transaction="retained1")[1], retain=True)
        for verb, payload in (
            ("close", cms.signed("close", transaction="keyotherx", key="nobody")[1]),
            ("close", cms.signed("close", transaction="nokeyhere", by="nobody")[1]),
            ("close", cms.signed("close", transaction="topicelse", topic=f"{PREFIX}/request/open")[1]),
            ("open", cms.signed("close", transaction="verbelse1", topic=f"{PREFIX}/request/open")[1]),
            ("close", cms.signed("close", transaction="othertabl", table="t2")[1]),
            ("close", cms.signed("close", transaction="expired01", late_s=31)[1]),
            ("close", cms.signed("close", transaction="tooearly1", late_s=-10)[1]),
            ("close", cms.signed("close", transaction="wrongrank", by="floor")[1]),
            ("limits", cms.signed("limits", transaction="nolimits1", limits={"main": [2000, 1000]})[1]),
            ("limits", b'{"v":1,"transaction":"nosuchfld","limit":{}}'),
            ("close", b"no JSON"),
            ("close", b"x" * 17_000),
        ):
            await cms.send(verb, payload)
        await cms.ask("resend", id="x-0123456789ab-1", seq=1)
        reasons = {
            body.get("transaction"): body["reason"]
            for topic, body, _ in listener.heard
            if topic.startswith("response/") and isinstance(body, dict)
        }
        for transaction, words in {
            "retained1": "never retained",
            "keyotherx": "not signed by the key cms",
            "nokeyhere": "No key nobody",
            "topicelse": "not signed by the key cms",
            "verbelse1": "The topic says `open`",
            "othertabl": "for t2",
            "expired01": "Expired",
            "tooearly1": "Too early",
            "wrongrank": "needs a pit manager",
            "nolimits1": "limits.main",
            "nosuchfld": "Field `",
        }.items():
            assert words in reasons[transaction], transaction
        assert len([body for body in listener.bodies("response/close") if "transaction" not in body]) == 2
        assert all(body["status"] == "refused" for body in listener.bodies("response/close"))
        assert not listener.bodies("alert")
        assert {"expired01", "keyotherx"} <= {one.get("transaction") for one in asked(cms.bench)}
        assert all("rank" not in one for one in asked(cms.bench) if one.get("transaction") == "keyotherx")
        await repeated(cms)
        await cms.bench.daemon.end(signal.SIGTERM)
        assert main(["verify", "--config", str(cms.bench.daemon.config)]) == 0


async def repeated(cms: House) -> None:
    """The first answer again, also after a kill; it acts once, and for nothing else."""
    listener = cms.bench.listener
    transaction, payload = cms.signed("close")
    await cms.send("close", payload)
    first = await listener.wait_for("response/close", transaction=transaction)
    await cms.send("close", payload)
    again = await listener.wait_for("response/close", transaction=transaction, again=True)
    assert {name: again[name] for name in ("status", "when", "by")} == {
        name: first[name] for name in ("status", "when", "by")
    }
    await cms.ask("open")
    await restart(cms.bench)
    await cms.send("close", payload)
    await listener.wait_for("response/close", 2, transaction=transaction, again=True)
    await cms.send("close", cms.signed("close", transaction=transaction, reason="else")[1])
    assert (
        "something else"
        in (await listener.wait_for("response/close", transaction=transaction, status="refused"))["reason"]
    )
    (opened,) = await cms.bench.say({"type": "bets.open"})
    assert opened["type"] == "accepted"


async def test_a_flood_is_counted(tmp_path: Path, broker: Broker) -> None:
    """A hundred are recorded and answered, the others counted; who has signed is heard meanwhile."""
    async with house(tmp_path, broker) as cms:
        for _ in range(300):
            await cms.send("close", b"{}")
        await cms.bench.listener.wait_for("alert", code="requests_refused", state="raised")
        assert (await cms.ask("open"))["status"] == "accepted"
        assert len(asked(cms.bench)) <= 110


async def test_messages_again(tmp_path: Path, broker: Broker) -> None:
    """Of one life, to the byte, not retained, while the table goes on; nobody takes them for forged."""
    async with house(tmp_path, broker) as cms:
        bench, listener = cms.bench, cms.bench.listener
        await play(bench)
        first = listener.bodies("about")[0]
        life = first["id"].rpartition("-")[0]
        live = [one for one in listener.messages() if one["seq"] <= 20]
        before = len(listener.heard)
        answer = await cms.ask("resend", by="reader", id=first["id"], seq=first["seq"], last=20)
        sent = {"first": 1, "last": 20, "messages": 20}
        assert answer["result"] == sent | {"follows": "taken"}
        assert (await cms.taken(answer))["result"] == sent
        await bench.say({"type": "bets.open"})
        await cms.taken(await cms.ask("resend", by="reader", id=f"{life}-18", seq=18, count=3))
        await listener.wait_for(live[-1]["type"], 3, seq=live[-1]["seq"])
        again = [
            (body, kept)
            for _, body, kept in listener.heard[before:]
            if isinstance(body, dict) and "type" in body and body.get("seq", 21) <= 20
        ]
        assert again == [(one, False) for one in (*live, *live[-3:])]
        assert (await cms.ask("resend", id=f"{life}-18", seq=17))["status"] == "refused"
        assert (await cms.ask("resend", id=f"{life[:-12]}0123456789ab-1", seq=1))["status"] == "refused"
        assert "topic_forged" not in {alert["code"] for alert in listener.bodies("alert")}
        await bench.daemon.end(signal.SIGTERM)
        assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def test_a_stretch_survives_a_kill(tmp_path: Path, broker: Broker) -> None:
    """Killed in its middle: it is sent again whole, and `taken` only then; of two lives `next` names the second."""
    async with house(tmp_path, broker) as cms:
        bench, listener = cms.bench, cms.bench.listener
        await play(bench)
        await restart(bench)
        await listener.wait_for("state", round=1, open=True, phase="idle")
        await bench.say({"type": "bets.open"})
        await listener.wait_for("state", round=2, phase="betting")
        ends = list(dict.fromkeys(one["id"] for one in listener.bodies("about")))
        began = int(ends[1].rpartition("-")[2])
        before = len(listener.heard)
        answer = await cms.ask("resend", by="reader", id=ends[0], seq=1, last=began + 5)
        assert answer["result"]["next"] == ends[1]
        assert answer["result"]["last"] == began - 1
        await again(cms, before, ends[0], 5)
        await bench.daemon.end(signal.SIGKILL)
        assert not [one for one in listener.bodies("response/resend") if one["status"] == "taken"]
        count = len(listener.heard)
        await bench.daemon.start()
        taken = await cms.taken(answer)
        assert taken["result"]["messages"] == began - 1
        came = await again(cms, count, ends[0], began - 1)
        assert came[-began + 1 :] == [*range(1, began)]  # behind what had not been marked as delivered
        refused = await cms.ask("resend", by="reader", id=f"{ends[0].rpartition('-')[0]}-{began}", seq=began)
        assert (refused["status"], refused["result"]) == ("refused", {"next": ends[1]})
        await bench.daemon.end(signal.SIGTERM)
        ends = [one["status"] for one in asked(bench) if one["verb"] == "resend"]
        assert ends == ["accepted", "taken", "refused"]
        assert main(["verify", "--config", str(bench.daemon.config)]) == 0


async def again(cms: House, before: int, first: str, count: int) -> list[int]:
    """The numbers of a life's messages that came since then, when there are so many."""
    life = first.rpartition("-")[0]
    async with asyncio.timeout(LONGEST_S):
        while True:
            came = [body for _, body, kept in cms.bench.listener.heard[before:] if isinstance(body, dict) and not kept]
            found = [one["seq"] for one in came if one.get("id", "").rpartition("-")[0] == life]
            if len(found) >= count:
                return found
            await asyncio.sleep(0.02)
