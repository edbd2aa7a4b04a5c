"""The desk: a console's event or request becomes its answer here, whatever way it came in, and here alone.

    asker, event -> its fields, the asker's rights -> the table's inbox -> commit -> Reply to the asker
                                                                             `-> alerts, rulings to the consoles

The asker gets the whole reply. Every other console gets what the floor has to see, alerts and rulings, whoever caused
them. A refusal is the asker's alone. What a device reports of itself passes through with its events, because both are
committed together, and is answered by nobody.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from controller.alerts.clearing import choose, entitled, still_so
from controller.alerts.notices import Alert, AlertCleared, Notice, PersonNotice, RequestNotice, notice_to_json
from controller.callback import given
from controller.core.dataclass import dataclass
from controller.core.effects import AlertRaised, Effect, Rejected, RulingGiven
from controller.core.events import AnyEvent, Authority, Event
from controller.core.writer import effect_to_json
from controller.games.reading import missing_field
from controller.table.asker import Asker, words
from controller.table.inbox import Answer, Item
from controller.table.rights import Overreach, Rights
from controller.table.task import TableTask
from drivers.protocols.base.driver import Role

__all__ = ["Asker", "Desk", "Line", "Reply", "to_json"]

CLEARED: Final = "alert.cleared"
NO_DEVICES: Final[Mapping[str, Role]] = MappingProxyType({})

Line = Rejected | AlertRaised | RulingGiven | dict[str, Any]
"""One message to a console: an effect of the rules, or an object of the contract that is none."""

Show = Callable[[AlertRaised | RulingGiven], None]
"""Shows something at one console; returns at once."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of an event or a request: `n` is its record, None where it came to none.

    `asked` is its type, None for what a device reports, which has no answer.
    """

    asked: str | None
    n: int | None
    effects: tuple[Effect, ...] = ()

    @property
    def verdict(self) -> Line:
        """`accepted`, or why it is rejected."""
        refused = next((effect for effect in self.effects if isinstance(effect, Rejected)), None)
        return refused or {"type": "accepted", "event": self.asked, "n": self.n}

    @property
    def for_all(self) -> list[AlertRaised | RulingGiven]:
        """What every console gets to see."""
        return [effect for effect in self.effects if isinstance(effect, AlertRaised | RulingGiven)]

    def as_it_came(self) -> list[Line]:
        """The answer as serial consoles receive it: `accepted` first, or all in the order of the rules."""
        if self.asked is None:
            return []
        shown: list[Line] = [
            effect for effect in self.effects if isinstance(effect, Rejected | AlertRaised | RulingGiven)
        ]
        return shown if any(isinstance(line, Rejected) for line in shown) else [self.verdict, *shown]

    def verdict_last(self) -> list[Line]:
        """The answer as the console socket receives it: the verdict ends it."""
        return [] if self.asked is None else [*self.for_all, self.verdict]


@dataclass(frozen=True, slots=True)
class _Looked:
    """What goes to the table for one item: the item itself where nothing refuses it, and what is noted beside it."""

    item: Item
    refused: Rejected | None
    noted: tuple[Alert | PersonNotice, ...] = ()

    def handed_in(self) -> list[Item]:
        """The mark of the console's driver goes with the first."""
        first = [self.item] if self.refused is None else []
        return first + [
            Item(notice, None if first or at else self.item.sequence) for at, notice in enumerate(self.noted)
        ]


class Desk:
    """Hands in what consoles and devices send to a table of `game`; `is_gone` as in `alerts.clearing.still_so`.

    `devices` are the roles of the table's devices by name.
    """

    def __init__(
        self, *, game: str, table: TableTask, is_gone: Callable[[str], bool], devices: Mapping[str, Role] = NO_DEVICES
    ) -> None:
        self._game = game
        self._table = table
        self._is_gone = is_gone
        self._rights = Rights(devices, is_gone=is_gone)
        self._consoles: dict[str, Show] = {}

    def attach(self, console: str, show: Show) -> None:
        """From now on this console is shown the alerts and rulings that others cause; its own are in its replies."""
        self._consoles[console] = show

    def overreach(self, asker: Asker, event: AnyEvent) -> Overreach | None:
        """Where his rank does not reach for the event, before it is handed in: what would be refused, and who may."""
        return self._rights.overreach(asker, event, self._table.state)

    async def take(self, asker: Asker, *items: Item) -> list[Reply]:
        """Hand in what belongs together; returns when it is committed, with the reply to each item in order."""
        return await given(partial(self.hand_in, asker, items))

    def hand_in(self, asker: Asker, items: Sequence[Item], done: Callable[[list[Reply]], object]) -> None:
        """The same for who does not wait: `done` gets the replies."""
        looked = [self._look(asker, item) for item in items]

        def answered(answers: tuple[Answer, ...]) -> None:
            each = iter(answers)
            replies = [self._reply(one, each) for one in looked]
            done(replies)
            self._show_others(asker, replies)

        self._table.hand_in([item for one in looked for item in one.handed_in()], asker.device, answered)

    async def clear(self, asker: Asker, code: str, device: str | None, *, authority: Authority | None = None) -> Reply:
        """Clear the alert `code`, of `device` where more than one has it, by the `authority` that is claimed."""
        claimed = authority or asker.authority or "dealer"
        if not asker.may_act_as(claimed):
            reason = f"{asker} is no {words(claimed)} here (rank: {words(asker.authority or 'dealer')})"
            refused = Rejected(f"{reason[0].upper()}{reason[1:]}: {asker.to_raise}.", None)
            await self._table.submit(Item(_refusal_of(asker, refused)), device=asker.device)
            return Reply(CLEARED, None, (refused,))
        cleared = self._cleared(asker, claimed, code, device)
        if isinstance(cleared, str):
            return Reply(CLEARED, None, (Rejected(cleared, None),))
        (answer,) = await self._table.submit(Item(cleared), device=asker.device)
        return Reply(CLEARED, answer.n)

    def beyond(self, asker: Asker, verb: str) -> str | None:
        """Where his rank does not reach for a request over MQTT: the sentence that refuses it."""
        return self._rights.beyond(asker, verb)

    async def answer(
        self, asker: Asker, notice: RequestNotice, brings: Notice | None = None
    ) -> Mapping[str, Any] | None:
        """Record a request with its answer and what it brings about; returns when it is committed, and goes out.

        The record, None where it is a refusal of which only the count is kept.
        """
        items = [Item(notice)] if brings is None else [Item(notice), Item(brings)]
        answer, *_ = await self._table.submit(*items, device=asker.device)
        return None if answer.n is None else notice_to_json(notice, asker.device)

    def _cleared(self, asker: Asker, authority: Authority, code: str, device: str | None) -> AlertCleared | str:
        """What goes into the record, or the sentence that refuses."""
        alert = choose(self._table.active_alerts.values(), code, device)
        if isinstance(alert, str):
            return alert
        if not entitled(alert, authority):
            return f"A {words(authority)} may not clear `{alert.code}`, which is {alert.severity}."
        return still_so(alert, is_gone=self._is_gone) or AlertCleared(
            code=alert.code, device=alert.device, by=asker.by, authority=authority, login=asker.login
        )

    def _look(self, asker: Asker, item: Item) -> _Looked:
        """Whether this reaches the inbox, with who asks for it."""
        event = item.what
        if not isinstance(event, Event):
            return _Looked(item, None)
        if (name := missing_field(event, self._game)) is not None:
            return _Looked(item, Rejected(f"The event lacks the field `{name}`.", None))
        over = self.overreach(asker, event)
        alarmed = self._rights.alarmed(asker, event, refused=over is not None)
        noted: tuple[Alert | PersonNotice, ...] = () if alarmed is None else (alarmed,)
        if over is not None:
            return _Looked(item, over.refused, (_refusal_of(asker, over.refused), *noted))
        asked = item.asked or asker.record()
        return _Looked(item if asked is item.asked else replace(item, asked=asked), None, noted)

    def _reply(self, looked: _Looked, answers: Iterator[Answer]) -> Reply:
        """Take the answers to what was handed in for one item."""
        what = looked.item.what
        asked = what.type if isinstance(what, Event) else None
        answer = next(answers) if looked.refused is None else Answer(None, (looked.refused,))
        effects = list(answer.effects)
        for notice, _ in zip(looked.noted, answers, strict=False):
            if isinstance(notice, Alert):
                effects.append(AlertRaised(notice.code, notice.text, notice.rule, notice.severity))
        return Reply(asked, answer.n, tuple(effects))

    def _show_others(self, asker: Asker, replies: list[Reply]) -> None:
        for name, show in self._consoles.items():
            if name != asker.device:
                for reply in replies:
                    for effect in reply.for_all:
                        show(effect)


def _refusal_of(asker: Asker, refused: Rejected) -> PersonNotice:
    """The record of what somebody asked for beyond his rank."""
    return PersonNotice(
        what="refused", name=asker.by or "", login=asker.login or "", rank=asker.authority or "", console=asker.device,
        reason=refused.reason,
    )  # fmt: skip


def to_json(line: Line) -> dict[str, Any]:
    """A line of an answer as a JSON object."""
    return line if isinstance(line, dict) else effect_to_json(line)
