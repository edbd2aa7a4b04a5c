"""The table's one inbox, and how the table goes through it: by calls, with no task and no turn of the loop between.

    at rest -> handed in -> decided -> to the writer's thread -> (on the disk) -> adopted, answered -> at rest
                  ^------------------- what has come meanwhile: one group, one commit -----------------'

Whoever hands something in to a table at rest has it decided and on its way to the disk when that returns; from there
the writer's answer goes on. A fault on the way is nobody's who handed something in: `run` ends with it, and nothing is
taken any more.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final

from controller.alerts.notices import Notice
from controller.core.dataclass import dataclass
from controller.core.effects import Effect
from controller.core.events import AnyEvent
from controller.games import State
from controller.journal.draft import Draft
from controller.journal.store import Journal

GROUP: Final = 64
"""Submissions that may share a commit; a commit of so many rows costs little more than one of one row."""

Committing = Generator[Sequence[Draft], None, None]
"""Steps of the table: each gives what has to be on the disk before the next; nothing, and who was woken goes first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one item: its record's number, None without one, and the rules' effects; none for a notice."""

    n: int | None
    effects: tuple[Effect, ...] = ()


Answered = Callable[[tuple[Answer, ...]], object]
"""Takes the answers when everything is committed; returns at once."""


@dataclass(frozen=True, slots=True)
class Item:
    """An event or a notice, with the mark that its device's driver gave it.

    `asked` says who asked for an event, for its record. Where `why_not`, put the state that the event would meet, gives
    a sentence, nothing is recorded: what somebody saw when he asked is no longer so.
    """

    what: AnyEvent | Notice
    sequence: str | None = None
    asked: Mapping[str, Any] | None = None
    why_not: Callable[[State], str | None] | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """Items that are committed together, who they came from, and where the answers go."""

    items: Sequence[Item]
    device: str | None
    done: Answered


class Inbox:
    """Takes what comes through `settle`, which gives the steps of a group, once `run` has begun."""

    def __init__(self, journal: Journal, settle: Callable[[Sequence[Submission]], Committing]) -> None:
        self._journal = journal
        self._settle = settle
        self._waiting: deque[Submission] = deque()
        self._rests = self._is_closing = False
        self._steps = self._work()
        self._ended: asyncio.Future[Exception | None] | None = None
        self._group_since: float | None = None

    def __len__(self) -> int:
        """How much has come and is not decided yet: who hands in waits for the answers, or hands in only so much."""
        return len(self._waiting)

    def hand_in(self, submission: Submission) -> None:
        """Have it committed and answered, behind what was handed in before."""
        self._waiting.append(submission)
        self._begin()

    async def run(self) -> None:
        """Until it is closed, or fails."""
        self._ended = asyncio.get_running_loop().create_future()
        self._rests = True
        self._begin()
        if (error := await self._ended) is not None:
            raise error

    def close(self) -> None:
        """Let `run` end when all that was handed in before is committed."""
        self._is_closing = True
        self._begin()

    def stuck_s(self, at: float) -> float:
        """For how long the group at hand has been under way at the loop's time `at`; 0 when there is none."""
        return 0.0 if self._group_since is None else at - self._group_since

    def _begin(self) -> None:
        if self._rests:
            self._rests = False
            self._steps = self._work()
            self._go_on()

    def _go_on(self, failed: Exception | None = None) -> None:
        """To the next commit, and from there again: what was given to the writer is on the disk, or has failed."""
        assert self._ended is not None  # noqa: S101 - `run` has begun
        if self._ended.done():
            return
        try:
            drafts = next(self._steps, None) if failed is None else self._steps.throw(failed)
            if drafts:
                self._journal.write(drafts, self._go_on)
            elif drafts is not None:
                asyncio.get_running_loop().call_soon(self._go_on)
            elif self._is_closing:
                self._ended.set_result(None)
            else:
                self._rests = True
        except Exception as error:  # noqa: BLE001 - `run` raises it
            self._ended.set_result(error)

    def _work(self) -> Committing:
        while self._waiting:
            self._group_since = asyncio.get_running_loop().time()
            yield from self._settle([self._waiting.popleft() for _ in range(min(GROUP, len(self._waiting)))])
            self._group_since = None
