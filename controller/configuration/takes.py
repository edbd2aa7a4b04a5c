"""When a change of each key is taken: now, between two rounds, or with a restart; and what has changed of a file.

    now              who may do what, who may look, thresholds of the disk: nothing of a round depends on it
    between_rounds   limits and multiplier weights: no setting of a game changes in a round
    restart          everything else: `systemctl restart tabled@TABLE`, between rounds

A section that comes or goes needs a restart whatever is in it, and so does a device.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from controller.configuration.config import Config

Takes = Literal["now", "between_rounds", "restart"]

TAKES: Final[Mapping[str, Mapping[str, Takes]]] = {
    "house": {"site": "restart", "table": "restart"},
    "table": {"limits": "between_rounds", "stake": "between_rounds", "blinds": "between_rounds", "*": "restart"},
    "journal": {
        "path": "restart", "key": "restart", "seal": "restart", "reserve_mib": "restart",
        "low_mib": "now", "short_mib": "now",
    },
    "mqtt": {
        "host": "restart", "hosts": "restart", "port": "restart", "version": "restart", "prefix": "restart",
        "username": "restart", "password_file": "restart", "tls": "restart", "ca_file": "restart",
        "cert_file": "restart", "key_file": "restart",
    },
    "console": {"socket": "restart", "logins": "now", "groups": "now"},
    "web": {
        "listen": "restart", "hosts": "restart", "signage": "now", "metrics": "now", "tls_cert": "restart",
        "tls_key": "restart", "people": "restart",
    },
    "requests": {"keys": "restart"},
    "health": {"fault_led": "restart", "textfile": "restart", "restart_after_upgrade": "restart"},
    "jackpot": {"weights": "between_rounds", "edge_percent": "restart"},
    "devices": {
        "name": "restart", "role": "restart", "driver": "restart", "port": "restart", "line": "restart",
        "options": "restart", "roll_s": "restart", "show_s": "restart", "card_interval_s": "restart", "rank": "now",
    },
}  # fmt: skip
"""By section and key; `*` are those of the table line that are not named."""


class Change(NamedTuple):
    """`key` as `console.logins` or `devices.left.rank`; None where it is not there."""

    key: str
    before: Any
    after: Any
    takes: Takes


def changes(before: Config, after: Config) -> list[Change]:
    """What one file says and the other did not; of weights and keys of requests their content."""
    return differences(settings_of(before), settings_of(after))


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """The same of two settings, as `settings_of` has them."""
    return list(_changes(before, after))


def with_what_holds_now(at_start: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a start with what was taken at once of those that were read since."""
    return {section: _taken(section, settings, read.get(section)) for section, settings in at_start.items()}


def _taken(section: str, settings: Any, read: Any) -> Any:
    if section == "devices":
        return {name: _of_marked("devices", one, read.get(name)) for name, one in settings.items()}
    return _of_marked(section, settings, read)


def _of_marked(section: str, settings: Any, read: Any) -> Any:
    if settings is None or read is None:
        return settings
    now = {key for key, takes in TAKES.get(section, {}).items() if takes == "now"}
    return {key: read[key] if key in now and key in read else value for key, value in settings.items()}


def settings_of(config: Config) -> dict[str, Any]:
    """The sections as they are in force, devices by their names, as JSON has them."""
    sections: dict[str, Any] = dict(config.settings)
    sections["devices"] = {device["name"]: device for device in sections["devices"]}
    if config.request_keys:
        sections["requests"] = {"keys": {one.name: [one.public.hex(), one.rank] for one in config.request_keys}}
    found: dict[str, Any] = json.loads(json.dumps(sections))
    return found


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    for section, marks in TAKES.items():
        one, other = before.get(section), after.get(section)
        if section == "devices":
            names = [*(one or {}), *(name for name in other or {} if name not in (one or {}))]
            for name in names:
                yield from _of_a_section(f"devices.{name}", (one or {}).get(name), (other or {}).get(name), marks)
        else:
            yield from _of_a_section(section, one, other, marks)


def _of_a_section(
    name: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, marks: Mapping[str, Takes]
) -> Iterator[Change]:
    if before is None or after is None:
        if before != after:
            yield Change(name, before, after, "restart")
        return
    for key in (*before, *(key for key in after if key not in before)):
        if before.get(key) != after.get(key):
            yield Change(f"{name}.{key}", before.get(key), after.get(key), marks.get(key, marks.get("*", "restart")))
