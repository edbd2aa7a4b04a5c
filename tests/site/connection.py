"""A table's connection to the broker at the least cost: MQTT 5 by hand, so that one process is a thousand tables.

It sends what a table sends, QoS 1 with its own identifiers, a last will, `online` and `health` that expire; what comes
back is counted as acknowledged. Nothing is sent again: a site of which one is lost is no measure of anything.
"""

import asyncio
import struct
from typing import Final

CONNECT: Final = 0x10
PUBLISH_ONCE: Final = 0x32
RETAIN: Final = 0x01
PUBACK: Final = 0x40
CLEAN_WITH_WILL: Final = 0x02 | 0x04 | 0x08 | 0x20
"""Clean start; a last will, at QoS 1, retained."""
KEEPALIVE_S: Final = 15
EXPIRY: Final = 0x02
"""The property with which a message expires (MQTT 5, 3.3.2.3.3)."""


class Connection(asyncio.Protocol):
    """`acknowledged` are the messages that the broker has taken."""

    def __init__(self, name: str, will: str) -> None:
        self.acknowledged = 0
        self._name = name
        self._will = will
        self._packet = 0
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        head = _text("MQTT") + bytes((5, CLEAN_WITH_WILL)) + struct.pack(">H", KEEPALIVE_S) + b"\0"
        transport.write(_packet(CONNECT, head + _text(self._name) + b"\0" + _text(self._will) + _text("offline")))

    def data_received(self, data: bytes) -> None:
        """Packets of one length byte: CONNACK, PUBACK."""
        self._rest += data
        while len(self._rest) >= 2 and len(self._rest) >= (size := 2 + self._rest[1]):
            self.acknowledged += self._rest[0] == PUBACK
            self._rest = self._rest[size:]

    def publish(self, topic: str, payload: bytes, *, retain: bool, expiry_s: int | None = None) -> None:
        """Send; returns at once."""
        assert self._transport is not None
        self._packet = self._packet % 0xFFFF + 1
        properties = b"" if expiry_s is None else struct.pack(">BI", EXPIRY, expiry_s)
        body = _text(topic) + struct.pack(">HB", self._packet, len(properties)) + properties + payload
        self._transport.write(_packet(PUBLISH_ONCE | (RETAIN if retain else 0), body))

    def abort(self) -> None:
        """End without a word, as a process that is killed."""
        assert self._transport is not None
        self._transport.abort()


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def _packet(kind: int, body: bytes) -> bytes:
    left, length = len(body), bytearray()
    while True:
        left, digit = left >> 7, left & 0x7F
        length.append(digit | (0x80 if left else 0))
        if not left:
            return bytes((kind, *length)) + body
