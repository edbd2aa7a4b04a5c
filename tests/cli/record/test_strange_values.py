"""Whatever stands in the journal, its head file or the arguments: each tool ends in a sentence and its own status.

A value of another type, text that is no UTF-8, numbers and nesting beyond every bound, in a random column or deep in a
random body; the schema's own checks are switched off for the insider, and often he reckons the links anew.
"""

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.tablectl import main
from tests.audit.small_journal import PLAYED, PONTOON, everything, write
from tests.cli.record.test_unsigned_record import rechain
from tests.journal.journals import readable
from tests.table.table_bench import write_config

TABLES: Final = (
    "identity", "records", "records", "records", "snapshots", "lanes", "outbox", "retained", "sequences", "standing",
)  # fmt: skip
DEEP: Final = "[" * 100_000
TOOLS: Final = (
    ("verify",), ("verify", "--published", "published"), ("verify", "--json"), ("replay",), ("replay", "--round", "1"),
    ("recall",), ("recall", "2", "--json"), ("export", "--round", "1-2"), ("export", "--day", "2024-01-01"),
    ("status",), ("status", "--metrics", "-"), ("devices",), ("alerts",),
)  # fmt: skip
SCRIPTS: Final = 12
"""Copies spoiled each time the tests are run, of each kind."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a table's folder: configuration, journal and keys."""
    found = tmp_path_factory.mktemp("table")
    asyncio.run(everything(found))
    asyncio.run(write(found, PLAYED, PONTOON))
    for name in ("key", "seal"):
        (found / name).rename(found / f"journal.db.{name}")
    source = readable(found / "journal.db")
    lines = [payload for (payload,) in source.execute("SELECT payload FROM outbox WHERE lane = 'mqtt'")]
    source.close()
    (found / "published").write_text("\n".join(lines))
    return found


def spoiled(folder: Path, target: Path) -> Path:
    """A copy to be spoiled, with its configuration."""
    shutil.copytree(folder, target)
    write_config(target, None)
    return target


def strange(chance: random.Random) -> Any:
    """A value that no table writes."""
    return chance.choice(
        [None, float("inf"), -1, 2**63 - 1, -(2**63), 1.5, "", "x", "\x00", DEEP, "{}", "[]", "null", '{"start":1e999}',
         '{"notice":{"type":[],"code":{}}}', '{"effects":7,"event":7}', '"\\ud800"', b"", b"\xff\xfe", bytes(64)]
    )  # fmt: skip


def strange_json(chance: random.Random) -> str:
    """The same in JSON text, to stand in the place of another value there."""
    return chance.choice(
        ["1e999", "-1", "1" + "0" * 30, "null", "[]", "{}", '"\\ud800"', "[" * 500 + "]" * 500, "7", "true", '""']
    )


def bent(chance: random.Random, body: str) -> str:
    """The JSON with one value of it replaced."""
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            places.append((value, key))
            walk(value[key])

    whole = json.loads(body)
    walk(whole)
    holder, key = chance.choice(places)
    holder[key] = "@@"
    return json.dumps(whole).replace('"@@"', strange_json(chance))


def spoil_column(folder: Path, chance: random.Random) -> None:
    """Another value in a random column of a random row, the schema's checks switched off for it."""
    insider = sqlite3.connect(folder / "journal.db", isolation_level=None)
    schema = insider.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
    insider.execute("PRAGMA writable_schema = ON")
    for name, sql in schema:
        loose = sql.replace(" STRICT, WITHOUT", " WITHOUT").replace(" STRICT", "").replace(" NOT NULL", "")
        insider.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (loose, name))
    insider.close()
    insider = sqlite3.connect(folder / "journal.db", isolation_level=None)
    table = chance.choice(TABLES)
    cursor = insider.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own table names
    row = chance.choice(cursor.fetchall())
    place = chance.randrange(len(row))
    names = [name for name, *_ in cursor.description]
    value = strange(chance)
    if value == row[place]:
        value = "other"
    as_text = "CAST(? AS TEXT)" if isinstance(value, bytes) and chance.random() < 0.5 else "?"
    where = " AND ".join(f"{name} IS ?" for name in names)
    try:
        insider.execute(f"UPDATE {table} SET {names[place]} = {as_text} WHERE {where}", (value, *row))  # noqa: S608
    except sqlite3.Error:  # the number of a record is a whole number even so
        insider.execute(f"DELETE FROM {table} WHERE {where}", row)  # noqa: S608
    insider.execute("PRAGMA writable_schema = ON")
    for name, sql in schema:
        insider.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    insider.close()


def spoil_body(folder: Path, chance: random.Random) -> None:
    """Another value somewhere in the JSON of a record, the links reckoned anew."""
    source = readable(folder / "journal.db")
    n, body = chance.choice(source.execute("SELECT n, body FROM records WHERE sealed = 0").fetchall())
    source.close()
    new = chance.choice([DEEP, strange_json(chance), bent(chance, body), bent(chance, body), bent(chance, body)])
    rechain(folder / "journal.db", "UPDATE main.records SET body = ? WHERE n = ?", new, n)


def spoil_head(folder: Path, chance: random.Random) -> None:
    """Another value in the head file."""
    name = folder / "journal.db.head"
    text = name.read_text().strip()
    new = chance.choice([DEEP, strange_json(chance), bent(chance, text), bent(chance, text), "\x00" * 512])
    name.write_text(new.ljust(511) + "\n")


def spoil_published(folder: Path, chance: random.Random) -> None:
    """Another value in a published message."""
    name = folder / "published"
    lines = name.read_text().splitlines()
    place = chance.choice([number for number, line in enumerate(lines) if '"journal"' in line])
    if chance.random() < 0.5:
        message = json.loads(lines[place])
        message["journal"][chance.choice(["n", "head", "seal"])] = "@@"
        lines[place] = json.dumps(message).replace('"@@"', strange_json(chance))
    else:
        lines[place] = bent(chance, lines[place])
    name.write_text("\n".join(lines))


def run(folder: Path) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each tool and how it ended; what it raises nobody holds back."""
    for tool in (*TOOLS, ("backup", "copy.db")):
        named = tuple(str(folder / word) if word in {"published", "copy.db"} else word for word in tool)
        yield tool, main([*named, "--config", str(folder / "table.toml")])


@pytest.mark.parametrize("spoil", [spoil_column, spoil_body, spoil_head])
def test_what_no_table_writes_ends_every_tool_in_a_sentence(
    folder: Path, tmp_path: Path, spoil: Callable[[Path, random.Random], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """No exception leaves a tool, each status is a documented one, and `verify` and `backup` do not end with 0."""
    for seed in range(SCRIPTS):
        place = spoiled(folder, tmp_path / str(seed))
        spoil(place, random.Random(seed))
        for tool, status in run(place):
            told = capsys.readouterr()
            assert status in {0, 1, 2}, (seed, tool)
            assert "Traceback" not in told.out + told.err
            if tool[0] in {"verify", "backup"}:
                assert status != 0, (seed, tool, told)
            if status == 2:
                assert told.err.splitlines()[-1].startswith("tablectl: "), (seed, tool)


def test_what_no_broker_had_ends_verify_in_a_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Messages from elsewhere with strange values: a finding, or a sentence that names the line."""
    where = ["--config", str(spoiled(folder, tmp_path / "table") / "table.toml")]
    for seed in range(4 * SCRIPTS):
        place = spoiled(folder, tmp_path / str(seed))
        spoil_published(place, random.Random(seed))
        assert main(["verify", "--published", str(place / "published"), *where]) in {0, 1, 2}
        told = capsys.readouterr()
        assert "line " in (told.out + told.err).lower() or "nothing found" in told.out
    for name in ("n", "seq", "round"):
        text = (folder / "published").read_text()
        (tmp_path / "published").write_text(text.replace(f'"{name}":', f'"{name}":1e999,"was":', 1))
        assert main(["verify", "--published", str(tmp_path / "published"), *where]) in {0, 1, 2}


def test_numbers_beyond_every_bound_are_no_rounds(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What no journal can hold is not there: a sentence, and the status of a round that never was."""
    where = ["--config", str(spoiled(folder, tmp_path / "table") / "table.toml")]
    great = "99999999999999999999"
    for command in (
        ("replay", "--round", great),
        ("export", "--round", great),
        ("export", "--round", f"{great}-{great}"),
    ):
        assert main([*command, *where]) == 1
        assert "there is no round 99999999999999999999" in capsys.readouterr().err
    assert main(["recall", great, *where]) == 0
    assert main(["export", "--round", f"1-{great}", *where]) == 0
    assert main(["replay", "--round", f"-{great}", *where]) == 1
