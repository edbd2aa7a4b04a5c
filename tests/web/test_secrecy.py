"""No byte of a card that the players cannot see reaches a page, a stream, an answer or the log."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from tests.web.client import Client, console, new_key
from tests.web.pages import Pages, serving

HOLE = ("AS", "KH", "QD", "JC")
"""Dealt face down, and in no other place."""


async def streamed(client: Client, got: list[bytes], ready: asyncio.Event) -> None:
    """Everything that a stream sends."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    async with client.http.get(f"{client.pages.address}/api/v1/live", headers={"Cookie": cookies}) as stream:
        async for line in stream.content:
            got.append(line)
            ready.set()


async def everything(client: Client) -> list[str]:
    """Every answer that this person can get."""
    found = []
    for path in ("/table", "/said", "/desk", "/approvals", "/session"):
        _, answer = await client.ask("GET", path)
        found.append(json.dumps(answer))
    n = (await client.parts())["n"]
    for event in (
        {"type": "showdown"}, {"type": "round.void", "reason": "x"}, {"type": "irregularity", "kind": "power_failure"},
        {"type": "irregularity", "kind": "unshuffled"}, {"type": "action", "seat": 1, "action": "raise", "amount": 1},
        {"type": "show", "seat": 1}, {"type": "show", "seat": 2}, {"type": "reveal"},
        {"type": "correction", "changes": [{"after": n, "event": {"type": "show", "seat": 2}}], "reason": "x"},
    ):  # fmt: skip
        found.append(json.dumps((await client.ask("POST", "/why", {"event": event}))[1]))  # noqa: PERF401
    _, refused = await client.ask(
        "POST", "/acts", {"key": new_key(), "event": {"type": "action", "seat": 1, "action": "bet"}, "seen": n}
    )
    return [*found, json.dumps(refused)]


def holds(text: str, cards: tuple[str, ...]) -> list[str]:
    """The cards that stand in it as such."""
    return [card for card in cards if re.search(rf"(?<![0-9A-Za-z]){card}(?![0-9A-Za-z])", text)]


async def test_poker(tmp_path: Path) -> None:
    """Hole cards, burned cards, on every way out, for every role; shown ones come out when they are shown."""
    async with serving(tmp_path, "poker") as pages, console(pages, "400") as client:
        got: list[bytes] = []
        ready = asyncio.Event()
        listening = asyncio.create_task(streamed(client, got, ready))
        await ready.wait()
        for seat in (1, 2):
            move = await client.move("join", seat=seat)
            body = {"key": new_key(), "move": move["id"], "amount": 50000, "player": f"P{seat}"}
            assert (await client.ask("POST", "/acts", body))[0] == 200
        await client.act("blinds.open")
        await pages.bench.deal("2C", *HOLE)
        await client.act("action", action="call")
        await client.act("action", action="check")
        await pages.bench.deal("3C", "4S", "5S", "9D")
        answers = await everything(client)
        answers += [json.dumps(answer) for answer in await as_others(pages)]
        await asyncio.sleep(0.5)
        text = b"".join(got).decode() + "".join(answers)
        assert holds(text, (*HOLE, "2C", "3C")) == []
        assert holds(text, ("4S", "5S", "9D")) == ["4S", "5S", "9D"]
        listening.cancel()


async def as_others(pages: Pages) -> list[Any]:
    """What the other roles see."""
    found = []
    for badge in ("100", "200", "600"):
        async with console(pages, badge, f"of {badge}") as client:
            found.append(await client.parts())
    return found


async def test_no_question_tells_whether_a_card_is_out(tmp_path: Path) -> None:
    """Asked about each card of the deck, the table answers alike, whether somebody holds it or not."""
    async with serving(tmp_path, "poker") as pages, console(pages, "400") as client:
        for seat in (1, 2):
            move = await client.move("join", seat=seat)
            body = {"key": new_key(), "move": move["id"], "amount": 50000, "player": f"P{seat}"}
            assert (await client.ask("POST", "/acts", body))[0] == 200
        await client.act("blinds.open")
        await pages.bench.deal("2C", *HOLE)
        answers = set()
        for card in (*HOLE, "2C", "7D", "8H"):
            answers.add(json.dumps((await client.ask("POST", "/why", {"event": {"type": "card", "card": card}}))[1]))
            change = {"after": 1, "event": {"type": "card", "card": card}}
            event = {"type": "correction", "changes": [change], "reason": "x"}
            answers.add(json.dumps((await client.ask("POST", "/why", {"event": event}))[1]))
        assert len(answers) <= 2


async def test_a_face_down_card_of_a_double(tmp_path: Path) -> None:
    """Blackjack 3.12: seen by nobody before it is turned, then by everybody."""
    async with serving(tmp_path, "blackjack") as pages, console(pages, "300") as client:
        await client.act("bets.open")
        await client.act("wager", area=1, kind="main", amount=1000)
        await client.act("bets.closed")
        await pages.bench.deal("5S", "7H", "6D")
        await client.act("decision", area=1, action="double", amount=1000)
        n = (await client.parts())["n"]
        event = {"type": "card", "card": "QC", "face_down": True}
        status, answer = await client.ask("POST", "/acts", {"key": new_key(), "event": event, "seen": n})
        if status == 428:
            yes = {"id": answer["id"], "badge": "300", "pin": "314159"}
            assert (await client.ask("POST", "/approvals", yes))[0] == 200
            body = {"key": new_key(), "event": event, "seen": n, "approval": answer["id"]}
            assert (await client.ask("POST", "/acts", body))[0] == 200
        text = json.dumps(await client.parts()) + json.dumps((await client.ask("GET", "/said"))[1])
        assert holds(text, ("QC",)) == []
        assert '"??"' in text
