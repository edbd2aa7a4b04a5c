"""`tablectl watch`: a table as its readers have it, each message checked; says plainly what is wrong with one."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from controller.cli import journals
from controller.cli.devices.monitor import ForOption
from controller.cli.program import flag
from controller.cli.table import at_broker
from controller.configuration.config import ConfigError
from controller.core.outcomes import dumps
from controller.mqtt.broker import Broker
from controller.mqtt.contract.reading import Judged, Reading
from controller.mqtt.following import Connected, Found, Lost, Received, follow_all
from controller.terminal.lines import Line, show
from controller.terminal.printable import complain, say

CLOCK: Final = slice(11, 23)
"""Hours to milliseconds of RFC 3339."""


def public_key(text: str) -> bytes:
    """A table's key, as `tablectl status` prints it."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise typer.BadParameter(f"expected 64 hexadecimal digits, got {text!r}")
    return key


def command(
    topic: Annotated[
        str | None, typer.Argument(metavar="PREFIX/SITE/TABLE", help="Its topics; with --config those of its table.")
    ] = None,
    *,
    broker: at_broker.BrokerOption = None,
    username: at_broker.UsernameOption = None,
    password_file: at_broker.PasswordOption = None,
    ca: at_broker.CaOption = None,
    cert: at_broker.CertOption = None,
    cert_key: at_broker.CertKeyOption = None,
    key: Annotated[
        bytes | None,
        typer.Option(
            parser=public_key, metavar="HEX", help="The table's public key, as `tablectl status` shows it there."
        ),
    ] = None,
    for_s: ForOption = None,
    json: Annotated[bool, flag("--json", help="Print JSON Lines.")] = False,
    config: journals.ConfigOption = None,
) -> int:
    """Each message is held to its schema, to the table's signature and to the numbers before it.

    Losses of the broker are waited out; what comes from several is shown once. Without --key the first `about` is
    believed.

    Exit status: 0 ended by hand or by --for and nothing was wrong, 1 something was, 2 the command line or a file is not
    good.
    """
    try:
        places = _places(config, topic, broker, ca)
    except (journals.NoJournalError, ConfigError, ValueError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    places = at_broker.reader(places, username, password_file, cert, cert_key)
    watching = Watching(places, Reading(places[0].prefix.rpartition("/")[2], key), json=json)
    try:
        asyncio.run(watching.run(for_s))
    except OSError as error:
        complain(f"tablectl: {error}.")
        return journals.BAD
    except KeyboardInterrupt:
        pass
    return 1 if watching.wrong else 0


def _places(
    config: Path | None, topic: str | None, addresses: Sequence[str] | None, ca: Path | None
) -> tuple[Broker, ...]:
    """Where the table is followed; raises ValueError with a sentence."""
    if topic is None:
        return at_broker.configured(config)
    if len(topic.split("/")) < 3 or {*"+#"} & {*topic} or "" in topic.split("/"):
        raise ValueError(f"Expected a table's topics as casino/house/TABLE, got {topic!r}.")
    return at_broker.named(topic, addresses, ca)


class Watching:
    """What is printed of a table that is followed."""

    def __init__(self, places: Sequence[Broker], reading: Reading, *, json: bool) -> None:
        self.wrong = 0
        self._places = places
        self._reading = reading
        self._json = json
        self._asked = False

    async def run(self, for_s: float | None) -> None:
        """Until the time is over or the task is cancelled."""
        try:
            async with asyncio.timeout(for_s):
                async for found in follow_all(self._places):
                    self._show(found)
        except TimeoutError:
            return

    def _show(self, found: Found) -> None:
        match found:
            case Connected():
                self._note("connected", f"following {self._places[0].topic('#')} at {found.at}")
            case Lost():
                self._note("lost", f"the broker at {found.at} is unreachable: {found.reason}")
            case Received():
                judged = self._reading.take(found.topic, found.payload, retained=found.retained)
                if judged is not None and not (judged.repeat and len(self._places) > 1):
                    self.wrong += len(judged.faults)
                    self._message(judged)
                    self._believed()

    def _believed(self) -> None:
        """Say once whose key is used."""
        if self._asked or self._reading.key is None:
            return
        self._asked = True
        if not self._reading.pinned:
            key = self._reading.key.hex()
            self._note("key", f"taken from `about`, believed and not checked; compare it with `tablectl status`: {key}")

    def _note(self, what: str, text: str) -> None:
        if self._json:
            say(dumps({"type": what, "text": text}), flush=True)
        else:
            complain(text)

    def _message(self, judged: Judged) -> None:
        if self._json:
            faults = [{"code": fault.code, "text": fault.text} for fault in judged.faults]
            marks = {"repeat": judged.repeat, "retained": judged.retained, "late": judged.late}
            line = {"type": "message", "topic": judged.topic, **marks}
            say(dumps(line | {"faults": faults, "message": judged.body}), flush=True)
        else:
            show(lines(judged))


def lines(judged: Judged) -> Iterator[Line]:
    """A message, and what is wrong with it."""
    body = judged.body
    if isinstance(body, str):
        yield Line(body, f"{'':23}{judged.topic:13} ")
    else:
        mark = " (again)" if judged.repeat else " (late)" if judged.late else " (kept)" if judged.retained else ""
        head = f"{str(body.get('at', ''))[CLOCK]:12} {body.get('seq', ''):>9} {judged.topic:13} "
        text = "" if judged.faults and judged.faults[0].code in ("schema", "text") else said(body)
        yield Line(f"{text}{mark}", head)
    for fault in judged.faults:
        yield Line(fault.text, "  WRONG  ", "bold red")


def said(body: dict[str, Any]) -> str:
    """A message in a few words."""
    match body["type"]:
        case "state":
            shoe = body["shoe"]
            return f"round {body['round']}, {body['phase']}, {shoe['cards_out']} cards out" + (
                "" if body["open"] else ", the table is closed"
            )
        case "card":
            where = " ".join(f"{name} {body[name]}" for name in ("area", "hand") if name in body)
            return f"{body['card']}  {where or body['place']}"
        case "meter":
            whose = f" for area {body['area']}, {body['player']}" if body["area"] is not None else ""
            return f"{body['state']}{whose}" + (f": {body['multiplier']} to 1" if body["multiplier"] else "")
        case "outcome":
            revision = f", revision {body['revision']}" if "revision" in body else ""
            corrects = f", in place of {body['corrects']}" if "corrects" in body else ""
            net = f", net {body['net'] / 100:.2f}" if "net" in body else ""
            return f"round {body['round']} {body['status']}{revision}{net}{corrects}"
        case "alert":
            return f"{body['state']} {body['code']} ({body['severity']}): {body['text']}"
        case "device":
            return f"{body['role']}, {'connected' if body['connected'] else 'not connected'}"
        case "health":
            alerts = ", ".join(alert["code"] for alert in body["alerts"]) or "no alert"
            return f"round {body['round']}, {body['phase']}, {alerts}, {body['outbox']['waiting']} messages wait"
        case "about":
            return f"release {body['version']}, journal {body['journal_id']}"
        case _:
            return str(body["type"])
