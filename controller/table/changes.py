"""What an accepted request changes of the table, and when: limits and multiplier weights, between two rounds.

    accepted -> waits (`when` next_round, in its record) -> taken: a record of its own, and the start of a new life

A round is over when the next one opens: until then it may be corrected, which may open it again, arm a wager and draw
(contract section 9). So a change waits for that moment; where no round is open and none can be corrected it is taken at
once. What was drawn was drawn by the weights of then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.alerts.notices import CONFIGURATION, ConfigurationNotice, RequestNotice
from controller.core.dataclass import dataclass
from controller.core.outcomes import to_json_object
from controller.core.tables import TableError, limits_of, with_limits
from controller.games import State, new_table, view
from controller.games.view import IDLE
from controller.journal.start_record import Requested, Start
from controller.odds.draw import Weights
from controller.table.recovery import resume

LIMITS: Final = "limits"
MULTIPLIERS: Final = "multipliers"
WEIGHTS: Final = "weights"


def may_change(state: State) -> bool:
    """Whether no round is open and none can be corrected any more."""
    return view(state).phase == IDLE and not getattr(state, "said", ())


def waits(notice: Mapping[str, Any]) -> bool:
    """Whether this record, as the journal has it, is of a request that has still to be taken."""
    return notice.get("status") == "accepted" and notice.get("when") == "next_round" and "again" not in notice


def resends(notice: Mapping[str, Any]) -> bool:
    """Whether this record is of a request whose messages are to be sent again, and which is `taken` then."""
    return notice.get("status") == "accepted" and "follows" in notice.get("result", {}) and "again" not in notice


@dataclass(frozen=True, slots=True)
class Changed:
    """The start of the new life, state and weights under it (None: as they were), what becomes of each request."""

    start: Start
    state: State
    weights: Weights | None
    notices: tuple[RequestNotice | ConfigurationNotice, ...]


def changed(start: Start, state: State, waiting: Sequence[Mapping[str, Any]]) -> Changed:
    """The requests taken, by their records; one that this table cannot be played by any more is refused after all."""
    was, notices = start, list[RequestNotice | ConfigurationNotice]()
    for notice in waiting:
        try:
            start = _under(start, notice)
        except (TableError, ValueError) as error:
            notices.append(_became(notice, "refused", reason=f"The table has changed meanwhile: {error}."))
        else:
            notices.append(_became(notice, "taken"))
    state, fresh = resume(state, start.table)
    weights = None if start.weights in (None, was.weights) else Weights(start.weights)
    taken = tuple(one.transaction for one in notices if one.status == "taken")
    start = replace(start, rules_hash=view(state).rules_hash, fresh=fresh, taken=taken)
    return Changed(start, state, weights, tuple(notices))


def _under(start: Start, notice: Mapping[str, Any]) -> Start:
    """The start under what the request asks for; raises TableError, ValueError."""
    requested = dict(start.requested or {})
    if notice["type"] == CONFIGURATION:  # a file that was edited is the last word
        if "limits" in notice:
            table = with_limits(
                start.table, {name: bounds and (bounds[0], bounds[1]) for name, bounds in notice["limits"].items()}
            )
            new_table(table)
            start = replace(start, table=table)
            requested.pop(LIMITS, None)
        if "weights" in notice:
            start = replace(start, weights=tuple(notice["weights"]), weights_hash=notice["weights_hash"])
            requested.pop(WEIGHTS, None)
        return replace(start, config_hash=notice["config_hash"], requested=requested or None)
    asked = notice["asked"]
    if notice["verb"] == LIMITS:
        before = requested[LIMITS].file if LIMITS in requested else to_json_object(limits_of(start.table))
        limits = {name: (least, most) for name, (least, most) in asked["limits"].items()}
        table = with_limits(start.table, limits)
        new_table(table)
        start = replace(start, table=table)
        requested[LIMITS] = Requested(by=notice["by"], transaction=notice["transaction"], file=before)
    else:
        before = requested[WEIGHTS].file if WEIGHTS in requested else start.weights_hash
        tickets = Weights.of(asked["weights"]).tickets
        start = replace(start, weights=tickets, weights_hash=notice["result"]["weights_hash"])
        requested[WEIGHTS] = Requested(by=notice["by"], transaction=notice["transaction"], file=before)
    return replace(start, requested=requested)


def _became(notice: Mapping[str, Any], status: Any, *, reason: str = "") -> RequestNotice | ConfigurationNotice:
    if notice["type"] == CONFIGURATION:
        return ConfigurationNotice(
            status=status, login=notice["login"], config_hash=notice["config_hash"], reason=reason,
            when="now" if not reason else "",
        )  # fmt: skip
    return RequestNotice(
        verb=notice["verb"], status=status, transaction=notice["transaction"], by=notice["by"], rank=notice["rank"],
        digest=notice["digest"], reason=reason, result=notice.get("result", {}), when="now" if not reason else "",
    )  # fmt: skip
