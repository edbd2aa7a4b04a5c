"""The table task: the only writer. One inbox; decide, then commit, then act.

    inbox -> decide (pure rules, state held aside) -> commit (events, effects, outbox rows: one transaction)
          -> adopt the state, hand the rows to their lanes, answer whoever asked

What waits in the inbox shares a commit; what one device said in one breath is split over two only behind a press, so
its mark and its events are on the disk together or not at all. Nothing is shown, lit, answered or published before.

A press of the jackpot button ends the group: it is committed, then the multiplier is drawn, then that is committed as
the event `multiplier.drawn`, and only then can anyone see it. When a start finds a press without its multiplier, it
draws then; one that was committed is in the journal and is never drawn again. Nobody else may send `multiplier.drawn`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import structlog

from controller.core.effects import (
    AlertRaised,
    CardShown,
    DrawMultiplier,
    Effect,
    Rejected,
    RoundEnded,
    SetButton,
    SetMeter,
)
from controller.core.events import AnyEvent, CardDrawn, Event, Irregularity, MultiplierDrawn, SetDispensed
from controller.core.outcomes import dumps
from controller.games import State, view
from controller.shell import faults, messages
from controller.shell.draft import Draft, OutboxRow, Standing
from controller.shell.journal import Journal
from controller.shell.messages import Messages
from controller.shell.multiplier import Draw
from controller.shell.notices import (
    CLEARED_BY,
    Alert,
    AlertCleared,
    DeviceStatus,
    Notice,
    alert_of,
    notice_to_json,
)
from controller.shell.outbox import Lane
from controller.shell.recovery import IDLE, decide, event_body, state_to_json
from controller.shell.writer import effect_to_json
from drivers.protocols.reports import Report

GROUP: Final = 64
"""Submissions that may share a commit; a commit of so many rows costs little more than one of one row."""
INBOX: Final = 1000
"""Where senders begin to wait: a shoe at its fastest fills this in minutes."""
SNAPSHOT_AFTER: Final = 1000
"""Events after which the next end of a round takes a snapshot: some 25 rounds, replayed in about 0.1 s."""
SNAPSHOT_AT_MOST: Final = 5000
"""Events after which a snapshot is taken in the middle of a round, too."""

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one item: its record's number and what the rules said; no effects for a notice."""

    n: int
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """An event or a notice, with the mark that its device's driver gave it."""

    what: AnyEvent | Notice
    sequence: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """Items that are committed together, who they came from, and where the answers go."""

    items: tuple[Item, ...]
    device: str | None
    answers: asyncio.Future[tuple[Answer, ...]] = field(compare=False)


class TableTask:
    """Owns the state. `lanes` takes a device's name to the lane of its orders, `buttons` and `meters` name them."""

    def __init__(
        self,
        *,
        journal: Journal,
        state: State,
        messages: Messages,
        broker: Lane,
        lanes: dict[str, Lane],
        buttons: Sequence[str],
        meters: Sequence[str],
        draw: Draw | None,
    ) -> None:
        self.state = state
        self.standing = {(alert.code, alert.device): alert for alert in journal.archive.standing()}
        self._journal = journal
        self._messages = messages
        self._broker = broker
        self._lanes = lanes
        self._buttons = buttons
        self._meters = meters
        self._draw = draw
        self._inbox: asyncio.Queue[Submission | None] = asyncio.Queue(INBOX)
        self._group_since: float | None = None
        self._events_since_snapshot = 0
        self._lines: list[dict[str, Any]] = []
        """Log lines of the drafts at hand, written when their readers have been woken."""
        self._pending = state
        """The state after the drafts not yet committed; nobody outside sees it."""

    async def submit(self, *items: Item, device: str | None = None) -> tuple[Answer, ...]:
        """Hand in what belongs together; returns when it is committed, with an answer for each item."""
        answers: asyncio.Future[tuple[Answer, ...]] = asyncio.get_running_loop().create_future()
        await self._inbox.put(Submission(items, device, answers))
        return await answers

    async def run(self) -> None:
        """For the daemon's life; raises JournalFailedError when the truth can no longer be written."""
        if view(self.state).awaiting_multiplier:
            await self._commit_multiplier()
        while (first := await self._inbox.get()) is not None:
            group = [first]
            last = False
            while len(group) < GROUP and not self._inbox.empty():
                submission = self._inbox.get_nowait()
                if submission is None:
                    last = True
                    break
                group.append(submission)
            self._group_since = asyncio.get_running_loop().time()
            await self._settle(group)
            self._group_since = None
            if last:
                return

    async def close(self) -> None:
        """Let `run` end when all that was handed in before is committed."""
        await self._inbox.put(None)

    def stuck_s(self, at: float) -> float:
        """For how long the group at hand has been under way at the loop's time `at`; 0 when there is none."""
        return 0.0 if self._group_since is None else at - self._group_since

    async def record(self, kind: Literal["start", "stop"], body: str, posts: Sequence[messages.Message]) -> None:
        """A start's or a stop's own record, with a snapshot; called while `run` is not running."""
        draft = self._journal.draft(kind, body, round_=view(self.state).round)
        self._messages.post(draft, posts)
        draft.snapshot = state_to_json(self.state)
        await self._commit([draft])

    # --- one group ----------------------------------------------------------------------------------------------

    async def _settle(self, group: Sequence[Submission]) -> None:
        drafts: list[Draft] = []
        answered: list[tuple[Submission, list[Answer]]] = []
        for submission in group:
            answers: list[Answer] = []
            answered.append((submission, answers))
            for item in submission.items:
                draft, effects = self._decide(item, submission.device)
                drafts.append(draft)
                answers.append(Answer(draft.record.n, tuple(effects)))
                if any(isinstance(effect, DrawMultiplier) for effect in effects):
                    await self._commit(drafts)
                    drafts = []
                    await self._commit_multiplier()
        if drafts:
            await self._commit(drafts)
        for submission, answers in answered:
            if not submission.answers.done():
                submission.answers.set_result(tuple(answers))

    async def _commit_multiplier(self) -> None:
        """The press is on the disk: draw, and put the multiplier on the disk before anyone sees it."""
        assert self._draw is not None  # noqa: S101 - the configuration gives a game with a button its weights
        event = MultiplierDrawn(value=self._draw(), source="controller")
        faults.point("multiplier.drawn")
        draft, _ = self._step(event, None, None)
        await self._commit([draft])
        faults.point("multiplier.committed")

    async def _commit(self, drafts: Sequence[Draft]) -> None:
        await self._journal.commit(drafts)
        faults.point("table.committed")
        self.state = self._pending
        rows = [row for draft in drafts for row in draft.rows]
        for lane in (self._broker, *self._lanes.values()):
            mine = [row for row in rows if row.lane == lane.name]
            if mine:
                lane.adopt(mine)
        faults.point("table.adopted")
        lines, self._lines = self._lines, []
        asyncio.get_running_loop().call_soon(_write_lines, lines)

    # --- one item -----------------------------------------------------------------------------------------------

    def _decide(self, item: Item, device: str | None) -> tuple[Draft, list[Effect]]:
        if isinstance(item.what, MultiplierDrawn):
            refused: list[Effect] = [
                Rejected("The multiplier is drawn by the controller alone.", "4.2"),
                AlertRaised("multiplier_foreign", f"{device or 'Someone'} sent a multiplier; it was refused.", "4.2"),
            ]
            alert = Alert(
                code="multiplier_foreign", severity="critical", text=f"{device} sent a multiplier.", rule="4.2"
            )
            return self._note(alert, device, item.sequence), refused
        if isinstance(item.what, Event):
            return self._step(item.what, device, item.sequence)
        return self._note(item.what, device, item.sequence), []

    def _step(self, event: AnyEvent, device: str | None, sequence: str | None) -> tuple[Draft, list[Effect]]:
        before = view(self._pending)
        self._pending, effects = decide(self._pending, event)
        after = view(self._pending)
        ended = any(isinstance(effect, RoundEnded) for effect in effects)
        draft = self._journal.draft(
            "event",
            event_body(event, effects),
            round_=after.round,
            ended=ended,
            device=device,
            sequence=sequence,
            conceal=conceals(event, effects),
        )
        self._messages.of_step(draft, effects, before, after)
        for effect in effects:
            if isinstance(effect, SetButton):
                self._order(draft, self._buttons, effect)
            elif isinstance(effect, SetMeter):
                self._order(draft, self._meters, effect)
        if ended and ("restarted_in_round", "") in self.standing:
            self._clear(draft, "restarted_in_round", "")
        self._events_since_snapshot += 1
        due = SNAPSHOT_AFTER if after.phase == IDLE else SNAPSHOT_AT_MOST
        if self._events_since_snapshot >= due:
            self._events_since_snapshot = 0
            draft.snapshot = state_to_json(self._pending)
        self._lines.append(
            {
                "event": "event", "type": event.type, "n": draft.record.n, "round": after.round, "phase": after.phase,
                "device": device,
                "refused": [effect.reason for effect in effects if isinstance(effect, Rejected)] or None,
            }
        )  # fmt: skip
        return draft, effects

    def _order(self, draft: Draft, devices: Sequence[str], level: SetButton | SetMeter) -> None:
        """Rows for the devices that show this level."""
        for name in devices:
            lane = self._lanes[name].name
            row = OutboxRow(
                lane, self._journal.next_seq(lane), draft.record.n, draft.record.utc_ns, "", False,
                dumps(effect_to_json(level)),
            )  # fmt: skip
            draft.rows.append(row)

    def _note(self, notice: Notice, device: str | None, sequence: str | None) -> Draft:
        body = dumps({"notice": notice_to_json(notice, device)})
        draft = self._journal.draft("notice", body, round_=view(self._pending).round, device=device, sequence=sequence)
        match notice:
            case Alert():
                self._raise(draft, notice)
            case AlertCleared():
                self._clear(draft, notice.code, notice.device)
            case DeviceStatus():
                self._messages.post(draft, [messages.device(notice.device, notice.status)])
            case Report():
                name = device or ""
                alert = alert_of(notice, name)
                if alert is not None:
                    self._raise(draft, alert)
                for code in CLEARED_BY.get(notice.code, ()):
                    self._clear(draft, code, name)
        code = getattr(notice, "code", "device_status")
        self._lines.append({"event": "notice", "n": draft.record.n, "device": device, "code": code})
        return draft

    def _raise(self, draft: Draft, alert: Alert) -> None:
        if alert.stands:
            standing = Standing(alert.code, alert.device, alert.severity, alert.text, alert.rule)
            self.standing[alert.code, alert.device] = standing
            draft.raised.append(standing)
        message = messages.alert(
            code=alert.code, severity=alert.severity, text=alert.text, rule=alert.rule, device=alert.device or None
        )
        self._messages.post(draft, [message])

    def _clear(self, draft: Draft, code: str, device: str) -> None:
        standing = self.standing.pop((code, device), None)
        if standing is None:
            return
        draft.cleared.append((code, device))
        message = messages.alert(
            code=code, severity=standing.severity, text=standing.text, rule=standing.rule, device=device or None,
            raised=False,
        )  # fmt: skip
        self._messages.post(draft, [message])


def _write_lines(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        _log.info(**line)


def conceals(event: AnyEvent, effects: Sequence[Effect]) -> bool:
    """Whether the record holds a card that the players may not have seen: one that no effect has shown.

    Burned, hole, face-down and kept cards are such; an irregularity that names cards may name them too.
    """
    match event:
        case CardDrawn():
            return not any(isinstance(effect, CardShown) for effect in effects)
        case SetDispensed():
            return True
        case Irregularity():
            return bool(event.layout or event.cards or event.disclosed or event.chosen or event.card)
        case _:
            return False
