"""The file of a new table: the example of its game with the table's own name, its comments kept."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.configuration.config import ConfigError, load
from controller.configuration.examples import WEIGHTS, examples
from controller.configuration.sections import House
from controller.configuration.source import Source
from controller.games.game import Game
from controller.games.registry import find
from controller.terminal.rights import shut_out

MODE: Final = 0o640
"""For its owner, root, to write, and for the group to read; the folder gives it the group."""


class NewFileError(Exception):
    """It was not written; the text is a sentence."""


def write_new(
    folder: Path, table: str, game: str, *, site: str | None = None, broker: str | None = None, virtual: bool = False
) -> list[Path]:
    """Write `TABLE.toml`, and the weights beside it where the game has some and they are missing; the files written.

    `virtual` devices are plugged in by `tablectl virtual`. Raises NewFileError, and then neither file is there.
    """
    file = folder / f"{table}.toml"
    if (shut := shut_out(folder, os.W_OK | os.X_OK)) is not None:
        raise NewFileError(str(shut))
    if not folder.is_dir():
        made_by = "`systemd-tmpfiles --create` makes it (systemd/README.md, `Install`)"
        raise NewFileError(f"There is no folder {folder}: {made_by}.")
    example = examples() / f"{game}.toml"
    if not example.is_file():
        raise NewFileError(f"There is no example of {game}, {example}: copy that of another game and change it.")
    text = _named(example, table, site, broker)
    if virtual:
        text = text[: text.index("[[devices]]")] + "".join(_virtual(table, find(game)))
    contents = [(file, text)]
    if find(game).multipliers and not (folder / WEIGHTS).exists():
        contents.append((folder / WEIGHTS, (examples() / WEIGHTS).read_text(encoding="utf-8")))
    written: list[Path] = []
    try:
        for path, text in contents:
            _write(path, text)
            written.append(path)
        load(file)
    except (OSError, ConfigError) as error:
        for path in written:
            path.unlink()
        if isinstance(error, FileExistsError):
            raise NewFileError(f"There is a {file} already: it is left as it is.") from None
        raise NewFileError(str(error)) from error
    return written


def _named(example: Path, table: str, site: str | None, broker: str | None) -> str:
    """The example's text, in which the name of its table stands in comments, too."""
    before = House.model_validate(Source(example).values["house"])
    text = re.sub(rf"\b{re.escape(before.table)}\b", table, example.read_text(encoding="utf-8"))
    if site is not None:
        text = text.replace(f'site = "{before.site}"', f'site = "{site}"', 1)
    return text if broker is None else re.sub(r'(?m)^host = ".*"', f'host = "{broker}"', text, count=1)


def _virtual(table: str, game: Game) -> Iterator[str]:
    """Devices without hardware: their ports are in the folder that the unit makes and that the table's user writes."""
    more = {"shoe": "card_interval_s = 0.0\n", "console": 'rank = "shift_manager"\n'}
    yield "# Virtual devices, plugged in by: runuser -u tabled -- tablectl virtual SCRIPT\n"
    for role in ("shoe", "console", *(("button", "meter") if game.multipliers else ())):
        yield f'\n[[devices]]\nname = "{role}"\nrole = "{role}"\ndriver = "framed"\n'
        yield f'port = "/run/tabled/{table}/virtual-{role}"\n' + more.get(role, "")


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor has no path
        os.fchmod(descriptor, MODE)
        file.write(text)
