"""The catalogue of words: each key in each language, with the same parameters; every sentence of a turn, too."""

import hashlib
import json
import posixpath
import re
from typing import Final

import pytest

from controller.games.poker.floor.words import WORDS as POKER
from controller.games.refusal import code_of
from controller.games.twenty_one.floor.words import WORDS as TWENTY_ONE
from controller.web import irregularities
from controller.web.assets import PAGES, SHELLS, Assets
from tests.games.refusals.sites import sites

I18N: Final = PAGES / "i18n"
ENGLISH: Final[dict[str, str]] = json.loads((I18N / "en.json").read_text())
OTHERS: Final = ("de", "zh-Hans")
TABLE_REFUSALS: Final = frozenset((
    "rank", "approval", "changed", "field", "field_missing", "press_by_hand", "correction_by_hand", "card_by_hand",
    "no_round_now",
))  # fmt: skip
"""Codes of what no game says no to, but the table."""
LIGHT_B: Final = 75_000
SCRIPTS: Final = "\n".join(file.read_text() for file in (PAGES / "js").rglob("*.js"))


def parameters(text: str) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"\{(\w+)(?::money|!r)?\}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_in_every_language(language: str) -> None:
    """None missing, none too many, the same parameters."""
    words = json.loads((I18N / f"{language}.json").read_text())
    sentences = {f"say.{code}": text for code, text in (POKER | TWENTY_ONE).items()}
    assert words.keys() == (ENGLISH | sentences).keys()
    for key, text in (ENGLISH | sentences).items():
        assert parameters(words[key]) <= parameters(text) | parameters(TWENTY_ONE.get(key[4:], "")), key


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_every_refusal_in_every_language(language: str) -> None:
    """By the code of each sentence in the games, with nothing filled in that it has not; English for the amounts."""
    words = refusals(language)
    known: dict[str, set[str]] = {}
    for site in sites():
        known.setdefault(code_of(site.sentence), set()).add(site.sentence)
    for code, text in words.items():
        for sentence in known.get(code, ()):
            asked = re.findall(r"\{([\w|]+)(?::money)?\}", text)
            assert all(set(one.split("|")) & parameters(sentence) for one in asked), sentence
    if language != "en":
        assert words.keys() == known.keys() | TABLE_REFUSALS
    else:
        assert words.keys() == {code for code, text in refusals("de").items() if ":money}" in text}


def refusals(language: str) -> dict[str, str]:
    """By code."""
    return dict(json.loads((I18N / "refusals" / f"{language}.json").read_text()))


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
    """By its digest, with its licence beside it; of a font that is a part of the published one `SUBSET` says which."""
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
    """The dealer's page as it is sent, packed, with all that its script names; nothing is from elsewhere.

    The desk and poker are fetched later, or never.
    """
    assets = Assets()
    names = {f"style/{style}.css" for style in SHELLS["dealer"][1]} | {"i18n/en.json", "js/boot.js", "shell.html"}
    names |= {file.relative_to(PAGES).as_posix() for file in PAGES.rglob("*.woff2")}
    waiting = ["js/dealer.js"]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            imported = re.findall(r'^import .*? from "(.+)";', assets.files[name].body.decode(), re.MULTILINE)
            waiting += [posixpath.normpath(posixpath.join(posixpath.dirname(name), one)) for one in imported]
    assert sum(len(assets.files[name].packed or assets.files[name].body) for name in names) <= LIGHT_B
    assert re.findall(r"https?://(?!www\.w3\.org)", SCRIPTS) == []
