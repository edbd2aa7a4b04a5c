"""The head file beside the journal: the last link of the chain, so that a cut-off tail or an older copy shows.

One block of 512 bytes, made whole before the journal is and overwritten in place a moment behind each commit, or
before the next one: never ahead of the journal, at most one commit behind after the daemon was killed. It is
synced at a round's end, at a notice that is published, a start and a stop, so a cut of the power may put it back by
what came since. Its signature is of its own kind, so that no head file can be made out of a journal. Taken away while
the table runs it is made again at once: what it names is known.
"""

import json
import os
import stat
from pathlib import Path
from typing import Final

from pydantic import ConfigDict, ValidationError

from controller.core.dataclass import dataclass
from controller.core.reader import MalformedLine
from controller.journal.chain import Proof, head_message
from controller.journal.files.keys import signed_by
from controller.journal.files.lock import MODE
from controller.journal.files.whole_file import write_whole
from controller.terminal.inputs import read_input

BLOCK_BYTES: Final = 512
"""The least that a disk writes as a whole."""


@dataclass(frozen=True, slots=True)
class Head:
    """The chain's head after record `n`; `seal` is the device key's signature over it."""

    journal_id: str
    n: int
    link: bytes
    seal: bytes

    def signed_by(self, public: bytes) -> bool:
        return signed_by(public, self.seal, head_message(self.journal_id, self.n, self.link))

    def block(self) -> bytes:
        """The bytes of the file."""
        record = {"journal": self.journal_id, "n": self.n, "head": self.link.hex(), "seal": self.seal.hex()}
        return json.dumps(record).encode().ljust(BLOCK_BYTES - 1) + b"\n"


class _Block(Proof):
    """What is in the file."""

    model_config = ConfigDict(extra="forbid")

    journal: str


class HeadFileError(Exception):
    """The head file is no head file; the text is a sentence and what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text} Keep it for the auditor; with it moved away the table starts and reports that it was missing."
        )


class HeadFile:
    """Owned by the journal's writer thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None
        self._written: Head | None = None

    def read(self) -> Head | None:
        """The head last written, None where the file does not exist; raises HeadFileError."""
        try:
            text = read_input(self.path, most=BLOCK_BYTES, longest=BLOCK_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise HeadFileError(f"The head file {self.path} cannot be read: {error.strerror}.") from error
        except MalformedLine as error:
            what = f"expected {error.expected}, got {error.actual}"
            raise HeadFileError(f"The head file {self.path} holds no head: {what}.") from None
        try:
            found = _Block.model_validate_json(text)
        except ValidationError as error:
            fault = error.errors()[0]
            where = "".join(f" `{part}`:" for part in fault["loc"])
            raise HeadFileError(f"The head file {self.path} holds no head:{where} {fault['msg']}.") from None
        head = Head(found.journal, found.n, bytes.fromhex(found.head), bytes.fromhex(found.seal))
        if head.block() != text:
            raise HeadFileError(f"The head file {self.path} is not as it was written.")
        return head

    def write(self, head: Head, *, sync: bool) -> None:
        """Overwrite the block, in a file made where it was missing at the first time; raises OSError."""
        if self._descriptor is None:
            if not self.path.exists():
                write_whole(self.path, head.block(), MODE)
            self._open()
        assert self._descriptor is not None  # noqa: S101 - it was opened
        os.pwrite(self._descriptor, head.block(), 0)
        self._written = head
        if sync:
            os.fdatasync(self._descriptor)

    @property
    def is_lost(self) -> bool:
        """Whether what was written is not there any more under its name."""
        return self._descriptor is not None and not self._is_there(self._descriptor)

    def make_again(self) -> None:
        """Make the file with what was last written, where it is lost; raises OSError."""
        if self._written is not None and self.is_lost:
            import structlog  # noqa: PLC0415 - who only reads a journal does not wait for it

            structlog.get_logger().warning("head_file_made_again", file=str(self.path))
            write_whole(self.path, self._written.block(), MODE)
            self.close()
            self._open()

    def _open(self) -> None:
        self._descriptor = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
            raise OSError(f"{self.path} is no file")

    def _is_there(self, descriptor: int) -> bool:
        """Whether the name leads to the open file, as long as a head file is."""
        try:
            found = self.path.stat()
        except OSError:
            return False
        return os.path.samestat(found, os.fstat(descriptor)) and found.st_size == BLOCK_BYTES

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
