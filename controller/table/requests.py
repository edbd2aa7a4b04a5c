"""The requests of the house's own system, one after the other: believed or not, answered once, recorded in any case.

    request/VERB -> offer -> size, schema -> key, signature -> table, retained, known, time -> verb -> the desk
                                                                                       response/VERB <- committed

Refused is what is too large or of another schema, not signed by a key of the configuration for this topic, for another
table, retained, older than 30 s or from the future, a transaction used for something else, beyond the key's rank, or
what the table cannot be. A transaction that was answered gets its first answer again, also after a restart, and acts
once; one that nobody has signed is not remembered. Refusals without end are counted like those of every other source.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, NoReturn, Protocol

from controller.alerts.notices import Alert, AlertCleared, Notice, RequestNotice
from controller.core.outcomes import dumps
from controller.core.tables import TableError, with_limits
from controller.games import new_table
from controller.mqtt.request_words import VERBS, RequestError, RequestKey, Verb
from controller.mqtt.requests import (
    MOST_BYTES,
    CloseRequest,
    LimitsRequest,
    MultipliersRequest,
    OpenRequest,
    Received,
    Request,
    ResendRequest,
    read,
)
from controller.table.asker import Asker
from controller.table.changes import resends
from controller.table.consequences import TABLE_CLOSED
from controller.table.desk import Desk
from controller.table.remembered import KEPT, Asked
from controller.table.task import TableTask

SOURCE: Final = "request"
"""What records name where nobody is known to have signed; behind it the key's name where one has."""
HOLDS_S: Final = 30.0
EARLY_S: Final = 5.0
"""How far the clocks of two machines may be apart."""
QUEUE: Final = 64
"""Requests that may wait; of what comes faster than they are answered only the count is kept."""
LONGEST_CLAIM: Final = 64
"""Of a transaction and a key's name that nobody has signed."""
_ANSWER: Final = ("status", "when", "reason", "result")
_ENVELOPE: Final = {"v", "transaction", "by", "at", "table", "verb"}

WeightsHash = Callable[[Mapping[str, int]], str]
"""The hash of weights as the configuration has it; raises ValueError where their file would be refused."""


class Resend(Protocol):
    """Has messages sent again."""

    async def look(self, asked: ResendRequest) -> Mapping[str, Any]:
        """Which it will be, for the answer; raises RequestError."""

    def begin(self, record: Mapping[str, Any]) -> None:
        """Send those of an answer that is committed; `sent` is called behind the last."""


class _Refused(Exception):  # noqa: N818 - an answer, no error
    """The sentence that refuses."""


class _Verdict(NamedTuple):
    """What an accepted request brings about: now or with the next round."""

    when: Literal["now", "next_round"] = "now"
    result: Mapping[str, Any] = {}
    brings: Notice | None = None


class Requests:
    """Of the table `name`; `topic` is that of a verb at the broker, `now_s` the time of day in UTC."""

    def __init__(
        self,
        *,
        table: TableTask,
        desk: Desk,
        name: str,
        keys: Mapping[str, RequestKey],
        topic: Callable[[str], str],
        weights_hash: WeightsHash,
        resend: Resend,
        answers: Mapping[Asked, Mapping[str, Any]],
        now_s: Callable[[], float],
    ) -> None:
        self._table = table
        self._desk = desk
        self._name = name
        self._keys = keys
        self._topic = topic
        self._weights_hash = weights_hash
        self._resend = resend
        self._now_s = now_s
        self._answers = OrderedDict(answers)
        self._inbox: asyncio.Queue[tuple[Verb, bytes, bool]] = asyncio.Queue(QUEUE)
        self._sent: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()

    def offer(self, verb: str, payload: bytes, *, retained: bool) -> None:
        """Something has come from the broker; returns at once. Nothing at all is how a retained message is removed."""
        known = next((one for one in VERBS if one == verb), None)
        if known is None or not payload:
            return
        if self._inbox.full():
            self._table.refusals.passed_over(SOURCE, None, asyncio.get_running_loop().time())
        else:
            self._inbox.put_nowait((known, payload, retained))

    def sent(self, record: Mapping[str, Any]) -> None:
        """The last message of this answer to a `resend` has gone out; returns at once."""
        self._sent.put_nowait(record)

    async def run(self) -> None:
        """For the daemon's life."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._take_all(), name="requests-inbox")
            group.create_task(self._tell_sent(), name="requests-sent")

    async def _take_all(self) -> NoReturn:
        while True:
            await self._take(*await self._inbox.get())

    async def _tell_sent(self) -> NoReturn:
        """`taken`, the second answer to a `resend`."""
        while True:
            record = await self._sent.get()
            result = {name: value for name, value in record["result"].items() if name != "follows"}
            taken = RequestNotice(
                verb=record["verb"], status="taken", transaction=record["transaction"], by=record["by"],
                rank=record["rank"], digest=record["digest"], when="now", result=result,
            )  # fmt: skip
            await self._desk.answer(Asker(device=f"{SOURCE}-{record['by']}"), taken)

    async def _take(self, verb: Verb, payload: bytes, retained: bool) -> None:
        """Read, judge, and record with the answer."""
        try:
            received = read(payload)
            key = self._signer(received, verb)
        except (RequestError, _Refused) as refused:
            transaction, by = _claimed(payload, "transaction"), _claimed(payload, "by")
            notice = RequestNotice(verb=verb, status="refused", transaction=transaction, by=by, reason=str(refused))
            await self._desk.answer(Asker(device=SOURCE), notice)
            return
        body = received.body
        asker = Asker(
            device=f"{SOURCE}-{key.name}", by=f"the key {key.name}", authority=key.rank,
            to_raise=f"give {key.name} that rank in [requests]",
        )  # fmt: skip
        told = RequestNotice(
            verb=verb, status="refused", transaction=body.transaction, by=key.name, rank=key.rank, at=body.at,
            digest=_digest(received), asked=body.model_dump(mode="json", exclude_none=True, exclude=_ENVELOPE),
        )  # fmt: skip
        asked = (key.name, body.transaction)
        known = self._answers.get(asked)
        reason = self._foreign(body, retained=retained)
        if reason is None and known is not None and known["digest"] != told.digest:
            reason = f"The transaction {body.transaction} was used for something else."
        if reason is not None:
            await self._desk.answer(asker, replace(told, reason=reason))
            return
        if known is not None:
            again: dict[str, Any] = {name: known[name] for name in _ANSWER if name in known}
            await self._desk.answer(asker, replace(told, again=True, asked={}, **again))
            return
        brings: Notice | None = None
        reason = self._desk.beyond(asker, verb) or self._untimely(body.at)
        if reason is not None:
            told = replace(told, reason=reason)
        else:
            try:
                when, result, brings = await self._judge(received, key)
                told = replace(told, status="accepted", when=when, result=result)
            except (_Refused, RequestError) as refused:
                told = replace(told, reason=str(refused), result=getattr(refused, "result", {}))
        record = await self._desk.answer(asker, told, brings)
        if record is not None:
            self._answers[asked] = record
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
            if resends(record):
                self._resend.begin(record)

    def _signer(self, received: Received, verb: Verb) -> RequestKey:
        key = self._keys.get(received.body.by)
        if key is None:
            raise _Refused(f"No key {received.body.by} is listed in [requests].")
        if not received.signed_with(key.public, self._topic(verb)):
            raise _Refused(f"It is not signed by the key {key.name} for the topic `{self._topic(verb)}`.")
        if received.body.verb != verb:
            raise _Refused(f"The topic says `{verb}`, the body `{received.body.verb}`.")
        return key

    def _foreign(self, body: Request, *, retained: bool) -> str | None:
        """Why it is not looked at any further, and not remembered."""
        if retained:
            return "A request is never retained: publish it anew, without `retain`."
        if body.table != self._name:
            return f"This is table {self._name}, the request is for {body.table}."
        return None

    def _untimely(self, at: str) -> str | None:
        try:
            age_s = self._now_s() - datetime.fromisoformat(at).timestamp()
        except ValueError:
            return f"`at` is no time: {at}."
        now = datetime.fromtimestamp(self._now_s(), UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        if age_s > HOLDS_S:
            return f"Expired: a request holds for {HOLDS_S:.0f} s, this one is of {at}, it is {now}."
        if age_s < -EARLY_S:
            return f"Too early: this one is of {at}, it is {now}; one of the two clocks is wrong."
        return None

    async def _judge(self, received: Received, key: RequestKey) -> _Verdict:
        """What it brings about; raises _Refused, RequestError."""
        body = received.body
        alert = self._table.active_alerts.get((TABLE_CLOSED, ""))
        match body:
            case OpenRequest():
                cleared = AlertCleared(code=TABLE_CLOSED, by=key.name, authority=key.rank)
                return _Verdict(brings=None if alert is None else cleared)
            case CloseRequest():
                why = f": {body.reason.rstrip('.')}" if body.reason else ""
                text = f"Closed by {key.name}{why}. No further round begins until the table is opened again."
                return _Verdict(brings=Alert(code=TABLE_CLOSED, text=text) if alert is None else None)
            case LimitsRequest():
                try:
                    new_table(with_limits(self._table.line, body.limits))
                except TableError as error:
                    raise _Refused(f"`{error.field}`: {error}.") from error
                return _Verdict("next_round")
            case MultipliersRequest():
                try:
                    return _Verdict("next_round", {"weights_hash": self._weights_hash(body.weights)})
                except ValueError as error:
                    raise _Refused(f"`weights`: {error}.") from error
            case ResendRequest():
                return _Verdict(result=await self._resend.look(body))


def _digest(received: Received) -> str:
    """Of what is asked for; a request that is made anew for the same transaction has another time."""
    return hashlib.sha256(dumps(received.body.model_dump(mode="json", exclude={"at"})).encode()).hexdigest()


def _claimed(payload: bytes, name: str) -> str:
    """Transaction or key as a body names it that is refused before it is believed; empty where it cannot be read."""
    if len(payload) > MOST_BYTES:
        return ""
    try:
        found = json.loads(payload)[name]
    except (ValueError, TypeError, LookupError, RecursionError):
        return ""
    return found if isinstance(found, str) and len(found) <= LONGEST_CLAIM else ""
