"""The dealer's console as a virtual device: contract events to the table, answers from it, over `framed`."""

import asyncio
import json
from typing import Any, ClassVar

from controller.core.events import Event
from controller.core.outcomes import to_json_object
from drivers.protocols.base.driver import Role
from drivers.protocols.framed.frames import REPEAT_S, Frame
from drivers.protocols.framed.messages import message_parts
from drivers.virtual.framed.twin import FramedTwin
from drivers.virtual.pty_port import PtyPort


class VirtualConsole(FramedTwin):
    """Sends events (records or JSON objects); what the table answers comes into `answers` as JSON objects."""

    role: ClassVar[Role] = "console"

    def __init__(self, port: PtyPort, *, firmware: str = "virtual 1.0", repeat_s: float = REPEAT_S) -> None:
        super().__init__(port, firmware=firmware, repeat_s=repeat_s)
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._answer = ""
        self._half: list[Frame] = []

    def send(self, event: Event | dict[str, Any]) -> None:
        """Send one event of the contract."""
        body = event if isinstance(event, dict) else {_KEYS.get(k, k): v for k, v in to_json_object(event).items()}
        for part in message_parts(json.dumps(body, ensure_ascii=True, separators=(",", ":"))):
            self.queue("J", part)

    def forget_answers(self) -> None:
        """Those that nobody waits for."""
        while not self.answers.empty():
            self.answers.get_nowait()

    def take(self, kind: str, payload: str) -> bool:
        if kind != "j" or payload[:1] not in ("0", "1", "2", "3"):
            return False
        self._answer = payload[1:] if payload[0] in "13" else self._answer + payload[1:]
        if payload[0] in "23":
            self.answers.put_nowait(json.loads(self._answer))
        return True

    def host_greeted(self) -> None:
        """A message half sent is sent again from its first part, with its old numbers."""
        self._frames.extendleft(reversed(self._half))
        self._half.clear()

    def _done(self, number: int) -> None:
        if self._frames and self._frames[0].number == number and self._frames[0].type == "J":
            if self._frames[0].payload[0] in "01":
                self._half.append(self._frames[0])
            else:
                self._half.clear()
        super()._done(number)


_KEYS = {"for_": "for", "as_": "as"}
"""Words of the contract that Python keeps for itself."""
