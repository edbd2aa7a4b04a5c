"""The quick `_replace` of the games' named tuples."""

from typing import NamedTuple

import pytest

from controller.games.quick_replace import quick


class Plain(NamedTuple):
    """As the standard library makes it."""

    number: int
    name: str = ""
    cards: tuple[str, ...] = ()


@quick
class Quick(NamedTuple):
    """The same with the quick one."""

    number: int
    name: str = ""
    cards: tuple[str, ...] = ()


@pytest.mark.parametrize(
    "changes",
    [{}, {"number": 2}, {"cards": ("AS",)}, {"name": "b", "number": 3}, {"cards": (), "name": "", "number": 0}],
)
def test_what_changed_stands_in_a_record_of_the_same_kind(changes: dict[str, object]) -> None:
    """The standard library's `_replace` is what it is held to; the record it was asked of stays as it was."""
    old = Quick(1, "a", ("KH",))
    new = old._replace(**changes)  # type: ignore[arg-type]
    assert type(new) is Quick
    assert tuple(new) == tuple(Plain(1, "a", ("KH",))._replace(**changes))  # type: ignore[arg-type]
    assert tuple(old) == (1, "a", ("KH",))


def test_a_name_that_is_no_field_is_an_error() -> None:
    """Nothing is dropped in silence."""
    with pytest.raises(KeyError, match="colour"):
        Quick(1)._replace(colour="red")  # type: ignore[call-arg]
