"""PINs and passphrases: random ones made, kept as argon2id, compared.

OWASP's second choice of parameters for argon2id, 19 MiB of memory, two passes, one lane: about 30 ms on a small PC,
so that it runs in a thread, and one at a time, lest many sign-ins at once take the table's memory.
"""

import asyncio
import secrets
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from controller.people.register import RegisterError

DIGITS: Final = 6
PASSPHRASE: Final = 15
"""The least length of what is good on a device that is not enrolled (NIST SP 800-63B-4, 3.1.1)."""
LONGEST: Final = 128

_hasher: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODY: Final = _hasher.hash(secrets.token_hex())
"""What is compared for a badge that is not known, so that it takes as long."""


def random_pin() -> str:
    """Six digits; nobody chooses his own, which would be a birthday."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def hashed(pin: str) -> str:
    """What the register keeps; raises RegisterError where it is neither six digits nor a passphrase."""
    if not (is_pin(pin) or PASSPHRASE <= len(pin) <= LONGEST):
        raise RegisterError(
            f"Expected {DIGITS} digits, or a passphrase of {PASSPHRASE} to {LONGEST} characters; got {len(pin)}."
        )
    return _hasher.hash(pin)


def is_pin(pin: str) -> bool:
    """Whether it is good at an enrolled console alone."""
    return len(pin) == DIGITS and pin.isascii() and pin.isdigit()


class Comparer:
    """Compares in a thread, two at a time: one of a console, one of a stranger."""

    def __init__(self) -> None:
        self._two = asyncio.Semaphore(2)

    async def fits(self, pin: str, kept: str | None) -> bool:
        """Whether this is the PIN of the hash; None, for nobody, takes as long and never fits."""
        async with self._two:
            return await asyncio.to_thread(_fits, pin[: LONGEST + 1], kept)


def _fits(pin: str, kept: str | None) -> bool:
    try:
        _hasher.verify(kept or _NOBODY, pin)
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None
