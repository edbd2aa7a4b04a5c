"""Wrong PINs: five in a row lock for a minute, then five, then fifteen; twenty lock until somebody of the pit unlocks.

Counted for the badge and for the console apart, and kept in the register, so that no restart forgets them.
"""

from typing import Final

from controller.people.register import Failures

FREE: Final = 5
"""So many wrong ones in a row are nothing but slow fingers."""
STEPS_S: Final = (60.0, 300.0, 900.0)
FOR_GOOD: Final = 20
NEVER: Final = 1e12
"""Far beyond any clock."""


def locked(failures: Failures, now: float) -> bool:
    """Whether no PIN is looked at now, in seconds since 1970."""
    until = failures.locked_until
    return (
        until >= NEVER or now < until <= now + STEPS_S[-1]
    )  # a clock that was wrong for a while locks nobody for years


def failed(failures: Failures, now: float) -> bool:
    """Count a wrong one; whether it has locked."""
    failures.count += 1
    if failures.count >= FOR_GOOD:
        failures.locked_until = NEVER
        return True
    if failures.count % FREE:
        return False
    failures.locked_until = now + STEPS_S[min(failures.count // FREE, len(STEPS_S)) - 1]
    return True


def cleared(failures: Failures) -> None:
    """The right one came, or somebody of the pit has unlocked."""
    failures.count = 0
    failures.locked_until = 0.0
