"""Documents for people, held to the program: its commands, links that lead somewhere, alerts that there are."""

import ast
import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.main import get_command

from controller.alerts.catalogue import CATALOGUE
from controller.cli import tablectl, tabled_line
from systemd.package.build import DOCUMENTS, FILES, GUIDES, LINKS
from tests.architecture.tracked import FILES as TRACKED
from tests.architecture.tracked import ROOT

READ: Final = (
    "README.md", "systemd/README.md", "controller/web/README.md", "config/examples/README.md",
    "controller/audit/README.md", "controller/cli/README.md", "controller/README.md", "drivers/README.md",
)  # fmt: skip
PLACES: Final = {
    "N": "1", "RANK": "pit_supervisor", "GAME": "pontoon", "HEX": "00", "LEVEL": "debug", "PART": "mqtt",
    "VERB": "close", "YYYY-MM-DD": "2026-11-28", "COMMAND": "status", "PUBLIC_KEY": "ab" * 32, "KEY": "ab" * 32,
}  # fmt: skip
"""What stands in a document for a value of one kind; any other word in capitals is as good as it is."""
CODE: Final = re.compile(r"`([a-z]+(?:_[a-z]+)+)`")
SUBJECT: Final = re.compile(r"(?:critical|warning)  ([a-z_]+)")
KNOWN: Final = {"code_hash", "config_hash", "rules_hash"}
"""What begins like an alert and is none."""


def commands(name: str) -> Iterator[str]:
    """Every command line of ours in a document: of a block, or between backticks in a sentence."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for line in re.findall(r"^    (.+)$", text, re.MULTILINE):
        for part in re.split(r" \| | && |; ", line):
            if found := re.search(r"(?:^|-- )((?:tabled|tablectl) [^#>]+)", re.split(r" {2,}", part)[0]):
                yield found[1]
    for told in re.findall(r"`((?:tabled|tablectl) [^`]+)`", re.sub(r"\n", " ", text)):
        yield from (part for part in re.split(r" \\?\| ", told) if part.startswith("table"))


@pytest.mark.parametrize("name", READ)
def test_every_command_is_one_of_the_program(name: str) -> None:
    """Subcommand, options and the kind of each value; nothing is run."""
    wrong = {line: why for line in dict.fromkeys(commands(name)) if (why := _refused(line)) is not None}
    assert wrong == {}


def _refused(line: str) -> str | None:
    plain = re.sub(r"\\?\|\S+", "", line).replace("[", "").replace("]", "").replace("--game NAME", "--game all")
    words = [PLACES.get(word, word) for word in shlex.split(plain) if word not in ("…", "ARGS")]
    program = {"tabled": tabled_line, "tablectl": tablectl}[words[0]]
    command: Any = get_command(program.app)
    context = typer.Context(command, info_name=words[0])
    rest = words[1:]
    try:
        while rest and hasattr(command, "resolve_command") and not rest[0].startswith("-"):
            _, command, rest = command.resolve_command(context, rest)
            context = typer.Context(command, info_name=words[0], parent=context)
        if "--help" not in rest and (rest or not hasattr(command, "resolve_command")):
            command.make_context(command.name, list(rest), parent=context, resilient_parsing=not rest)
    except typer.TyperException as error:
        said: str = error.format_message()
        mentioned = said.startswith("Missing ") or said.endswith(" requires an argument.")
        return None if mentioned else said  # a sentence may name a command without all that it wants
    return None


@pytest.mark.parametrize("name", [*READ, "config/ALERTS.md", "config/REFERENCE.md"])
def test_every_link_leads_somewhere(name: str) -> None:
    """Into the tree, and to a heading that is there."""
    wrong = []
    for link in _links(name):
        path, _, heading = link.partition("#")
        there = ROOT / name if not path else (ROOT / name).parent / path
        if not there.exists() or (heading and heading not in _headings(there)):
            wrong.append(link)
    assert wrong == []


def test_every_section_that_the_program_names_is_there() -> None:
    """As a sentence or a comment of ours names it: the guide, a comma, the heading."""
    named = {found for path in TRACKED if path.suffix in (".py", ".toml", ".acl", ".js") for found in _named(path)}
    assert [f"{guide}, {heading}" for guide, heading in named if _anchor(heading) not in _headings(ROOT / guide)] == []
    assert len(named) > 5


def _named(path: Path) -> list[tuple[str, str]]:
    return re.findall(r"((?:\w+/)*README\.md), [`\"]([A-Z][^`\"]+)[`\"]", (ROOT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [*GUIDES, "config/examples/README.md"])
def test_at_a_table_the_links_lead_somewhere_too(name: str) -> None:
    """What the package installs keeps its place beside what it links to; `config` there is a link to the examples."""
    installed = {os.path.relpath(place, DOCUMENTS) for place in FILES.values()}
    installed |= {os.path.relpath(place, DOCUMENTS) for place in LINKS}
    installed |= {str(path) for path in TRACKED if path.parts[0] == "config"}
    wrong = []
    for link in _links(name):
        path = os.path.normpath(Path(name).parent / link.partition("#")[0]) if link[0] != "#" else name
        if path not in installed and not any(one.startswith(f"{path}/") for one in installed):
            wrong.append(link)
    assert wrong == []


def _links(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]


def _headings(path: Path) -> set[str]:
    """As a reader of Markdown on the web names them."""
    found = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {_anchor(heading) for heading in found}


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("name", READ[1:6])
def test_every_alert_is_one(name: str) -> None:
    """What is seen as an alert in the guides is in the catalogue."""
    text = (ROOT / name).read_text(encoding="utf-8")
    seen = {*SUBJECT.findall(text), *(word for word in CODE.findall(text) if word.split("_")[0] in _BEGINNINGS)}
    assert {word for word in seen if word not in CATALOGUE} <= KNOWN
    if name.startswith("systemd"):
        assert len(seen) > 10


_BEGINNINGS: Final = {code.split("_")[0] for code in CATALOGUE}


def test_the_script_of_the_readme_plays_to_its_outcome(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All but the hash of the rules, which is left out there."""
    _, _, text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## The contract in short")
    script, outcome = re.findall(r"(?:^    \S.*\n(?:     .*\n)*)+", text, re.MULTILINE)[:2]
    file = tmp_path / "round.jsonl"
    file.write_text(script.replace("    {", "{"), encoding="utf-8")
    assert tablectl.main(["play", str(file)]) == 0
    printed, shown = json.loads(capsys.readouterr().out), json.loads(outcome)
    del printed["rules_hash"], shown["rules_hash"]
    assert printed == shown


def test_every_command_has_its_row() -> None:
    """Of `tablectl`, in the guide to the commands."""
    text = (ROOT / "controller/cli/README.md").read_text(encoding="utf-8")
    names = [name for panel in tablectl.COMMANDS.values() for name in panel]
    rows = re.findall(r"`tablectl ([a-z-]+)", "".join(re.findall(r"^\| (.+?) \| ", text, re.MULTILINE)))
    assert set(rows) == set(names)


def test_the_reader_in_ten_lines_is_python() -> None:
    """It is followed by a real table in `tests/examples`."""
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "config/examples/README.md").read_text(), re.DOTALL)
    ast.parse(block)


def test_every_file_that_a_recipe_names_is_there() -> None:
    """In the room it speaks of, or in the tree; a name in capitals is the reader's own."""
    text = (ROOT / "controller/README.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z_./]+/[a-z_]+\.(?:py|toml|js|json|acl|md))`", text)
    assert [name for name in named if not any((ROOT / room / name).exists() for room in ("", "controller"))] == []
    assert len(named) > 20
