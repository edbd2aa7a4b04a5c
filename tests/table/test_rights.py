"""Who may do what at the desk: ranks that are claimed and had, cards and presses by hand, and what the record holds."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.alerts.notices import Alert
from controller.core.events import (
    RANK,
    AnyEvent,
    Authority,
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    Change,
    Correction,
    Irregularity,
    RoundVoid,
    SetDispensed,
    Wager,
)
from controller.games import view
from controller.journal.store import Journal
from controller.table.desk import Asker, Desk, Reply, to_json
from controller.table.inbox import Item
from controller.table.task import TableTask
from drivers.protocols.base.driver import Role
from tests.journal.journals import TABLE
from tests.table.test_task import table

SHOE = Asker(device="shoe")
DEVICES: dict[str, Role] = {"shoe": "shoe", "shuffler": "shuffler", "button": "button", "console": "console"}


def console(rank: Authority) -> Asker:
    """A serial console of this rank."""
    return Asker(device="console", authority=rank, to_raise="give it by `rank`")


def login(rank: Authority) -> Asker:
    """Somebody at the socket."""
    return Asker(device="console-socket", login="kim", authority=rank, to_raise="give it in [console]")


class Place:
    """A desk with devices, of which `gone` are not connected."""

    def __init__(self, journal: Journal, task: TableTask) -> None:
        self.journal = journal
        self.task = task
        self.gone: set[str] = set()
        self.desk = Desk(game=TABLE.game, table=task, is_gone=self.gone.__contains__, devices=DEVICES)

    async def take(self, asker: Asker, *events: AnyEvent) -> list[Reply]:
        """Each by itself."""
        return [reply for event in events for reply in await self.desk.take(asker, Item(event))]

    def bodies(self) -> list[dict[str, Any]]:
        """What the records hold."""
        archive = self.journal.archive
        return [json.loads(archive.clear_body(stored.record)) for stored in archive.records(0)]


@asynccontextmanager
async def place(folder: Path) -> AsyncIterator[Place]:
    """Such a one, its table running."""
    async with table(folder) as (journal, task):
        yield Place(journal, task)


def refusal(reply: Reply) -> str:
    """The reason of a refusal that left no event."""
    line = to_json(reply.verdict)
    assert line["type"] == "rejected"
    assert reply.n is None
    return str(line["reason"])


VOID = RoundVoid(reason="a dispute", authority="pit_supervisor")


@pytest.mark.parametrize("rank", RANK)
async def test_a_round_is_void_by_a_pit_supervisor_and_above(tmp_path: Path, rank: Authority) -> None:
    """Who has not the rank is told which is needed, by which clause, and where it is given; the round stays open."""
    async with place(tmp_path) as at:
        await at.take(console("dealer"), BetsOpen())
        (reply,) = await at.take(login(rank), VOID)
        if RANK[rank] >= RANK["pit_supervisor"]:
            assert reply.n is not None
            assert view(at.task.state).phase == "idle"
            return
        assert refusal(reply) == (
            f"`round.void` needs a pit supervisor (6.1), which the login kim is not (rank: {rank}):"
            " give it in [console]."
        )
        assert to_json(reply.verdict)["rule"] == "6.1"
        assert view(at.task.state).phase == "betting"


async def test_a_technician_has_no_say_over_the_game(tmp_path: Path) -> None:
    """Not even a dealer's; nor has a dealer a technician's."""
    async with place(tmp_path) as at:
        (reply,) = await at.take(login("technician"), BetsOpen())
        assert refusal(reply).startswith("`bets.open` needs a dealer, which the login kim is not (rank: technician): ")
        await at.task.submit(Item(Alert(code="message_parked", text="x")))
        for rank, claimed in (("dealer", "technician"), ("technician", "pit_supervisor"), ("dealer", "shift_manager")):
            cleared = await at.desk.clear(login(rank), "message_parked", None, authority=claimed)  # type: ignore[arg-type]
            assert "The login kim is no " in refusal(cleared)
        assert (await at.desk.clear(login("pit_manager"), "message_parked", None, authority="technician")).n is not None


async def test_a_claim_that_nothing_asks_for_is_refused_too(tmp_path: Path) -> None:
    """It would be in the record; a higher claim than is needed is told what is enough."""
    async with place(tmp_path) as at:
        (reply,) = await at.take(console("dealer"), BetsOpen(authority="shift_manager"))
        assert refusal(reply) == (
            "`bets.open` claims to be by a shift manager, which the device console is not (rank: dealer);"
            " a dealer is enough."
        )
        await at.take(console("dealer"), BetsOpen())
        (reply,) = await at.take(console("pit_supervisor"), RoundVoid(reason="x", authority="shift_manager"))
        assert refusal(reply).endswith("; a pit supervisor is enough.")
        other = Irregularity(kind="other", decision="pay 100", authority="shift_manager")
        (reply,) = await at.take(console("pit_manager"), other)
        assert "needs a shift manager (6.1)" in refusal(reply)


async def test_what_a_higher_rank_says_as_a_dealer_the_rules_refuse(tmp_path: Path) -> None:
    """The authority stays what the event claims: a slip of the hand makes no round void."""
    async with place(tmp_path) as at:
        await at.take(console("dealer"), BetsOpen())
        (reply,) = await at.take(console("shift_manager"), RoundVoid(reason="a slip"))
        assert to_json(reply.verdict)["type"] == "rejected"
        assert reply.n is not None


async def test_who_asks_is_in_the_record(tmp_path: Path) -> None:
    """Console, login and rank beside the event, which keeps its form; a dealer's console is named as a device is."""
    async with place(tmp_path) as at:
        await at.take(console("dealer"), BetsOpen())
        await at.take(console("shift_manager"), Wager(area=1, kind="main", amount=1000))
        await at.take(login("pit_manager"), VOID)
        await at.take(SHOE, CardDrawn(card="AS"))
        await at.take(login("technician"), VOID)
        opened, wager, void, card, refused = at.bodies()[-5:]
        *_, record, _, _, _, _ = (stored.record for stored in at.journal.archive.records(0))
        assert record.device == "console"
        assert "asked" not in opened
        assert wager["asked"] == {"console": "console", "rank": "shift_manager"}
        assert void["asked"] == {"console": "console-socket", "login": "kim", "rank": "pit_manager"}
        assert void["event"] == {"type": "round.void", "reason": "a dispute", "authority": "pit_supervisor"}
        assert "asked" not in card
        reason = refused["notice"].pop("reason")
        assert refused["notice"] == {
            "type": "person.refused", "login": "kim", "rank": "technician", "console": "console-socket",
            "severity": "warning",
        }  # fmt: skip
        assert "needs a pit supervisor" in reason


BY_HAND: tuple[tuple[AnyEvent, str, str], ...] = (
    (CardDrawn(card="AS"), "card_by_hand", "A card by hand while shoe is connected"),
    (SetDispensed(cards=("AS",)), "card_by_hand", "A card by hand while shuffler is connected"),
    (ButtonPressed(), "press_by_hand", "A press entered by hand, though the table has its button,"),
)


@pytest.mark.parametrize(("event", "code", "what"), BY_HAND, ids=lambda value: getattr(value, "type", None))
async def test_what_a_device_sends_is_by_hand_a_pit_supervisors(
    tmp_path: Path, event: AnyEvent, code: str, what: str
) -> None:
    """Without his authority it is refused, and in both cases an alert tells who sent it; none names a card."""
    async with place(tmp_path) as at:
        (reply,) = await at.take(console("dealer"), event)
        assert refusal(reply) == (
            f"{what} needs a pit supervisor, which the device console is not (rank: dealer): give it by `rank`."
        )
        (alert,) = reply.for_all
        assert to_json(alert) == {
            "type": "alert", "code": code, "severity": "warning", "rule": None,
            "text": f"{what} came over console from the device console: it was refused.",
        }  # fmt: skip
        assert set(at.task.active_alerts) == {(code, "console")}
        (reply,) = await at.take(login("pit_manager"), event)
        assert refusal(reply) == f'{what} needs a pit supervisor: send it with `"authority":"pit_supervisor"`.'
        fields = {name: getattr(event, name) for name in ("card", "cards") if hasattr(event, name)}
        (reply,) = await at.take(login("pit_manager"), type(event)(**fields, authority="pit_supervisor"))
        assert reply.n is not None
        told = to_json(reply.for_all[-1])["text"]
        assert told == f"{what} came over console-socket from the login kim: by the authority of a pit supervisor."
        assert set(at.task.active_alerts) == {(code, "console"), (code, "console-socket")}


async def test_where_the_device_is_not_there_the_dealer_says_it(tmp_path: Path) -> None:
    """A shoe that is not connected gives no card; a button that is configured is the players' way all the same."""
    async with place(tmp_path) as at:
        at.gone.update(DEVICES)
        (reply,) = await at.take(console("dealer"), CardDrawn(card="AS"))
        assert reply.n is not None
        (reply,) = await at.take(console("dealer"), ButtonPressed())
        assert "needs a pit supervisor" in refusal(reply)
        at.gone.clear()
        for asker, event in ((SHOE, CardDrawn(card="KS")), (Asker(device="button"), ButtonPressed())):
            (reply,) = await at.take(asker, event)
            assert reply.n is not None
        assert {code for code, _ in at.task.active_alerts} == {"press_by_hand"}


async def test_no_correction_brings_a_card_past_the_shoe(tmp_path: Path) -> None:
    """A dealer may take back his own last request, but not put a card in its place; a supervisor corrects cards."""
    async with place(tmp_path) as at:
        (opened, laid) = await at.take(console("dealer"), BetsOpen(), Wager(area=1, kind="main", amount=1000))
        assert opened.n is not None
        change = Change(of=laid.n, event=CardDrawn(card="AS"))
        (reply,) = await at.take(console("dealer"), Correction(changes=(change,), reason="x"))
        assert "A correction of cards while shoe is connected needs a pit supervisor" in refusal(reply)
        less = Change(of=laid.n, event=Wager(area=1, kind="main", amount=2000))
        (reply,) = await at.take(console("dealer"), Correction(changes=(less,), reason="x"))
        assert to_json(reply.verdict)["type"] == "accepted"
        await at.take(console("dealer"), BetsClosed())
        (card,) = await at.take(SHOE, CardDrawn(card="AS"))
        wrong = Correction(
            changes=(Change(of=card.n, event=CardDrawn(card="KS")),), reason="misread", authority="pit_supervisor"
        )
        (reply,) = await at.take(console("pit_supervisor"), wrong)
        assert to_json(reply.verdict)["type"] == "accepted"
        assert not at.task.active_alerts


async def test_the_mark_of_a_refused_frame_is_kept(tmp_path: Path) -> None:
    """What a console numbered is known when it comes again after a restart, refused or not."""
    async with place(tmp_path) as at:
        await at.desk.take(console("dealer"), Item(CardDrawn(card="AS"), "7-01"))
        assert at.journal.archive.sequences() == {"console": "7-01"}
        await at.desk.take(console("pit_supervisor"), Item(CardDrawn(card="AS", authority="pit_supervisor"), "7-02"))
        assert at.journal.archive.sequences() == {"console": "7-02"}
