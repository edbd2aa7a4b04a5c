"""The table's brokers, none, one or several: for each a publisher, with a reader's place in the lane, and a watch."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.alerts.notices import Notice
from controller.configuration.broker import brokers_of
from controller.configuration.config import Config
from controller.core.alerts import ActiveAlert
from controller.daemon.health import health_of
from controller.daemon.tasks import Named
from controller.daemon.watches.broker import watch_broker
from controller.journal.draft import OutboxRow
from controller.journal.outbox import Lane
from controller.journal.shared_lane import SharedLane
from controller.journal.store import Journal
from controller.mqtt.messages import BROKER
from controller.mqtt.publisher import OnRequest, Publisher
from controller.table.task import TableTask

if TYPE_CHECKING:
    from controller.mqtt.requests import ResendRequest


def broker_lane(config: Config, journal: Journal) -> Lane:
    """With a place for each of several brokers; a journal that once had them keeps that one's who is left."""
    places = [str(broker) for broker in brokers_of(config)]
    if len(places) > 1 or (places and journal.archive.reader_marks(BROKER)):
        return SharedLane(journal=journal, name=BROKER, readers=places)
    return Lane(journal=journal, name=BROKER)


class Brokers:
    """`lane` is of `broker_lane`; `hold` returns when a message may go out."""

    def __init__(
        self,
        config: Config,
        *,
        journal: Journal,
        table: TableTask,
        lane: Lane,
        notify: Callable[[Notice], Awaitable[object]],
        hold: Callable[[OutboxRow], Awaitable[None]],
        devices: Callable[[], Iterable[Mapping[str, Any]]],
    ) -> None:
        readers = lane.readers if isinstance(lane, SharedLane) else (lane,)
        names = {entry.name for entry in config.devices}
        self.publishers = tuple(
            Publisher(broker=broker, journal=journal, lane=reader, notify=notify, devices=names, hold=hold)
            for broker, reader in zip(brokers_of(config), readers, strict=False)
        )
        self._readers = readers
        self.resending = ResendingAtAll(self.publishers)
        self._notify = notify
        for publisher in self.publishers:
            publisher.health = health_of(
                name=config.house.table, table=table, journal=journal, lane=lane, devices=devices
            )

    @property
    def reached(self) -> list[bool]:
        """Of each, whether it has taken the connection."""
        return [one.reached for one in self.publishers]

    @property
    def connected(self) -> dict[str, bool]:
        """Of each by its address, whether it has our retained topics."""
        return {str(one.broker): one.connected for one in self.publishers}

    @property
    def is_under_way(self) -> bool:
        """Whether one that is connected has not got all yet, as what waits for the meter."""
        pairs = zip(self.publishers, self._readers, strict=False)
        return any(one.connected and reader.waiting > 0 for one, reader in pairs)

    def running(self) -> Iterator[Named]:
        """What brings the outbox to them."""
        for one in self.publishers:
            yield f"mqtt {one.broker.at}".rstrip(), one.run()

    def watching(self, active: Mapping[tuple[str, str], ActiveAlert]) -> Iterator[Named]:
        """What raises their alerts."""
        for one in self.publishers:
            others = [other for other in self.publishers if other is not one]
            watch = watch_broker(one, others=others, active=active, notify=self._notify)
            yield f"broker {one.broker.at}".rstrip(), watch

    def listen(self, on_request: OnRequest) -> None:
        """Requests are taken from each; a transaction that comes from two is carried out once."""
        for one in self.publishers:
            one.on_request = on_request

    def topic(self, below: str) -> str:
        """A topic below the table's prefix, the same at each."""
        return self.publishers[0].broker.topic(below)


class ResendingAtAll:
    """Messages sent again at each broker that is reached; `finished` is called when the first of them has them all.

    One that is away gets what it lacks afterwards, and its readers hold another too.
    """

    def __init__(self, publishers: Sequence[Publisher]) -> None:
        self._publishers = publishers
        self.finished: Callable[[Mapping[str, Any]], None] | None = None
        self._begun: list[Mapping[str, Any]] = []
        for one in publishers:
            one.resending.finished = self._finish

    async def look(self, asked: "ResendRequest") -> dict[str, Any]:
        """What will be sent once it is begun. Raises RequestError."""
        foremost = max(self._publishers, key=lambda one: (one.reached, one.resending.done_seq))
        return await foremost.resending.look(asked)

    def begin(self, record: Mapping[str, Any]) -> None:
        """Send what the answer of this record says, behind those before it."""
        self._begun.append(record)
        reached = [one for one in self._publishers if one.reached]
        for one in reached or self._publishers:
            one.resending.begin(record)

    def _finish(self, record: Mapping[str, Any]) -> None:
        if record in self._begun:
            self._begun.remove(record)
            if self.finished is not None:
                self.finished(record)
