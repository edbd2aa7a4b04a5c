"""The daemon as its own process at tables with unseen cards: their faces are in nothing that leaves it.

The unseen cards are low spades and hearts, the others clubs and diamonds: no hexadecimal number and no word reads as
one of them.
"""

import signal
from pathlib import Path
from typing import Any, Final

from controller.audit.journal_file import beside, opened
from tests.broker import Broker
from tests.daemon.leak_watch import LeakWatch, watched

POKER: Final = 'game = "poker"\nseats = 3\nblinds = [500, 1000]'
UNSEEN: Final = ("2H", "9H", "4S", "3S", "2S", "6H", "8S", "3H", "7S", "7H", "5H", "8H")
JOINS: Final[list[dict[str, Any]]] = [
    {"type": "join", "seat": seat, "player": f"P{seat}", "stack": 20000} for seat in (1, 2, 3)
]


def act(seat: int, action: str, **fields: int) -> dict[str, Any]:
    """An action."""
    return {"type": "action", "seat": seat, "action": action, **fields}


def sealed_text(journal: Path) -> str:
    """What is in the journal's sealed records, opened with its key: the secret is kept, not lost."""
    with opened(beside(journal)) as file:
        return "\n".join(
            file.archive.clear_body(stored.record) for stored in file.archive.records(0) if stored.record.sealed
        )


async def checks(watch: LeakWatch, *seats: int) -> None:
    """These seats check in turn."""
    assert await watch.say(*(act(seat, "check") for seat in seats)) == ["accepted"] * len(seats)


async def test_no_hole_card_leaves_a_poker_table(tmp_path: Path, broker: Broker) -> None:
    """Folded, mucked, burned, early, doubled, damaged, killed in mid-hand: what nobody saw is in the journal alone."""
    async with watched(tmp_path, broker, POKER) as watch:
        await watch.say(*JOINS, {"type": "blinds.open", "button": 1})
        await watch.damage("2H")
        await watch.deal("2H", "AC", "9H", "4S")
        refused = await watch.say({"type": "show", "seat": 3, "cards": ["9H", "3H"]})
        assert refused == ["rejected"]
        await watch.end(signal.SIGKILL)
        await watch.start()
        await watch.deal("AD", "3H", "2S")
        await watch.say(act(1, "fold"), act(2, "call"), act(3, "check"))
        await watch.deal("6H", "KC", "QD", "9C")
        await watch.deal("8S")
        await checks(watch, 2, 3)
        await watch.deal("TD")
        await checks(watch, 2, 3)
        await watch.deal("3S", "5C")
        await checks(watch, 2, 3)
        ended = await watch.say(
            {"type": "showdown"}, {"type": "show", "seat": 2}, {"type": "muck", "seat": 3},
            {"type": "blinds.open"},
        )  # fmt: skip
        assert ended == ["accepted"] * 4
        await watch.deal("7S", "7H", "5H", "8H")
        await watch.say({"type": "irregularity", "kind": "face_up_card", "card": "8H"})
        await watch.deal("7H")
        await watch.wait_for(b'"extra_card"')
        await watch.wait_for(b'"frame_rejected"')
        status = await watch.end(signal.SIGTERM)
    assert status == 0
    assert watch.leaks(UNSEEN) == []
    assert watch.leaks(("AC", "QD"))
    assert "file after end 1: journal.db-wal" in watch.captured
    inside = sealed_text(tmp_path / "journal.db")
    assert [face for face in UNSEEN if f'"{face}"' not in inside] == []


async def test_no_face_down_card_leaves_a_blackjack_table(tmp_path: Path, broker: Broker) -> None:
    """Face down, laid anew, discarded, void: a card that was never turned is in the journal alone (3.12)."""
    async with watched(tmp_path, broker, 'game = "blackjack"\nareas = 2\ndecks = 6') as watch:
        opened: list[dict[str, Any]] = [
            {"type": "bets.open"},
            {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
            {"type": "wager", "area": 2, "kind": "main", "amount": 1000},
            {"type": "bets.closed"},
        ]
        misdeal: dict[str, Any] = {"type": "irregularity", "kind": "misdeal", "reconstructable": True}
        await watch.say(*opened)
        await watch.deal("2H", "9H", face_down=True)
        await watch.deal("7C")
        await watch.end(signal.SIGKILL)
        await watch.start()
        await watch.deal("4S", "3S", face_down=True)
        for wrong in ({"1": ["2H", "3S"], "2": ["9H"]}, {"1": ["2H", "3S"], "2": ["9H", "4S", "4S"]}):
            layout: dict[str, Any] = {"areas": wrong, "dealer": ["7C"]}
            assert await watch.say(misdeal | {"layout": layout}) == ["rejected"]
        layout = {"areas": {"1": ["2H", "3S"], "2": ["9H", "4S"]}, "dealer": ["7C"]}
        assert await watch.say(misdeal | {"layout": layout}) == ["accepted"]
        await watch.deal("2S", face_down=True)
        discard = {"type": "irregularity", "kind": "discard", "authority": "pit_supervisor"}
        said = await watch.say(
            discard | {"card": "4S"}, discard | {"card": "2S"}, {"type": "decision", "area": 1, "action": "double"}
        )
        assert said == ["rejected", "accepted", "accepted"]
        await watch.deal("6H", face_down=True)
        void = {"type": "round.void", "reason": "a dispute", "authority": "pit_supervisor"}
        assert await watch.say(void) == ["accepted"]
        await watch.wait_for(b'"status":"void"')
        status = await watch.end(signal.SIGTERM)
    assert status == 0
    unseen = UNSEEN[:6]
    assert watch.leaks(unseen) == []
    assert watch.leaks(("7C",))
    inside = sealed_text(tmp_path / "journal.db")
    assert [face for face in unseen if f'"{face}"' not in inside] == []
