"""The two secrets of a table, each in a file of mode 0600 beside the journal but never in it.

The device key (Ed25519) signs the head of the journal's chain: who lacks it cannot write a history that verifies. The
sealing key (AES-256-GCM) hides the cards that nobody at the table may see yet; the chain runs over the ciphertext,
because 52 guesses would open a plain hash. Both are made at a table's first start and never again (see `first_start`):
a journal whose key is gone is refused rather than continued under another.
"""

import hashlib
import hmac
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final, Self

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from controller.core.reader import MalformedLine
from controller.terminal.inputs import MIB, read_input

KEY_BYTES: Final = 32
KEY_MODE: Final = 0o600
SIGNATURE_BYTES: Final = 64
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""Of Ed25519's group (RFC 8032, 5.1)."""
_NONCE_BYTES: Final = 12
"""What GCM is specified for (NIST SP 800-38D 8.2)."""
_FOREIGN_BITS: Final = 0o077
_REMEDY: Final = (
    "Put it back from where keys are kept: without it the journal cannot go on. To start anew, move all files of the"
    " journal away, keys and head file with them."
)


class KeyFileError(Exception):
    """A key file is missing, open to others, or no key: `what`, a sentence, and what `to_do`; the text is both."""

    def __init__(self, what: str, to_do: str) -> None:
        super().__init__(f"{what} {to_do}")
        self.what = what
        self.to_do = to_do


class DeviceKey:
    """Signs; `public` is what others check with.

    What it signed it knows again in a tenth of the time: of a signature `(R, S)` (RFC 8032, 5.1.6) `S` is reckoned anew
    from the message and the `R` that is there. With another `R` nobody can give the `S` that fits who has not the key.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw()
        digest = hashlib.sha512(secret).digest()
        self._scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | 1 << 254
        self._nonces = hashlib.sha512(digest[32:])

    @classmethod
    def load(cls, path: Path) -> Self:
        """From `path`; raises KeyFileError."""
        return cls(read_secret(path))

    def sign(self, message: bytes) -> bytes:
        """64 bytes."""
        return self._key.sign(message)

    def has_signed(self, signature: object, message: bytes) -> bool:
        """Whether that is what `sign` gives for the message; what a damaged page holds may be of any type."""
        if not isinstance(signature, bytes) or len(signature) != SIGNATURE_BYTES:
            return False
        nonce = self._nonces.copy()
        nonce.update(message)
        challenge = hashlib.sha512(signature[:32] + self.public + message).digest()
        found = int.from_bytes(nonce.digest(), "little") + int.from_bytes(challenge, "little") * self._scalar
        return hmac.compare_digest(signature[32:], (found % _ORDER).to_bytes(32, "little"))


class Vault:
    """Seals and opens what may not be read without the key; `bound` ties a ciphertext to its place."""

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESGCM(secret)

    @classmethod
    def load(cls, path: Path) -> Self:
        """From `path`; raises KeyFileError."""
        return cls(read_secret(path))

    def seal(self, clear: bytes, bound: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, clear, bound)

    def open(self, sealed: bytes, bound: bytes) -> bytes:
        """The clear bytes; raises ValueError where they were changed or moved."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound)
        except (InvalidTag, ValueError):
            raise ValueError("the sealed bytes do not open with this key at this place") from None


def signed_by(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether `signature` over `message` was made with the secret of `public`."""
    try:
        _public_key(public).verify(signature, message)
    except (InvalidSignature, ValueError, TypeError):  # a damaged page may hold a value of any type
        return False
    return True


@lru_cache(maxsize=4)
def _public_key(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


def new_secret() -> bytes:
    """For a key that has not been."""
    return secrets.token_bytes(KEY_BYTES)


def read_secret(path: Path) -> bytes:
    """What a key file holds; raises KeyFileError."""
    try:
        mode = path.stat().st_mode
        secret = read_input(path, most=MIB)
    except MalformedLine as error:
        raise KeyFileError(
            f"The key file {path} is no key: expected {error.expected}, got {error.actual}.", _REMEDY
        ) from error
    except OSError as error:
        raise KeyFileError(f"The key file {path} cannot be read: {error.strerror}.", _REMEDY) from error
    if mode & _FOREIGN_BITS:
        what = f"The key file {path} must be its owner's alone (mode 0600), but is {mode & 0o777:04o}."
        raise KeyFileError(what, f"chmod {KEY_MODE:04o} {path}")
    if len(secret) != KEY_BYTES:
        raise KeyFileError(f"The key file {path} must hold {KEY_BYTES} bytes, but holds {len(secret)}.", _REMEDY)
    return secret
