"""The register of a table: who may sign in with what rank, and on which consoles. One file, written whole.

    tablectl people, tablectl enrol ─▶ people.json ◀─ the running table (failures, consoles), read again when it changes

PINs are in it as argon2id hashes, consoles and their codes as SHA-256 of 128 random bits. The file is the service's
alone (0600); whoever may write it may be anybody at the table, so it belongs to root or the service, like the keys.
"""

import fcntl
import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from controller.core.reader import MalformedLine
from controller.journal.files.whole_file import write_whole
from controller.terminal.inputs import read_input

Role = Literal["viewer", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "technician"]
"""A viewer only looks; the others are the contract's ranks (section 2)."""
Badge = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,32}$")]
"""As it is typed or read from a badge."""
Name = Annotated[
    str,
    StringConstraints(
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{1,64}$", strip_whitespace=True
    ),
]

MODE: Final = 0o600
LOCK_S: Final = 0.3
LOCK_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Whoever may write the folder must not lead root, who changes the register, to another file."""
LONGEST_BYTES: Final = 4 * 1024 * 1024
REMEDY: Final = "Put it back from a backup, or move it away and let everybody be added anew."


class RegisterError(Exception):
    """The register cannot be read or written, or does not allow what is asked; the text is a sentence."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Failures(_Part):
    """Wrong PINs in a row, and until when no further one is looked at, in seconds since 1970."""

    count: int = Field(default=0, ge=0)
    locked_until: float = 0.0


class Person(_Part):
    """`pin` is the argon2id hash; `passphrase` says that it is one of at least 15 characters, good on any device."""

    name: Name
    role: Role
    pin: str
    passphrase: bool = False
    failures: Failures = Failures()


class EnrolledConsole(_Part):
    """A screen that may show the dealer's page; `secret` is the SHA-256 of its cookie."""

    name: Name
    secret: str
    failures: Failures = Failures()


class EnrolCode(_Part):
    """What a new console is enrolled with, once, until `until`; `code` is its SHA-256."""

    name: Name
    code: str
    until: float


class Contents(_Part):
    """The whole file."""

    people: dict[Badge, Person] = {}
    consoles: dict[str, EnrolledConsole] = {}
    codes: list[EnrolCode] = []


def digest(secret: str) -> str:
    """What the register keeps of random bits; no slow hash, since they cannot be guessed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _take(lock: int) -> None:
    """The lock, or RegisterError after a moment: another program that changes the register writes it at once."""
    until = time.monotonic() + LOCK_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise RegisterError("Another program is changing the register of people: end it.") from None
            time.sleep(0.01)
        else:
            return


class Register:
    """The file at `path`; absent, it is empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: tuple[int, int, int] | None = None
        self._contents = Contents()

    def look(self) -> Contents:
        """What it holds now, for reading alone; raises RegisterError."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return Contents()
        except OSError as error:
            raise RegisterError(f"The register of people cannot be read: {error}.") from error
        found = (status.st_ino, status.st_mtime_ns, status.st_size)
        if found != self._read:
            self._contents = self._load()
            self._read = found
        return self._contents

    @contextmanager
    def change(self) -> Iterator[Contents]:
        """What it holds, to be changed; written at the end, unless that raises. One at a time, over all programs.

        Raises RegisterError.
        """
        try:
            lock = os.open(self.path.with_name(self.path.name + ".lock"), LOCK_FLAGS, MODE)
        except OSError as error:
            raise RegisterError(f"The register of people cannot be changed: {error}.") from error
        try:
            _take(lock)
            contents = self.look().model_copy(deep=True)
            yield contents
            write_whole(self.path, contents.model_dump_json(indent=1).encode(), MODE)
            self._give_to_folders_owner()
        except OSError as error:
            raise RegisterError(f"The register of people cannot be written: {error}.") from error
        finally:
            os.close(lock)

    def _load(self) -> Contents:
        try:
            found = read_input(self.path, most=LONGEST_BYTES, longest=LONGEST_BYTES)
            return Contents.model_validate_json(found)
        except OSError as error:
            raise RegisterError(f"The register of people cannot be read: {error}.") from error
        except MalformedLine as error:
            why = f"expected {error.expected}, got {error.actual}"
            raise RegisterError(f"{self.path} is no register of people: {why}. {REMEDY}") from error
        except ValidationError as error:
            first = json.loads(error.json(include_url=False, include_input=False))[0]
            place = ".".join(map(str, first["loc"]))
            raise RegisterError(f"{self.path}, {place or 'the whole'}: {first['msg']}. {REMEDY}") from error

    def _give_to_folders_owner(self) -> None:
        """What root has written belongs to whom the folder belongs: the service reads and writes it, too."""
        if os.geteuid() == 0:
            folder = self.path.parent.stat()
            for name in (self.path.name, self.path.name + ".lock"):
                os.chown(self.path.with_name(name), folder.st_uid, folder.st_gid, follow_symlinks=False)
