"""`tablectl request`: asks a table for something over its broker, signed, and prints the answer; makes keys for it.

It is what the house's own system does, by hand: to try a key, an access list, a verb.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

import typer
from aiomqtt import MqttError
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from pydantic import ValidationError

from controller.cli import journals
from controller.configuration.broker import brokers_of
from controller.configuration.config import Config, ConfigError, load
from controller.configuration.sections import WeightsFile
from controller.configuration.source import Source
from controller.core.outcomes import dumps
from controller.journal.clock import rfc3339
from controller.mqtt.broker import Broker
from controller.mqtt.reasons import reason_of, words_of
from controller.mqtt.request_words import REQUEST, RESPONSE
from controller.mqtt.requests import REQUEST_READER, Request, signed_request
from controller.terminal.printable import complain, say

Action = Literal["limits", "open", "close", "multipliers", "resend", "new-key"]
ANSWER_S: Final = 10.0
KEY_MODE: Final = 0o600


class _NotSoError(Exception):
    """The sentence that refuses."""


@dataclass(frozen=True, slots=True)
class _Options:
    """What is said beside the verb."""

    count: int | None
    last: int | None
    reason: str | None
    by: str
    table: str


class _Secret(NamedTuple):
    """A key that signs, and its file's name."""

    key: Ed25519PrivateKey
    name: str


def command(
    action: Annotated[
        Action, typer.Argument(metavar="ACTION", help="limits, open, close, multipliers, resend, or new-key.")
    ],
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WHAT",
            help="limits: main=1000-500000 …, all of them; multipliers: a file; resend: the first id; new-key: a name.",
        ),
    ] = None,
    *,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The key that signs, as new-key made it.")] = None,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Its name there (default: the file's).")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="With close: what the dealer reads.")] = None,
    count: Annotated[int | None, typer.Option(metavar="N", help="With resend: so many messages.")] = None,
    last: Annotated[int | None, typer.Option(metavar="SEQ", help="With resend: up to this number.")] = None,
    username: Annotated[str | None, typer.Option(metavar="NAME", help="At the broker (default: the table's).")] = None,
    password_file: Annotated[Path | None, typer.Option(metavar="FILE", help="For that user.")] = None,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 accepted, 1 refused or no answer, 2 the request cannot be made."""
    try:
        if action == "new-key":
            return _new_key(what or [])
        table = load(journals.configuration(config))
        brokers = _brokers(table, username, password_file)
        secret = _private(key)
        said = _Options(count, last, reason, by or secret.name, table.house.table)
        body = _body(action, what or [], said)
        payload = signed_request(secret.key, brokers[0].topic(f"{REQUEST}/{action}"), body)
        return asyncio.run(_asked(brokers, action, body.transaction, payload))
    except (journals.NoJournalError, ConfigError, _NotSoError, OSError, MqttError, ExceptionGroup) as error:
        text = words_of(error) if isinstance(error, MqttError | OSError) else str(error)
        complain(f"tablectl: {text}")
        return journals.BAD


def _new_key(what: Sequence[str]) -> int:
    if len(what) != 1:
        raise _NotSoError("new-key needs a name: it writes NAME.key and NAME.pub here.")
    key = Ed25519PrivateKey.generate()
    secret, public = Path(f"{what[0]}.key"), Path(f"{what[0]}.pub")
    secret.touch(KEY_MODE, exist_ok=False)
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    say(
        f"{secret} signs: it stays with whoever asks. {public} goes to the table, beside its configuration, which gets:"
    )
    say("", f"[requests.keys.{what[0]}]", f'file = "{public.name}"', 'rank = "pit_manager"')
    return 0


def _brokers(table: Config, username: str | None, password_file: Path | None) -> tuple[Broker, ...]:
    """The table's, for a client of its own."""
    found = tuple(replace(one, client_id=f"request-{secrets.token_hex(6)}") for one in brokers_of(table))
    if not found:
        raise _NotSoError("The table has no broker: its file has no [mqtt].")
    if username is None:
        return found
    return tuple(replace(one, username=username, password_file=password_file) for one in found)


def _private(file: Path | None) -> _Secret:
    if file is None:
        raise _NotSoError("Say with --key which key signs; `tablectl request new-key NAME` makes one.")
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (ValueError, TypeError) as error:
        raise _NotSoError(f"{file} holds no private key in PEM without a password.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _NotSoError(f"{file} holds a key of another kind than Ed25519.")
    return _Secret(key, file.stem)


def _body(action: Action, what: Sequence[str], options: _Options) -> Request:
    """What is asked for; raises _NotSoError."""
    fields: dict[str, Any] = {
        "v": 1, "transaction": secrets.token_hex(12), "by": options.by, "at": rfc3339(time.time_ns()),
        "table": options.table, "verb": action,
    }  # fmt: skip
    match action:
        case "limits":
            fields["limits"] = dict(map(_bounds, what))
        case "multipliers" if len(what) == 1:
            fields["weights"] = Source(Path(what[0])).validate(WeightsFile).weights
        case "resend" if len(what) == 1:
            seq = what[0].rpartition("-")[2]
            fields |= {"id": what[0], "seq": int(seq) if seq.isdecimal() else 0}
            fields |= {name: n for name, n in (("count", options.count), ("last", options.last)) if n is not None}
        case "close" if options.reason is not None:
            fields["reason"] = options.reason
        case "open" | "close":
            pass
        case _:
            raise _NotSoError(f"{action} needs one WHAT: see `tablectl request --help`.")
    try:
        return REQUEST_READER.validate_json(dumps(fields))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _NotSoError(f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}.") from error


def _bounds(text: str) -> tuple[str, list[int]]:
    kind, _, bounds = text.partition("=")
    least, _, most = bounds.partition("-")
    if not (kind and least.isdecimal() and most.isdecimal()):
        raise _NotSoError(f"Expected a limit in cents, as main=1000-500000; got {text!r}.")
    return kind, [int(least), int(most)]


async def _asked(brokers: Sequence[Broker], verb: str, transaction: str, payload: str) -> int:
    """At one broker after the other, until there is an answer: it is one transaction, which is carried out once."""
    for broker in brokers[:-1]:
        try:
            if (status := await _asked_at(broker, verb, transaction, payload)) is not None:
                return status
        except (MqttError, ExceptionGroup) as error:
            complain(f"tablectl: the broker at {broker}: {reason_of(error)[0]}")
    if (status := await _asked_at(brokers[-1], verb, transaction, payload)) is not None:
        return status
    complain(
        f"tablectl: no answer within {ANSWER_S:.0f} s: the table is not at the broker {brokers[-1]}, lists no key in"
        " [requests], or the broker's access list keeps request or answer from one of the two."
    )
    return 1


async def _asked_at(broker: Broker, verb: str, transaction: str, payload: str) -> int | None:
    """The exit status by the answer, None where there is none."""
    async with broker.client(will=None, timeout_s=ANSWER_S) as client:
        await client.subscribe(broker.topic(f"{RESPONSE}/{verb}"), qos=1)
        await client.publish(broker.topic(f"{REQUEST}/{verb}"), payload.encode(), qos=1)
        try:
            async with asyncio.timeout(ANSWER_S):
                async for message in client.messages:
                    text = bytes(message.payload).decode()
                    answer = json.loads(text)
                    if answer.get("transaction") == transaction:
                        say(text)
                        return 0 if answer["status"] == "accepted" else 1
        except TimeoutError:
            pass
    return None
