"""Where the broker is, and who this table is there."""

import logging
import ssl
from pathlib import Path
from typing import Any, Final, Literal

from aiomqtt import ProtocolVersion, Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.core.dataclass import dataclass
from controller.core.reader import MalformedLine
from controller.mqtt.client import LARGEST_BYTES, QOS, TableClient
from controller.mqtt.request_words import REQUEST, VERBS
from controller.terminal.inputs import MIB, read_text

KEEPALIVE_S: Final = 15
"""A broker that receives nothing for one and a half of these publishes the last will."""

_SILENT: Final = logging.getLogger("controller.mqtt.aiomqtt")
"""Why a connection has ended is ours to log; aiomqtt writes a traceback for every packet that it did not expect."""
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Broker:
    """Files are read at each connect, so a renewed one is taken. `several`: the table has other brokers beside it."""

    host: str
    port: int
    several: bool = False
    client_id: str
    prefix: str
    version: Literal["5", "3.1.1"] = "5"
    username: str | None = None
    password_file: Path | None = None
    tls: bool = False
    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def called(self) -> str:
        """How it is called in a sentence."""
        return f"the broker at {self}" if self.several else "the broker"

    @property
    def begins(self) -> str:
        """The same where a sentence begins with it."""
        return f"T{self.called[1:]}"

    @property
    def at(self) -> str:
        """By which alerts of several are kept apart; empty for a table's only one."""
        return str(self) if self.several else ""

    def topic(self, below: str) -> str:
        """A topic below the table's prefix, whole."""
        return f"{self.prefix}/{below}"

    def requests(self) -> list[tuple[str, Any]]:
        """What to subscribe to for requests: MQTT 5 also tells of one that comes now whether it is retained."""
        options: Any = SubscribeOptions(qos=QOS, retainAsPublished=True) if self.version == "5" else QOS
        return [(self.topic(f"{REQUEST}/{verb}"), options) for verb in VERBS]

    def client(self, *, will: Will | None, timeout_s: float, kept_s: int = 0, bounded: bool = True) -> TableClient:
        """A connection to be opened; raises OSError where a file cannot be read.

        Its session is kept for `kept_s` after it; with MQTT 3.1.1 for as long as the broker does. One that is `bounded`
        ends where more comes than a table has to look at; a reader wants it all.
        """
        five = self.version == "5"
        start: dict[str, Any] = {"clean_session": not kept_s}
        if five:
            properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            properties.MaximumPacketSize = LARGEST_BYTES
            if kept_s:
                properties.SessionExpiryInterval = kept_s
            start = {"clean_start": not kept_s, "properties": properties}
        return TableClient(
            self.host,
            self.port,
            identifier=self.client_id,
            username=self.username,
            password=self._password(),
            protocol=ProtocolVersion.V5 if five else ProtocolVersion.V311,
            will=will,
            **start,
            keepalive=KEEPALIVE_S,
            timeout=timeout_s,
            tls_context=self.tls_context() if self.tls else None,
            logger=_SILENT,
            bounded=bounded,
        )

    def _password(self) -> str | None:
        if self.password_file is None:
            return None
        try:
            return read_text(self.password_file, most=MIB).strip()
        except MalformedLine as error:
            raise OSError(f"{self.password_file} is no password: expected {error.expected}") from error

    def tls_context(self) -> ssl.SSLContext:
        """What is asked of the broker's certificate, and ours; raises OSError."""
        context = ssl.create_default_context(cafile=self.ca_file)
        if self.cert_file is not None:
            context.load_cert_chain(self.cert_file, self.key_file)
        return context
