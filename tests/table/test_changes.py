"""What waits for the next round, taken: the start of the new life, and what becomes of each request."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.core.tables import PokerTable, TableError, TwentyOneTable, limits_of, with_limits
from controller.games import new_table, view
from controller.table.changes import changed, may_change, waits
from controller.table.recovery import Recovered
from controller.table.remembered import of_records
from tests.journal.journals import TABLE, open_journal, start

ASKED: dict[str, Any] = {
    "type": "request", "verb": "limits", "status": "accepted", "transaction": "transaction-1", "by": "cms",
    "rank": "pit_manager", "at": "2026-11-28T20:15:04Z", "digest": "d", "asked": {"limits": {"main": [2000, 4000]}},
    "when": "next_round", "severity": "info",
}  # fmt: skip


async def test_the_last_request_counts(tmp_path: Path) -> None:
    """Each is taken; the file's own limits are remembered from the first on."""
    state = new_table(TABLE)
    before = start(open_journal(tmp_path), Recovered(state, fresh=True, changed=False, replayed=0), TABLE)
    later = ASKED | {"transaction": "transaction-2", "asked": {"limits": {"main": [1000, 4000]}}}
    found = changed(before, state, [ASKED, later])
    assert [notice.status for notice in found.notices] == ["taken", "taken"]
    assert found.start.table.limits == {"main": (1000, 4000)}  # type: ignore[union-attr]
    assert (found.start.taken, found.start.fresh) == (("transaction-1", "transaction-2"), True)
    assert found.start.rules_hash == view(found.state).rules_hash
    assert found.start.requested is not None
    assert found.start.requested["limits"].file == {}
    again = changed(found.start, found.state, [later])
    assert not again.start.fresh  # the same limits: the state goes on as it is
    assert again.state is found.state


async def test_what_fits_no_more_is_refused_after_all(tmp_path: Path) -> None:
    """The file was given another chip while the request waited."""
    table = replace(TABLE, chip=3000)
    state = new_table(table)
    before = start(open_journal(tmp_path), Recovered(state, fresh=True, changed=False, replayed=0), table)
    found = changed(before, state, [ASKED])
    assert [notice.status for notice in found.notices] == ["refused"]
    assert "multiples of the chip" in found.notices[0].reason
    assert found.start.taken == ()


def test_poker_has_other_limits() -> None:
    """Stake and blinds, and no other."""
    table = PokerTable(game="poker")
    assert with_limits(table, {"stake": (20000, 100000)}) == replace(table, stake=(20000, 100000))
    assert limits_of(with_limits(table, {"blinds": (100, 200)})) == {"stake": None, "blinds": (100, 200)}
    with pytest.raises(TableError, match="poker has no limit main"):
        with_limits(table, {"main": (1, 2)})
    assert may_change(new_table(TwentyOneTable(game="pontoon")))


def test_what_is_remembered() -> None:
    """The first answer of each transaction that somebody has signed; what was taken waits no more."""
    taken = ASKED | {"status": "taken", "when": "now"}
    unsigned = {name: value for name, value in ASKED.items() if name != "rank"} | {"status": "refused"}
    again = ASKED | {"again": True}
    other = ASKED | {"transaction": "transaction-2"}
    found = of_records([ASKED, other, unsigned, again, taken, {"type": "alert"}])
    assert found.waiting == (other,)
    assert found.answers[("cms", "transaction-1")] == ASKED
    assert not waits(again)
    resend = ASKED | {"verb": "resend", "when": "now", "result": {"first": 1, "last": 2, "messages": 2}}
    begun = resend | {"result": resend["result"] | {"follows": "taken"}}
    assert of_records([resend]).resending == ()  # of a release that sent no `taken`
    assert of_records([begun, begun | {"again": True}]).resending == (begun,)
    assert of_records([begun, resend | {"status": "taken"}]).resending == ()
