"""What of a configuration lies open to others: secrets that anybody reads, files that anybody writes.

Told by `tabled --check` and `tablectl doctor`, and by an alert at the start. The journal's own keys are not here: with
any of them open the table does not start.
"""

import ipaddress
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from controller.configuration.checks import CREDENTIALS
from controller.configuration.config import Config
from controller.configuration.installed import is_installed
from controller.terminal.rights import user_name

_ANYBODY: Final = stat.S_IRWXO
_OTHERS_WRITE: Final = stat.S_IWOTH
_GROUP_WRITES: Final = stat.S_IWGRP


class Exposed(NamedTuple):
    """Both are no sentences yet: without a capital and a full stop."""

    text: str
    to_do: str


def exposed(config: Config) -> Iterator[Exposed]:
    """Each thing that is open, and what closes it."""
    for what, file in _secrets(config):
        if (found := _found(file)) is not None and found.st_mode & _ANYBODY:
            yield Exposed(f"{what} {file} is open to everybody (mode {found.st_mode & 0o777:04o})", f"chmod o= {file}")
    yield from _in_the_clear(config)
    keys = ((f"the key {name} of [requests]", file) for name, file in config.request_key_files.items())
    for what, settings in (
        ("the configuration", config.file), ("the multiplier weights", config.weights_file), *keys
    ):  # fmt: skip
        if settings is not None:
            yield from _writable(what, settings, installed=is_installed(config.file))


def _secrets(config: Config) -> Iterator[tuple[str, Path]]:
    """Those that are files of their own; what systemd shows to the service alone is not looked at."""
    mqtt, web = config.mqtt, config.web
    named = (
        ("the broker's password", mqtt and mqtt.password_file),
        ("the key to the broker", mqtt and mqtt.key_file),
        ("the key of the pages", web and web.tls_key),
        ("the register of people", str(config.people) if web else None),
    )
    for what, name in named:
        if name and not (file := config.beside(name)).is_relative_to(CREDENTIALS):
            yield what, file


def _in_the_clear(config: Config) -> Iterator[Exposed]:
    mqtt = config.mqtt
    if mqtt is None or mqtt.password_file is None or mqtt.tls:
        return
    if far := [host for host, _ in mqtt.places if not _is_here(host)]:
        text = f"the broker's password crosses the network to {' and '.join(far)} in the clear"
        yield Exposed(text, "set `tls` and `ca_file` of [mqtt], at the port where the broker has TLS")


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _writable(what: str, file: Path, *, installed: bool) -> Iterator[Exposed]:
    """An installed table's files are root's: its group reads them."""
    wrong = _OTHERS_WRITE | (_GROUP_WRITES if installed else 0)
    if (found := _found(file)) is not None:
        if found.st_mode & wrong:
            text = f"{what} {file} can be written by others than its owner (mode {found.st_mode & 0o777:04o})"
            yield Exposed(text, f"chmod {'go-w' if installed else 'o-w'} {file}")
        if installed and found.st_uid != 0:
            yield Exposed(f"{what} {file} is {user_name(found.st_uid)}'s, who can write it", f"chown root {file}")
    folder = _found(file.parent)
    if folder is not None and folder.st_mode & wrong and not folder.st_mode & stat.S_ISVTX:
        text = f"{what} can be exchanged in {file.parent}, which others can write (mode {folder.st_mode & 0o777:04o})"
        yield Exposed(text, f"chmod {'go-w' if installed else 'o-w'} {file.parent}")


def _found(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:
        return None
