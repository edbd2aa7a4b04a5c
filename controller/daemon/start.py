"""A start: its record, its line in the log, and what the floor has to know before the table goes on."""

import platform
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import structlog

from controller.alerts.notices import HEAD_FILE_MISSING, Alert, AlertCleared, Notice
from controller.code_hash import code_hash
from controller.configuration.broker import brokers_of
from controller.configuration.config import Config
from controller.configuration.exposed import exposed
from controller.core.alerts import ActiveAlert
from controller.daemon.devices import shows_levels
from controller.daemon.told.reload import CONFIG_REFUSED
from controller.daemon.watches.broker import UNREACHABLE
from controller.daemon.watches.package import RESTART_PENDING
from controller.games import view
from controller.games.registry import find
from controller.games.rules_hash import RULES_VERSION
from controller.journal.clock import boot_id
from controller.journal.start_record import Start
from controller.journal.store import Journal
from controller.mqtt.messages import last_outcome_id
from controller.odds.edge import percent
from controller.release import release
from controller.rules_run import are_compiled
from controller.table.recovery import IDLE, Recovered

_log = structlog.get_logger()


def start_of(config: Config, journal: Journal, recovered: Recovered) -> Start:
    """The record of this start."""
    shown = [entry for entry in config.devices if shows_levels(entry)]
    return Start(
        version=release(),
        rules_version=RULES_VERSION,
        rules_hash=view(recovered.state).rules_hash,
        python=platform.python_version(),
        config_hash=config.hash,
        weights_hash=config.weights_hash,
        weights=config.weights.tickets if config.weights else None,
        table=config.table,
        fresh=recovered.fresh,
        boot_id=boot_id(),
        journal_id=journal.journal_id,
        public_key=journal.key.public.hex(),
        table_name=config.house.table,
        has_broker=config.mqtt is not None,
        buttons=tuple(entry.name for entry in shown if entry.role == "button"),
        meters=tuple(entry.name for entry in shown if entry.role == "meter"),
        lanes=journal.last_seqs,
        standing=tuple(journal.archive.active_alerts()),
        outcome_id=last_outcome_id(journal.archive),
        code_hash=code_hash(),
        shows_terms=True if config.table.terms else None,
        requested=config.requested,
    )


def log_start(config: Config, journal: Journal, recovered: Recovered) -> None:
    """One line: what goes on from where, under which configuration."""
    now = view(recovered.state)
    _log.info(
        "started", version=release(), rules=RULES_VERSION, compiled=are_compiled(), n=journal.n, phase=now.phase,
        round=now.round, replayed=recovered.replayed, edge=percent(config.edge) if config.edge is not None else None,
        config_hash=config.hash, weights_hash=config.weights_hash, code_hash=code_hash(), journal_id=journal.journal_id,
    )  # fmt: skip


EXPOSED: Final = "configuration_exposed"
WITHOUT_IT: Final = "a start without this device"
"""Who cleared the alert of a device that is in the configuration no more."""


def noticed_before(config: Config, journal: Journal, active: Mapping[tuple[str, str], ActiveAlert]) -> Iterator[Notice]:
    """What goes into the commit of the start: a head file that was missing, and the end of alerts that nothing ends.

    Those are of devices and brokers that the configuration has no more: they can neither come back nor report that it
    is over.
    """
    if journal.head_file_missing:
        yield HEAD_FILE_MISSING
    brokers = [broker.at for broker in brokers_of(config)]
    names = {"", *brokers, *(entry.name for entry in config.devices)}
    for code, device in list(active):
        if device not in names or (code == UNREACHABLE and brokers and device not in brokers):
            yield AlertCleared(code=code, device=device, by=WITHOUT_IT)


def alerts_of_start(
    config: Config,
    recovered: Recovered,
    changed_kind: Iterable[str],
    active: Mapping[tuple[str, str], ActiveAlert],
) -> Iterator[Alert | AlertCleared]:
    """A round that was open, a table line that was another, devices of another kind, what lies open to others."""
    for code in (CONFIG_REFUSED, RESTART_PENDING):
        if (code, "") in active:
            yield AlertCleared(code=code)
    yield from _exposed(config, active.get((EXPOSED, "")))
    now = view(recovered.state)
    if now.phase != IDLE:
        clause = find(config.table.game).power_failure
        yield Alert(
            code="restarted_in_round",
            text=f"The controller was restarted in round {now.round} ({now.phase}) and goes on where it was."
            f" If the table's power failed, clause {clause} is the floor's to apply; nothing was applied yet.",
            rule=clause,
        )
    if recovered.changed:
        text = "The table line or the rules have changed since the last start; what they leave valid goes on."
        yield Alert(code="table_changed", text=text)
    for name in changed_kind:
        text = f"{name} was another kind of device before: whether it repeats its last word cannot be told."
        yield Alert(code="device_changed", text=text, device=name)


def _exposed(config: Config, before: ActiveAlert | None) -> Iterator[Alert | AlertCleared]:
    """What is open now, where that is not told already; its end where nothing is."""
    text = "; ".join(found.text for found in exposed(config))
    sentence = f"{text[:1].upper()}{text[1:]}."
    if text and (before is None or before.text != sentence):
        yield Alert(code=EXPOSED, text=sentence)
    elif not text and before is not None:
        yield AlertCleared(code=EXPOSED)
