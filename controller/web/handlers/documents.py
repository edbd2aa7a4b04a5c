"""The documents of what can be asked and what is published, as they lie among the examples."""

import asyncio
from pathlib import Path

from aiohttp import web

from controller.configuration.examples import examples
from controller.mqtt.contract.topics import message_types
from controller.web.gate import refusal


async def openapi(request: web.Request) -> web.Response:
    """GET openapi.json: these routes."""
    del request
    return await _sent(examples() / "openapi.json")


async def asyncapi(request: web.Request) -> web.Response:
    """GET asyncapi.json: the topics on MQTT."""
    del request
    return await _sent(examples() / "asyncapi.json")


async def schema(request: web.Request) -> web.Response:
    """GET schemas/TYPE: the JSON Schema of a message on MQTT."""
    name = request.match_info["type"]
    if name not in message_types():
        return refusal(404, "schema", f"There is no message of this type; there are: {', '.join(message_types())}.")
    return await _sent(examples() / "schemas" / f"{name}.json")


async def _sent(file: Path) -> web.Response:
    text = await asyncio.to_thread(file.read_text, encoding="utf-8")
    return web.Response(text=text, content_type="application/json")
