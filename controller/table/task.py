"""The table task: the only writer. One inbox; decide, then commit, then act.

    inbox -> decide (pure rules, state held aside) -> commit (events, effects, outbox rows: one transaction)
          -> adopt the state, hand the rows to their lanes, answer whoever asked

What waits in the inbox shares a commit; what one device sent in one batch is split over two only behind a press, so
its mark and its events are on the disk together or not at all. Nothing is shown, lit, answered or published before.

A press of the jackpot button ends the group: it is committed and the meter rolls, then the multiplier is drawn, then
that is committed as the event `multiplier.drawn`, and only then can anyone see it. When a start finds a press without
its multiplier, it draws then; one that was committed is in the journal and is never drawn again. Nobody else may send
`multiplier.drawn`.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NoReturn

from controller.alerts.notices import Alert, Notice, notice_to_json
from controller.callback import given
from controller.core.alerts import ActiveAlert
from controller.core.effects import AlertRaised, DrawMultiplier, Effect, Rejected, RoundEnded, RoundReopened
from controller.core.events import AnyEvent, BetsOpen, BlindsOpen, Event, MultiplierDrawn
from controller.core.outcomes import dumps
from controller.core.tables import Table
from controller.games import State, view
from controller.journal import faults
from controller.journal.draft import Draft
from controller.journal.files.place import Loss
from controller.journal.numbering import Numbering
from controller.journal.outbox import Lane
from controller.journal.start_record import Start, start_body
from controller.journal.store import Journal, JournalFailedError
from controller.odds.draw import Draw, drawing
from controller.table import logged
from controller.table.changes import changed, may_change, waits
from controller.table.consequences import Consequences
from controller.table.inbox import Answer, Answered, Committing, Inbox, Item, Submission
from controller.table.measures import Measures
from controller.table.recovery import IDLE, decide, event_body
from controller.table.refusals import Refusals, changes_nothing, refused_person
from controller.table.secrecy import conceals
from drivers.protocols.base.suspicions import RecordIncomplete

JOURNAL_MOVED: Final = "journal_moved"
LAST_WORD_S: Final = 0.5
"""How long a table whose journal was moved away waits until the broker has its alert; it takes nothing meanwhile."""
LOG_AFTER_S: Final = 0.01
"""Its lines take as long as a message on its way out."""
ENDS_COMMIT: Final = frozenset((DrawMultiplier, RoundReopened))
"""What is on the disk before the next item is looked at: a press, and an outcome withdrawn, whose record is signed."""


class _LostError(Exception):
    """The journal is not as it was opened: `args` has the Loss."""


class TableTask:
    """Owns the state. `start` is this run's own record, `lanes` takes a device's name to the lane of its orders.

    `waiting` are the records of accepted requests that have not been taken yet (`changes`).
    """

    def __init__(
        self,
        *,
        journal: Journal,
        state: State,
        start: Start,
        broker: Lane,
        lanes: dict[str, Lane],
        draw: Draw | None,
        waiting: Sequence[Mapping[str, Any]] = (),
        why_closed: Callable[[], str | None] = lambda: None,
        measures: Measures | None = None,
    ) -> None:
        self.state = state
        self._journal = journal
        self.start = start
        """The record of this run, or of what it has been since a change by request."""
        self._numbers = Numbering(start.lanes)
        self._consequences = Consequences(start, self._numbers)
        self._waiting = list(waiting)
        self.broker = broker
        self._lanes = lanes
        self._draw = draw
        self.why_closed = why_closed
        """Why no round is opened now; None where one may be."""
        self.inbox = Inbox(journal, self._settle)
        self.refusals = Refusals()
        self._lines: list[dict[str, Any]] = []
        """Log lines of the drafts at hand."""
        self.n = journal.n
        """The last record that is on the disk; `state` is that after it."""
        self.last_event = journal.n
        """The last record that can have changed the state, on the disk or on its way."""
        self.drawn_s = float("-inf")
        """When the last multiplier of this run was drawn, in the loop's time."""
        self.recent = logged.Recent()
        self.measures = measures or Measures()
        self.on_commit: list[Callable[[], None]] = []  # called when a commit is adopted; each returns at once
        self._pending = state
        """The state after the drafts not yet committed; nobody outside sees it."""

    async def submit(self, *items: Item, device: str | None = None) -> tuple[Answer, ...]:
        """Hand in what belongs together; returns when it is committed, with an answer for each item."""
        return await given(partial(self.hand_in, items, device))

    def hand_in(self, items: Sequence[Item], device: str | None, done: Answered) -> None:
        """The same for who does not wait: `done` gets the answers."""
        self.inbox.hand_in(Submission(items, device, done))

    async def run(self) -> None:
        """For the daemon's life; raises JournalFailedError when the truth can no longer be written."""
        if view(self.state).awaiting_multiplier:
            await self._through(self._commit_multiplier())
            self._log_lines()
        try:
            await self.inbox.run()
        except _LostError as lost:
            await self._end_with_alert(*lost.args)

    async def _through(self, steps: Committing) -> None:
        """Go through steps outside `run`, or before it takes anything."""
        for drafts in steps:
            await self._journal.commit(drafts)

    async def look_for_journal(self) -> bool:
        """Whether the journal is as it was opened; where it is not, end the table as the next event would."""
        lost = self._journal.lost()
        if lost is not None:
            await self.submit(Item(Alert(code=JOURNAL_MOVED, text=lost.text)))
        return lost is None

    async def close(self) -> None:
        """Let `run` end when all that was handed in before is committed."""
        self.inbox.close()

    def stuck_s(self, at: float) -> float:
        """For how long the group at hand has been under way at the loop's time `at`; 0 when there is none."""
        return self.inbox.stuck_s(at)

    def waiting(self) -> dict[str, int]:
        """How many messages and orders wait, by lane."""
        return {
            name: one.waiting for lane in (self.broker, *self._lanes.values()) for name, one in lane.by_reader().items()
        }

    @property
    def line(self) -> Table:
        """The table line that is in force."""
        return self.start.table

    @property
    def is_open(self) -> bool:
        """Whether rounds may begin, as `state` says."""
        return self._consequences.is_open

    @property
    def active_alerts(self) -> Mapping[tuple[str, str], ActiveAlert]:
        """By code and device (empty for the table's own)."""
        return self._consequences.active_alerts

    async def open(self, *noticed: Notice) -> None:
        """Record the start and, in one commit with it, what was noticed before it; before `run`."""
        draft = self._journal.draft("start", start_body(self.start), round_=view(self.state).round)
        self._consequences.of_start(draft, self.state)
        await self._through(self._commit([draft, *(self._note(notice, None, None) for notice in noticed)]))
        if self._waiting and may_change(self.state):
            await self._through(self._take_waiting())
        self._log_lines()

    async def record_stop(self) -> None:
        """Record the stop; after `run`."""
        ended = [(source, *self.refusals.end(source)) for source in self.refusals.counting]
        counted = [self._note(report, source, mark) for source, report, mark in ended]
        draft = self._journal.draft("stop", dumps({"stop": {}}), round_=view(self.state).round)
        self._consequences.of_stop(draft, self.state)
        await self._through(self._commit([*counted, draft]))
        self._log_lines()

    # --- one group ----------------------------------------------------------------------------------------------

    def _settle(self, group: Sequence[Submission]) -> Committing:
        if (lost := self._journal.lost()) is not None:
            raise _LostError(lost)
        drafts: list[Draft] = []
        answered: list[tuple[Submission, list[Answer]]] = []
        for submission in group:
            answers: list[Answer] = []
            answered.append((submission, answers))
            for item in submission.items:
                if item.why_not is not None and (reason := item.why_not(self._pending)) is not None:
                    answers.append(Answer(None, (Rejected(reason, None),)))
                    continue
                if isinstance(item.what, BetsOpen | BlindsOpen) and self._waiting and self._opens(item.what):
                    yield from self._commit(drafts)
                    drafts = []
                    yield from self._take_waiting()
                draft, effects = self._decide(item, submission.device)
                if draft is None:
                    answers.append(Answer(None, tuple(effects)))
                    continue
                drafts.append(draft)
                answers.append(Answer(draft.record.n, tuple(effects)))
                kinds = {type(effect) for effect in effects}
                if kinds & ENDS_COMMIT:
                    yield from self._commit(drafts)
                    drafts = []
                if DrawMultiplier in kinds:
                    yield ()  # the lamp and the meter, which rolls from here on, do not wait for the draw
                    yield from self._commit_multiplier()
        yield from self._commit(drafts)
        if self._waiting and may_change(self.state):
            yield from self._take_waiting()
        for submission, answers in answered:
            submission.done(tuple(answers))
        self._log_lines()

    async def _end_with_alert(self, lost: Loss) -> NoReturn:
        """Nothing is taken any more: the alert is the last record of the file that the table has open.

        Where that was cut short nothing is written: every byte would go to where it destroys what is left.
        """
        if not lost.is_cut:
            await self._through(self._commit([self._note(Alert(code=JOURNAL_MOVED, text=lost.text), None, None)]))
            self._log_lines()
            await self.broker.emptied(LAST_WORD_S)
        raise JournalFailedError(lost.text)

    def _commit_multiplier(self) -> Committing:
        """The press is on the disk: draw, and put the multiplier on the disk before anyone sees it."""
        assert self._draw is not None  # noqa: S101 - the configuration gives a game with a button its weights
        event = MultiplierDrawn(value=self._draw(), source="controller")
        faults.point("multiplier.drawn")
        draft = self._step(event, self.measures.ruled(self._pending, event, self._journal.n + 1), None, None)
        self.drawn_s = asyncio.get_running_loop().time()
        yield from self._commit([draft])
        faults.point("multiplier.committed")

    def _opens(self, event: BetsOpen | BlindsOpen) -> bool:
        """Whether the event will open a round: the one before is over then."""
        if view(self._pending).phase != IDLE or self.why_closed() is not None:
            return False
        return not changes_nothing(event, decide(self._pending, event, self._journal.n + 1)[1])

    def _take_waiting(self) -> Committing:
        """Between two rounds: what was asked for holds from here on, in a new life (`changes`)."""
        found = changed(self.start, self._pending, self._waiting)
        self._waiting = []
        drafts = [self._note(notice, None, None) for notice in found.notices]
        if found.start.taken:
            self.start = replace(
                found.start,
                lanes=self._numbers.last(),
                standing=tuple(self.active_alerts.values()),
                outcome_id=self._consequences.outcome_id,
            )
            self._consequences.begin_again(self.start)
            self._pending = found.state
            if found.weights is not None:
                self._draw = drawing(found.weights)
            self.last_event = self._journal.n + 1
            draft = self._journal.draft("start", start_body(self.start), round_=view(found.state).round)
            self._consequences.of_start(draft, self._pending)
            drafts.append(draft)
        yield from self._commit(drafts)

    def _commit(self, drafts: Sequence[Draft]) -> Committing:
        if not drafts:
            return
        began = time.perf_counter()
        yield drafts
        self.measures.committed(time.perf_counter() - began)
        faults.point("table.committed")
        self.state = self._pending
        self.n = drafts[-1].record.n
        rows = [row for draft in drafts for row in draft.rows]
        for lane in (*self._lanes.values(), self.broker):
            mine = [row for row in rows if row.lane == lane.name]
            if mine:  # the lamp and the meter, then the answers, then the messages
                lane.adopt(mine, yielding=lane is self.broker)
        faults.point("table.adopted")
        for call in self.on_commit:
            call()

    def _log_lines(self) -> None:
        """Write the log when what waits for the commit has gone out."""
        lines, self._lines = self.recent.add(self._lines), []
        asyncio.get_running_loop().call_later(LOG_AFTER_S, logged.write, lines)

    # --- one item -----------------------------------------------------------------------------------------------

    def _decide(self, item: Item, device: str | None) -> tuple[Draft | None, list[Effect]]:
        """The item's record and the rules' answer; no record where it is a refusal of which only the count is kept."""
        if isinstance(item.what, MultiplierDrawn):
            refused: list[Effect] = [
                Rejected("The multiplier is drawn by the controller alone.", "4.2"),
                AlertRaised("multiplier_foreign", f"{device or 'Someone'} sent a multiplier; it was refused.", "4.2"),
            ]
            alert = Alert(code="multiplier_foreign", text=f"{device} sent a multiplier.", rule="4.2")
            return self._refuse(alert, item, device), refused
        if isinstance(item.what, BetsOpen | BlindsOpen) and (why := self.why_closed()) is not None:
            return self._refuse(Alert(code="round_refused", text=why), item, device), [
                Rejected(why, None, "no_round_now")
            ]
        if isinstance(item.what, Event):
            state, effects = self.measures.ruled(self._pending, item.what, self._journal.n + 1, device)
            if changes_nothing(item.what, effects) and state == self._pending and self._only_counted(item, device):
                return None, effects
            return self._step(item.what, (state, effects), device, item.sequence, item.asked), effects
        if self._is_counted(item, device):
            return None, []
        return self._note(item.what, device, item.sequence), []

    def _refuse(self, alert: Alert, item: Item, device: str | None) -> Draft | None:
        return None if self._only_counted(item, device) else self._note(alert, device, item.sequence)

    def _only_counted(self, item: Item, source: str | None) -> bool:
        """Count a refusal; whether that is all that is kept of it."""
        return self.refusals.count(source or "", item.sequence, asyncio.get_running_loop().time())

    def _is_counted(self, item: Item, device: str | None) -> bool:
        """Whether this is the notice of a refusal that is only counted, or the alert beside it, which is active."""
        if (console := refused_person(item.what)) is not None:
            return self._only_counted(item, device or console)
        if not isinstance(item.what, Alert) or device is None or device not in self.refusals.counting:
            return False
        active = self.active_alerts.get((item.what.code, item.what.device))
        return active is not None and active.text == item.what.text

    def _step(
        self,
        event: AnyEvent,
        decided: tuple[State, list[Effect]],
        device: str | None,
        sequence: str | None,
        asked: Mapping[str, Any] | None = None,
    ) -> Draft:
        before = view(self._pending)
        self._pending, effects = decided
        self.last_event = self._journal.n + 1
        after = view(self._pending)
        ended = any(isinstance(effect, RoundEnded) for effect in effects)
        draft = self._journal.draft(
            "event",
            event_body(event, effects, asked),
            round_=after.round,
            ended=ended,
            signed=any(isinstance(effect, RoundReopened) for effect in effects),
            device=device,
            sequence=sequence,
            conceal=conceals(event, effects),
        )
        self._consequences.of_step(draft, effects, self._pending, before=before, after=after)
        self._lines += logged.of_event(draft, event, effects, after, device)
        return draft

    def _note(self, notice: Notice, device: str | None, sequence: str | None) -> Draft:
        now = view(self._pending)
        if isinstance(notice, RecordIncomplete) and now.phase != IDLE:
            notice = replace(notice, round=now.round)
        body = notice_to_json(notice, device)
        draft = self._journal.draft(
            "notice", dumps({"notice": body}), round_=now.round, device=device, sequence=sequence
        )
        self._consequences.of_notice(draft, body, now)
        if waits(body):
            self._waiting.append(body)
        self._lines.append(logged.of_notice(draft, notice, body, device))
        return draft
