"""The last frames of a device, as they were on the line and as they were understood, for the file beside an alert.

A frame's face of a card is masked in both forms until the table has shown that card to the players (`shown`); what
never was shown (burned, hole, face-down and kept cards, repetitions, cards not yet dealt) stays masked for good.
Times are UTC, taken from the loop's clock when a file is written.
"""

import json
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from controller.core.events import CardDrawn, Event
from drivers.protocols.framing import readable
from drivers.protocols.protocol import DeviceEvent, Traced

KEPT: Final = 1000
"""Frames of each device: a shoe's last two rounds with all it was told, some 0.3 MB."""
SHOWN: Final = 200
"""Printed bytes of one frame."""
FILES: Final = 50
"""Recordings kept in a folder; the oldest go first."""


@dataclass(slots=True)
class _Entry:
    at: float
    direction: Literal["<", ">"]
    masked: str
    events: tuple[DeviceEvent, ...] = ()
    frame: bytes = b""
    seen: bool = False


class FlightRecorder:
    """The ring of one device; times are the loop's, in seconds."""

    def __init__(self, *, kept: int = KEPT) -> None:
        self._entries: deque[_Entry] = deque(maxlen=kept)

    def __len__(self) -> int:
        return len(self._entries)

    def heard(self, frames: Iterable[Traced], at: float) -> None:
        """Good frames from the device."""
        for frame, masked, events in frames:
            hides = any(isinstance(event, CardDrawn) for event in events)
            self._entries.append(_Entry(at, "<", masked[:SHOWN], events, frame if hides else b""))

    def noted(self, event: DeviceEvent, masked: str, at: float) -> None:
        """Bytes that were no frame, or something about the connection."""
        self._entries.append(_Entry(at, "<", masked[:SHOWN], (event,)))

    def sent(self, masked: str, at: float) -> None:
        """Bytes to the device."""
        self._entries.append(_Entry(at, ">", masked[:SHOWN]))

    def shown(self, event: Event) -> None:
        """The players have seen the card of this very event."""
        for entry in reversed(self._entries):
            if any(one is event for one in entry.events):
                entry.seen = True
                return

    def lines(self, *, loop_now: float, utc_now: datetime) -> list[dict[str, Any]]:
        """The ring as JSON objects, oldest first."""
        return [
            {
                "at": datetime.fromtimestamp(utc_now.timestamp() - loop_now + entry.at, UTC).isoformat(),
                "direction": entry.direction,
                "raw": readable(entry.frame)[:SHOWN] if entry.seen else entry.masked,
                "events": [_worded(event, seen=entry.seen) for event in entry.events],
            }
            for entry in self._entries
        ]


def _worded(event: DeviceEvent, *, seen: bool) -> dict[str, Any]:
    if isinstance(event, CardDrawn):
        return {"type": "card", "card": event.card if seen or event.card == "??" else "**"}
    if isinstance(event, Event):
        return {"type": getattr(event, "type", "event")}
    return {"report": event.code, "text": str(event)}


def write_recording(folder: Path, *, cause: Mapping[str, Any], devices: Mapping[str, list[dict[str, Any]]]) -> Path:
    """Write what `lines` gave for each device into a new file of the folder, and remove the oldest. Raises OSError.

    The first line is the alert; then one frame a line. The file is readable by the daemon's user and group only.
    """
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = folder / f"{stamp}-{cause['code']}.jsonl"
    body = [dict(cause), *({"device": name, **line} for name, lines in devices.items() for line in lines)]
    text = "".join(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n" for line in body)
    fresh = path.with_suffix(".new")
    fresh.touch(mode=0o640)
    fresh.write_text(text, encoding="ascii")
    fresh.rename(path)
    for old in sorted(folder.glob("*.jsonl"))[:-FILES]:
        old.unlink(missing_ok=True)
    return path
