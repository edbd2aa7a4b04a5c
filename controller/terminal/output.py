"""Where a command's words go: one place that ends it when they cannot be written, apart from every error of reading.

    reader gone (`| head`)     -> nothing more is printed, exit 1
    disk full, stream closed   -> "the output could not be written: …", exit 1

While a command runs, standard output raises `OutputError`, which is no OSError, so that nobody who reads a file takes
it for that file's. What is still in the stream is flushed here, and not by the interpreter's end.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

FAILED: Final = 1


class OutputError(Exception):
    """The output could not be written; the text is the reason."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.is_read = error.errno != errno.EPIPE  # whether anybody is left to read it


class _Output:
    """A text stream, of which it has everything; None is one that was closed before the program began."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with _marked():
            return self._open().write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        if self._stream is not None:
            with _marked():
                self._stream.flush()

    def _open(self) -> TextIO:
        if self._stream is None:
            raise OSError(errno.EBADF, "the stream is closed")
        return self._stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _marked() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(error) from error


def ended(program: str, run: Callable[[], int]) -> int:
    """The exit status of `run`; 1 where it would be 0 but its words could not be written. Lets SystemExit through."""
    out = cast("TextIO", _Output(sys.stdout))
    status = 0
    try:
        with contextlib.redirect_stdout(out):
            try:
                status = run()
            finally:
                out.flush()
    except (OutputError, BaseExceptionGroup) as error:
        failure = _first(error)
        if not isinstance(failure, OutputError):
            raise
        _let_go(sys.stdout)
        if failure.is_read:
            print(f"{program}: the output could not be written: {failure}.", file=sys.stderr)
        return status or FAILED
    except BrokenPipeError:  # of standard error: `tablectl … 2>&1 | head`
        _let_go(sys.stdout)
        return status or FAILED
    return status


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _let_go(stream: TextIO | None) -> None:
    """What is left in the stream goes nowhere: the interpreter writes it at its end, and would fail once more."""
    if stream is None:
        return
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
