"""A card entered on a page while the shoe is connected: a dealer needs the yes of a pit supervisor."""

from pathlib import Path

from controller.people.approvals import Approvals
from controller.people.register import Role
from controller.people.sessions import Session
from controller.table.desk import Desk
from controller.web.acts import Act, Acts
from tests.journal.journals import TABLE
from tests.table.test_task import table


def session(role: Role) -> Session:
    """Somebody at the enrolled console."""
    return Session("100", "Kim", role, "c1", "left", 0.0, 0.0, "")


async def test_a_card_by_hand_is_approved_once(tmp_path: Path) -> None:
    """Refused with an approval to be given, taken with it, and the alert names who and where."""
    async with table(tmp_path) as (journal, task):
        desk = Desk(game=TABLE.game, table=task, is_gone=lambda _: False, devices={"shoe": "shoe"})
        acts = Acts(game=TABLE.game, table=task, desk=desk, approvals=(approvals := Approvals()), rolls=bool)
        card = Act(key="k" * 16, event={"type": "card", "card": "AS"}, seen=task.n)
        n = journal.n
        asked = await acts.take(card, session("dealer"), 0.0)
        assert (asked.status, asked.body["rank"]) == (428, "pit_supervisor")
        assert "while shoe is connected needs a pit supervisor" in asked.body["reason"]
        assert journal.n == n
        approvals.given(asked.body["id"], by="Anna", role="pit_supervisor", now_s=1.0)
        done = await acts.take(card.model_copy(update={"approval": asked.body["id"]}), session("dealer"), 2.0)
        assert done.status == 200
        assert set(task.active_alerts) == {("card_by_hand", "left")}
        second = Act(key="m" * 16, event={"type": "card", "card": "KS"}, seen=task.n)
        assert (await acts.take(second, session("pit_manager"), 3.0)).status == 200
