"""Each route without a role, with each role, from another page, with a replayed or an ended session."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from controller.web.routes import ALLOWED, API, ROUTES, Route
from tests.web.client import console, new_key
from tests.web.pages import PEOPLE, serving

BEHIND: Final = [route for route in ROUTES if ALLOWED[route.least] is not None]
STREAM: Final = f"{API}/live"
NO_ROUTE: Final = {401, 403}


def called(route: Route) -> tuple[str, str, Any]:
    """A request to it; what it asks for need not exist."""
    path = re.sub(r"\{\w+\}", "none", route.path.replace("{key}", new_key()))
    return route.method, path, {} if route.method == "POST" else None


def test_every_route_has_its_role_and_its_sentence() -> None:
    """What writes has a model of its body; nothing is served twice."""
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)
    for route in ROUTES:
        assert route.says, route.path
        assert (route.method == "POST") == (route.body is not None), route.path


async def test_roles(tmp_path: Path) -> None:
    """Nobody and whoever has not the rank are turned away, before anything is looked at; all others are not."""
    async with serving(tmp_path) as pages, console(pages, None) as client:
        for badge in (None, *PEOPLE):
            client.cookies.pop("__Host-session-t1", None)
            if badge is not None:
                await client.sign_in(badge)
            for route in BEHIND:
                if route.path == STREAM:
                    continue
                status, answer = await client.ask(*called(route), api="")
                allowed = badge is not None and PEOPLE[badge][1] in (ALLOWED[route.least] or ())
                turned_away = status == 401 or (status == 403 and answer["code"] == "rank")
                assert turned_away != allowed or (route.path.endswith("/clear") and badge == "100"), (badge, route.path)


async def test_a_change_comes_from_the_tables_own_page_alone(tmp_path: Path) -> None:
    """Another origin, none, another site, another host, another kind of body."""
    async with serving(tmp_path) as pages, console(pages) as client:
        body = {"key": new_key(), "event": {"type": "bets.open"}, "seen": 10**6}
        for headers in (
            {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):  # fmt: skip
            status, _ = await client.ask("POST", "/acts", body, headers=headers)
            assert status == 403, headers
        status, _ = await client.ask("POST", "/acts", body, headers={"Content-Type": "text/plain"})
        assert status == 415
        status, _ = await client.ask("GET", "/table", headers={"Host": "evil.example"})
        assert status == 421
        assert (await client.parts())["table"]["phase"] == "idle"


async def test_a_session_ends_with_its_person_its_console_and_its_sign_out(tmp_path: Path) -> None:
    """A cookie that is sent again is worth nothing; nor is one made up."""
    async with serving(tmp_path) as pages, console(pages) as client:
        kept = client.cookies["__Host-session-t1"]
        await client.ask("DELETE", "/session")
        client.cookies["__Host-session-t1"] = kept
        assert (await client.ask("GET", "/table"))[0] == 401
        client.cookies["__Host-session-t1"] = "x" * 43
        assert (await client.ask("GET", "/table"))[0] == 401
        await client.sign_in("200")
        with pages.register.change() as contents:
            contents.consoles.clear()
        assert (await client.ask("GET", "/table"))[0] == 401
        await client.enrol()
        await client.sign_in("300")
        with pages.register.change() as contents:
            contents.people["300"].role = "viewer"
        assert (await client.ask("POST", "/acts", {"key": new_key(), "move": "x"}))[0] == 403
        with pages.register.change() as contents:
            del contents.people["300"]
        assert (await client.ask("GET", "/table"))[0] == 401


@pytest.mark.parametrize("answer", ["/dealer", "/api/v1/session", "/nowhere", "/assets/0/js/dealer.js"])
async def test_every_answer_has_the_headers(tmp_path: Path, answer: str) -> None:
    """Pages, data, and what is not there."""
    async with (
        serving(tmp_path) as pages,
        console(pages, None) as client,
        client.http.get(pages.address + answer) as got,
    ):
        assert "default-src 'none'" in got.headers["Content-Security-Policy"]
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        assert got.headers["Cache-Control"] == "no-store"


async def test_wrong_pins_lock_the_badge_and_the_console(tmp_path: Path) -> None:
    """The fifth locks; the right one is then not looked at; an unknown badge is answered alike."""
    async with serving(tmp_path) as pages, console(pages, None) as client:
        unknown = await client.ask("POST", "/session", {"badge": "nobody", "pin": "000000"})
        answer: tuple[int, dict[str, Any]] = (0, {})
        for _ in range(4):
            answer = await client.ask("POST", "/session", {"badge": "200", "pin": "000000"})
        assert unknown[0] == 401
        assert answer[0] == 401
        status, answer_ = await client.ask("POST", "/session", {"badge": "200", "pin": "314159"})
        assert (status, "Too many" in answer_["reason"]) == (401, True)
        assert pages.register.look().people["200"].failures.count == 4
        assert next(iter(pages.register.look().consoles.values())).failures.count == 5


async def test_a_pin_is_good_at_an_enrolled_console_alone(tmp_path: Path) -> None:
    """Elsewhere it is refused like a wrong one."""
    async with serving(tmp_path) as pages, console(pages, None) as client:
        client.cookies.clear()
        status, _ = await client.ask("POST", "/session", {"badge": "200", "pin": "314159"})
        assert status == 401
        code = pages.code("once")
        assert (await client.ask("POST", "/console", {"code": code}))[0] == 200
        assert (await client.ask("POST", "/console", {"code": code}))[0] == 401
