"""The file of a capture: JSON Lines, so that any editor reads it and any script makes one.

    {"capture":1,"port":"/dev/ttyUSB0","line":"4800 8N1","started":"2026-01-31T12:00:00+00:00","masked":false,…}
    {"t":0.512,"dir":"<","hex":"05 31 44 81 b8 03 34 46"}
    {"t":0.514,"dir":">","hex":"02 4f 50"}
    {"t":1.204,"dir":"<","shown":"<02>01C*<03>","means":"card **"}

First the header, then a chunk a line: `t` seconds since the start on a clock that no one sets, `dir` `<` from the
device and `>` to it, `hex` its bytes (one that came damaged is 00). Where faces of cards are masked there is `shown` in
its place, which is for people: it cannot be played. `device`, `driver` and `role` in the header say whose port it was,
null where it was nobody's.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TextIO, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from controller.core.complaints import expected_and_actual
from controller.core.sentences import sentence
from drivers.diagnosis.conversation import Direction
from drivers.protocols.base.spoken import read_spoken

RecordT = TypeVar("RecordT", bound=BaseModel)
QUOTED: Final = 40
LONGEST: Final = 64 * 1024
"""Characters of a line; a chunk is what one read gives, a few kilobytes."""


class CaptureError(ValueError):
    """The file is no capture; the text is a sentence with file and line."""

    def __init__(self, file: str, line: int, text: str) -> None:
        super().__init__(sentence(f"{file}, line {line}: {text.rstrip('.')}."))
        self.line = line


def _settings(text: str) -> str:
    read_spoken(text)
    return text


class Header(BaseModel):
    """The first line; `masked` says that faces of cards were masked while it was made."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    capture: Literal[1]
    port: str
    line: Annotated[str, AfterValidator(_settings)] | None = None
    started: str
    masked: bool = False
    device: str | None = None
    driver: str | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes of one direction, `t` seconds from the start; `data` None where they were masked to `shown`."""

    t: float
    direction: Direction
    data: bytes | None
    shown: str = ""
    means: str = ""
    line: int = 0


class _Line(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    t: Annotated[float, Field(ge=0, lt=1e9)]
    dir: Direction
    hex: str | None = None
    shown: str | None = None
    means: str = ""


class CaptureWriter:
    """Writes a capture line by line, each one whole when it returns. Raises OSError."""

    def __init__(self, out: TextIO, header: Header) -> None:
        self.chunks = 0
        self.bytes = 0
        self._out = out
        self._write(header.model_dump(mode="json"))

    def write(self, chunk: Chunk) -> None:
        """Append a chunk."""
        record: dict[str, Any] = {"t": round(chunk.t, 6), "dir": chunk.direction}
        if chunk.data is None:
            record |= {"shown": chunk.shown, **({"means": chunk.means} if chunk.means else {})}
        else:
            record["hex"] = chunk.data.hex(" ")
            self.bytes += len(chunk.data)
        self.chunks += 1
        self._write(record)

    def _write(self, record: dict[str, Any]) -> None:
        self._out.write(json.dumps(record, ensure_ascii=True, separators=(",", ":")) + "\n")
        self._out.flush()


def read_capture(lines: Iterable[bytes], *, file: str) -> tuple[Header, list[Chunk]]:
    """The whole of a capture; `file` is for the sentence. Raises CaptureError for the first line that is wrong."""
    header: Header | None = None
    chunks: list[Chunk] = []
    for number, raw in enumerate(lines, start=1):
        text = _text(raw, file, number)
        if not text.strip():
            continue
        if header is None:
            header = _read(Header, text, file, number)
        else:
            chunks.append(_chunk(text, file, number, chunks[-1].t if chunks else 0.0))
    if header is None:
        raise CaptureError(file, 1, "expected the header of a capture, got an empty file")
    return header, chunks


def _text(raw: bytes, file: str, number: int) -> str:
    if len(raw) > LONGEST:
        raise CaptureError(file, number, f"expected a line of up to {LONGEST} characters, got {len(raw)}")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CaptureError(file, number, f"expected UTF-8, got the byte {raw[error.start]:#04x}") from None


def _read(model: type[RecordT], text: str, file: str, number: int) -> RecordT:
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            whole = "" if text.endswith("\n") else " (the line is cut off: take it out to use what is before it)"
            raise CaptureError(file, number, f"expected a JSON object, got {text.strip()[:QUOTED]!r}{whole}") from None
        expected, actual = expected_and_actual(first)
        key = ".".join(map(str, first["loc"]))
        what = f"key `{key}`: " if key else ""
        raise CaptureError(file, number, f"{what}expected {expected}, got {actual}") from None


def _chunk(text: str, file: str, number: int, before: float) -> Chunk:
    line = _read(_Line, text, file, number)
    if (line.hex is None) is (line.shown is None):
        raise CaptureError(file, number, "expected either `hex` or `shown`")
    if line.t < before:
        raise CaptureError(file, number, f"expected `t` not before {before:g}, which is the line above, got {line.t:g}")
    try:
        data = None if line.hex is None else bytes.fromhex(line.hex)
    except ValueError:
        raise CaptureError(file, number, "key `hex`: expected bytes as two hex digits each") from None
    return Chunk(line.t, line.dir, data, line.shown or "", line.means, number)


def of_direction(chunks: Iterable[Chunk], direction: Direction) -> Iterator[Chunk]:
    """The chunks of one side."""
    return (chunk for chunk in chunks if chunk.direction == direction)
