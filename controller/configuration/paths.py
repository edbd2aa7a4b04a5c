"""Every path of a table has its own file: what is written, made anew or removed at one of them is at no other.

Compared is where the paths lead, symbolic links followed, and by device and inode where there are files already, so
that a second link to one is found, too. Files that are only read may be one, as certificate and key in one PEM.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from controller.configuration.installed import LAST_END, recordings_folder, runtime_folder
from controller.configuration.sections import ConfigFile, DeviceEntry
from controller.configuration.source import Source
from controller.core.toml_lines import Path as KeyPath
from controller.terminal.kinds import kind_of

LOGS: Final = {
    "-wal": "SQLite's log of the journal",
    "-shm": "the index of SQLite's log of the journal",
    "-journal": "SQLite's other log of the journal",
}
"""What SQLite makes beside the file to which the journal's name leads, by what is behind that name."""
NEIGHBOURS: Final = {
    ".head": "the journal's head file",
    ".head.new": "the journal's head file while it is made",
    ".new": "the journal while it is made",
    ".lock": "the journal's lock",
    ".reserve": "the reserve of the journal's disk",
    ".trial": "what is tried of the journal's disk",
}
"""What the table makes beside the journal, by what is behind its name."""


class Places(NamedTuple):
    """Where the table's own files lie."""

    journal: Path
    key: Path
    seal: Path
    people: Path | None
    socket: Path | None
    textfile: Path | None


class _Use(NamedTuple):
    path: Path
    what: str
    key: KeyPath


def check_paths(source: Source, found: ConfigFile, places: Places, devices: tuple[DeviceEntry, ...]) -> None:
    """Refuses the first path that is another one's, or at which there is something else than a file of its kind."""
    written, read = list(_written(source, places)), list(_read(source, found, devices))
    used: list[_Use] = []
    for use in (*read, *written):
        others = used if use in written else ()
        for other in others:
            if _same(use.path, other.path):
                named, also = (use, other) if len(use.key) > 1 else (other, use)
                source.refuse(named.key, f"another file than {also.what}", f"{named.path} for both")
        used.append(use)
    folder = _real(recordings_folder(places.journal))
    for use in used:
        if folder in (_real(use.path), *_real(use.path).parents):
            source.refuse(use.key, "a file outside of the folder of recordings", str(use.path))
    _check_kinds(source, places)


def _written(source: Source, places: Places) -> Iterator[_Use]:
    yield _Use(places.journal, "the journal", ("journal", "path"))
    real = _real(places.journal)
    for end, what in LOGS.items():
        yield _Use(real.with_name(real.name + end), what, ("journal", "path"))
    for end, what in NEIGHBOURS.items():
        yield _Use(places.journal.with_name(places.journal.name + end), what, ("journal", "path"))
    for path, what, key in (
        (places.key, "the table's key", ("journal", "key")),
        (places.seal, "the key of sealed records", ("journal", "seal")),
        (places.people, "the register of people", ("web", "people")),
    ):
        if path is not None:
            yield _Use(path, what, key)
            yield _Use(path.with_name(path.name + ".new"), f"{what} while it is made", key)
    if places.people is not None:
        yield _Use(places.people.with_name(places.people.name + ".lock"), "the lock of the register", ("web", "people"))
    if places.textfile is not None:
        what, key = "the file of the metrics", ("health", "textfile")
        yield _Use(places.textfile, what, key)
        yield _Use(places.textfile.with_name(places.textfile.name + ".new"), f"{what} while it is made", key)
    if places.socket is not None:
        yield _Use(places.socket, "the console's socket", ("console", "socket"))
    yield _Use(runtime_folder(source.file) / LAST_END, "what the table ended of", ())


def _read(source: Source, found: ConfigFile, devices: tuple[DeviceEntry, ...]) -> Iterator[_Use]:
    yield _Use(source.file, "this configuration", ())
    named = [
        ("jackpot", "weights"),
        *(("mqtt", name) for name in ("password_file", "ca_file", "cert_file", "key_file")),
        *(("web", name) for name in ("tls_cert", "tls_key")),
    ]
    for section, name in named:
        value = getattr(getattr(found, section), name, None)
        if value is not None:
            yield _Use(source.file.parent / value, f"`{name}` of [{section}]", (section, name))
    for name, entry in (found.requests.keys if found.requests is not None else {}).items():
        yield _Use(source.file.parent / entry.file, f"the key {name}", ("requests", "keys", name, "file"))
    for index, device in enumerate(devices):
        if device.port.startswith("/"):
            yield _Use(Path(device.port), f"the port of {device.name}", ("devices", index, "port"))
        for name, value in device.options.items():
            if isinstance(value, str) and Path(value).is_absolute():
                yield _Use(Path(value), f"`{name}` of {device.name}", ("devices", index, "options", name))


def _same(one: Path, other: Path) -> bool:
    if _real(one) == _real(other):
        return True
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there yet, or shut to whoever asks
        return False


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _check_kinds(source: Source, places: Places) -> None:
    """Nothing is made or removed in the place of what is no file of the table's."""
    for path, key, is_kind, kind in (
        (places.journal, ("journal", "path"), stat.S_ISREG, "a file"),
        (places.key, ("journal", "key"), stat.S_ISREG, "a file"),
        (places.seal, ("journal", "seal"), stat.S_ISREG, "a file"),
        (places.people, ("web", "people"), stat.S_ISREG, "a file"),
        (places.socket, ("console", "socket"), stat.S_ISSOCK, "the place of a socket"),
    ):
        if path is None:
            continue
        try:
            mode = (path.lstat if is_kind is stat.S_ISSOCK else path.stat)().st_mode
        except OSError:
            continue
        if not is_kind(mode):
            source.refuse(key, kind, f"{kind_of(mode)} at {path}")
