"""The other end of the console socket: one question to a running table, or a device's frames as they cross its line."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from controller.core.outcomes import dumps
from controller.daemon.consoles.requests import FRAMES
from controller.daemon.consoles.socket import LONGEST


async def follow(path: Path, device: str, *, last: int = 0) -> AsyncGenerator[dict[str, Any], None]:
    """The lines about a device of a running table, until it closes the socket; raises OSError, ValueError."""
    reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST)
    try:
        writer.write(dumps({"type": FRAMES, "device": device, "last": last}).encode() + b"\n")
        while text := await reader.readline():
            yield json.loads(text)
    finally:
        writer.close()


def ask(path: Path, line: dict[str, Any], *, timeout_s: float) -> dict[str, Any]:
    """Send one line to a table's socket and return the line that ends the answer; raises OSError, ValueError."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(timeout_s)
        client.connect(os.fspath(path))
        client.sendall(dumps(line).encode() + b"\n")
        with client.makefile("rb") as answers:
            for text in answers:
                answer: dict[str, Any] = json.loads(text)
                if answer.get("type") in {"accepted", "rejected"}:
                    return answer
    raise ConnectionError("the table closed the socket without an answer")
