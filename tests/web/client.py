"""A console without a browser: cookies, keys and the stream, as a page has them."""

import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.web.pages import PIN, Pages


class Client:
    """One device; `sign_in` gives it a session."""

    def __init__(self, pages: Pages, session: aiohttp.ClientSession) -> None:
        self.pages = pages
        self.http = session
        self.cookies: dict[str, str] = {}

    async def ask(
        self, method: str, path: str, body: Any = None, *, headers: dict[str, str] | None = None, api: str = "/api/v1"
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON; cookies are kept as a browser keeps them."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method != "GET":
            sent |= {"Origin": self.pages.address, "Content-Type": "application/json"}
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body)
        async with self.http.request(
            method, self.pages.address + api + path, data=data, headers=sent | (headers or {})
        ) as answer:
            for name, morsel in answer.cookies.items():
                self.cookies[name] = morsel.value
            text = await answer.text(errors="replace")
            return answer.status, json.loads(text) if text.startswith("{") else {"text": text}

    async def enrol(self, name: str = "left") -> None:
        """This device becomes a console."""
        status, _ = await self.ask("POST", "/console", {"code": self.pages.code(name)})
        assert status == 200

    async def sign_in(self, badge: str) -> None:
        """By the PIN that everybody has here."""
        status, answer = await self.ask("POST", "/session", {"badge": badge, "pin": PIN})
        assert status == 200, answer

    async def parts(self) -> dict[str, Any]:
        """All that is seen now."""
        status, answer = await self.ask("GET", "/table")
        assert status == 200, answer
        return dict(answer["parts"]) | {"n": answer["n"]}

    async def move(self, type_: str, **fields: Any) -> dict[str, Any]:
        """The legal move with these fields."""
        for move in (await self.parts())["moves"]:
            if move["type"] == type_ and fields.items() <= move["fields"].items():
                return dict(move)
        raise AssertionError(f"no move {type_} {fields}")

    async def act(
        self, type_: str, *, key: str | None = None, amount: int | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Tap it; has to be accepted."""
        move = await self.move(type_, **fields)
        body = {"key": key or new_key(), "move": move["id"]} | ({} if amount is None else {"amount": amount})
        status, answer = await self.ask("POST", "/acts", body)
        assert status == 200, answer
        return answer


def new_key() -> str:
    """As a page makes it at the tap."""
    return secrets.token_urlsafe(16)


@asynccontextmanager
async def console(pages: Pages, badge: str | None = "200", name: str = "left") -> AsyncIterator[Client]:
    """An enrolled device, with somebody signed in."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        client = Client(pages, session)
        await client.enrol(name)
        if badge is not None:
            await client.sign_in(badge)
        yield client
