"""THE table of topics: address, retained or not, what is published there. Schemas and AsyncAPI are made from it."""

from dataclasses import dataclass
from typing import Any, Final, get_args

from controller.core.outcomes import PokerOutcome, TwentyOneOutcome
from controller.mqtt.contract import bodies
from controller.mqtt.contract.bodies import Envelope, Unnumbered
from controller.mqtt.messages import (
    ABOUT,
    ALERT,
    AVAILABILITY,
    CARD,
    DEVICE,
    HEALTH,
    HEARTBEAT,
    LAST_OUTCOME,
    METER,
    OUTCOME,
    STATE,
)
from controller.mqtt.request_words import REQUEST, RESPONSE
from controller.mqtt.requests import Request, Response


@dataclass(frozen=True, slots=True)
class MessageType:
    """One `type` of message and the bodies that it can have; `says` is its sentence in the documents."""

    type: str
    says: str
    bodies: tuple[Any, ...]
    envelope: Any = Envelope
    """What it begins with; None for what the house asks, whose body has it all."""


@dataclass(frozen=True, slots=True)
class Topic:
    """`name` is below the table's prefix; `carries` a message with envelope and signature, or a text by its pattern."""

    name: str
    retained: bool
    carries: MessageType | str
    says: str
    asks: bool = False
    """Whether it is the table that reads there."""


OUTCOMES: Final = MessageType(
    "outcome",
    "The outcome of a round, a revision of it, or its withdrawal.",
    (TwentyOneOutcome, PokerOutcome, bodies.Withdrawn),
)

REQUESTS: Final = MessageType(
    "request", "What the house's own system asks, signed by its key.", get_args(Request), envelope=None
)
HEALTHS: Final = MessageType("health", "How the table is.", (bodies.Health,), envelope=Unnumbered)
RESPONSES: Final = MessageType("response", "The answer to a request.", (Response,))

TOPICS: Final = (
    Topic(AVAILABILITY, True, "^(online|offline)$", "Whether the table is there."),
    Topic(HEARTBEAT, True, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$", "UTC, every 10 s; with MQTT 3.1.1 alone."),
    Topic(ABOUT, True, MessageType("about", "What the table is.", (bodies.About,)), "From each start."),
    Topic(STATE, True, MessageType("state", "The table at this moment.", (bodies.State,)), "At each change."),
    Topic(CARD, False, MessageType("card", "A card that the players can see.", (bodies.CardBody,)), "As it is dealt."),
    Topic(METER, True, MessageType("meter", "The multiplier meter.", (bodies.Meter,)), "At each change."),
    Topic(OUTCOME, False, OUTCOMES, "Once each, in order."),
    Topic(LAST_OUTCOME, True, OUTCOMES, "The last one, kept for who comes later; its `seq` is its own."),
    Topic(ALERT, False, MessageType("alert", "Raised or cleared.", (bodies.Alert,)), "As it comes."),
    Topic(f"{DEVICE}/{{device}}", True, MessageType("device", "A device.", (bodies.Device,)), "At each change."),
    Topic(HEALTH, True, HEALTHS, "Every 60 s and at a change; with MQTT 5 it expires after 180 s."),
    Topic(f"{REQUEST}/{{verb}}", False, REQUESTS, "Not retained, and no older than 30 s.", asks=True),
    Topic(f"{RESPONSE}/{{verb}}", False, RESPONSES, "One for each request, `taken` behind one that waits."),
)  # fmt: skip


def message_types() -> dict[str, MessageType]:
    """Each type of message once."""
    return {one.carries.type: one.carries for one in TOPICS if isinstance(one.carries, MessageType)}
