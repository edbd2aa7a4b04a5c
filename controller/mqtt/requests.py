"""What the casino management system may ask of a table over MQTT, and what it is answered: bodies, signature, verdict.

    request/VERB     {"v":1,"transaction":"…","by":KEY,"at":"…Z","table":"…","verb":VERB, … ,"sig":"SIGNATURE"}
    response/VERB    the table's envelope, then the body of `Response`

Whoever may publish at the broker may write there, and a subscriber cannot see who it was: so a request is signed whole
(Ed25519) by a key that the table's configuration lists with its rank. `sig` comes last, 128 hexadecimal digits, and
signs, as in the table's own messages, a line that says what it is, the topic, and the text without `,"sig":"…"`:

    "table-controller request 1", newline, TOPIC, newline, {"v":1, … }

TOPIC is the whole one, with prefix, site and table, because a key may be good at many tables.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from controller.core.complaints import expected_and_actual
from controller.core.events import Instant
from controller.journal.files.keys import signed_by
from controller.journal.signature import Unsigned, unsigned
from controller.mqtt.request_words import RESENT_MOST, RequestError, Verb

VERSION: Final = 1
"""Of the bodies; in `v`."""
MOST_BYTES: Final = 16 * 1024
"""Of a request; a new multiplier file has some hundred."""
Status = Literal["accepted", "refused", "taken"]
When = Literal["now", "next_round"]

Transaction = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{8,64}$")]
KeyName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Seq = Annotated[int, Field(ge=1, lt=2**53)]
Money = Annotated[int, Field(ge=0, lt=2**53)]

_PREFIX: Final = "table-controller request 1\n"


class _Body(BaseModel):
    """What every request says. `at` is when it was made: it holds for 30 seconds. `by` is the key's name."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True, defer_build=True)

    v: Literal[1]
    """Of the request."""
    transaction: Transaction
    """Chosen by who asks: the same again gets the first answer and acts once."""
    by: KeyName
    """The name of the key that signs, as the table's configuration lists it."""
    at: Instant
    """When it was made, UTC (RFC 3339); it holds for 30 seconds."""
    table: Annotated[str, StringConstraints(max_length=64)]
    """The table that is asked, as in the topic."""


class LimitsRequest(_Body):
    """New limits, all of them, as `[table.limits]` has them: least and most in cents; at poker `stake` and `blinds`."""

    verb: Literal["limits"]
    """As in the topic."""
    limits: Annotated[dict[Annotated[str, StringConstraints(max_length=32)], tuple[Money, Money]], Field(max_length=32)]
    """Least and most of each kind of wager, in cents."""


class OpenRequest(_Body):
    """Rounds may begin again."""

    verb: Literal["open"]
    """As in the topic."""


class CloseRequest(_Body):
    """No new round begins, until `open`; one that is under way is played to its end. `reason` is for the dealer."""

    verb: Literal["close"]
    """As in the topic."""
    reason: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    """A sentence for the dealer."""


class MultipliersRequest(_Body):
    """A new multiplier file: tickets by multiplier, as its section `[weights]` has them."""

    verb: Literal["multipliers"]
    """As in the topic."""
    weights: Annotated[dict[Annotated[str, StringConstraints(max_length=8)], int], Field(max_length=32)]
    """Tickets of each multiplier."""


class ResendRequest(_Body):
    """Messages of one life again, as they were: from that of this `id` and `seq`, up to `last` or so many (`count`)."""

    verb: Literal["resend"]
    """As in the topic."""
    id: Annotated[str, StringConstraints(max_length=200, pattern=r"^.+-[0-9a-f]{12}-[0-9]+$")]
    """Of the first message."""
    seq: Seq
    """Of the first message; it ends the id."""
    last: Seq | None = None
    """Up to this number."""
    count: Annotated[int, Field(ge=1, le=RESENT_MOST)] | None = None
    """So many."""


Request = LimitsRequest | OpenRequest | CloseRequest | MultipliersRequest | ResendRequest
REQUEST_READER: Final[TypeAdapter[Request]] = TypeAdapter(
    Annotated[Request, Field(discriminator="verb")], config=ConfigDict(defer_build=True)
)


class Response(BaseModel):
    """The body of `response/VERB`, behind the envelope. What has no value is left out.

    `when`: it holds from `now`, or from the `next_round` on; then a second response, `taken`, tells when it does.
    `again`: the transaction was answered before, and this is that answer. `result` depends on the verb: `weights_hash`
    of multipliers, `first`, `last` and `messages` of what is sent again; a `next` where others in the stretch are of
    another life; and `follows` where a second response, `taken`, comes when all of them have been sent.
    """

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, defer_build=True)

    transaction: str | None = None
    """That of the request, where it could be read."""
    by: str | None = None
    """The key that signed the request."""
    verb: Verb
    """What was asked."""
    status: Status
    """`taken` follows an `accepted` that waits for the next round, or for the last of the messages sent again."""
    when: When | None = None
    """From when it holds."""
    reason: str | None = None
    """Why it is refused, a sentence."""
    result: dict[str, Any] | None = None
    """`weights_hash` of multipliers. Of messages again: `first`, `last`, `messages`, `follows` (`taken`, when all have
    been sent); `next`, also beside a refusal: the `id` of the first of those asked for that is of another life."""
    again: Literal[True] | None = None
    """The transaction was answered before, and this is that answer."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came: what it says, and whether a key has signed it."""

    body: Request
    raw: Unsigned

    def signed_with(self, public: bytes, topic: str) -> bool:
        """Whether this key has signed it for this topic."""
        return self.raw.signature is not None and signed_by(public, self.raw.signature, _message(topic, self.raw.text))


def read(payload: bytes) -> Received:
    """The request of a payload, its signature not yet looked at; raises RequestError."""
    if len(payload) > MOST_BYTES:
        raise RequestError(f"Expected at most {MOST_BYTES} bytes, got {len(payload)}.")
    try:
        raw = unsigned(payload.decode())
        return Received(REQUEST_READER.validate_json(raw.text), raw)
    except UnicodeDecodeError as error:
        raise RequestError("Expected UTF-8, got other bytes.") from error
    except (ValidationError, RecursionError) as error:
        raise RequestError(_sentence(error)) from error


def signed_request(key: Ed25519PrivateKey, topic: str, body: Request) -> str:
    """The payload of a request for this topic."""
    text = body.model_dump_json(exclude_none=True)
    return f'{text[:-1]},"sig":"{key.sign(_message(topic, text)).hex()}"}}'


def _message(topic: str, text: str) -> bytes:
    return f"{_PREFIX}{topic}\n{text}".encode()


def _sentence(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "The request is nested too deep."
    first = error.errors(include_url=False)[0]
    expected, actual = expected_and_actual(first)
    where = ".".join(map(str, first["loc"][1:])) or "the body"  # behind the verb that chose the model
    return f"Field `{where}`: expected {expected}, got {actual}."
