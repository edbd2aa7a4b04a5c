"""The requests of the house's own system, put together: loaded only where the configuration lists a key."""

import time

from controller.configuration.config import Config, hash_of
from controller.configuration.jackpot import weights_by_request
from controller.daemon.brokers import Brokers
from controller.mqtt.request_words import REQUEST
from controller.table.desk import Desk
from controller.table.remembered import Remembered
from controller.table.requests import Requests
from controller.table.task import TableTask


def requests_of(config: Config, *, table: TableTask, desk: Desk, brokers: Brokers, before: Remembered) -> Requests:
    """What takes them; `before` are those of before this start."""
    requests = Requests(
        table=table,
        desk=desk,
        name=config.house.table,
        keys={key.name: key for key in config.request_keys},
        topic=lambda verb: brokers.topic(f"{REQUEST}/{verb}"),
        weights_hash=lambda given: hash_of(weights_by_request(config.edge_band, given, config.table)),
        resend=brokers.resending,
        answers=before.answers,
        now_s=time.time,
    )
    brokers.resending.finished = requests.sent
    for record in before.resending:
        brokers.resending.begin(record)
    return requests
