"""The oracle against the hand-written cases that need no irregularity; their directory is named by TABLE_CASES."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.twenty_one import MOST_AREAS, Table

CASES = Path(os.environ.get("TABLE_CASES", "/nonexistent"))


def scripts() -> list[Path]:
    """The cases without irregularities."""
    found = [path for game in MOST_AREAS for path in sorted((CASES / game).glob("*.jsonl"))]
    return [p for p in found if '"irregularity"' not in p.read_text() and p.stem != "three-decks-is-an-error"]


def fits(want: Any, got: Any) -> bool:
    """Everything that is wanted is there; `rule` and `rules` are not looked at."""
    if isinstance(want, dict):
        skip = ("rule", "rules", "ledger_exact", "ledger_in_order")
        return isinstance(got, dict) and all(k in got and fits(v, got[k]) for k, v in want.items() if k not in skip)
    if isinstance(want, list) and want and isinstance(want[0], dict):
        if not isinstance(got, list):
            return False
        return all(any(fits(w, g) for g in got) for w in want)
    return type(want) is type(got) and want == got


@pytest.mark.skipif(not CASES.is_dir(), reason="TABLE_CASES names no directory")
@pytest.mark.parametrize("script", scripts(), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(script: Path) -> None:
    """The oracle says what the case expects."""
    expect = json.loads(script.with_name(script.stem + ".expect.json").read_text())
    table: Table | None = None
    for number, text in enumerate(script.read_text().split("\n"), 1):
        if not text.strip() or text.startswith("#"):
            continue
        event = json.loads(text)
        if table is None:
            table = Table(event)
        else:
            table.line = number - 1
            table.step(event)
    assert table is not None
    assert len(table.outcomes) == len(expect["outcomes"])
    for want, got in zip(expect["outcomes"], table.outcomes, strict=True):
        bare = {**want, "hands": [], "dealer": {}} if want["status"] == "void" else want
        assert fits(bare if "dealer" in got else {k: v for k, v in bare.items() if k not in ("hands", "dealer")}, got)
        if want.get("ledger_exact"):
            assert len(want["ledger"]) == len(got["ledger"])
        if want.get("ledger_in_order"):
            assert all(fits(w, g) for w, g in zip(want["ledger"], got["ledger"], strict=True))
    if "rejected" in expect:
        assert table.rejected == [r["line"] for r in expect["rejected"]]
    alerts = list(table.alerts)
    for want in expect.get("alerts", []):
        alerts.remove((want["code"], want["line"]))
