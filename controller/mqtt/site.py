"""Every table of a site as its readers have them: up, playing, in alarm, silent, behind, or of another release.

A table is silent when it has said `offline`, or the broker has by its last will; when the `online` that the broker kept
has expired; and when nothing has come of it for 22 s, in which it sends two heartbeats. It is in alarm while one of its
alerts is critical, and behind while a message of it has waited for half a minute. What fits no schema is passed over.

Where the tables' public keys are given, a table is forged while the last `health` or `state` on its topics is not
signed by its key; what such a message says is not believed.

Only what a picture needs is subscribed to, and nothing is kept for us: each value comes again within a minute.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from controller.journal.clock import utc_ns_of
from controller.journal.signature import is_signed
from controller.mqtt.contract.reading import Reading
from controller.mqtt.health import BEHIND_S
from controller.mqtt.messages import AVAILABILITY, HEALTH, HEARTBEAT, STATE

TOPICS: Final = tuple(f"+/{name}" for name in (AVAILABILITY, HEARTBEAT, STATE, HEALTH))
"""Below the site."""
SILENT_S: Final = 22.0
"""Without a sign of it, so that it shows within 25 s also where the broker is slow to say that it is cut off."""
OLD_S: Final = 30.0
"""With MQTT 3.1.1: a heartbeat that the broker kept and that is older shows that its `online` is too."""
IDLE: Final = "idle"

Status = Literal["forged", "silent", "alarm", "behind", "playing", "up"]
WRONG: Final[tuple[Status, ...]] = ("forged", "silent", "alarm", "behind")
STATUSES: Final[tuple[Status, ...]] = (*WRONG, "playing", "up")
"""The gravest first."""
Signature = Literal["good", "wrong", "missing", "no key"]
"""`missing`: nothing signed has come; `no key`: none is known of this table."""
SIGNED: Final = (HEALTH, STATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One table at a moment; what it never said is None."""

    table: str
    status: Status
    other_release: bool
    """Most tables here run another."""
    game: str | None
    phase: str | None
    round: int | None
    open: bool | None
    version: str | None
    alerts: tuple[tuple[str, str, str | None], ...]
    """Code, severity and device of the active ones."""
    lost: tuple[str, ...]
    """Devices that are not connected."""
    waiting: int | None
    oldest_s: float | None
    commit_p99_ms: float | None
    disk_free_bytes: int | None
    clock_synchronised: bool | None
    signature: Signature | None
    """Of `health`; None where nobody has given the tables' keys."""


@dataclass(slots=True)
class _Table:
    reading: Reading
    online: set[str] = field(default_factory=set)
    """The brokers at which it is."""
    stale: set[str] = field(default_factory=set)
    """Those that kept an old heartbeat, and nothing live has come from."""
    sign_s: float = float("-inf")
    """When it last gave a sign of itself, monotonic."""
    state: dict[str, Any] = field(default_factory=dict)
    at: str = ""
    """The broker that it came from."""
    health: dict[str, Any] = field(default_factory=dict)
    forged: set[tuple[str, str]] = field(default_factory=set)
    """Brokers and topics at which the last message was not signed by the table's key."""

    @property
    def release(self) -> tuple[str, str] | None:
        return (self.health["version"], self.health["code_hash"]) if self.health else None


class Site:
    """What has come of the tables; `now_s` is monotonic, `utc_ns` the time of the day, `keys` are theirs by name."""

    def __init__(
        self, now_s: Callable[[], float], utc_ns: Callable[[], int], keys: Mapping[str, bytes] | None = None
    ) -> None:
        self._now_s = now_s
        self._utc_ns = utc_ns
        self._keys = keys
        self._tables: dict[str, _Table] = {}

    def connected(self) -> None:
        """A connection begins: whether a table is there has to show over it soon."""
        for table in self._tables.values():
            table.sign_s = self._now_s()

    def take(self, topic: str, payload: bytes, *, retained: bool, at: str = "") -> None:
        """A message of the broker `at`; `topic` begins with the table."""
        name, _, below = topic.partition("/")
        table = self._tables.get(name) or _Table(Reading(name))
        if self._keys and name in self._keys and below in SIGNED:
            if not is_signed(self._keys[name], below, payload.decode(errors="replace")):
                self._tables[name] = table
                table.forged.add((at, below))
                return
            table.forged.discard((at, below))
        judged = table.reading.take(below, payload, retained=retained)
        if (
            judged is None
            or judged.repeat
            or judged.late
            or any(fault.code in ("text", "schema", "place") for fault in judged.faults)
        ):
            return
        self._tables[name] = table
        body = judged.body
        if not retained or below == HEARTBEAT:
            is_old = retained and self._utc_ns() - utc_ns_of(str(body)) > OLD_S * 1e9
            (table.stale.add if is_old else table.stale.discard)(at)
        if below == AVAILABILITY:
            (table.online.add if body == "online" else table.online.discard)(at)
        elif below == HEALTH and isinstance(body, dict):
            table.health = body
        elif isinstance(body, dict) and not (retained and at != table.at and body["at"] < table.state.get("at", "")):
            table.state, table.at = body, at
        if not retained or below == AVAILABILITY:
            table.sign_s = self._now_s()

    def seen(self) -> list[Seen]:
        """The tables as they are now, the gravest first."""
        releases = Counter(table.release for table in self._tables.values() if table.release is not None)
        usual = max(releases, key=lambda one: (releases[one], one), default=None)
        found = [self._seen(name, table, usual) for name, table in self._tables.items()]
        return sorted(found, key=lambda one: (STATUSES.index(one.status), not one.other_release, one.table))

    def _seen(self, name: str, table: _Table, usual: tuple[str, str] | None) -> Seen:
        health = table.health
        now = table.state or health
        alerts = tuple((one["code"], one["severity"], one["device"]) for one in health.get("alerts", ()))
        outbox = health.get("outbox", {})
        return Seen(
            table=name,
            status=self._status(table, now, alerts, outbox),
            other_release=table.release not in (None, usual),
            game=now.get("game"),
            phase=now.get("phase"),
            round=now.get("round"),
            open=now.get("open"),
            version=health.get("version"),
            alerts=alerts,
            lost=tuple(one["device"] for one in health.get("devices", ()) if not one["connected"]),
            waiting=outbox.get("waiting"),
            oldest_s=outbox.get("oldest_s"),
            commit_p99_ms=health.get("commit_p99_ms"),
            disk_free_bytes=health.get("disk_free_bytes"),
            clock_synchronised=health.get("clock_synchronised"),
            signature=self._signature(name, table),
        )

    def _signature(self, name: str, table: _Table) -> Signature | None:
        if self._keys is None:
            return None
        if name not in self._keys:
            return "no key"
        return "wrong" if table.forged else "good" if table.health else "missing"

    def _status(
        self,
        table: _Table,
        now: dict[str, Any],
        alerts: Iterable[tuple[str, str, str | None]],
        outbox: dict[str, Any],
    ) -> Status:
        if table.forged:
            return "forged"
        if not table.online - table.stale or self._now_s() - table.sign_s > SILENT_S:
            return "silent"
        if any(severity == "critical" for _, severity, _ in alerts):
            return "alarm"
        if (outbox.get("oldest_s") or 0.0) > BEHIND_S:
            return "behind"
        return "playing" if now.get("phase", IDLE) != IDLE else "up"


def counts(tables: Iterable[Seen]) -> dict[str, int]:
    """How many tables there are of each status, and of another release."""
    seen = list(tables)
    found = {"tables": len(seen)} | {status: sum(one.status == status for one in seen) for status in STATUSES}
    return found | {"other_release": sum(one.other_release for one in seen)}
