"""Where a reader's command finds its broker, and who it is there: the options that such commands have in common."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.configuration.broker import brokers_of
from controller.configuration.config import load
from controller.configuration.sections import host_and_port
from controller.mqtt.broker import Broker

PORT: Final = 1883
TLS_PORT: Final = 8883
HERE: Final = "localhost"

BrokerOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HOST[:PORT]",
        help=f"The broker (default: {HERE}), each of several; port {PORT}, {TLS_PORT} with --ca.",
    ),
]
UsernameOption = Annotated[str | None, typer.Option(metavar="NAME", help="The login there.")]
PasswordOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Its password.")]
CaOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Use TLS; who signed the broker's certificate.")]
CertOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Our certificate, where the broker asks.")]
CertKeyOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Its key.")]


def configured(config: Path | None) -> tuple[Broker, ...]:
    """As a table's configuration has them; raises NoJournalError, ConfigError, ValueError with a sentence."""
    found = brokers_of(load(journals.configuration(config)))
    if not found:
        raise ValueError("The table has no broker: there is no section [mqtt] in its configuration.")
    return found


def named(prefix: str, addresses: Sequence[str] | None, ca: Path | None) -> tuple[Broker, ...]:
    """As the command line has them."""
    places = [host_and_port(address, PORT if ca is None else TLS_PORT) for address in addresses or (HERE,)]
    return tuple(
        Broker(
            host=host, port=port, several=len(places) > 1, client_id="", prefix=prefix, tls=ca is not None, ca_file=ca
        )
        for host, port in places
    )


def reader(
    places: Sequence[Broker],
    username: str | None,
    password_file: Path | None,
    cert: Path | None,
    cert_key: Path | None,
) -> tuple[Broker, ...]:
    """The places for a reader of his own, whom nobody throws out."""
    client_id = f"tablectl-{secrets.token_hex(6)}"
    return tuple(
        replace(
            place,
            client_id=client_id,
            username=username or place.username,
            password_file=password_file or place.password_file,
            cert_file=cert or place.cert_file,
            key_file=cert_key or place.key_file,
        )
        for place in places
    )


def together(places: Sequence[Broker]) -> str:
    """Where that is, in a sentence."""
    return " and ".join(map(str, places))
