"""Rounds played again from the journal: the same bytes under the rules of their time, or why not, in a sentence."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.alerts.notices import Alert
from controller.audit.explain.recall import last_rounds, tell
from controller.audit.explain.rounds import explain_round
from controller.audit.journal_file import opened
from controller.audit.replay import PlayedAgain, rounds
from controller.audit.rerun import Refusal
from controller.audit.span import NoSuchRoundError, span_of_rounds
from controller.audit.verify.verification import verify
from controller.core.events import (
    AnyEvent,
    BlindsOpen,
    CardDrawn,
    Join,
    MultiplierDrawn,
    PokerAction,
)
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import PokerTable, TwentyOneTable
from controller.games.reading import table_from_record
from controller.games.rules_hash import RULES_VERSION
from controller.journal.start_record import read_start
from controller.odds.random_player import RandomPlayer
from controller.table.inbox import Item
from tests.audit.small_journal import PLAYED, PONTOON, places, write
from tests.games.rulebooks import RULEBOOKS
from tests.journal.journals import open_journal, open_table

FOLDED: tuple[AnyEvent, ...] = (
    *(Join(seat=seat, player=f"P{seat}", stack=50_000) for seat in (1, 2, 3)),
    BlindsOpen(button=1),
    *(CardDrawn(card=card) for card in ("2C", "AS", "KD", "9H", "TH", "4D", "5S")),
    PokerAction(seat=1, action="fold"),
    PokerAction(seat=2, action="fold"),
)
"""A hand of poker that ends before the flop."""


def played(folder: Path) -> list[PlayedAgain | Refusal]:
    """Every round of the journal, or why it cannot be played."""
    with opened(places(folder)) as file:
        return list(rounds(file))


def recorded(folder: Path) -> Iterator[str]:
    """The outcomes as the journal holds them."""
    journal = open_journal(folder)
    for stored in journal.archive.records(0):
        for effect in json.loads(journal.archive.clear_body(stored.record)).get("effects", ()):
            if effect["type"] == "outcome":
                yield dumps(effect)
    journal.close()


def texts(found: list[PlayedAgain | Refusal]) -> list[str]:
    """The outcomes as JSON."""
    return [dumps(to_json_object(each.outcome)) for each in found if isinstance(each, PlayedAgain)]


@pytest.mark.parametrize("game", list(RULEBOOKS))
async def test_a_whole_shoe_is_given_again_to_the_byte(tmp_path: Path, game: str) -> None:
    """Random rounds of every twenty-one game: verified clean, and each outcome as it was recorded."""
    table = TwentyOneTable(game=game)
    events = [event for event, _, _ in RandomPlayer(table, 7).play_shoe()]
    drawn = [after.value for after in events if isinstance(after, MultiplierDrawn)]
    given = [event for event in events if not isinstance(event, MultiplierDrawn)][:200]
    await write(tmp_path, given, table=table, draws=drawn)
    with opened(places(tmp_path)) as file:
        assert verify(file).findings == []
    found = played(tmp_path)
    assert len(found) > 1
    assert texts(found) == list(recorded(tmp_path))


async def test_a_hand_of_poker_is_given_again(tmp_path: Path) -> None:
    """Sealed hole cards are opened for the replay, and unshown ones stay unshown in its outcome."""
    await write(tmp_path, FOLDED, table=PokerTable(game="poker"))
    with opened(places(tmp_path)) as file:
        assert verify(file).findings == []
        (recalled,) = last_rounds(file, 25)
        assert "seat 3 P3" in "\n".join(tell(recalled))
    (found,) = played(tmp_path)
    assert isinstance(found, PlayedAgain)
    assert texts([found]) == list(recorded(tmp_path))
    told = "\n".join(explain_round(found.steps, found.outcome, {}))
    assert not [card for card in ("AS", "KD", "9H", "TH", "4D", "5S") if card in told]


async def test_rounds_of_another_table_line_are_given_again(tmp_path: Path) -> None:
    """Each round under the line of its time; what a new line leaves valid went on."""
    await write(tmp_path, PONTOON)
    await write(tmp_path, PLAYED, table=TwentyOneTable(game="pontoon-pandemonium", areas=7))
    await write(tmp_path, (), table=TwentyOneTable(game="blackjack"))
    found = played(tmp_path)
    assert [each.outcome.round for each in found if isinstance(each, PlayedAgain)] == [1, 2]
    with opened(places(tmp_path)) as file:
        assert verify(file).findings == []


async def test_one_round_is_played_from_the_snapshot_before_it(tmp_path: Path) -> None:
    """The same round, cards and words as in a replay of everything, and nothing before the snapshot is read."""
    await write(tmp_path, PONTOON, PLAYED, (*PLAYED, *PONTOON), (CardDrawn(card="AC"), *PLAYED, *PLAYED))
    whole = played(tmp_path)
    assert len(whole) == 6
    with opened(places(tmp_path)) as file:
        for number, wanted in enumerate(whole, start=1):
            assert list(rounds(file, span_of_rounds(file, number, number))) == [wanted]
        assert list(rounds(file, span_of_rounds(file, 2, 4))) == whole[1:4]
        with pytest.raises(NoSuchRoundError, match="there is no round 7: the journal holds 6 rounds"):
            span_of_rounds(file, 7, 7)
    journal = open_journal(tmp_path)
    journal._connection.execute("UPDATE main.records SET utc_ns = 1 WHERE n = 5")
    journal.close()
    with opened(places(tmp_path)) as file:
        assert isinstance(next(rounds(file, span_of_rounds(file, 1, 1))), Refusal)
        assert list(rounds(file, span_of_rounds(file, 6, 6))) == whole[5:]


async def test_a_snapshot_that_was_tampered_with_is_no_beginning(tmp_path: Path) -> None:
    """An earlier one serves, and the round is the same."""
    await write(tmp_path, PONTOON, (*PLAYED, *PLAYED))
    whole = played(tmp_path)
    journal = open_journal(tmp_path)
    journal._connection.execute("UPDATE snapshots SET state = x'00' WHERE n > 1")
    journal.close()
    with opened(places(tmp_path)) as file:
        assert list(rounds(file, span_of_rounds(file, 3, 3))) == whole[2:]


async def test_rounds_of_other_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other rules played is named and left out; what ours played after them is given again."""
    with monkeypatch.context() as then:
        then.setattr("controller.games.rules_hash.RULES_VERSION", "0")
        then.setattr("controller.table.recovery.RULES_VERSION", "0")
        then.setattr("tests.journal.journals.RULES_VERSION", "0")
        await write(tmp_path, PONTOON)
    await write(tmp_path, PONTOON, PLAYED)
    refusal, *found = played(tmp_path)
    assert isinstance(refusal, Refusal)
    assert "From record 1 on: the rules of then were version 0" in refusal.text
    assert f"these are version {RULES_VERSION}" in refusal.text
    assert texts(list(found)) == list(recorded(tmp_path))[1:]
    with opened(places(tmp_path)) as file:
        report = verify(file)
        assert report.findings == []
        assert refusal.text in report.notes


async def test_rules_that_give_another_result_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same number of the rules is not enough: every effect is held to the recorded one."""
    await write(tmp_path, PONTOON)
    monkeypatch.setattr("controller.table.recovery.step", lambda state, *_: (state, []))
    (refusal,) = played(tmp_path)
    assert isinstance(refusal, Refusal)
    assert "another result" in refusal.text


async def test_without_its_key_what_is_sealed_is_not_given(tmp_path: Path) -> None:
    """The rounds before the first sealed record are played, then a sentence says what is missing."""
    await write(tmp_path, PONTOON, (CardDrawn(card="AC"), *PLAYED))
    (tmp_path / "seal").unlink()
    first, refusal = played(tmp_path)
    assert isinstance(first, PlayedAgain)
    assert isinstance(refusal, Refusal)
    assert not refusal.fault
    with opened(places(tmp_path)) as file:
        report = verify(file)
        assert report.findings == []
        assert report.seals == report.records


async def test_a_changed_record_is_not_played(tmp_path: Path) -> None:
    """Replay goes no further than the chain."""
    await write(tmp_path, PONTOON)
    journal = open_journal(tmp_path)
    journal._connection.execute("UPDATE main.records SET utc_ns = 1 WHERE n = 5")
    journal.close()
    (refusal,) = played(tmp_path)
    assert isinstance(refusal, Refusal)
    assert refusal.fault
    assert "Record 5" in refusal.text


async def test_the_last_rounds_are_recalled_newest_last(tmp_path: Path) -> None:
    """As many as asked for, in plain words, from the records alone."""
    await write(tmp_path, *(PONTOON for _ in range(4)))
    with opened(places(tmp_path)) as file:
        found = last_rounds(file, 3)
    assert [each.outcome.round for each in found if each.outcome is not None] == [2, 3, 4]
    told = "\n".join(tell(found[0]))
    assert "Dealer 7H: 7 not drawn" in told
    assert "P1's main of 10.00 wins 15.00 at 3:2" in told
    assert "(multiplier 25)" in told


async def test_a_start_names_the_active_alerts(tmp_path: Path) -> None:
    """The record of a start names the alerts that outlived the stop before it."""
    await write(tmp_path, [Item(Alert(code="disk_low", text="low"))])
    journal = open_journal(tmp_path)
    await open_table(journal, lambda: 25)
    start = journal.archive.last_start()
    assert start is not None
    told = read_start(journal.archive.clear_body(start), table_from_record)
    assert [alert.code for alert in told.standing] == ["disk_low"]
    journal.close()
