"""A correction as a changed record: which events may be changed, who may do it when, and where each change goes.

Who (contract section 9): the dealer his own last request, while nothing has come after it; else a pit supervisor while
the round is open, and a pit manager from its outcome until the next round opens. After that the shift manager's ruling
is recorded, and nothing is played again. What a press brought about is never changed, nor what opens a round.
"""

from typing import Final

from controller.core.events import (
    RANK,
    Authority,
    CardDrawn,
    CardRead,
    Change,
    Correction,
    CutCard,
    Decision,
    Event,
    Follow,
    Insure,
    Irregularity,
    Muck,
    MultiplierDrawn,
    OffersClosed,
    PlainEvent,
    PokerAction,
    Reveal,
    Seat,
    SeatLeft,
    SetDispensed,
    Show,
    Showdown,
    Wager,
    WagerWithdrawn,
)
from controller.games.game import Game
from controller.games.refusal import Refused
from controller.games.round_of_play import Revisable, RoundOfPlay
from controller.games.said import Said
from controller.games.view import IDLE

FACTS: Final = (CardDrawn, SetDispensed, CutCard)
"""What has happened in the world: nobody takes it back as his own request."""

CORRECTABLE: Final = (
    *FACTS, CardRead, Reveal, Wager, WagerWithdrawn, Insure, Decision, Follow, Seat, SeatLeft, OffersClosed,
    Irregularity, PokerAction, Show, Muck, Showdown,
)  # fmt: skip

MULTIPLIER: Final = "4.2"
"""The clause of the one game that has a meter: a multiplier is drawn once, by the controller."""


def changed_record(
    game: Game, rounds: RoundOfPlay, state: Revisable, correction: Correction, n: int
) -> tuple[Said, ...]:
    """The record of the round at hand with the changes; `n` is the correction's own number. Raises Refused."""
    if state.before is None:
        raise Refused("no round is at hand that could be corrected", rounds.shift_manager)
    view = game.view(state)
    if view.awaiting_multiplier:
        raise Refused("the multiplier of the press just made comes first", MULTIPLIER)
    said = list(state.said)
    used: list[int] = []
    for change in correction.changes:
        if change.event is not None:
            _require_correctable(change.event)
        if change.of is not None and change.after is None:
            _replace(said, used, change.of, change.event, correction)
        elif change.after is not None and change.of is None:
            _insert(said, change.after, change, correction, n)
        else:
            raise Refused("each change names either the event it is `of` or the one it comes `after`")
    needed = _needed(state.said, correction, is_open=view.phase != IDLE)
    if RANK[correction.authority] < RANK[needed]:
        raise Refused("this correction needs a {needed}", rounds.shift_manager, needed=needed.replace("_", " "))
    return tuple(said)


def _replace(said: list[Said], used: list[int], n: int, event: PlainEvent | None, correction: Correction) -> None:
    """Changes the event of number `n`; where several have it, one after the other in their order."""
    places = [at for at, one in enumerate(said) if one.n == n]
    if not places:
        raise Refused("{n} is no event of the round at hand", n=n)
    at = next((place for place in places if place not in used), None)
    if at is None:
        raise Refused("event {n} is changed twice", n=n)
    used.append(at)
    old = said[at].event
    if old is not None:
        _require_correctable(old)
    if event is not None:
        most = max(RANK[correction.authority], RANK[old.authority] if old is not None else 0)
        _require_rank(event, most)
    said[at] = Said(n, event, correction.authority)


def _insert(said: list[Said], n: int, change: Change, correction: Correction, own: int) -> None:
    """Puts an event in behind that of number `n`, or where a refused one of that number would be."""
    if change.event is None:
        raise Refused("what comes after event {n} is missing: `event`", n=n)
    _require_rank(change.event, RANK[correction.authority])
    known = [one.n for one in said if one.n <= n]
    if not known:
        raise Refused("{n} is before the round at hand", n=n)
    nearest = max(known)
    at = max(at for at, one in enumerate(said) if one.n == nearest) + 1
    while at < len(said) and said[at].n == own:  # behind what the same correction put there
        at += 1
    said.insert(at, Said(own, change.event, correction.authority))


def _require_correctable(event: Event) -> None:
    if not isinstance(event, CORRECTABLE):
        word = getattr(event, "type", "event")
        raise Refused(
            "a `{word}` is never corrected", MULTIPLIER if isinstance(event, MultiplierDrawn) else None, word=word
        )


def _require_rank(event: Event, most: int) -> None:
    if RANK[event.authority] > most:
        raise Refused(
            "who corrects has not the authority of a {authority}", authority=event.authority.replace("_", " ")
        )


def _needed(said: tuple[Said, ...], correction: Correction, *, is_open: bool) -> Authority:
    last = said[-1]
    own = (
        len(correction.changes) == 1
        and correction.changes[0].of == last.n
        and last.event is not None
        and not isinstance(last.event, FACTS)
        and RANK[last.corrected_by or last.event.authority] == RANK["dealer"]
        and RANK[last.event.authority] == RANK["dealer"]
        and last.event.source == correction.source
    )
    return "dealer" if own else "pit_supervisor" if is_open else "pit_manager"
