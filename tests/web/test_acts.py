"""A tap is made once: doubled, cut off, from two consoles, from a page that is behind, and again after a restart."""

import asyncio
import signal
from pathlib import Path

from tests.web.client import console, new_key
from tests.web.pages import serving


async def test_a_doubled_tap_is_one_act(tmp_path: Path) -> None:
    """At the same time and later: the first answer, marked; another body under the key is refused."""
    async with serving(tmp_path) as pages, console(pages) as client:
        move = await client.move("bets.open")
        body = {"key": new_key(), "move": move["id"]}
        answers = await asyncio.gather(*(client.ask("POST", "/acts", body) for _ in range(5)))
        assert {status for status, _ in answers} == {200}
        assert len({answer["n"] for _, answer in answers}) == 1
        status, again = await client.ask("POST", "/acts", body)
        assert (status, again["again"]) == (200, True)
        assert (await client.ask("POST", "/acts", body | {"amount": 5}))[0] == 422
        assert (await client.parts())["table"]["round"] == 1


async def test_what_one_has_not_seen_one_does_not_do(tmp_path: Path) -> None:
    """A move of the table before, from another console or a page behind: 409 with what may be done now."""
    async with serving(tmp_path) as pages, console(pages) as client, console(pages, "300", "right") as other:
        stale = await client.move("bets.open")
        await other.act("bets.open")
        status, answer = await client.ask("POST", "/acts", {"key": new_key(), "move": stale["id"]})
        assert (status, answer["code"]) == (409, "changed")
        assert {move["type"] for move in answer["moves"]} == {"wager"}
        seen = (await client.parts())["n"]
        await other.act("wager", area=1, kind="main", amount=1000)
        event = {"type": "wager", "area": 1, "kind": "main", "amount": 1000}
        status, _ = await client.ask("POST", "/acts", {"key": new_key(), "event": event, "seen": seen})
        assert status == 409
        assert (await client.parts())["areas"][0]["hands"][0]["wagers"][0]["stake"] == 1000


async def test_the_key_outlives_a_restart(tmp_path: Path) -> None:
    """Killed after the commit: the same tap has the same answer, and nothing is done twice."""
    async with serving(tmp_path) as pages, console(pages) as client:
        await client.act("bets.open")
        key = new_key()
        move = await client.move("wager", area=2, kind="main")
        body = {"key": key, "move": move["id"], "amount": 2500}
        _, first = await client.ask("POST", "/acts", body)
        await pages.bench.daemon.end(signal.SIGKILL)
        await pages.bench.daemon.start()
        await pages.listens()
        await client.sign_in("200")
        status, again = await client.ask("GET", f"/acts/{key}")
        assert (status, again["n"], again["again"]) == (200, first["n"], True)
        assert (await client.ask("POST", "/acts", body))[1]["n"] == first["n"]
        assert (await client.parts())["areas"][1]["hands"][0]["wagers"][0]["stake"] == 2500


async def test_nobody_says_who_he_is(tmp_path: Path) -> None:
    """Authority, source and time are not for the page to say; nor is a multiplier."""
    async with serving(tmp_path) as pages, console(pages) as client:
        n = (await client.parts())["n"]
        for event in (
            {"type": "bets.open", "authority": "shift_manager"}, {"type": "bets.open", "source": "shoe"},
            {"type": "bets.open", "at": "2026-01-01T00:00:00Z"}, {"type": "multiplier.drawn", "value": 100},
            {"type": "no.such"}, {"type": "wager", "area": "1"}, {},
        ):  # fmt: skip
            status, answer = await client.ask("POST", "/acts", {"key": new_key(), "event": event, "seen": n})
            assert (status, bool(answer["reason"])) == (422, True), event
        assert (await client.parts())["n"] == n


async def test_an_approval_is_for_one_act_once(tmp_path: Path) -> None:
    """Of the rank it needs, for what was shown; a dealer's own PIN is none, and it cannot be spent on another act."""
    async with serving(tmp_path) as pages, console(pages) as client:
        await client.act("bets.open")
        n = (await client.parts())["n"]
        void = {"event": {"type": "round.void", "reason": "x"}, "seen": n}
        status, asked = await client.ask("POST", "/acts", {"key": new_key(), **void})
        assert (status, asked["rank"]) == (428, "pit_supervisor")
        yes = {"id": asked["id"], "badge": "200", "pin": "314159"}
        assert (await client.ask("POST", "/approvals", yes))[0] == 403
        assert (await client.ask("POST", "/approvals", yes | {"badge": "600"}))[0] == 403
        assert (await client.ask("POST", "/approvals", yes | {"badge": "300"}))[0] == 200
        other = {"event": {"type": "round.void", "reason": "y"}, "seen": n}
        assert (await client.ask("POST", "/acts", {"key": new_key(), **other, "approval": asked["id"]}))[0] == 403
        status, answer = await client.ask("POST", "/acts", {"key": new_key(), **void, "approval": asked["id"]})
        assert status == 200, answer
        assert (await client.parts())["table"]["phase"] == "idle"
        assert (await client.ask("POST", "/acts", {"key": new_key(), **void, "approval": asked["id"]}))[0] in (403, 409)
