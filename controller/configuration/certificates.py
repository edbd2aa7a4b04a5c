"""The certificates that a configuration names, and when each expires: for the metrics and for `tablectl doctor`."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cryptography import x509

from controller.configuration.config import Config


class Certificate(NamedTuple):
    """`key` is where it is named, as `mqtt.ca_file`; `not_after` None where the file cannot be read."""

    key: str
    file: Path
    not_after: datetime | None


def certificates(config: Config) -> Iterator[Certificate]:
    """Each with the first end of what is in its file."""
    named = []
    if config.mqtt is not None:
        named += [("mqtt.ca_file", config.mqtt.ca_file), ("mqtt.cert_file", config.mqtt.cert_file)]
    if config.web is not None:
        named.append(("web.tls_cert", config.web.tls_cert))
    for key, name in named:
        if name is not None:
            file = config.beside(name)
            yield Certificate(key, file, ends(file))


def ends(file: Path) -> datetime | None:
    """The first end of a certificate in the file."""
    try:
        return min(one.not_valid_after_utc for one in x509.load_pem_x509_certificates(file.read_bytes()))
    except (OSError, ValueError):
        return None
