"""The catalogue of words: each key in each language, with the same parameters; every sentence of a turn, too."""

import hashlib
import json
import re
from pathlib import Path
from typing import Final

import pytest

from controller.games.poker.floor.words import WORDS as POKER
from controller.games.twenty_one.floor.words import WORDS as TWENTY_ONE
from controller.web import irregularities
from controller.web.assets import PAGES

I18N: Final = PAGES / "i18n"
ENGLISH: Final[dict[str, str]] = json.loads((I18N / "en.json").read_text())
OTHERS: Final = ("de", "zh-Hans")
SCRIPTS: Final = "\n".join(file.read_text() for file in (PAGES / "js").glob("*.js"))


def parameters(text: str) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"\{(\w+)(?::money)?\}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_in_every_language(language: str) -> None:
    """None missing, none too many, the same parameters."""
    words = json.loads((I18N / f"{language}.json").read_text())
    sentences = {f"say.{code}": text for code, text in (POKER | TWENTY_ONE).items()}
    assert words.keys() == (ENGLISH | sentences).keys()
    for key, text in (ENGLISH | sentences).items():
        assert parameters(words[key]) <= parameters(text) | parameters(TWENTY_ONE.get(key[4:], "")), key


def test_every_word_that_a_script_asks_for_is_there() -> None:
    """Keys written out, and those of the irregularity desk."""
    asked = set(re.findall(r"\bt\(\"([\w.]+)\"", SCRIPTS))
    kinds = [
        kind
        for table in (irregularities.TWENTY_ONE, irregularities.POKER)
        for kinds in table.values()
        for kind in kinds
    ]
    asked |= {f"kind.{kind}" for kind in kinds}
    assert asked - ENGLISH.keys() == set()


def test_what_is_vendored_is_what_was_published() -> None:
    """By its digest, with its licence beside it."""
    vendor = PAGES / "vendor"
    lines = (vendor / "SHA256SUMS").read_text().splitlines()
    kept = {line.split("  ./")[1]: line.split("  ./")[0] for line in lines}
    files = {file.relative_to(vendor).as_posix(): file for file in vendor.rglob("*") if file.is_file()}
    files.pop("SHA256SUMS")
    assert files.keys() == kept.keys()
    for name, file in files.items():
        assert hashlib.sha256(file.read_bytes()).hexdigest() == kept[name], name
    assert all((folder / "LICENSE").exists() for folder in vendor.iterdir() if folder.is_dir())


def test_a_page_is_light() -> None:
    """The dealer's page is 170 KB in all, before it is packed, and nothing is from elsewhere."""
    others = ("technician", "signage", "approve")
    files = [file for file in Path(PAGES).rglob("*") if not file.name.startswith(others)]
    size = sum(file.stat().st_size for file in files if file.suffix in {".js", ".css", ".woff2", ".html"})
    size += (I18N / "en.json").stat().st_size
    assert size <= 170_000
    assert re.findall(r"https?://(?!www\.w3\.org)", SCRIPTS) == []
