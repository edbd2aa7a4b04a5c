"""The host's side of `framed`: greeting, numbering, acknowledging. What the frames mean is in `memory`.

States of the numbering towards one device:

- *unknown*: the port was opened; `h?` is repeated until `H` comes. Numbered frames are left unanswered, so the device
  repeats them: whose numbers they are is not known yet.
- *known*: `_session` and `_last` are what was taken last. The next number is taken at once; one further on is taken
  after a `SequenceGap`; the same is a repetition; one further back is an old repetition.
- *refused*: the device has another role than the one configured: nothing that it sends is taken.

A frame taken is acknowledged when its event was (`acknowledge`), a repetition at once unless its event still waits.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from controller.core.effects import SetButton
from drivers.protocols.base.driver import Role
from drivers.protocols.base.framing import Framer, Rejection, printable, readable
from drivers.protocols.base.protocol import DeviceProtocol, Outgoing, Received, earliest
from drivers.protocols.base.reports import (
    Acknowledged,
    CommandRefused,
    DeviceReady,
    DeviceSilent,
    FrameRejected,
    FrameRepeated,
    SequenceGap,
    WrongDevice,
)
from drivers.protocols.framed.frames import (
    ETX,
    LONGEST,
    NUMBERS,
    REPEAT_S,
    STX,
    Frame,
    build,
    following,
    measure,
    parse,
    preceding,
    steps,
)
from drivers.protocols.framed.memory import Memory
from drivers.protocols.framed.messages import PayloadError, command_frames

GREETING_S: Final = 1.0
PING_S: Final = 2.0
PINGS: Final = 3
"""A half-open TCP connection or a dead device shows within eight seconds: two of quiet, then three pings."""
REFUSAL_S: Final = 0.05
"""Asking for a repetition at most every 50 ms, so that noise is not answered with noise."""

_HELLO: Final = re.compile(r"([?!]);([0-9A-F]{4});([0-9A-F]{2});([a-z]+);(.{0,80})")
_MARK: Final = re.compile(r"([0-9A-F]{4})-([0-9A-F]{2})")
_SECRET: Final = re.compile(rb"(\x02..[CDOJ])[^\x03]*")
_CRC: Final = re.compile(rb"[0-9A-F]{4}(\x03|$)")
"""A CRC opens what it runs over: a card is one of 52."""


class Framed(DeviceProtocol):
    """The host's side of `framed` towards one device of a given role."""

    reply_timeout_s = REPEAT_S
    attempts = 12
    recalls = True
    numbered = True
    check_bits = 16

    def __init__(self, role: Role, *, keys: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        super().__init__()
        self._role: Role = role
        self._memory = Memory(role, keys=keys)
        self._framer = Framer(starts=bytes((STX,)), ends=bytes((ETX,)), measure=measure, longest=LONGEST)
        self._out = bytearray()
        self._session: str | None = None
        self._last = 0
        self._delivered = 0
        self._waiting: set[int] = set()
        self._level_next = False
        """A button has greeted: its level comes next."""
        self._known = False
        self._next_number = 1
        self._quiet_since = 0.0
        self._asked_at: float | None = None
        self._unanswered = 0
        self._stranger: str | None = None
        self._refused_at = float("-inf")

    @property
    def ready(self) -> bool:
        return self._known

    def resume(self, sequence: str) -> None:
        if (mark := _MARK.fullmatch(sequence)) is None:
            raise ValueError(f"expected a mark as in '3F0A-1B', got {sequence!r}")
        self._session, self._last = mark[1], int(mark[2], 16)
        self._delivered = self._last

    def opened(self, at: float) -> None:
        self._framer.clear()
        self._out.clear()
        self._known = False
        self._stranger = None
        self._received(at)
        self._ask(at)

    def feed(self, data: bytes, at: float) -> list[Received]:
        received: list[Received] = []
        for found in self._framer.feed(data, at, late_s=self.late_s):
            if isinstance(found, Rejection):
                received.append(self._reject(found, at))
            else:
                self.counters.frames += 1
                if self._known:
                    self._received(at)
                taken = self._take(parse(found), at)
                self.trace(found, taken)
                received += taken
        return received

    def next_tick(self) -> float | None:
        return earliest(self._due(), self._framer.next_expiry(), self._memory.latch.next_tick())

    def tick(self, at: float) -> list[Received]:
        received = [self._reject(found, at) for found in self._framer.expire(at)]
        received += [Received(event) for event in self._memory.latch.tick(at)]
        if at >= self._due():
            if self._asked_at is not None and self._unanswered >= PINGS:
                self._unanswered = 0
                received.append(Received(DeviceSilent(at - self._quiet_since)))
            self._ask(at)
        return received

    def acknowledge(self, batch: Iterable[Received]) -> None:
        for _, sequence in batch:
            if sequence is None or (mark := _MARK.fullmatch(sequence)) is None or mark[1] != self._session:
                continue
            number = int(mark[2], 16)
            if number in self._waiting:
                self._waiting.discard(number)
                self._send(number, "a")

    def encode(self, command: object) -> list[Outgoing]:
        frames = []
        if isinstance(command, SetButton) and command.lit:
            self._memory.latch.armed()
        for kind, payload in command_frames(self._role, command):
            frames.append(Outgoing(build(Frame(self._next_number, kind, payload)), self._next_number, reply=True))
            self._next_number = following(self._next_number)
        return frames

    def mask(self, frame: bytes) -> str:
        return readable(_blotted(frame))

    def data_to_send(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

    # --- frames ---------------------------------------------------------------------------------------------------

    def _take(self, frame: Frame, at: float) -> list[Received]:
        match frame.type:
            case "H":
                return self._greeted(frame, at)
            case "P":
                return []
            case "A":
                return [Received(Acknowledged(frame.number))]
            case "N":
                refusal = frame.payload[1:] or "without a reason"
                return [Received(CommandRefused(refusal, frame.number or None, again=frame.payload[:1] == "0"))]
        if frame.type.islower():
            self.counters.rejected += 1
            return [Received(FrameRejected("a frame of the host came back: does the line echo?", frame.type))]
        return self._numbered(frame, at) if self._known else []

    def _greeted(self, frame: Frame, at: float) -> list[Received]:
        if (hello := _HELLO.fullmatch(frame.payload)) is None:
            self.counters.rejected += 1
            return [Received(FrameRejected("expected ?;session;next;role;firmware in a greeting", ""))]
        answer_wanted, session, number, role, firmware = hello.groups()
        self._received(at)
        if role != self._role:
            self._known = False
            news, self._stranger = role != self._stranger, role
            return [Received(WrongDevice(self._role, role))] if news else []
        if answer_wanted == "?":
            self._send(0, "h", "!")
        restarted = self._session is not None and session != self._session
        if session != self._session:
            self._session = session
            self._last = self._delivered = preceding(int(number, 16))
            self._waiting.clear()
        self._last = self._delivered
        self._level_next = self._role == "button"
        if self._level_next:  # Old edges were thrown away, as they should, however many.
            self._last = self._delivered = preceding(int(number, 16))
        self._memory.greeted()
        news = not self._known or restarted or firmware != self.firmware
        self._known, self.firmware = True, firmware
        return [Received(DeviceReady(firmware, restarted))] if news else []

    def _numbered(self, frame: Frame, at: float) -> list[Received]:
        received: list[Received] = []
        if (
            self._level_next and frame.number and frame.payload[:1] == "="
        ):  # whichever of two greetings that crossed it answers
            self._level_next, self._last = False, preceding(frame.number)
        ahead = steps(self._last, frame.number)
        if frame.number == 0:
            self.counters.rejected += 1
            return [Received(FrameRejected("expected a number from 01 on, got 00", frame.type))]
        if ahead == 0 or ahead > NUMBERS // 2:
            self.counters.repeated += 1
            if frame.number not in self._waiting:
                self._send(frame.number, "a")
            return [Received(FrameRepeated(f"{frame.number:02X}"))]
        if ahead > 1:
            self.counters.gaps += 1
            expected = f"{following(self._last):02X}"
            received.append(Received(SequenceGap(expected, f"{frame.number:02X}", ahead - 1)))
            self._memory.message_lost()
        self._last = frame.number
        try:
            events = self._memory.events(frame, at)
        except PayloadError as error:
            self.counters.rejected += 1
            self._delivered = frame.number
            self._memory.message_lost()
            self._send(frame.number, "n", f"2{error}")
            return [*received, Received(FrameRejected(f"{error} in a frame {frame.type!r}", ""), self._mark())]
        if not events:  # A part of a message: nothing to commit yet.
            self._send(frame.number, "a")
            return received
        self._delivered = frame.number
        self._waiting.add(frame.number)
        return [*received, *(Received(event, self._mark()) for event in events)]

    # --- what the host sends --------------------------------------------------------------------------------------

    def _mark(self) -> str:
        return f"{self._session}-{self._last:02X}"

    def _send(self, number: int, kind: str, payload: str = "") -> None:
        self._out += build(Frame(number, kind, payload))

    def _received(self, at: float) -> None:
        self._quiet_since, self._asked_at, self._unanswered = at, None, 0

    def _due(self) -> float:
        """When to ask (again). Devices that live are asked together, when the clock is a multiple of half `PING_S`."""
        if self._asked_at is not None and not self._known:
            return self._asked_at + GREETING_S
        since = self._quiet_since if self._asked_at is None else self._asked_at
        return (since + PING_S) // (PING_S / 2) * (PING_S / 2)

    def _ask(self, at: float) -> None:
        self._asked_at = at
        self._unanswered += 1
        self._send(0, *(("p",) if self._known else ("h", "?")))

    def _reject(self, rejection: Rejection, at: float) -> Received:
        self.counters.rejected += 1
        if not rejection.stray and self._known and at - self._refused_at >= REFUSAL_S:
            self._refused_at = at
            self._send(0, "n", "0damaged")
        return Received(FrameRejected(rejection.reason, printable(_blotted(rejection.data))))


def _blotted(data: bytes) -> bytes:
    """Bytes without the payload and the CRC of what may have been a card: it may be one that lies face down."""
    return _CRC.sub(rb"****\1", _SECRET.sub(rb"\1*", data))
