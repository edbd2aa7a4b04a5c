"""The OpenAPI document: kept current, and every route held to it with requests that schemathesis makes up."""

import asyncio
from pathlib import Path
from typing import Any, Final

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from controller.mqtt.contract.topics import message_types
from controller.web.openapi import FILE, document, text
from tests.web.client import console
from tests.web.pages import serving

EXAMPLES: Final = 40


def test_the_document_is_current() -> None:
    """`make docs` writes it."""
    assert FILE.read_text(encoding="utf-8") == text()


def held(operation: Any, address: str, cookies: dict[str, str]) -> None:
    """Requests made up for one route: each answered as the document says, none by a fault."""

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def one(case: Any) -> None:
        answer = case.call(base_url=address, headers={"Origin": address}, cookies=cookies, timeout=20, session=session)
        assert answer.status_code < 500 or answer.status_code == 503, (case.method, case.path, answer.text)
        assert isinstance(answer.json(), dict)
        if answer.status_code >= 400:
            assert answer.json()["reason"], (case.method, case.path)

    with requests.Session() as session:  # as a page: new connections are let in at a pace
        one()


async def test_every_route_answers_as_the_document_says(tmp_path: Path) -> None:
    """As a shift manager, who may do everything; the table is still whole behind it."""
    async with serving(tmp_path) as pages, console(pages, "500") as client:
        cookies = dict(client.cookies)
        for result in schemathesis.openapi.from_dict(document()).get_all_operations():
            operation: Any = result.ok()  # type: ignore[union-attr]
            if operation.path.endswith(("/live", "/signage", "/bundle", "/session", "/console", "/approvals")):
                continue  # a stream has no end; the others would lock the console out
            await asyncio.to_thread(held, operation, pages.address, cookies)
        for path in ("openapi.json", "asyncapi.json", *(f"schemas/{name}" for name in message_types())):
            assert (await client.ask("GET", f"/{path}"))[0] == 200, path
        assert (await client.ask("GET", "/openapi.json"))[1] == document()
        assert (await client.ask("GET", "/schemas/none"))[0] == 404
        status, _ = await client.ask("GET", "/table")
        assert status == 200
