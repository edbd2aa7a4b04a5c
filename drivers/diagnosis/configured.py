"""What to write into the configuration for a device that was found: the lines of TOML, ready to be pasted."""

import json
from dataclasses import asdict
from typing import Any

from drivers.diagnosis.scoring import Finding
from drivers.protocols.base.driver import Role


def device_lines(
    finding: Finding, *, port: str, role: Role | None = None, measured: bool = True, file: str | None = None
) -> list[str]:
    """The section of the device; `role` where the finding leaves it open, `file` how the configuration names it.

    `measured` False: the port's speed means nothing, so the driver's own is taken.
    """
    chosen = role or finding.roles[0]
    options: dict[str, Any] = dict(finding.candidate.options)
    if file is not None:
        options = dict.fromkeys(options, file)
    lines = entry_lines(chosen, finding.candidate.driver.name, port, options)
    usual, found = asdict(finding.candidate.driver.line), asdict(finding.line)
    differing = {key: found[key] for key in ("baudrate", "bytesize", "parity", "stopbits") if found[key] != usual[key]}
    if measured and differing:
        lines.append(f"line = {{ {', '.join(f'{key} = {json.dumps(value)}' for key, value in differing.items())} }}")
    return lines


def entry_lines(role: Role, driver: str, port: str, options: dict[str, Any] | None = None) -> list[str]:
    """The section without line settings."""
    lines = [
        "[[devices]]",
        f'name = "{role}"',
        f'role = "{role}"',
        f'driver = "{driver}"',
        f"port = {json.dumps(port)}",
    ]
    if options:
        pairs = ", ".join(f"{key} = {json.dumps(value)}" for key, value in options.items())
        lines.append(f"options = {{ {pairs} }}")
    return lines
