"""The one way to open a file that somebody names: a file, no device, no pipe, no longer than it may be, line by line.

A name may lead to anything: a folder, a pipe that nobody writes to, /dev/zero, a line of 300 MB. Nothing is waited for
but standard input, which is a pipe where one is meant (`-`, /dev/stdin, the /dev/fd/63 of a shell), and never more is
held than what is allowed. A `Path` never means standard input.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from controller.core.reader import MalformedLine
from controller.terminal.kinds import kind_of

MIB: Final = 1024 * 1024
MOST_BYTES: Final = 64 * MIB
"""Of a file, where whoever reads it says nothing else; a script of this length has some hundred thousand rounds."""
LINE_BYTES: Final = MIB
"""Of a line, the same; the longest event of a table has some ten thousand."""
STANDARD: Final = "-"
_DESCRIPTOR: Final = re.compile(r"/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+")


def input_lines(name: str | Path, *, most: int = MOST_BYTES, longest: int = LINE_BYTES) -> Iterator[bytes]:
    """The lines of a file, each with its end; raises MalformedLine with the line, OSError where there is no file."""
    with _opened(name) as file:
        number = left = 0
        while line := file.readline(longest + 1):
            number += 1
            left += len(line)
            if len(line) > longest:
                raise _malformed(name, number, f"a line of at most {longest} bytes", "a longer one")
            if left > most:
                bound = f"{most // MIB} MiB" if most >= MIB else f"{most} bytes"
                raise _malformed(name, number, f"at most {bound}", "a longer file")
            yield line


def read_input(name: str | Path, *, most: int = MOST_BYTES, longest: int = LINE_BYTES) -> bytes:
    """All of a file; raises as `input_lines` does."""
    return b"".join(input_lines(name, most=most, longest=longest))


def read_text(name: str | Path, *, most: int = MOST_BYTES, longest: int = LINE_BYTES) -> str:
    """The same as text; raises MalformedLine also where it is no UTF-8."""
    data = read_input(name, most=most, longest=longest)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _malformed(name, line, "UTF-8", f"the byte 0x{data[error.start]:02x}") from None


@contextmanager
def _opened(name: str | Path) -> Iterator[BinaryIO]:
    if name == STANDARD:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except ValueError:  # a NUL in the name
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
    mode = os.fstat(descriptor).st_mode
    is_meant = stat.S_ISFIFO(mode) and _DESCRIPTOR.fullmatch(str(name))
    if not stat.S_ISREG(mode) and not is_meant:
        os.close(descriptor)
        raise _malformed(name, 1, "a file", kind_of(mode))
    os.set_blocking(descriptor, True)
    with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor has no path
        yield file


def _malformed(name: str | Path, line: int, expected: str, actual: str) -> MalformedLine:
    return MalformedLine(file=str(name), line=line, field="", expected=expected, actual=actual)
