"""The head file beside the journal: the last link of the chain, so that a cut-off tail or an older copy shows.

One block of 512 bytes, overwritten in place after each commit: never ahead of the journal, at most one commit behind
after the daemon was killed. It is synced at a round's end, at a notice that the house hears of, a start and a stop, so
a cut of the power may put it back by what came since. Its signature is of its own kind, so that no head file can be
made out of a journal.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.shell.chain import head_message
from controller.shell.keys import signed_by
from controller.shell.lock import MODE

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


class HeadFileError(ValueError):
    """The head file is no head file; the text is a sentence."""


class HeadFile:
    """Owned by the journal's writer thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def read(self) -> Head | None:
        """The head last written, None where the file does not exist; raises HeadFileError."""
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            found = json.loads(text)
            head = Head(found["journal"], int(found["n"]), bytes.fromhex(found["head"]), bytes.fromhex(found["seal"]))
        except (ValueError, KeyError, TypeError) as error:
            raise HeadFileError(f"The head file {self.path} holds no head: {error}.") from error
        if head.block() != text:
            raise HeadFileError(f"The head file {self.path} is not as it was written.")
        return head

    def write(self, head: Head, *, sync: bool) -> None:
        """Overwrite the block; raises OSError."""
        if self._descriptor is None:
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, MODE)
        os.pwrite(self._descriptor, head.block(), 0)
        if sync:
            os.fdatasync(self._descriptor)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
