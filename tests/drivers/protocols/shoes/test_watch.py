"""The shoe is not trusted: each suspicion has its name, and what may have cost a card marks the round."""

import pytest

from controller.core.events import CardDrawn, CutCard, SetDispensed, ShoeNew
from drivers.protocols.base.protocol import DeviceEvent, Received
from drivers.protocols.base.reports import (
    CardOutsideGame,
    CopiesDiffer,
    FrameRejected,
    SequenceGap,
    ShoeCount,
    ShoeState,
    ShufflerState,
)
from drivers.protocols.base.suspicions import (
    CardOutOfPhase,
    CardTooSoon,
    CountWrong,
    CutCardRepeated,
    InputLost,
    RecordIncomplete,
    SetOutOfPhase,
    ShoeOverdrawn,
    ShufflerCountRight,
    ShufflerCountWrong,
)
from drivers.protocols.shoes.watch import ShoeWatch
from drivers.protocols.shufflers.watch import ShufflerWatch

ACE = CardDrawn(card="AS")


def watch(*, recalls: bool = True, numbered: bool = True, held: int | None = None) -> ShoeWatch:
    """A watch on a shoe that has been there for a while."""
    subject = ShoeWatch(recalls=recalls, numbered=numbered, held=held)
    subject.connected(0.0)
    return subject


def added(subject: ShoeWatch, *events: DeviceEvent, at: float = 10.0, waiting: bool = False) -> list[DeviceEvent]:
    """What the watch says beside these events, which it lets pass unchanged and in order."""
    looked = [event for event, _ in subject.look([Received(event) for event in events], at, waiting=waiting)]
    passed = [event for event in looked if event in events]
    assert passed == [event for event in events if not isinstance(event, ShoeCount)]
    return [event for event in looked if event not in events]


def test_cards_at_the_pace_of_a_hand() -> None:
    """Three cards a second for a round, each committed at once: nothing is said."""
    subject = watch()
    for number in range(30):
        assert added(subject, ACE, at=10 + number * 0.33) == []
        subject.committed(10.005 + number * 0.33)


def test_card_too_soon() -> None:
    """Two cards within a tenth of a second: an alert and the mark, once for the burst."""
    subject = watch()
    assert added(subject, ACE, at=10.0) == []
    subject.committed(10.01)
    assert added(subject, ACE, at=10.125) == [CardTooSoon(0.125, 0.2), RecordIncomplete("card_too_soon")]
    assert added(subject, ACE, at=10.15) == []
    subject.committed(10.2)
    assert added(subject, ACE, at=11.0) == []
    assert added(subject, ACE, ACE, at=11.5) != []


def test_cards_in_one_chunk_are_too_soon() -> None:
    """Two cards at the same instant, too."""
    assert added(watch(), ACE, ACE)[0] == CardTooSoon(0.0, 0.2)


def test_what_waited_is_no_suspicion() -> None:
    """After an outage, and behind a slow commit, a shoe says in a burst what it has kept."""
    subject = watch()
    subject.lost()
    subject.connected(20.0)
    for number in range(5):
        assert added(subject, ACE, at=20.1 + number * 0.03) == []
        subject.committed(20.11 + number * 0.03)
    assert added(subject, ACE, at=30.0) == []
    assert added(subject, ACE, at=33.0, waiting=True) == []
    subject.committed(33.5)
    assert [added(subject, ACE, at=at) for at in (33.51, 33.54, 33.57)] == [[], [], []]


@pytest.mark.parametrize("state", ["door_open", "jam", "locked", "empty"])
def test_card_while_none_can_come(state: str) -> None:
    """A card from a shoe that says it is closed; the next state opens it again."""
    subject = watch()
    assert added(subject, ShoeState(state), ACE) == [CardOutOfPhase(state), RecordIncomplete("card_out_of_phase")]
    assert added(subject, ShoeState("ready"), ACE, at=20.0) == []


def test_more_cards_than_the_shoe_holds() -> None:
    """The first card over is told, once for each shoe; how many decks are in it the shoe may say itself."""
    subject = watch(held=104)
    added(subject, ShoeNew())
    said = [added(subject, ACE, at=10.0 + number) for number in range(107)]
    assert said[:104] == [[]] * 104
    assert said[104:] == [[ShoeOverdrawn(105, 104)], [], []]
    added(subject, ShoeNew(decks=1), at=200.0)
    assert [ShoeOverdrawn(53, 52)] in [added(subject, ACE, at=201.0 + number) for number in range(53)]


def test_count_of_the_shoe() -> None:
    """Its count is taken as it is at first, then it must go with the cards; a wrong one marks the round."""
    subject = watch()
    assert added(subject, ACE, ShoeCount(40)) == []
    assert added(subject, ACE, ShoeCount(41), at=11.0) == []
    assert added(subject, ACE, ShoeCount(43), at=12.0) == [CountWrong(42, 43), RecordIncomplete("count_wrong")]
    assert added(subject, ACE, ShoeCount(44), at=13.0) == []


def test_second_cutting_card() -> None:
    """One cutting card a shoe."""
    subject = watch()
    assert added(subject, CutCard()) == []
    assert added(subject, CutCard()) == [CutCardRepeated()]
    assert added(subject, ShoeNew(), CutCard()) == []


@pytest.mark.parametrize(
    "event",
    [SequenceGap("1", "3", 1), CopiesDiffer("1"), CardOutsideGame("lock"), InputLost()],
    ids=lambda event: event.code,
)
def test_what_may_have_cost_a_card_marks_the_round(event: DeviceEvent) -> None:
    """The mark follows the report and names it; and the count begins anew."""
    subject = watch()
    assert added(subject, ShoeNew(), event) == [RecordIncomplete(event.code)]  # type: ignore[union-attr]
    assert added(subject, ShoeCount(7)) == []


def test_damaged_frame_marks_the_round_where_no_number_would_tell() -> None:
    """A shoe that numbers shows the loss itself; one that does not may have meant a card."""
    damaged = FrameRejected("expected a check that fits the line, got another", "")
    assert added(watch(), damaged) == []
    assert added(watch(numbered=False), damaged) == [RecordIncomplete("frame_rejected")]
    assert added(watch(numbered=False), FrameRejected("bytes outside a frame", "AT<0D>")) == []
    numbered = watch().look([Received(damaged, "3:D")], 1.0, waiting=False)
    assert numbered[-1].event == RecordIncomplete("frame_rejected")


def test_outage_marks_the_round_where_nothing_is_said_again() -> None:
    """A shoe that keeps what nobody took loses nothing."""
    for recalls, expected in ((True, []), (False, [RecordIncomplete("device_lost")])):
        subject = ShoeWatch(recalls=recalls, numbered=True)
        assert subject.connected(0.0) == []
        subject.lost()
        assert subject.connected(5.0) == expected
        assert subject.connected(6.0) == []


def shuffled(subject: ShufflerWatch, *events: DeviceEvent) -> list[DeviceEvent]:
    """What the watch says beside these."""
    looked = subject.look([Received(event) for event in events], 0.0, waiting=False)
    return [event for event, _ in looked if event not in events]


def test_count_of_the_shuffler() -> None:
    """Wrong is an alert, right ends it; a count under way or none at all says nothing."""
    subject = ShufflerWatch(cards=52)
    assert shuffled(subject, ShufflerState("ready", 1, 51)) == [ShufflerCountWrong(52, 51)]
    assert shuffled(subject, ShufflerState("shuffling", 2, 20)) == []
    assert shuffled(subject, ShufflerState("ready", 2, None)) == []
    assert shuffled(subject, ShufflerState("ready", 2, 52)) == [ShufflerCountRight(52)]
    assert shuffled(ShufflerWatch(), ShufflerState("ready", 1, 51)) == []


def test_set_while_none_can_come() -> None:
    """A set from a shuffler that says it shuffles, is jammed, open or empty."""
    subject = ShufflerWatch()
    hand = SetDispensed(cards=("AS", "KD"))
    assert shuffled(subject, hand) == []
    assert shuffled(subject, ShufflerState("jam"), hand) == [SetOutOfPhase("jam")]
    assert shuffled(subject, ShufflerState("dispensing"), hand) == []
    shuffled(subject, ShufflerState("empty"))
    subject.connected(1.0)
    assert shuffled(subject, hand) == []
