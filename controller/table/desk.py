"""The desk: a console's event or request becomes its answer here, whatever way it came in, and here alone.

    asker, event -> its fields, the asker's authority -> the table's inbox -> commit -> Reply to the asker
                                                                                `-> alerts, rulings to the consoles

The asker gets the whole reply. Every other console gets what the floor has to see, alerts and rulings, whoever caused
them. A refusal is the asker's alone. What a device reports of itself passes through with its events, because both are
committed together, and is answered by nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from controller.alerts.clearing import choose, entitled, still_so
from controller.alerts.notices import AlertCleared, Notice
from controller.core.alerts import ActiveAlert
from controller.core.effects import AlertRaised, Effect, Rejected, RulingGiven
from controller.core.events import AnyEvent, Authority, Event
from controller.core.writer import effect_to_json
from controller.games.reading import missing_field
from controller.table.task import Item, TableTask

Line = Rejected | AlertRaised | RulingGiven | dict[str, Any]
"""One message to a console: an effect of the rules, or an object of the contract that is none."""

Show = Callable[[AlertRaised | RulingGiven], None]
"""Shows something at one console; returns at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks: `device` is what records name, `login` the user of the table PC where the kernel gives it.

    `by` and `authority` are what the asker claims; who claims nothing has the least authority.
    """

    device: str
    login: str | None = None
    by: str | None = None
    authority: Authority = "dealer"


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


class Desk:
    """Hands in what consoles and devices send to a table of `game`; `is_gone` as in `alerts.clearing.still_so`."""

    def __init__(self, *, game: str, table: TableTask, is_gone: Callable[[str], bool]) -> None:
        self._game = game
        self._table = table
        self._is_gone = is_gone
        self._consoles: dict[str, Show] = {}

    def attach(self, console: str, show: Show) -> None:
        """From now on this console is shown the alerts and rulings that others cause; its own are in its replies."""
        self._consoles[console] = show

    async def take(self, asker: Asker, *items: Item) -> list[Reply]:
        """Hand in what belongs together; returns when it is committed, with the reply to each item in order."""
        refusals = [self._refusal(asker, item.what) for item in items]
        passed = [item for item, refusal in zip(items, refusals, strict=True) if refusal is None]
        answers = iter(await self._table.submit(*passed, device=asker.device))
        replies = []
        for item, refusal in zip(items, refusals, strict=True):
            asked = item.what.type if isinstance(item.what, Event) else None
            if refusal is not None:
                replies.append(Reply(asked, None, (refusal,)))
            else:
                answer = next(answers)
                replies.append(Reply(asked, answer.n, answer.effects))
        self._show_others(asker, replies)
        return replies

    async def clear(self, asker: Asker, code: str, device: str | None) -> Reply:
        """Clear the alert `code`, of `device` where more than one has it."""
        cleared = self._cleared(asker, code, device)
        if isinstance(cleared, str):
            return Reply("alert.cleared", None, (Rejected(cleared, None),))
        (answer,) = await self._table.submit(Item(cleared), device=asker.device)
        return Reply("alert.cleared", answer.n)

    def _cleared(self, asker: Asker, code: str, device: str | None) -> AlertCleared | str:
        """What goes into the record, or the sentence that refuses."""
        alert = choose(self._table.active_alerts.values(), code, device)
        if isinstance(alert, str):
            return alert
        refusal = authority_lacking(asker, alert) or still_so(alert, is_gone=self._is_gone)
        return refusal or AlertCleared(
            code=alert.code, device=alert.device, by=asker.by, authority=asker.authority, login=asker.login
        )

    def _refusal(self, asker: Asker, what: AnyEvent | Notice) -> Rejected | None:
        """Why this does not reach the inbox; None where it does."""
        if not isinstance(what, Event):
            return None
        if (name := missing_field(what, self._game)) is not None:
            return Rejected(f"The event lacks the field `{name}`.", None)
        if (reason := authority_lacking(asker, what)) is not None:
            return Rejected(reason, None)
        return None

    def _show_others(self, asker: Asker, replies: list[Reply]) -> None:
        for name, show in self._consoles.items():
            if name != asker.device:
                for reply in replies:
                    for effect in reply.for_all:
                        show(effect)


def authority_lacking(asker: Asker, asked: AnyEvent | ActiveAlert) -> str | None:
    """Why the asker's authority does not reach: for an event, or to clear an alert; None where it does.

    The authority that an event claims is for the rules to judge, by the clause.
    """
    if isinstance(asked, ActiveAlert) and not entitled(asked, asker.authority):
        return f"A {asker.authority.replace('_', ' ')} may not clear `{asked.code}`, which is {asked.severity}."
    return None


def to_json(line: Line) -> dict[str, Any]:
    """A line of an answer as a JSON object."""
    return line if isinstance(line, dict) else effect_to_json(line)
