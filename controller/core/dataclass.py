"""`dataclass`: the standard library's, but that a frozen one with slots is in memory once.

`slots=True` makes a class anew, and the guards that `frozen=True` has given the first (`__setattr__`, `__delattr__`)
go with it and hold the first for ever: 6 KiB a class, 1 MiB for all that a table loads. Here all classes share guards.
"""

import dataclasses
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - for the type checkers it is the same
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, **options: Any) -> Any:
        """See `dataclasses.dataclass`; it is called with its options."""

        def made(cls: type) -> type:
            found = dataclasses.dataclass(frozen=frozen, slots=slots, **options)(cls)
            if frozen and slots:
                found.__setattr__, found.__delattr__ = _refuse_to_set, _refuse_to_delete
            return found

        return made


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
