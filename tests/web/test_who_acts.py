"""Who asks, and what he is told: one takes back one's own last request alone; a refusal has a code and parameters."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from controller.people.approvals import Approvals
from controller.people.sessions import Session
from controller.table.desk import Desk
from controller.table.task import TableTask
from controller.web.acts import Act, Acts, Answer
from tests.journal.journals import TABLE
from tests.table.test_task import table
from tests.web.client import new_key


class Floor:
    """A table and its acts, without a server."""

    def __init__(self, task: TableTask) -> None:
        self.task = task
        desk = Desk(game=TABLE.game, table=task, is_gone=lambda _: False, devices={"shoe": "shoe"})
        self.acts = Acts(game=TABLE.game, table=task, desk=desk, approvals=Approvals(), rolls=bool)

    async def say(self, badge: str, console: str = "left", **event: Any) -> Answer:
        """What becomes of an event that this dealer says at this console, or at none."""
        session = Session(badge, f"Dealer {badge}", "dealer", console, console, 0.0, 0.0, "")
        return await self.acts.take(Act(key=new_key(), event=event, seen=self.task.n), session, 0.0)


@asynccontextmanager
async def floor(folder: Path) -> AsyncIterator[Floor]:
    """With bets open."""
    async with table(folder) as (_, task):
        found = Floor(task)
        assert (await found.say("200", type="bets.open")).status == 200
        yield found


async def test_a_dealer_takes_back_his_own_last_request_alone(tmp_path: Path) -> None:
    """Not that of another at the same console, nor where neither is at a console: that needs a pit supervisor."""
    async with floor(tmp_path) as it:
        for console in ("left", ""):
            laid = await it.say("200", console, type="wager", area=1, kind="main", amount=2500)
            change = {"of": laid.body["n"], "event": None}
            back = {"type": "correction", "changes": [change], "reason": "a slip"}
            other = await it.say("201", console, **back)
            assert (other.status, other.body.get("rank")) == (428, "pit_supervisor")
            assert (await it.say("200", console, **back)).status == 200


async def test_what_is_refused_has_a_code_and_its_parameters(tmp_path: Path) -> None:
    """From the rules, from the rank, and where a field is wrong; the English and the clause stand beside it."""
    async with floor(tmp_path) as it:
        answer = await it.say("200", type="wager", area=1, kind="main", amount=150)
        assert answer.status == 422
        assert answer.body["refusal"] == {"code": "is_no_multiple_of_the_chip", "params": {"amount": 150, "chip": 100}}
        assert answer.body["reason"] == "150 is no multiple of the chip, 100"
        by_hand = await it.say("200", type="card", card="AS")
        assert (by_hand.status, by_hand.body["refusal"]["code"]) == (428, "card_by_hand")
        assert by_hand.body["refusal"]["params"]["needed"] == "pit_supervisor"
        void = await it.say("200", type="round.void", reason="x")
        assert (void.status, void.body["refusal"]["code"]) == (428, "a_round_is_made_void_by_a_pit_supervisor_or_above")
        wrong = await it.say("200", type="wager", area="1", kind="main", amount=100)
        assert (wrong.status, wrong.body["refusal"]["code"]) == (422, "field")
        assert wrong.body["refusal"]["params"]["field"] == "area"
        laid = await it.say("200", type="wager", area=1, kind="main", amount=1000)
        change = {"of": laid.body["n"], "event": {"type": "wager", "area": 1, "kind": "main", "amount": 150}}
        within = await it.say("200", type="correction", changes=[change], reason="x")
        assert within.body["refusal"]["params"]["because"] == answer.body["refusal"] | {"text": answer.body["reason"]}
        assert within.body["reason"].endswith("(`wager`) would be refused: 150 is no multiple of the chip, 100")
        lacking = await it.say("200", type="irregularity", kind="card_refused")
        assert lacking.body["refusal"]["params"]["field"] == "area"
