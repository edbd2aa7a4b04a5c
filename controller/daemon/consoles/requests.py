"""One line of the console socket read: an event of the contract, the clearing of an alert, what a technician wishes.

    {"type":"bets.open"}
    {"type":"alert.cleared","code":"message_parked","by":"Kim","authority":"technician"}
    {"type":"device.frames","device":"shoe","last":20}
    {"type":"log.level","part":"mqtt","level":"debug","for_s":600}
    {"type":"configuration.reload"}
    {"type":"configuration.compare"}
    {"type":"table.look"}

`device` is given beside `code` where more than one has that alert.
"""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.complaints import expected_and_actual
from controller.core.events import AnyEvent, Authority
from controller.core.reader import MalformedLine, read_event, read_object
from controller.daemon.logs.levels import Level, Part
from drivers.devices.flight_recorder import KEPT

SOURCE: Final = "console-socket"
"""The device that a record from here names, and a sentence about a line."""
FRAMES: Final = "device.frames"


class RequestError(ValueError):
    """The line is no request; the text is a sentence."""


class _Wish(BaseModel):
    """Strict; built when the first one comes, which at most tables is never."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class Clearing(_Wish):
    """The wish to clear an alert, and who wishes it."""

    type: Literal["alert.cleared"]
    code: str
    device: str | None = None
    by: str = Field(min_length=1, max_length=64)
    authority: Authority


class Following(_Wish):
    """The wish to watch a device's frames, the `last` so many first."""

    type: Literal["device.frames"]
    device: str
    last: int = Field(default=0, ge=0, le=KEPT)


class LogLevel(_Wish):
    """The wish to log a part of the program from another level on, for so long."""

    type: Literal["log.level"]
    part: Part
    level: Level
    for_s: float = Field(gt=0, le=24 * 3600)


class Reload(_Wish):
    """The wish that the table reads its configuration anew."""

    type: Literal["configuration.reload"]


class Compare(_Wish):
    """The wish to see what the configuration's file has otherwise than the running table."""

    type: Literal["configuration.compare"]


class Look(_Wish):
    """The wish to see how the table is."""

    type: Literal["table.look"]


OfTheDaemon = LogLevel | Reload | Compare | Look
"""What is no event of the table."""


def read_request(line: bytes) -> AnyEvent | Clearing | Following | OfTheDaemon:
    """What the line asks for; raises RequestError. The desk looks whether an event lacks a field of its game."""
    try:
        text = line.decode()
        match read_object(text, file=SOURCE).get("type"):
            case "alert.cleared":
                return Clearing.model_validate_json(text)
            case "device.frames":
                return Following.model_validate_json(text)
            case "log.level":
                return LogLevel.model_validate_json(text)
            case "table.look":
                return Look.model_validate_json(text)
            case "configuration.reload":
                return Reload.model_validate_json(text)
            case "configuration.compare":
                return Compare.model_validate_json(text)
        return read_event(text, family=None, file=SOURCE)
    except UnicodeDecodeError as error:
        raise RequestError("Expected UTF-8, got other bytes.") from error
    except ValidationError as error:
        raise RequestError(_sentence(error)) from error
    except MalformedLine as error:
        raise RequestError(str(error)) from error


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    expected, actual = expected_and_actual(first)
    return f"Field `{'.'.join(map(str, first['loc']))}`: expected {expected}, got {actual}."
