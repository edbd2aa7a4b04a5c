"""What of a configuration is shown to nobody: the file names secrets, but a driver's options may hold some."""

from collections.abc import Mapping
from typing import Any, Final

SECRETS: Final = ("password", "passphrase", "secret", "token")
"""What a value whose key has one of these words is left out for; paths to secrets are no secrets."""


def redacted(value: Any, key: str = "") -> Any:
    """A configuration, or the value of a key of it, without what nobody has to know."""
    if isinstance(value, Mapping):
        return {name: redacted(one, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [redacted(one, key) for one in value]
    named = any(word in key for word in SECRETS) and not key.endswith("_file")
    return "left out" if named and value is not None else value


def shown(key: str, value: Any) -> Any:
    """The value of `key`, as `devices.left.options`."""
    return redacted(value, key.rpartition(".")[2])
