"""The brokers that a configuration names, and who this table is there."""

import platform
from pathlib import Path
from typing import Final

from controller.configuration.config import Config
from controller.mqtt.broker import Broker

MACHINE_ID: Final = Path("/etc/machine-id")


def brokers_of(config: Config) -> tuple[Broker, ...]:
    """None where the table has no broker; the same login at each."""
    mqtt, house = config.mqtt, config.house
    if mqtt is None:
        return ()
    client_id = f"{house.site}-{house.table}-{_machine()}"
    return tuple(
        Broker(
            host=host,
            port=port,
            several=len(mqtt.places) > 1,
            client_id=client_id,
            prefix=f"{mqtt.prefix}/{house.site}/{house.table}",
            version=mqtt.version,
            username=mqtt.username,
            password_file=config.beside(mqtt.password_file) if mqtt.password_file else None,
            tls=mqtt.tls,
            ca_file=config.beside(mqtt.ca_file) if mqtt.ca_file else None,
            cert_file=config.beside(mqtt.cert_file) if mqtt.cert_file else None,
            key_file=config.beside(mqtt.key_file) if mqtt.key_file else None,
        )
        for host, port in mqtt.places
    )


def _machine() -> str:
    """Which machine this is, short: two with one table's name must not share a client's identity by chance."""
    try:
        return MACHINE_ID.read_text().strip()[:12] or platform.node()
    except OSError:
        return platform.node()
