"""A TOML file read with the lines of its keys, so that every error names file, line and key."""

import codecs
import json
import os
import re
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from pydantic import ValidationError

from controller.configuration.known_keys import keys_of, of_the_line, unknown_key
from controller.configuration.sections import Section
from controller.core.complaints import expected_and_actual
from controller.core.reader import MalformedLine
from controller.core.sentences import sentence
from controller.core.toml_lines import Path as KeyPath
from controller.core.toml_lines import line_of, lines_of_keys
from controller.core.toml_text import TomlError, read_toml
from controller.terminal.inputs import read_input
from controller.terminal.rights import shut_out

ENCODINGS: Final = {
    codecs.BOM_UTF8: "UTF-8 with a byte order mark (BOM)",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""How a file begins that an editor on another system has saved."""

MOST_BYTES: Final = 1024 * 1024
LINE_BYTES: Final = 16 * 1024
"""Of a file and of a line of it; the longest example has a hundredth of it."""
CUT: Final = ": the end of the file may be missing"
"""Behind what is wrong where nothing follows."""
_SINGLE: Final = re.compile(r"^[ \t]*\[[ \t]*devices[ \t]*\]", re.MULTILINE)
_HEADER: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)

SectionT = TypeVar("SectionT", bound=Section)


class ConfigError(ValueError):
    """The configuration is wrong; the text is a sentence with file, line and key."""

    def __init__(self, *, file: Path, line: int, key: str, text: str) -> None:
        where = f"{file}, line {line}" + (f", key `{key}`" if key else "")
        super().__init__(sentence(f"{where}: {text.rstrip('.')}."))
        self.file = file
        self.line = line
        self.key = key


class Source:
    """The values of `file`; raises ConfigError where it cannot be read or is no TOML."""

    def __init__(self, file: Path) -> None:
        self.file = file
        text = self._read()
        if (single := _SINGLE.search(text)) is not None:
            line = text[: single.start()].count("\n") + 1
            raise ConfigError(file=file, line=line, key="", text="`[[devices]]` needs two brackets, at each device")
        try:
            self.values = read_toml(text, number=float)
        except TomlError as error:
            cut = CUT if error.line >= len(text.splitlines()) else ""
            raise ConfigError(file=file, line=error.line, key="", text=f"{error}{cut}") from error
        self._lines = lines_of_keys(text)
        self._last_section = text[: max((found.start() for found in _HEADER.finditer(text)), default=0)].count("\n") + 1

    def _read(self) -> str:
        try:
            data = read_input(self.file, most=MOST_BYTES, longest=LINE_BYTES)
        except MalformedLine as error:
            raise self._unreadable(f"expected {error.expected}, got {error.actual}", line=error.line) from error
        except OSError as error:
            if (shut := shut_out(self.file)) is not None:
                raise self._unreadable(str(shut)) from error
            raise self._unreadable(f"expected a file that can be read, got: {error.strerror}") from error
        for mark, name in ENCODINGS.items():
            if data.startswith(mark):
                raise self._unreadable(f"expected plain UTF-8, got {name}: save the file as UTF-8 without a BOM")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            text = f"expected UTF-8, got the byte 0x{data[error.start]:02x}: save the file as UTF-8"
            raise self._unreadable(text, line=data[: error.start].count(b"\n") + 1) from error

    def _unreadable(self, text: str, *, line: int = 1) -> ConfigError:
        return ConfigError(file=self.file, line=line, key="", text=text)

    def validate(self, section: type[SectionT]) -> SectionT:
        """The whole file as a section; raises ConfigError."""
        try:
            return section.model_validate_json(json.dumps(self.values, default=str))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            path = first["loc"]
            if first["type"] == "extra_forbidden":
                self.complain(
                    path, of_the_line(path, first["input"]) or unknown_key(str(path[-1]), keys_of(section, path[:-1]))
                )
            expected, actual = expected_and_actual(first)
            if first["type"] == "missing" and self.line(path) >= self._last_section:
                actual += CUT
            self.refuse(path, expected, actual)

    def line(self, path: KeyPath) -> int:
        """The line of the key at `path`."""
        return line_of(self._lines, path)

    def refuse(self, path: KeyPath, expected: str, actual: str) -> NoReturn:
        """Raises ConfigError at the key: expected that, got this."""
        self.complain(path, f"expected {expected}, got {actual}")

    def complain(self, path: KeyPath, text: str) -> NoReturn:
        """Raises ConfigError at the key."""
        key = ".".join(str(part) for part in self._named(path))
        raise ConfigError(file=self.file, line=self.line(path), key=key, text=text) from None

    def _named(self, path: KeyPath) -> KeyPath:
        """The path with a device's name in the place of its number."""
        match path:
            case ("devices", int() as index, *rest) if rest != ["name"]:
                try:
                    name = self.values["devices"][index]["name"]
                except (KeyError, IndexError, TypeError):
                    return path
                return ("devices", name, *rest) if isinstance(name, str) else path
        return path

    def check_file(self, path: KeyPath, file: Path, what_to_do: str) -> None:
        """Refuse a file that the key at `path` names and that is not there; in a folder shut to the asker it may be."""
        if shut_out(file.parent, os.X_OK) is None and not file.is_file():
            self.complain(path, f"expected a file, but there is no {file}: {what_to_do}")
