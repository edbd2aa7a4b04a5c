"""Where a reader's command finds its broker, and who it is there: the options that such commands have in common."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.configuration.broker import broker_of
from controller.configuration.config import load
from controller.mqtt.broker import Broker

PORT: Final = 1883
TLS_PORT: Final = 8883
HERE: Final = "localhost"

BrokerOption = Annotated[
    str, typer.Option(metavar="HOST[:PORT]", help=f"The broker; port {PORT}, {TLS_PORT} with --ca.")
]
UsernameOption = Annotated[str | None, typer.Option(metavar="NAME", help="The login there.")]
PasswordOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Its password.")]
CaOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Use TLS; who signed the broker's certificate.")]
CertOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Our certificate, where the broker asks.")]
CertKeyOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Its key.")]


def configured(config: Path | None) -> Broker:
    """As a table's configuration has it; raises NoJournalError, ConfigError, ValueError with a sentence."""
    found = broker_of(load(journals.configuration(config)))
    if found is None:
        raise ValueError("The table has no broker: there is no section [mqtt] in its configuration.")
    return found


def named(prefix: str, address: str, ca: Path | None) -> Broker:
    """As the command line has it."""
    host, _, port = address.rpartition(":") if address.rpartition(":")[2].isdecimal() else (address, "", "")
    number = int(port) if port else TLS_PORT if ca is not None else PORT
    return Broker(host=host, port=number, client_id="", prefix=prefix, tls=ca is not None, ca_file=ca)


def reader(
    place: Broker, username: str | None, password_file: Path | None, cert: Path | None, cert_key: Path | None
) -> Broker:
    """The place for a reader of his own, whom nobody throws out."""
    return replace(
        place,
        client_id=f"tablectl-{secrets.token_hex(6)}",
        username=username or place.username,
        password_file=password_file or place.password_file,
        cert_file=cert or place.cert_file,
        key_file=cert_key or place.key_file,
    )
