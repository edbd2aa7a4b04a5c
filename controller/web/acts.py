"""A tap becomes an event at the desk: the one that was seen, once, with the rank of whoever is signed in.

    {key, move, amount?, player?, position?, cards?, approval?}   a legal move, by the id under which it was seen
    {key, event, seen, approval?}     what is no listed move: cards by hand, acts out of turn, the irregularity desk

`key` is made at the tap and is the same on each retry: it is in the record, so that the answer is the same, with
`again`, also after a restart. A move that is no longer there, or a table that is no longer as it was `seen`, is
answered by 409 and nothing is recorded. What needs a higher rank is answered by 428 with an approval to be given.

Whatever is not done is answered by one shape: `{code, reason, refusal: {code, params}, rule?}`, where `refusal` names
the sentence whose English is `reason`.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from controller.core.effects import Effect, Rejected
from controller.core.events import AnyEvent, Authority
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.core.writer import effect_to_json
from controller.games import State
from controller.games.floor.moves import event_of, move_for, named_moves
from controller.games.floor.trial import Tried, tried
from controller.games.reading import read_event
from controller.games.registry import GAMES
from controller.journal.archive import Archive
from controller.people.approvals import Approvals
from controller.people.register import Role
from controller.people.sessions import Session
from controller.table.desk import Asker, Desk
from controller.table.inbox import Item
from controller.table.task import TableTask
from controller.web.asked import asked as asked_for
from controller.web.previews import conceals, preview
from controller.web.seen import move_to_json

KEPT: Final = 4096
"""Keys whose answers are remembered, the newest: some hours of play."""
LONGEST_TEXT: Final = 500
"""Of a reason or a decision; consoles show it in frames."""
GONE: Final = "That is no longer so: look at the table, and tap again."

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


class Act(BaseModel):
    """The body of a tap. Who acts, with what right and when is the server's to say, never the page's."""

    model_config = ConfigDict(extra="forbid", strict=True)

    key: Key
    move: Annotated[str, StringConstraints(max_length=64)] | None = None
    amount: Annotated[int, Field(ge=0, le=10**12)] | None = None
    player: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = None
    position: Annotated[int, Field(ge=1, le=99)] | None = None
    cards: Annotated[list[Annotated[str, StringConstraints(max_length=2)]], Field(max_length=5)] | None = None
    event: dict[str, Any] | None = None
    seen: Annotated[int, Field(ge=0)] | None = None
    approval: Annotated[str, StringConstraints(max_length=64)] | None = None

    def digest(self) -> str:
        """Of all that the act is; the key and an approval are not part of it."""
        return hashlib.sha256(dumps(self.model_dump(exclude={"key", "approval"})).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """Status and body of the response."""

    status: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was recorded, or refused by the rules, and what it was."""

    digest: str
    answer: Answer


class Acts:
    """Takes the acts of one table's pages."""

    def __init__(
        self, *, game: str, table: TableTask, desk: Desk, approvals: Approvals, rolls: Callable[[], bool]
    ) -> None:
        self._game = GAMES[game]
        self._table = table
        self._desk = desk
        self._approvals = approvals
        self._rolls = rolls
        self._asking = asyncio.Lock()
        self._done: OrderedDict[str, Done] = OrderedDict()
        self._under_way: dict[str, tuple[str, asyncio.Future[Answer]]] = {}

    def remember(self, archive: Archive, last: int) -> None:
        """Read the keys of the records before this start."""
        for stored in archive.records(max(0, last - KEPT)):
            if stored.record.kind != "event":
                continue
            body = json.loads(archive.clear_body(stored.record))
            if "key" in (asked := body.get("asked", {})):
                answer = _answer_of(stored.record.n, body["effects"])
                self._keep(asked["key"], Done(asked["digest"], answer))

    async def known(self, key: str) -> Answer | None:
        """The answer that this key has had, or has in a moment."""
        if (under_way := self._under_way.get(key)) is not None:
            return _again(await asyncio.shield(under_way[1]))
        done = self._done.get(key)
        return None if done is None else _again(done.answer)

    async def take(self, act: Act, session: Session, now_s: float) -> Answer:
        """Do it, or say why not."""
        digest = act.digest()
        if (done := self._done.get(act.key)) is not None:
            return _again(done.answer) if done.digest == digest else _other()
        if (known := self._under_way.get(act.key)) is not None:
            same, future = known
            return _again(await asyncio.shield(future)) if same == digest else _other()
        future = asyncio.get_running_loop().create_future()
        self._under_way[act.key] = (digest, future)
        try:
            answer = await asyncio.shield(asyncio.ensure_future(self._take(act, digest, session, now_s)))
            future.set_result(answer)
        except BaseException:
            future.cancel()
            raise
        finally:
            del self._under_way[act.key]
        return answer

    async def _take(self, act: Act, digest: str, session: Session, now_s: float) -> Answer:
        event = self._event(act)
        if isinstance(event, Answer):
            return event
        if session.role in ("viewer", "technician"):
            return _refused(403, "rank", f"A {session.role} has no say over the game (6.2).")
        mine = _authority(session.role)
        approved = None
        if act.approval is not None:
            approved = self._approvals.spent(
                act.approval, digest=digest, console=session.console_name, state=self._table.last_event, now_s=now_s
            )
            if approved is None:
                return _refused(403, "approval", "The approval is over or was for something else: ask for it again.")
        rank = approved.by_rank if approved is not None and approved.by_rank is not None else mine
        event = replace(event, authority=rank, source=_source(session))
        if approved is None and (needed := self._needed(event, digest, session, now_s)) is not None:
            return needed
        who = {
            "key": act.key, "digest": digest, "badge": session.badge, "name": session.name, "rank": session.role,
            "console": session.console_name,
        }  # fmt: skip
        if approved is not None:
            who |= {"approved_by": approved.by, "approved_rank": str(approved.by_rank)}
        item = Item(event, asked=who, why_not=lambda state: self._gone(act, state))
        (reply,) = await self._desk.take(_asker(session, rank), item)
        if reply.n is None:
            gone = any(isinstance(effect, Rejected) and effect.reason == GONE for effect in reply.effects)
            return self._changed() if gone else _answer(None, reply.effects)
        answer = _answer(reply.n, reply.effects)
        self._keep(act.key, Done(digest, answer))
        return answer

    def _needed(self, event: AnyEvent, digest: str, session: Session, now_s: float) -> Answer | None:
        """The approval to be given, where the table or the rules take the event from a higher rank alone."""
        over = self._desk.overreach(_asker(session, event.authority), event)
        said = self._tried(event)
        if over is not None:
            rank, text, rule, refusal = over.needed, over.refused.reason, over.refused.rule, over.refused.named
        elif said.needs is not None and said.refusal is not None:
            rank, text, rule = said.needs, said.refusal.text, said.refusal.clause
            refusal = {"code": said.refusal.code, "params": said.refusal.params}
        else:
            return None
        what = asked_for(self._game, self._table.state, event, hidden=self._hidden(), rolls=self._rolls())
        asked = self._approvals.ask(
            digest=digest, rank=rank, rule=rule, asked_by=session.name, console=session.console_name,
            state=self._table.last_event, preview=self.preview(replace(event, authority=rank)) | {"asked": what},
            now_s=now_s,
        )  # fmt: skip
        return _refused(428, "approval_needed", text, rank=rank, rule=rule, refusal=refusal, id=asked.id,
                        preview=asked.preview)  # fmt: skip

    def _tried(self, event: AnyEvent) -> Tried:
        return tried(self._game, self._table.state, event)

    def preview(self, event: AnyEvent) -> dict[str, Any]:
        """What would come of it, tried on the rules alone; nothing is recorded, nothing unseen is told."""
        return preview(self._game, self._table.state, event, hidden=self._hidden())

    def _hidden(self) -> bool:
        return self._rolls() or conceals(self._game, self._table.state)

    async def why(self, fields: Mapping[str, Any], role: Role) -> Answer:
        """Why an event would be refused, or what it would do; by the rank that it needs, where that is a higher one.

        Tried in a thread, one at a time: whoever asks without end costs the table nothing.
        """
        event = self._read(fields)
        if isinstance(event, Answer):
            return event
        async with self._asking:
            hidden, state = self._hidden(), self._table.state
            return await asyncio.to_thread(self._why, replace(event, authority=_authority(role)), state, hidden)

    def _why(self, event: AnyEvent, state: State, hidden: bool) -> Answer:
        told = preview(self._game, state, event, hidden=hidden)
        if (needs := told.get("needs")) is None:
            return Answer(200, told)
        higher = preview(self._game, state, replace(event, authority=needs), hidden=hidden)
        return Answer(200, higher | {"needs": needs})

    def _event(self, act: Act) -> AnyEvent | Answer:
        if (act.move is None) == (act.event is None):
            return _refused(422, "fields", "Expected either `move` or `event`.")
        if act.event is not None:
            if act.seen is None:
                return _refused(422, "fields", "Expected `seen` beside `event`: the number of what was looked at.")
            if act.seen > self._table.n or self._gone(act, self._table.state):
                return self._changed()
            return self._read(act.event)
        assert act.move is not None  # noqa: S101 - one of the two
        move = move_for(self._game, self._table.state, act.move)
        if move is None:
            return self._changed()
        amount = act.amount
        if amount is None and move.amounts is not None and move.amounts[0] == move.amounts[1]:
            amount = move.amounts[0]
        said = act.model_dump(include={"player", "position", "cards"}, exclude_none=True)
        try:
            return event_of(self._game, move, amount, **said)
        except MalformedLine as error:
            return _malformed(error)

    def _read(self, fields: Mapping[str, Any]) -> AnyEvent | Answer:
        if own := sorted({"authority", "source", "at"} & _keys_of(fields)):
            return _refused(422, "fields", f"`{own[0]}` is not for the page to say.")
        if any(len(text) > LONGEST_TEXT for text in _texts_of(fields)):
            return _refused(422, "fields", f"Expected texts of at most {LONGEST_TEXT} characters.")
        if fields.get("type") == "multiplier.drawn":
            return _refused(422, "fields", "The multiplier is drawn by the table (4.2).")
        try:
            return read_event(dumps(dict(fields)), game=self._game.name, file="the page")
        except MalformedLine as error:
            return _malformed(error)
        except RecursionError:
            return _refused(422, "fields", "The event is nested too deep.")

    def _gone(self, act: Act, state: State) -> str | None:
        """Asked by the writer itself, of the state that the event meets."""
        if act.move is not None:
            return None if move_for(self._game, state, act.move) is not None else GONE
        return None if act.seen is not None and act.seen >= self._table.last_event else GONE

    def _changed(self) -> Answer:
        moves = [move_to_json(move) for move in named_moves(self._game, self._table.state)]
        return _refused(409, "changed", GONE, n=self._table.n, moves=moves)

    def _keep(self, key: str, done: Done) -> None:
        self._done[key] = done
        while len(self._done) > KEPT:
            self._done.popitem(last=False)


def _authority(role: Role) -> Authority:
    return "dealer" if role == "viewer" else role


def _source(session: Session) -> str:
    """Who asks, and where: one takes back one's own last request alone, also at the same console, or at none."""
    return f"{session.console_name or 'web'}/{session.badge}"


def _asker(session: Session, rank: Authority) -> Asker:
    return Asker(device=session.console_name or "web", by=session.name, authority=rank)


def _keys_of(fields: Mapping[str, Any]) -> set[str]:
    """Of the event, and of those in a correction."""
    changes = fields.get("changes")
    inner = [one["event"] for one in changes if isinstance(one, dict) and isinstance(one.get("event"), dict)] if (
        isinstance(changes, list)
    ) else []  # fmt: skip
    return set(fields).union(*inner)


def _texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts_of(one)


def _answer(n: int | None, effects: Sequence[Effect]) -> Answer:
    """A refusal with the code and the parameters of its sentence, which the journal does not keep."""
    answer = _answer_of(n, [effect_to_json(effect) for effect in effects])
    refused = next((effect for effect in effects if isinstance(effect, Rejected) and effect.code), None)
    return answer if refused is None else Answer(answer.status, answer.body | {"refusal": refused.named})


def _answer_of(n: int | None, effects: list[dict[str, Any]]) -> Answer:
    refused = next((effect for effect in effects if effect["type"] == "rejected"), None)
    if refused is not None:
        return _refused(422, "rejected", refused["reason"], rule=refused.get("rule"), n=n)
    return Answer(200, {"n": n, "effects": [one for one in effects if one["type"] in ("alert", "ruling")]})


def _refused(status: int, code: str, reason: str, **more: Any) -> Answer:
    """`refusal` names the sentence in every language, with what is filled in; `reason` is the English."""
    return Answer(status, {"code": code, "reason": reason, "refusal": {"code": code, "params": {}}, **more})


def _again(answer: Answer) -> Answer:
    return Answer(answer.status, answer.body | {"again": True})


def _malformed(error: MalformedLine) -> Answer:
    params = {"field": error.field, "expected": error.expected, "actual": error.actual}
    reason = f"`{error.field}`: expected {error.expected}, got {error.actual}."
    return _refused(422, "fields", reason, refusal={"code": "field", "params": params})


def _other() -> Answer:
    return _refused(422, "key", "This key was used for something else.")
