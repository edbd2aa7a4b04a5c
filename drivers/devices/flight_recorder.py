"""The last frames of a device, as they were on the line and as they were understood, for the file beside an alert.

A frame's face of a card is masked in both forms until the table has shown that card to the players (`shown`); what
never was shown (burned, hole, face-down and kept cards, repetitions, cards not yet dealt) stays masked for good.
Times are UTC, taken from the loop's clock when a file is written (`recordings`).
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, Literal

from controller.core.events import CardDrawn, Event
from drivers.protocols.base.driver import Role
from drivers.protocols.base.framing import printable, readable
from drivers.protocols.base.protocol import DeviceEvent, Received, Traced
from drivers.protocols.base.reports import FrameRejected

KEPT: Final = 1000
"""Frames of each device: a shoe's last two rounds with all that went to it, some 0.3 MB."""
SHOWN: Final = 200
"""Printed bytes of one frame."""
SETTLES_S: Final = 1.0
"""Whoever follows gets a card's frame when the table has shown the card; one that it has not shown by then, masked."""


@dataclass(slots=True)
class _Entry:
    """`card` is the frame of a card, whose face is masked when it is looked at; every other is kept masked alone."""

    at: float
    direction: Literal["<", ">"]
    masked: str
    events: tuple[DeviceEvent, ...] = ()
    card: Traced | None = None
    seen: bool = False

    @property
    def printed(self) -> str:
        if self.card is None:
            return self.masked
        return (readable(self.card.frame) if self.seen else self.card.masked)[:SHOWN]


class FlightRecorder:
    """The ring of one device; times are the loop's, in seconds."""

    def __init__(self, *, kept: int = KEPT) -> None:
        self._entries: deque[_Entry] = deque(maxlen=kept)
        self._count = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def count(self) -> int:
        """Frames since the start, those that the ring has let go too."""
        return self._count

    def taken(self, frames: Iterable[Traced], received: Iterable[Received], at: float) -> None:
        """What a protocol made of a chunk from the device: its good frames, and the bytes that were none."""
        self.received(frames, at)
        for event, _ in received:
            if isinstance(event, FrameRejected):
                self.noted(event, event.shown, at)

    def written(self, data: bytes, role: Role, at: float) -> None:
        """Bytes to a device of a role: what a console is answered may name cards."""
        self.sent(printable(data) if role == "console" else readable(data), at)

    def received(self, frames: Iterable[Traced], at: float) -> None:
        """Good frames from the device."""
        for one in frames:
            if any(isinstance(event, CardDrawn) for event in one.events):
                self._keep(_Entry(at, "<", "", one.events, one))
            else:
                self._keep(_Entry(at, "<", one.masked[:SHOWN], one.events))

    def noted(self, event: DeviceEvent, masked: str, at: float) -> None:
        """Bytes that were no frame, or something about the connection."""
        self._keep(_Entry(at, "<", masked[:SHOWN], (event,)))

    def sent(self, masked: str, at: float) -> None:
        """Bytes to the device."""
        self._keep(_Entry(at, ">", masked[:SHOWN]))

    def shown(self, event: Event) -> None:
        """The players have seen the card of this very event."""
        for entry in reversed(self._entries):
            if any(one is event for one in entry.events):
                entry.seen = True
                return

    def lines(self, *, loop_now: float, utc_now: datetime) -> Iterator[dict[str, Any]]:
        """The ring of this moment as JSON objects, oldest first; made as they are taken, in whatever thread."""
        return (_line(entry, loop_now=loop_now, utc_now=utc_now) for entry in tuple(self._entries))

    def after(
        self, count: int, *, loop_now: float, utc_now: datetime, settles_s: float = SETTLES_S
    ) -> tuple[list[dict[str, Any]], int]:
        """What came behind the first `count` frames and is settled, as `lines`, and the count with it.

        A reader that is slower than the ring is long finds fewer lines than the count has grown by. Where no table
        shows a card there is nothing to wait for: `settles_s` 0.
        """
        first = self._count - len(self._entries)
        lines = []
        for entry in islice(self._entries, max(0, count - first), None):
            if entry.card is not None and not entry.seen and loop_now - entry.at < settles_s:
                break
            lines.append(_line(entry, loop_now=loop_now, utc_now=utc_now))
        return lines, max(count, first) + len(lines)

    def _keep(self, entry: _Entry) -> None:
        self._entries.append(entry)
        self._count += 1


def _line(entry: _Entry, *, loop_now: float, utc_now: datetime) -> dict[str, Any]:
    return {
        "at": datetime.fromtimestamp(utc_now.timestamp() - loop_now + entry.at, UTC).isoformat(),
        "direction": entry.direction,
        "raw": entry.printed,
        "events": [_worded(event, seen=entry.seen) for event in entry.events],
    }


def _worded(event: DeviceEvent, *, seen: bool) -> dict[str, Any]:
    if isinstance(event, CardDrawn):
        return {"type": "card", "card": event.card if seen or event.card == "??" else "**"}
    if isinstance(event, Event):
        return {"type": getattr(event, "type", "event")}
    return {"report": event.code, "text": str(event)}
