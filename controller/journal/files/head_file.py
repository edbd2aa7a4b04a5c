"""The head file beside the journal: the last link of the chain, so that a cut-off tail or an older copy shows.

One block of 512 bytes, made whole before the journal is and overwritten in place behind each commit, while whoever
waited for that goes on: never ahead of the journal, at most one commit behind after the daemon was killed. It is
synced at a round's end, at a notice that is published, a start and a stop, so a cut of the power may put it back by
what came since. Its signature is of its own kind, so that no head file can be made out of a journal.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ConfigDict, ValidationError

from controller.journal.chain import Proof, head_message
from controller.journal.files.keys import signed_by
from controller.journal.files.lock import MODE
from controller.journal.files.whole_file import write_whole

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
    """The head file is no head file; the text is a sentence."""


class HeadFile:
    """Owned by the journal's writer thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def read(self) -> Head | None:
        """The head last written, None where the file does not exist; raises HeadFileError."""
        try:
            with self.path.open("rb") as file:
                text = file.read(BLOCK_BYTES + 1)
        except FileNotFoundError:
            return None
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
        """Overwrite the block, in a file made again where it was missing; raises OSError."""
        if self._descriptor is None:
            if not self.path.exists():
                write_whole(self.path, head.block(), MODE)
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CLOEXEC)
        os.pwrite(self._descriptor, head.block(), 0)
        if sync:
            os.fdatasync(self._descriptor)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
