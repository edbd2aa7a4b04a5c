"""The shoe is not trusted: what it sends is compared with what a shoe and a hand can do, whatever its protocol.

- A card too soon after another: since the last card that is known to have come at once, the n-th card after it cannot
  come before n times the least interval. A card comes *at once* when nothing before it waited to be committed: what a
  shoe repeats after an outage or behind a slow commit comes in a burst and is no suspicion.
- A card while by the shoe's own report its door is open, or it is jammed, locked or empty.
- More cards than it holds, another count than its own, a second cutting card.
- Whatever may have cost a card: a jump of the numbers, two lines under one number, a card outside the game, a number
  whose frame means nothing, an outage of a shoe that does not repeat, a damaged line of one that numbers nothing.

The last two kinds and the first two are followed by `RecordIncomplete`. Nothing is held back or changed: every card
goes to the rules, which place it or keep it; composition of the decks is theirs to judge, too.
"""

from typing import Final

from controller.core.events import CardDrawn, CutCard, ShoeNew
from drivers.protocols.base.protocol import DeviceEvent, Received
from drivers.protocols.base.reports import (
    CardOutsideGame,
    CopiesDiffer,
    FrameRejected,
    SequenceGap,
    ShoeCount,
    ShoeState,
)
from drivers.protocols.base.suspicions import (
    CardOutOfPhase,
    CardTooSoon,
    CountWrong,
    CutCardRepeated,
    InputLost,
    RecordIncomplete,
    ShoeOverdrawn,
)

LEAST_INTERVAL_S: Final = 0.2
"""A practised dealer draws three cards a second."""
SETTLED_S: Final = 0.5
"""So long after a commit nothing more comes that waited for it: a frame is repeated every quarter of a second."""
NO_CARDS: Final = frozenset(("door_open", "jam", "locked", "empty"))
ALL_CLEAR: Final = frozenset(("ready", "door_closed", "unlocked"))


class ShoeWatch:
    """Watches one shoe. `held` is how many cards a full shoe has where that is known.

    `recalls`: the shoe repeats what nobody took; `numbered`: it numbers what it sends.
    """

    def __init__(
        self, *, recalls: bool, numbered: bool, least_interval_s: float = LEAST_INTERVAL_S, held: int | None = None
    ) -> None:
        self._recalls = recalls
        self._numbered = numbered
        self._least_s = least_interval_s
        self._held = held
        self._cards_a_deck = 52 if held is None or held % 52 == 0 else 48
        self._settled_at = float("inf")
        self._prompt_at: float | None = None
        self._since_prompt = 0
        self._closed_by: str | None = None
        self._drawn: int | None = None
        self._cut = False
        self._overdrawn = False
        self._was_out = False

    def connected(self, at: float) -> list[DeviceEvent]:
        """The device is there (again)."""
        self._settled_at, self._prompt_at = at, None
        lost, self._was_out = self._was_out and not self._recalls, False
        self._drawn = None if lost else self._drawn
        return [RecordIncomplete("device_lost")] if lost else []

    def lost(self) -> None:
        """The connection has ended."""
        self._was_out = True

    def committed(self, at: float) -> None:
        """What `look` gave is on the disk, so the shoe goes on with what it has kept."""
        self._settled_at = at

    def look(self, batch: list[Received], at: float, *, waiting: bool) -> list[Received]:
        """The batch with what there is to report about it, each behind what it is about.

        `waiting`: an earlier batch is not on the disk yet.
        """
        looked: list[Received] = []
        incomplete: str | None = None
        for item in batch:
            reports, doubt = self._look(item, at, at_once=not waiting and at >= self._settled_at + SETTLED_S)
            incomplete = incomplete or doubt
            if not isinstance(item.event, ShoeCount):
                looked.append(item)
            looked += [Received(report) for report in reports]
        if incomplete is not None:
            looked.append(Received(RecordIncomplete(incomplete)))
        return looked

    def _look(self, item: Received, at: float, *, at_once: bool) -> tuple[list[DeviceEvent], str | None]:
        """What there is to report, and the code of what may have cost a card."""
        match item.event:
            case CardDrawn():
                return self._card(at, at_once=at_once)
            case ShoeCount(total):
                return self._count(total)
            case ShoeNew(decks=decks):
                self._drawn, self._cut, self._overdrawn, self._closed_by = 0, False, False, None
                if decks is not None:
                    self._held = decks * self._cards_a_deck
            case CutCard():
                again, self._cut = self._cut, True
                return [CutCardRepeated()] if again else [], None
            case ShoeState(state) if state in NO_CARDS:
                self._closed_by = state
            case ShoeState(state) if state in ALL_CLEAR:
                self._closed_by = None
            case SequenceGap() | CopiesDiffer() | CardOutsideGame() | InputLost():
                self._drawn = None
                return [], item.event.code
            case FrameRejected(shown=shown):
                if item.sequence is not None or (not self._numbered and shown == ""):
                    return [], item.event.code
        return [], None

    def _card(self, at: float, *, at_once: bool) -> tuple[list[DeviceEvent], str | None]:
        reports: list[DeviceEvent] = []
        if self._prompt_at is not None:
            self._since_prompt += 1
            if at < self._prompt_at + self._since_prompt * self._least_s:
                reports.append(CardTooSoon((at - self._prompt_at) / self._since_prompt, self._least_s))
        if at_once:
            self._prompt_at, self._since_prompt = at, 0
        elif reports:
            self._prompt_at = None  # Reported once for each burst.
        if self._closed_by is not None:
            reports.append(CardOutOfPhase(self._closed_by))
        doubt = next((report.code for report in reports if isinstance(report, CardTooSoon | CardOutOfPhase)), None)
        if self._drawn is not None:
            self._drawn += 1
            if self._held is not None and self._drawn > self._held and not self._overdrawn:
                self._overdrawn = True
                reports.append(ShoeOverdrawn(self._drawn, self._held))
        return reports, doubt

    def _count(self, total: int) -> tuple[list[DeviceEvent], str | None]:
        expected, self._drawn = self._drawn, total
        if expected is None or expected == total:
            return [], None
        return [CountWrong(expected, total)], CountWrong.code
