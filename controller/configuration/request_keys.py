"""The public keys of those who may ask over MQTT (`[requests.keys.NAME]`), each in a file as openssl writes it."""

from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from controller.configuration.sections import ConfigFile
from controller.configuration.source import Source
from controller.core.reader import MalformedLine
from controller.mqtt.request_words import RequestKey
from controller.terminal.inputs import read_input

MOST_BYTES: Final = 64 * 1024
WANTED: Final = "an Ed25519 public key in PEM, as `tablectl request new-key` writes it"


def check_requests(source: Source, found: ConfigFile) -> tuple[RequestKey, ...]:
    """The keys, each with its rank."""
    if found.requests is None:
        return ()
    # Imported here: with it come the keys of every other kind, 0.7 MiB for a table that takes no requests.
    from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415

    if found.mqtt is None:
        source.complain(("requests",), "requests come over MQTT: the file has no [mqtt]")
    keys = []
    for name, entry in found.requests.keys.items():
        path, file = ("requests", "keys", name, "file"), source.file.parent / entry.file
        source.check_file(path, file, "put it there, or take the key out")
        try:
            key = load_pem_public_key(read_input(file, most=MOST_BYTES))
        except MalformedLine as error:
            source.refuse(path, WANTED, error.actual)
        except OSError as error:
            source.refuse(path, "a file that can be read", f"{error.strerror}")
        except (ValueError, UnsupportedAlgorithm):
            source.refuse(path, WANTED, f"something else in {file}")
        if not isinstance(key, Ed25519PublicKey):
            source.refuse(path, WANTED, f"a key of another kind in {file}")
        keys.append(RequestKey(name, key.public_bytes_raw(), entry.rank))
    return tuple(keys)
