"""What every device protocol is: a state machine between bytes and events, to which time is handed in.

The caller (a `Device`, a test, a fuzzer) owns port and clock and keeps to this order:

1. `resume(sequence)` once, with the mark that the journal kept for this device, if any;
2. `opened(at)` each time the port has been opened;
3. `feed(data, at)` for every chunk read, `late_s` set before it where the chunk may be older; `tick(at)` when
   `next_tick()` has come and nothing lies unread; both give `Received` records;
4. `acknowledge(batch)` when everything in the batch is **committed**: only now the device may forget it;
5. after each of these, write what `data_to_send()` gives.

`Received.sequence` is the mark of the last thing received: keep it in the same transaction as the event (for reports
too), and hand it to `resume` after a restart, so that a repetition is known as one and a loss as a loss.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Literal, NamedTuple, Protocol

from controller.core.dataclass import dataclass
from controller.core.events import Event
from drivers.protocols.base.reports import Report

DeviceEvent = Event | Report
"""A fact of the table, or something about the device itself."""


class Received(NamedTuple):
    """One event and the mark to keep with it; None where the event has no number of its own."""

    event: DeviceEvent
    sequence: str | None = None


class Outgoing(NamedTuple):
    """Bytes of one command frame; `reply` whether the device answers, `pause_s` how long it must be left alone."""

    data: bytes
    number: int | None = None
    reply: bool = False
    pause_s: float = 0.0


@dataclass(frozen=True, slots=True)
class LineSettings:
    """Settings of a serial line; `dtr` None leaves the line as the system opens it."""

    baudrate: int = 9600
    bytesize: Literal[7, 8] = 8
    parity: Literal["N", "E", "O"] = "N"
    stopbits: Literal[1, 2] = 1
    rtscts: bool = False
    dtr: bool | None = None


class Traced(NamedTuple):
    """A good frame for the flight recorder, and how to mask it."""

    frame: bytes
    mask: Callable[[bytes], str]
    events: tuple[DeviceEvent, ...]

    @property
    def masked(self) -> str:
        """Its printable form with every face of a card blotted out."""
        return self.mask(self.frame)


TRACED_LIMIT: Final = 1000
"""Frames of one chunk kept for the recorder, which itself keeps so many."""


@dataclass(slots=True)
class Counters:
    """What happened on the line since the start; only ever counted up."""

    frames: int = 0
    rejected: int = 0
    repeated: int = 0
    gaps: int = 0


class CommandUnknown(ValueError):  # noqa: N818 - as queue.Full: it names the state
    """This device takes no such command; the text names it and whose it is."""


class DeviceProtocol(ABC):
    """Base of all protocols, see the module. A protocol that never answers needs `feed` only."""

    reply_timeout_s: ClassVar[float] = 0.5
    """How long a command waits for its answer before it is sent again."""
    attempts: ClassVar[int] = 8
    """How often a command is sent before the device counts as gone: four seconds with the time-out above."""
    recalls: bool = False
    """Whether the device repeats what nobody took, also after an outage."""
    numbered: bool = False
    """Whether it numbers what it sends, so that a loss shows."""
    late_s: float = 0.0
    """The bytes of the next `feed` may have come so much sooner than its `at`: the caller was held up meanwhile."""
    check_bits: int = 0
    """Bits of the check in each frame: random bytes pass it once in two to their power. 0 where frames have none."""

    def __init__(self) -> None:
        self.counters = Counters()
        self.firmware: str | None = None
        self._traced: deque[Traced] = deque(maxlen=TRACED_LIMIT)

    @property
    def ready(self) -> bool:
        """Whether the device can take commands; with protocols that greet only after the greeting."""
        return True

    def resume(self, sequence: str) -> None:
        """Go on after the event whose mark was kept. Raises ValueError for a mark that this protocol never gave."""
        raise ValueError(f"{type(self).__name__} numbers nothing, yet a mark {sequence!r} was kept")

    @abstractmethod
    def opened(self, at: float) -> None:
        """The port has been opened (again): nothing of the bytes before counts any more."""

    @abstractmethod
    def feed(self, data: bytes, at: float) -> list[Received]:
        """Take bytes read at `at` (seconds, monotonic). Never raises for what a peer sent."""

    def next_tick(self) -> float | None:
        """When `tick` wants to be called, None when time alone changes nothing."""
        return None

    def tick(self, at: float) -> list[Received]:
        """What time alone brings: partial frames given up, silence noticed."""
        del at
        return []

    def acknowledge(self, batch: Iterable[Received]) -> None:
        """The batch is committed, or is of reports that are counted only: queue what acknowledges it to the device."""
        del batch

    def encode(self, command: object) -> list[Outgoing]:
        """The frames of a command, in order. Raises CommandUnknown."""
        raise CommandUnknown(f"{type(self).__name__} takes no commands, got {type(command).__name__}")

    def again(self, frame: Outgoing) -> Outgoing:
        """The frame as it is to be sent once more, after no answer or a refusal that asks for it."""
        return frame

    def mask(self, frame: bytes) -> str:
        """A frame in printable form without any card's face; a protocol that has no cards shows it whole."""
        return "*" * len(frame)

    def trace(self, frame: bytes, received: Iterable[Received]) -> None:
        """Each protocol hands in every good frame with what it gave."""
        self._traced.append(Traced(frame, self.mask, tuple(event for event, _ in received)))

    def traced(self) -> list[Traced]:
        """The frames since the last call, for the flight recorder."""
        frames = list(self._traced)
        self._traced.clear()
        return frames

    def data_to_send(self) -> bytes:
        """Bytes that the protocol itself has to send (acknowledgements, greetings); empty when none."""
        return b""


def earliest(*times: float | None) -> float | None:
    """The first of several times, None where there is none."""
    return min((time for time in times if time is not None), default=None)


class Watch(Protocol):
    """What looks over a device (`shoes.watch`, `shufflers.watch`): it adds reports, and takes nothing away."""

    def connected(self, at: float) -> list[DeviceEvent]: ...

    def lost(self) -> None: ...

    def committed(self, at: float) -> None: ...

    def look(self, batch: list[Received], at: float, *, waiting: bool) -> list[Received]: ...
