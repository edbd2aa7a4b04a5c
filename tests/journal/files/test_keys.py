"""A key knows what it has signed, as whoever has its public key alone does."""

from collections.abc import Iterator

import pytest

from controller.journal.files.keys import _ORDER, DeviceKey, signed_by

RFC_8032 = (  # section 7.1, tests 1 to 3: secret, message, signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
)
KEY = DeviceKey(bytes(range(32)))
MESSAGE = b"table-controller seal 1\n" * 20


@pytest.mark.parametrize(("secret", "message", "signature"), RFC_8032)
def test_what_the_standard_signs(secret: str, message: str, signature: str) -> None:
    """The vectors of RFC 8032."""
    key = DeviceKey(bytes.fromhex(secret))
    assert key.sign(bytes.fromhex(message)) == bytes.fromhex(signature)
    assert key.has_signed(bytes.fromhex(signature), bytes.fromhex(message))


def test_messages_of_every_length() -> None:
    """What is signed is known again, and not of another message."""
    for length in range(300):
        message = bytes(length)
        signature = KEY.sign(message)
        assert KEY.has_signed(signature, message)
        assert not KEY.has_signed(signature, message + b"\0")
        assert not DeviceKey(bytes(32)).has_signed(signature, message)


def _changed() -> Iterator[object]:
    signature = KEY.sign(MESSAGE)
    for bit in range(len(signature) * 8):
        changed = bytearray(signature)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)
    point, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    yield point + (scalar + _ORDER).to_bytes(32, "little")  # the same number, written as a signer does not
    yield DeviceKey(bytes(32)).sign(MESSAGE)[:32] + signature[32:]
    yield from (b"", signature[:-1], signature + b"\0", bytes(64), signature.hex(), None, 1, 1.5)


def test_what_was_changed() -> None:
    """No bit may be another, none may lack or be too many, and a value may be of any type."""
    for signature in _changed():
        assert not KEY.has_signed(signature, MESSAGE)
        assert not (isinstance(signature, bytes) and signed_by(KEY.public, signature, MESSAGE))
