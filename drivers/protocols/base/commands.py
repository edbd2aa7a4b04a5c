"""Commands that only devices know; what the rules order (`SetButton`, `SetMeter`) is in `controller.core.effects`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LockShoe:
    """Lock the shoe's exit, or open it."""

    locked: bool


@dataclass(frozen=True, slots=True)
class ClearShoeError:
    """Confirm an error that the shoe shows; `error` is its number, 0..99."""

    error: int
