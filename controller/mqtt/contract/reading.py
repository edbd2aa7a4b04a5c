"""A message as a reader has to judge it: to the schema or not, the table's own or not, the next one or not.

    signature   by the table's public key: forged or changed otherwise
    schema      by the types in `bodies`; fields that are not known here are passed over
    id, seq     one more each time within a life; the first of a new life follows the last of the one before, or begins
                at a lower number: then an older copy of the journal was put back, and what was published from there on
                is not in the journal any more. After the alert `journal_older` the numbers leap: no loss. What fills a
                gap afterwards is late

A message without a number (`health`) is judged by its time alone: what is not newer than the last changes nothing. What
the broker kept (`retained`) may come in any order and again: it is judged by itself, not by its number.
"""

import json
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, Union

from pydantic import TypeAdapter, ValidationError

from controller.journal.signature import is_signed
from controller.mqtt.contract import bodies
from controller.mqtt.contract.missing import Missing
from controller.mqtt.contract.topics import OUTCOMES, TOPICS, MessageType
from controller.mqtt.messages import ABOUT, NOT_RETAINED

LEAPS_WITH: Final = "journal_older"
"""The alert with which the numbers go on above all that an older copy of the journal did not know."""

REQUESTS: Final = "request/"
UNKNOWN: Final = MessageType("", "Of a later release.", ())

Code = Literal["text", "signature", "schema", "place", "key", "gap", "older"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, in a sentence."""

    code: Code
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A message of the table, or a text; `repeat`: it has come before and changes nothing; `late`: it was missing."""

    topic: str
    body: dict[str, Any] | str
    faults: tuple[Fault, ...] = ()
    repeat: bool = False
    retained: bool = False
    late: bool = False


@dataclass(slots=True)
class Reading:
    """One table as it is followed; `key` is its public key, taken from the first `about` where none is given."""

    table: str
    key: bytes | None = None
    pinned: bool = field(init=False)
    """Whether the key was given: one out of `about` is only as good as whoever published it."""
    _last: int | None = None
    _at: str = ""
    """The newest time of a message: what is older and of a life not known here came before us."""
    _lives: dict[str, int] = field(default_factory=dict)
    """The last number of each life."""
    _missing: Missing = field(default_factory=Missing)
    _journal: str | None = None
    _unnumbered_at: str = ""
    """The time of the last message without a number."""

    def __post_init__(self) -> None:
        self.pinned = self.key is not None

    def take(self, topic: str, payload: bytes, *, retained: bool) -> Judged | None:
        """The message on `topic`, which is below the table's prefix; None for one that somebody asks the table by.

        A topic that is not known here belongs to the numbers all the same.
        """
        if topic.startswith(REQUESTS):
            return None
        carries = next((one.carries for one in TOPICS if _fits(one.name, topic)), UNKNOWN)
        try:
            text = payload.decode()
            body: Any = json.loads(text) if isinstance(carries, MessageType) else text
        except (ValueError, RecursionError):
            return Judged(topic, repr(payload[:40]), (Fault("text", "It is no JSON in UTF-8."),), retained=retained)
        if not isinstance(carries, MessageType):
            wrong = () if re.fullmatch(carries, text) else (Fault("text", "It is none of the texts of this topic."),)
            return Judged(topic, text, wrong, retained=retained)
        if (fault := _schema(carries, text)) is not None:
            return Judged(topic, body if isinstance(body, dict) else text, (fault,), retained=retained)
        if topic == ABOUT and self.key is None:
            self.key = bytes.fromhex(body["public_key"])
        if self.key is not None and not is_signed(self.key, topic, text):
            forged = "This table's key did not sign it on this topic: it is forged, or was changed."
            return Judged(topic, body, (Fault("signature", forged),), retained=retained)
        if carries.envelope is bodies.Unnumbered:
            return Judged(topic, body, tuple(self._of_table(body)), self._again(body), retained)
        faults = self._place(topic, body)
        if retained or faults:
            return Judged(topic, body, tuple(faults), retained=retained)
        if self._is_late(body):
            return Judged(topic, body, late=True)
        repeat, faults = self._number(topic, body)
        return Judged(topic, body, tuple(faults), repeat)

    def _place(self, topic: str, body: dict[str, Any]) -> list[Fault]:
        """Whether what it says of itself agrees with where it is."""
        life, _, number = body["id"].rpartition("-")
        faults = self._of_table(body)
        if number != str(body["seq"]):
            faults.append(Fault("place", f"Its id {body['id']!r} has another number than its seq {body['seq']}."))
        if topic.startswith("device/") and topic != f"device/{body['device']}":
            faults.append(Fault("place", f"It is of the device {body['device']!r}, on the topic of another."))
        if topic == ABOUT and self.key is not None and bytes.fromhex(body["public_key"]) != self.key:
            faults.append(Fault("key", "The table names another public key: it was replaced."))
        journal = life.rpartition("-")[0]
        if self._journal not in (None, journal):
            faults.append(Fault("key", f"It is from another journal, {journal}; before it was {self._journal}."))
        self._journal = journal
        return faults

    def _of_table(self, body: dict[str, Any]) -> list[Fault]:
        if body["table"] == self.table:
            return []
        return [Fault("place", f"It is of the table {body['table']!r}, on a topic of {self.table!r}.")]

    def _again(self, body: dict[str, Any]) -> bool:
        """Whether a message without a number is no newer than the last."""
        before, self._unnumbered_at = self._unnumbered_at, max(self._unnumbered_at, body["at"])
        return bool(body["at"] <= before)

    def _is_late(self, body: dict[str, Any]) -> bool:
        """Whether it fills a gap. One of a life that begins now is none that was missing, whatever its number."""
        before_now = body["id"].rpartition("-")[0] in self._lives or body["at"] <= self._at
        return before_now and self._missing.fill(body["seq"])

    def _number(self, topic: str, body: dict[str, Any]) -> tuple[bool, list[Fault]]:
        """Whether it is a repeat, and what its number shows."""
        seq, last, at = body["seq"], self._last, body["at"]
        life = body["id"].rpartition("-")[0]
        of_life = self._lives.get(life)
        if of_life is not None and seq <= of_life:
            return True, []
        if last is None and topic not in NOT_RETAINED:
            return False, []  # perhaps one that was published before, sent again where the table has connected anew
        if last is not None and of_life is None and seq <= last and at <= self._at:
            return True, []  # of a life before we came
        self._lives[life] = self._last = seq
        self._at = max(self._at, at)
        if last is None or seq == last + 1:
            return False, []
        if seq <= last:
            text = (
                f"An older copy of the journal was put back: its new life begins with {seq}, {last} was published."
                f" What was published from {seq} on is not in the journal any more."
            )
            self._missing.forget(seq)
            return False, [Fault("older", text)]
        if body["type"] == "alert" and body["code"] == LEAPS_WITH:
            return False, []
        first, count = last + 1, seq - last - 1
        self._missing.note(first, seq - 1)
        missing = f"message {first} is" if count == 1 else f"{count} messages, {first} to {seq - 1}, are"
        return False, [Fault("gap", f"The {missing} missing.")]


def _fits(name: str, topic: str) -> bool:
    """Whether it is this topic, or one of its devices."""
    before, braced, _ = name.partition("{")
    return topic == name if not braced else topic.startswith(before) and "/" not in topic.removeprefix(before)


def _schema(carries: MessageType, text: str) -> Fault | None:
    """The first thing that is wrong."""
    for part in _parts(carries):
        try:
            part.validate_json(text, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the message"
            return Fault("schema", f"`{where}`: {first['msg']}.")
    found = json.loads(text)["type"]
    return (
        None
        if found == carries.type or carries is UNKNOWN
        else Fault("schema", f"`type` is {found!r}, expected {carries.type!r}.")
    )


@cache
def _parts(carries: MessageType) -> tuple[TypeAdapter[Any], ...]:
    """What a message is made of, each checked by itself."""
    between = [bodies.Published] if carries is OUTCOMES else []
    union: list[Any] = [Union[carries.bodies]] if carries.bodies else []  # noqa: UP007 - as many as there are
    return tuple(TypeAdapter(part) for part in (carries.envelope or bodies.Envelope, *union, *between, bodies.Signed))
