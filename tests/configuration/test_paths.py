"""No two paths of a table are one: a socket must not take the journal's place, nor a key that of another key."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from controller.configuration.config import ConfigError, load

CONFIG: Final = Path(__file__).resolve().parents[2] / "config"
JOURNAL: Final = "state/journal.db"
BEGIN: Final = """
[house]
site = "house"
table = "t1"
[table]
game = "pontoon-pandemonium"
[jackpot]
weights = "multipliers.toml"
edge_percent = ["5", "12"]
"""


def configured(folder: Path, sections: str) -> Path:
    """A table's configuration with these sections; its folders are there."""
    for name in ("state", "run"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "multipliers.toml").write_text((CONFIG / "multipliers.toml").read_text())
    file = folder / "table.toml"
    file.write_text(BEGIN + sections)
    return file


def sections(socket: str = "run/console", **journal: str) -> str:
    """The sections [journal] and [console]."""
    keys = "".join(f'{name} = "{value}"\n' for name, value in ({"path": JOURNAL} | journal).items())
    return f'[journal]\n{keys}[console]\nsocket = "{socket}"\n'


@pytest.mark.parametrize(
    ("written", "key", "what"),
    [
        (sections(JOURNAL), "console.socket", "the journal"),
        (sections("state/../state/journal.db"), "console.socket", "the journal"),
        (sections("state/journal.db-wal"), "console.socket", "SQLite's log"),
        (sections("state/journal.db.head"), "console.socket", "head file"),
        (sections("state/journal.db.key"), "console.socket", "the table's key"),
        (sections("state/journal.db.seal"), "console.socket", "the key of sealed records"),
        (sections("state/journal.db.reserve"), "console.socket", "the reserve"),
        (sections("state/journal.db.recordings"), "console.socket", "the folder of recordings"),
        (sections("table.toml"), "console.socket", "this configuration"),
        (sections("multipliers.toml"), "console.socket", "`weights` of [jackpot]"),
        (sections(key="state/one", seal="state/one"), "journal.seal", "the table's key"),
        (sections(key="state/journal.db"), "journal.key", "the journal"),
        (sections(key="state/journal.db-shm"), "journal.key", "index of SQLite's log"),
        (sections(seal="state/journal.db.lock"), "journal.seal", "the journal's lock"),
        (sections(path="table.toml"), "journal.path", "this configuration"),
        (sections(key="state/journal.db.recordings/key"), "journal.key", "the folder of recordings"),
        (
            sections() + '[web]\npeople = "state/journal.db.head"\n',
            "web.people",
            "head file",
        ),
        (
            sections() + '[web]\npeople = "state/people.json"\ntls_cert = "c.pem"\ntls_key = "state/people.json.new"\n',
            "web.people",
            "`tls_key` of [web]",
        ),
    ],
)
def test_paths_that_are_one_are_refused(tmp_path: Path, written: str, key: str, what: str) -> None:
    """By name, whatever the spelling; the sentence names the key and the other file."""
    file = configured(tmp_path, written)
    for name in ("c.pem", "state/people.json.new"):
        (tmp_path / name).touch()
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert refused.value.key == key
    assert what in str(refused.value)


def test_last_end_is_one_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the table ended of is remembered in the folder of the socket."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    with pytest.raises(ConfigError, match="what the table ended of"):
        load(configured(tmp_path, sections("run/last-end.json")))


def test_the_ports_are_among_them(tmp_path: Path) -> None:
    """A device's port that is the journal would be written to as a line."""
    device = '[[devices]]\nname = "shoe"\nrole = "shoe"\ndriver = "framed"\nport = "{}"\n'
    with pytest.raises(ConfigError, match="the port of shoe"):
        load(configured(tmp_path, sections() + device.format(tmp_path / "state" / "journal.db")))


@pytest.mark.parametrize("link", [os.symlink, os.link])
@pytest.mark.parametrize("name", ["run/console", "state/key"])
def test_links_are_followed(tmp_path: Path, link: Callable[[Path, Path], None], name: str) -> None:
    """A symbolic link and a second name of the same file are that file."""
    file = configured(tmp_path, sections(key="state/key"))
    (tmp_path / JOURNAL).write_bytes(b"a journal")
    link(tmp_path / JOURNAL, tmp_path / name)
    with pytest.raises(ConfigError, match="another file than the journal"):
        load(file)


@pytest.mark.parametrize(
    ("make", "name", "part"),
    [
        (Path.touch, "run/console", "the place of a socket, got a file"),
        (Path.mkdir, "run/console", "the place of a socket, got a folder"),
        (os.mkfifo, JOURNAL, "a file, got a pipe"),
        (Path.mkdir, JOURNAL, "a file, got a folder"),
        (os.mkfifo, "state/journal.db.key", "a file, got a pipe"),
    ],
)
def test_something_else_in_its_place_is_refused(
    tmp_path: Path, make: Callable[[Path], None], name: str, part: str
) -> None:
    """Nothing is removed or written over that the table has not made."""
    file = configured(tmp_path, sections())
    make(tmp_path / name)
    with pytest.raises(ConfigError, match=part):
        load(file)


def test_a_table_that_has_run_holds(tmp_path: Path) -> None:
    """All files of a table that was killed lie there; through a link to their folder they are the same ones."""
    file = configured(tmp_path, sections())
    for end in ("", "-wal", "-shm", ".head", ".lock", ".key", ".seal", ".reserve"):
        (tmp_path / f"{JOURNAL}{end}").touch()
    load(file)
    (tmp_path / "link").symlink_to(tmp_path / "state")
    load(configured(tmp_path, sections(path="link/journal.db")))
