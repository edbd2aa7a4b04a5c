"""When each key is taken: none is left out, and what the reference says is what the sections have."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from pydantic import BaseModel

from controller.configuration.config import load
from controller.configuration.reference import FILE, text
from controller.configuration.sections import (
    ConfigFile,
    Console,
    DeviceEntry,
    Health,
    House,
    Jackpot,
    JournalFiles,
    Mqtt,
    Requests,
    Web,
)
from controller.configuration.takes import TAKES, changes
from controller.core.tables import PokerTable, TwentyOneTable
from tests.table.table_bench import write_config

SECTIONS: dict[str, type[BaseModel]] = {
    "house": House, "journal": JournalFiles, "mqtt": Mqtt, "console": Console, "web": Web, "requests": Requests,
    "health": Health, "jackpot": Jackpot, "devices": DeviceEntry,
}  # fmt: skip


def test_every_key_says_when_it_is_taken() -> None:
    """And no key that is gone does."""
    assert TAKES.keys() == ConfigFile.model_fields.keys()
    for name, section in SECTIONS.items():
        assert TAKES[name].keys() == section.model_fields.keys(), name
    line = {one.name for table in (TwentyOneTable, PokerTable) for one in fields(table)}
    assert TAKES["table"].keys() - {"*"} <= line


def test_the_reference_is_current() -> None:
    """`make docs` writes it."""
    assert FILE.read_text() == text()


def test_what_has_changed_is_named(tmp_path: Path) -> None:
    """By its key: a threshold, a rank, tickets of the weights, a device that is gone, a section that came."""
    file = write_config(tmp_path, None)
    before = load(file)
    told = file.read_text()
    told = told.replace("[journal]\n", "[journal]\nlow_mib = 600\n").replace('"shift_manager"', '"dealer"')
    head, button, rest = told.partition('[[devices]]\nname = "button"')
    file.write_text(head + rest[rest.index("[[devices]]") :] + "[web]\n")
    assert button
    weights = tmp_path / "multipliers.toml"
    lines = weights.read_text().splitlines()
    weights.write_text("\n".join(_one_more(lines)))
    found = {one.key: one.takes for one in changes(before, load(file))}
    assert found == {
        "journal.low_mib": "now", "web": "restart", "jackpot.weights": "between_rounds",
        "devices.button": "restart", "devices.console.rank": "now",
    }  # fmt: skip


def _one_more(lines: list[str]) -> Iterator[str]:
    """One ticket more of the first multiplier."""
    done = False
    for line in lines:
        name, equals, tickets = line.partition("=")
        number = tickets.split("#")[0].strip()
        if not done and number.isdigit():
            done = True
            yield f"{name}{equals} {int(number) + 1}"
        else:
            yield line
