"""One connection to the broker: aiomqtt's client, which also learns why a message was refused.

A message goes out alone: the next waits for the acknowledgement of the one before, so that a refusal is of the message
that it was meant for and of no other. A refusal is an answer, not a lost line: `send` returns it.
"""

import asyncio
import socket
import ssl
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, NoReturn, Self

from aiomqtt import Client, MqttError
from paho.mqtt.client import MQTT_ERR_SUCCESS, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.beat import beat
from controller.mqtt.first_address import connect
from drivers.budget import Budget

QOS: Final = 1
REFUSED: Final = 0x80
"""Reason codes from here up are refusals (MQTT 5, 2.4)."""

LARGEST_BYTES: Final = 1024 * 1024
"""What we take in one packet; our own messages have some kilobytes. A broker of MQTT 5 passes on nothing larger."""

LOOK_EVERY_S: Final = 1.0
"""For what has to go out, so that the connection is kept."""

WAITING: Final = 1024
"""Messages that wait to be looked at; we are sent what we publish, and now and then something of others."""
LARGE_BYTES: Final = 64 * 1024
LARGE_WAITING: Final = 16
"""Of messages larger than that."""
RECEIVES_A_SECOND: Final = 10_000
RECEIVES_AT_ONCE: Final = 50_000
"""Three a packet; we are sent two packets for each of ours, of which some hundred a second go out."""

_OVERHEAD_BYTES: Final = 12
"""Fixed header (up to 5 bytes), topic length, packet identifier, empty properties, and some room."""


class TableClient(Client):
    """aiomqtt's client, which keeps the reason of a PUBACK that aiomqtt drops, and the largest packet of CONNACK."""

    def __init__(self, *given: Any, bounded: bool = True, **named: Any) -> None:
        """`bounded`: more than a table has to look at ends the connection; not for who reads all that it sends."""
        super().__init__(*given, **named)
        self._is_bounded = bounded
        self.overfed = False
        """The broker has sent a packet larger than we take: this connection is at its end."""
        self.flooding: str | None = None
        """The topic on which more came than can be looked at, empty for packets of any kind: this connection ends."""
        self._receives = Budget(rate=RECEIVES_A_SECOND, burst=RECEIVES_AT_ONCE)
        self._receive = self._client._sock_recv  # noqa: SLF001 - where a packet's length is known before its memory
        self._client._sock_recv = self._receive_within  # type: ignore[method-assign] # noqa: SLF001
        self._client._create_socket_connection = self._connect  # type: ignore[method-assign] # noqa: SLF001 - one address after the other
        self._largest_packet: int | None = None
        self._refusal: str | None = None
        self._alert: str | None = None
        """What TLS said at last: our certificate is refused by an alert behind the handshake, where paho waits on."""
        self._one = asyncio.Lock()

    async def __aenter__(self) -> Self:
        try:
            return await super().__aenter__()
        except MqttError as error:
            self._let_go()
            raise (error if self._alert is None else MqttError(self._alert)) from None
        except BaseException:
            self._let_go()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            await super().__aexit__(kind, error, traceback)
        finally:
            self._let_go()

    def _receive_within(self, bufsize: int) -> bytes:
        """As paho's, which asks for all that is left of a packet; raises OSError where that is too much."""
        if bufsize > LARGEST_BYTES:
            self.overfed = True
            raise OSError(f"a packet of {bufsize} bytes, more than {LARGEST_BYTES}")
        if self._is_bounded and not self._receives.take(time.monotonic()):
            self.flooding = self.flooding or ""
            raise OSError(f"more than {RECEIVES_A_SECOND // 3} packets a second")
        try:
            received = self._receive(bufsize)
        except ssl.SSLWantReadError:
            raise
        except ssl.SSLError as error:
            self._alert = str(error)
            raise
        self._hurry()
        return received

    def _hurry(self) -> None:
        """Neither of us waits for the other's next segment.

        A broker that passes our own retained message back and then acknowledges it holds the second back (Nagle) until
        we acknowledge the first, which Linux does after 40 ms: 39 messages a second instead of some hundred.
        """
        at: Any = self._client.socket()
        if at is not None:
            with suppress(OSError):
                at.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    def _connect(self) -> socket.socket:
        """As paho's, which gives each address of the broker's name a whole time-out before it tries the next."""
        paho = self._client
        found = connect(paho._host, paho._port, timeout_s=paho.connect_timeout)  # noqa: SLF001 - where aiomqtt puts them
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found

    def _let_go(self) -> None:
        """Close the socket: aiomqtt leaves it open, and reads it for ever, where what came from it was no MQTT."""
        self._client._sock_close()  # noqa: SLF001 - paho's own way, which takes it out of the loop too

    async def send(
        self,
        topic: str,
        payload: bytes,
        *,
        retain: bool,
        properties: Properties | None = None,
        timeout_s: float | None = None,
    ) -> str | None:
        """Publish, at least once; why the broker refuses it, None where it has it. Raises MqttError."""
        size = len(topic.encode()) + len(payload) + _OVERHEAD_BYTES
        if self._largest_packet is not None and size > self._largest_packet:
            return f"packet of {size} bytes, the broker takes {self._largest_packet}"
        async with self._one:
            self._refusal = None
            try:
                await self.publish(topic, payload, qos=QOS, retain=retain, properties=properties, timeout=timeout_s)
            except ValueError as error:
                return f"no message of MQTT: {error}"
            return self._refusal

    async def publish(self, *given: Any, **named: Any) -> None:
        """As aiomqtt's, whose wait loses a cancellation that comes with the acknowledgement (Python before 3.12).

        Only one that came meanwhile: a task group of Python 3.11 leaves its own request on the task that it ended.
        """
        task = asyncio.current_task()
        before = task.cancelling() if task is not None else 0
        await super().publish(*given, **named)
        if task is not None and task.cancelling() > before:
            raise asyncio.CancelledError

    async def _misc_loop(self) -> None:
        """As aiomqtt's, on the beat: keeps the connection alive, or finds it dead."""
        while self._client.loop_misc() == MQTT_ERR_SUCCESS:
            await beat(LOOK_EVERY_S)

    async def until_lost(self) -> NoReturn:
        """Raises MqttError as soon as the connection ends; aiomqtt's own waits notice it only by their time-out."""
        await asyncio.wait([self._disconnected])
        raise MqttError("the connection has ended") from self._disconnected.exception()

    def flooded(self, topic: str) -> None:
        """Too much comes on this topic: nothing more is read of this connection, which is ended in order."""
        if self.flooding is not None:
            return
        self.flooding = topic
        at = self._client.socket()
        if at is not None:
            self._loop.remove_reader(at.fileno())
        self._client.disconnect()

    def _on_message(self, client: Any, userdata: Any, message: MQTTMessage) -> None:
        waiting = self._queue.qsize()
        if self._is_bounded and waiting >= (WAITING if len(message.payload) <= LARGE_BYTES else LARGE_WAITING):
            self.flooded(message.topic)
        elif self.flooding is None:
            super()._on_message(client, userdata, message)

    def _on_publish(
        self, client: Any, userdata: Any, mid: int, reason_code: ReasonCode, properties: Properties
    ) -> None:
        self._refusal = str(reason_code) if reason_code.value >= REFUSED else None
        super()._on_publish(client, userdata, mid, reason_code, properties)

    def _on_connect(
        self, client: Any, userdata: Any, flags: Any, reason_code: ReasonCode, properties: Properties | None = None
    ) -> None:
        self._largest_packet = getattr(properties, "MaximumPacketSize", None)
        super()._on_connect(client, userdata, flags, reason_code, properties)
