"""What requests have changed at a table holds also after a restart, as long as the file says what it said then.

The journal's last start has what was in force, and what the file had in its place. A file that has been edited since is
the last word: it counts, and the start tells that the table has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.alerts.notices import CONFIGURATION
from controller.configuration.config import Config
from controller.configuration.jackpot import edge_of
from controller.core.outcomes import to_json_object
from controller.core.tables import TableError, limits_of, with_limits
from controller.games import new_table
from controller.journal.start_record import Start
from controller.odds.draw import Weights


def in_force(config: Config, last: Start | None) -> Config:
    """The configuration with what requests have changed of it; `last` is the journal's last start, if there is one."""
    requested = dict(last.requested or {}) if last is not None else {}
    if last is None or not requested:
        return config
    held = {}
    limits, weights = requested.get("limits"), requested.get("weights")
    if limits is not None and limits.file == to_json_object(limits_of(config.table)):
        try:
            table = with_limits(config.table, limits_of(last.table))
            new_table(table)
        except TableError:  # of another game or chip: the file's own
            pass
        else:
            config, held["limits"] = replace(config, table=table), limits
    if weights is not None and weights.file == config.weights_hash and last.weights is not None:
        given = Weights(last.weights)
        edge = edge_of(config.edge_band, given, config.table)
        if edge is not None:
            config = replace(config, weights=given, weights_hash=last.weights_hash, edge=edge)
            held["weights"] = weights
    return replace(config, requested=held or None)


def held_back(
    config: Config, last: Start | None, waiting: Sequence[Mapping[str, Any]]
) -> tuple[Config, tuple[Mapping[str, Any], ...]]:
    """Limits and weights of the file that a reload has put off until the next round, which this start puts off, too.

    `waiting` are the records of what waits, returned without those that the file no longer says.
    """
    kept = tuple(one for one in waiting if one["type"] != CONFIGURATION or _says(config, one))
    if last is None:
        return config, kept
    for one in kept:
        if one["type"] == CONFIGURATION and "limits" in one:
            try:
                config = replace(config, table=with_limits(config.table, limits_of(last.table)))
            except TableError:  # of another game: the file's own
                continue
        if one["type"] == CONFIGURATION and "weights" in one and last.weights is not None:
            weights = Weights(last.weights)
            edge = edge_of(config.edge_band, weights, config.table)
            config = replace(config, weights=weights, weights_hash=last.weights_hash, edge=edge)
    return config, kept


def _says(config: Config, notice: Mapping[str, Any]) -> bool:
    limits, weights = notice.get("limits"), notice.get("weights_hash")
    return limits in (None, to_json_object(limits_of(config.table))) and weights in (None, config.weights_hash)
