"""What is published: section 8 of the contract, made from effects and from the difference of two views.

The fields of each message are in `contract.bodies`, from which its schema is made.

A message gets its number and identity when its record is drafted and is stored as the very text that goes out, so a
repetition is the same to the byte. The identity is the journal's, the life's and the number: a life is what follows one
start, named by the first digits of its record's link. No two starts have the same, also of an older copy of the journal
that is put back and gives out a number again.

Nothing here sees a card that the players cannot see: only `CardShown` makes a `card`, and outcomes come from the rules
with unshown cards masked.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from controller.core.alerts import Severity
from controller.core.effects import AlertRaised, CardShown, Effect, RoundEnded, RoundReopened, RulingGiven, SetMeter
from controller.core.outcomes import Outcome, dumps, outcome_to_json, text_of, to_json_object
from controller.games.view import TableView
from controller.journal.archive import Archive, reading
from controller.journal.clock import rfc3339
from controller.journal.draft import Draft
from controller.journal.numbering import Numbering
from controller.journal.start_record import Start
from controller.mqtt.contract.bodies import (
    About,
    Alert,
    CardBody,
    Meter,
    Proof,
    Published,
    Shoe,
    State,
    Withdrawn,
)
from controller.mqtt.request_words import RESPONSE, VERBS

BROKER: Final = "mqtt"
"""The broker's lane in the outbox."""
ENVELOPE_VERSION: Final = 1
LIFE_DIGITS: Final = 12
"""Hexadecimal digits of a start's link that name its life: one in 2**48 that two of a table are alike."""

AVAILABILITY: Final = "availability"
HEARTBEAT: Final = "heartbeat"
ABOUT: Final = "about"
STATE: Final = "state"
CARD: Final = "card"
METER: Final = "meter"
OUTCOME: Final = "outcome"
LAST_OUTCOME: Final = "outcome/last"
ALERT: Final = "alert"
DEVICE: Final = "device"
HEALTH: Final = "health"
NOT_RETAINED: Final = (CARD, OUTCOME, ALERT, *(f"{RESPONSE}/{verb}" for verb in VERBS))


_FOREIGN: Final = frozenset((DEVICE, RESPONSE))
"""What they carry is not ours alone: a fraction may be in it."""


class Message(NamedTuple):
    """A message before it has a number; `topic` is below the table's prefix.

    `body` makes the records that follow each other in it, where the text is asked for: an audit does not always ask.
    """

    topic: str
    type: str
    body: Callable[[], tuple[Any, ...]]
    retain: bool = False


class Messages:
    """Makes the messages of one table and hangs them on drafts; none where the table has no broker."""

    def __init__(self, start: Start, numbers: Numbering) -> None:
        self._start = start
        self._numbers = numbers
        self.identity = ""
        self._body: tuple[Callable[[], tuple[Any, ...]], list[dict[str, Any]]] = tuple, []
        self.outcome_id = start.outcome_id
        """The id of the last `outcome`: a revision and a withdrawal name the one before."""

    def begin(self, link: bytes) -> None:
        """The record of the start has this link."""
        self.identity = f"{self._start.journal_id}-{link.hex()[:LIFE_DIGITS]}"

    def post(self, draft: Draft, messages: Iterable[Message]) -> None:
        """Number the messages and store them with the draft's record."""
        if not self._start.has_broker:
            return
        for message in messages:
            seq, topic = self._numbers.next(BROKER), message.topic
            if topic == OUTCOME:
                self.outcome_id = f"{self.identity}-{seq}"
            text = partial(self._text, message, draft.record.utc_ns)
            draft.post(BROKER, seq, topic, retain=message.retain, text=text)

    def _text(self, message: Message, utc_ns: int, seq: int) -> str:
        envelope: dict[str, Any] = {  # as `contract.bodies.Envelope`
            "v": ENVELOPE_VERSION, "id": f"{self.identity}-{seq}", "seq": seq, "at": rfc3339(utc_ns),
            "table": self._start.table_name, "type": message.type,
        }  # fmt: skip
        if message.body is not self._body[0]:  # an outcome goes to two topics
            self._body = message.body, [*map(_part, message.body())]
        for part in self._body[1]:
            envelope |= part
        return (dumps if message.type in _FOREIGN else text_of)(envelope)

    def of_step(
        self, draft: Draft, effects: Iterable[Effect], before: TableView, after: TableView, *, is_open: bool
    ) -> None:
        """Post what one step of the rules changed, in the order of its effects, the table's state last."""
        found: list[Message] = []
        for effect in effects:
            match effect:
                case CardShown():
                    found.append(Message(CARD, "card", partial(_card, effect, after.round)))
                case SetMeter():
                    found.append(meter(effect))
                case AlertRaised():
                    found.append(alert(code=effect.code, severity=effect.severity, text=effect.text, rule=effect.rule))
                case RulingGiven():
                    text = f"{effect.kind}: {effect.action}. {effect.text}"
                    found.append(alert(code="ruling", severity="info", text=text, rule=effect.rule))
                case RoundEnded():
                    corrects = None if effect.outcome.revision is None else self.outcome_id
                    beside = Published(corrects=corrects, journal=_proof(draft))
                    found += _outcome(effect.outcome, beside)
                case RoundReopened():
                    withdrawn = Withdrawn(
                        game=self._start.table.game, round=effect.round, status="withdrawn", rule=effect.rule,
                        authority=effect.authority, corrects=self.outcome_id, journal=_proof(draft),
                    )  # fmt: skip
                    found += _outcome(withdrawn)
                case _:
                    pass
        if (
            before.cards_out != after.cards_out
            or before.phase != after.phase
            or before.round != after.round
            or before.decks != after.decks
        ):
            found.append(self.state(after, is_open=is_open))
        self.post(draft, found)

    def about(self) -> Iterable[Message]:
        """What this table is, retained: its key, program, rules and configuration; releases before it had none."""
        start = self._start
        if start.code_hash is None:
            return
        body = About(
            version=start.version, python=start.python, code_hash=start.code_hash, rules_version=start.rules_version,
            rules_hash=start.rules_hash, config_hash=start.config_hash, weights_hash=start.weights_hash,
            journal_id=start.journal_id, public_key=start.public_key,
        )  # fmt: skip
        yield Message(ABOUT, "about", partial(tuple, (body,)), retain=True)

    def state(self, view: TableView, *, is_open: bool) -> Message:
        """The retained state of the table; `is_open` while the daemon deals, and rounds may begin."""
        return Message(STATE, "state", partial(self._state, view, is_open=is_open), retain=True)

    def _state(self, view: TableView, *, is_open: bool) -> tuple[State]:
        table = self._start.table
        state = State(
            game=table.game, phase=view.phase, round=view.round, limits=table.bounds,
            **(table.terms if self._start.shows_terms else {}),
            shoe=Shoe(cards_out=view.cards_out, decks=view.decks), open=is_open,
        )  # fmt: skip
        return (state,)


def _proof(draft: Draft) -> Proof:
    """The journal's head at this record, so that the outcome holds the journal to it."""
    return Proof(n=draft.record.n, head=draft.link.hex(), seal=draft.seal.hex() if draft.seal else None)


def _card(shown: CardShown, round_: int) -> tuple[CardBody]:
    return (CardBody(card=shown.card, place=shown.place, area=shown.area, hand=shown.hand, round=round_),)


def _outcome(*records: Any) -> list[Message]:
    body = partial(tuple, records)
    return [Message(OUTCOME, "outcome", body), Message(LAST_OUTCOME, "outcome", body, retain=True)]


def last_outcome_id(archive: Archive) -> str | None:
    """The id of the last `outcome`, from the retained message that follows it directly; None before the first.

    Raises JournalRefusedError.
    """
    with reading(archive.path):
        payload = archive.newest_message(BROKER, LAST_OUTCOME)
        if payload is None:
            return None
        life, _, seq = str(json.loads(payload)["id"]).rpartition("-")
        return f"{life}-{int(seq) - 1}"


def meter(level: SetMeter) -> Message:
    """The retained meter."""
    return Message(METER, "meter", partial(_meter, level), retain=True)


def _meter(level: SetMeter) -> tuple[Meter]:
    return (Meter(state=level.state, area=level.area, player=level.player, multiplier=level.multiplier),)


def alert(
    *, code: str, severity: Severity, text: str, rule: str | None = None, device: str | None = None, raised: bool = True
) -> Message:
    """An alert, raised or cleared."""
    body = Alert(
        state="raised" if raised else "cleared", code=code, severity=severity, text=text, rule=rule, device=device
    )
    return Message(ALERT, "alert", partial(tuple, (body,)))


def device(name: str, status: dict[str, Any]) -> Message:
    """The retained status of a device, as the record has it (`contract.bodies.Device`)."""
    return Message(f"{DEVICE}/{name}", "device", partial(tuple, ({"device": name, **status},)), retain=True)


def response(notice: Mapping[str, Any]) -> Message:
    """The answer to a request, whose record this is."""
    from controller.mqtt.requests import Response  # noqa: PLC0415 - loaded where there are requests

    body = Response.model_validate({name: notice[name] for name in Response.model_fields if name in notice})
    answer = body.model_dump(mode="json", exclude_none=True)
    return Message(f"{RESPONSE}/{body.verb}", RESPONSE, partial(tuple, (answer,)))


def _part(record: Any) -> dict[str, Any]:
    found: dict[str, Any] = outcome_to_json(record) if isinstance(record, Outcome) else to_json_object(record)
    return found
