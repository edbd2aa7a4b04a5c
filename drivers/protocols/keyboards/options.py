"""The options `key`, of a button, and `keys`, of the dealer's keypad: each role has its own of the two."""

from typing import TypeVar

OptionT = TypeVar("OptionT")


def needed(name: str, wanted: OptionT | None, other: object) -> OptionT:
    """An option that this role needs, and that the other one has in its place. Raises ValueError."""
    if wanted is None or other is not None:
        raise ValueError(f"expected the option `{name}` for this role, and only that")
    return wanted
