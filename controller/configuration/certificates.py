"""The certificates that a configuration names, and when each expires: for pages, metrics and `tablectl doctor`."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from controller.configuration.config import Config
from controller.terminal.inputs import MIB, read_input


class Certificate(NamedTuple):
    """`key` is where it is named, as `mqtt.ca_file`; `not_after` None where the file cannot be read: `reason`."""

    key: str
    file: Path
    not_after: datetime | None
    reason: str | None


def certificates(config: Config) -> Iterator[Certificate]:
    """Each with the first end of what is in its file."""
    named = []
    if config.mqtt is not None:
        named += [("mqtt.ca_file", config.mqtt.ca_file), ("mqtt.cert_file", config.mqtt.cert_file)]
    if config.web is not None:
        named.append(("web.tls_cert", config.web.tls_cert))
    for key, name in named:
        if name is None:
            continue
        file = config.beside(name)
        try:
            yield Certificate(key, file, _end(file, file.stat().st_mtime_ns), None)
        except (OSError, ValueError) as error:
            yield Certificate(key, file, None, str(error))


def first_end(file: Path) -> datetime:
    """The first end of a certificate in the file; raises OSError, ValueError."""
    from cryptography import x509  # noqa: PLC0415 - a megabyte, for tables that have certificates

    return min(one.not_valid_after_utc for one in x509.load_pem_x509_certificates(read_input(file, most=MIB)))


@lru_cache(maxsize=8)
def _end(file: Path, changed_ns: int) -> datetime:
    del changed_ns  # another file under the same name
    return first_end(file)
